import { compareLists } from '../../common/sorting';
import { type MappingKind, usualPlaces } from './defaultLocations';
import { fitsPattern, getGlobs, isAbsolutePattern, type PatternValues } from './pathPattern';
import type { MapHeader } from './r8/mapHeader';
import { compareMapId } from './r8/mapId';

export interface MappingCandidate {
	readonly path: string;
	/** Path relative to the file's workspace folder. Undefined if the file is outside the workspace. */
	readonly relativePath: string | undefined;
	/** Modification time in milliseconds since 1970. */
	readonly modified: number;
	/** Headers of an R8 mapping. Undefined until the file has been read. */
	readonly headers?: readonly Pick<MapHeader, 'mapId' | 'mapHash'>[];
}

export interface MappingQuestion {
	readonly kind: MappingKind;
	/** Name, package, and ID of the application. The pattern variable `${app}` matches each of them. */
	readonly application: readonly string[];
	readonly version: string | undefined;
	readonly mapId?: string | undefined;
	readonly bundle?: string;
	readonly patterns: readonly string[];
	readonly remembered: string | undefined;
}

/**
 * Reasons for selecting a mapping, strongest reason first. `remembered` means that the user chose it before. `version`
 * means that the path contains the version.
 */
const reasons = ['mapId', 'remembered', 'version', 'setting', 'buildFolder'] as const;
export type MappingReason = (typeof reasons)[number];

export interface RankedMapping {
	readonly candidate: MappingCandidate;
	readonly reason: MappingReason;
}

export interface MappingChoice {
	readonly ranked: readonly RankedMapping[];
	readonly refused: readonly MappingCandidate[];
}

interface CandidateGlobs {
	readonly setting: readonly string[];
	readonly usual: readonly string[];
}

export function candidateGlobs(
	question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'patterns'>,
): CandidateGlobs {
	const values = valuesOf(question);
	return {
		setting: question.patterns.flatMap((pattern) => getGlobs(pattern, values)),
		usual: usualPlaces[question.kind],
	};
}

/**
 * Ranks files by mapping ID, the user's choice, the version in the path, the patterns in the settings, and the last
 * build folder.
 */
export function chooseMapping(candidates: readonly MappingCandidate[], question: MappingQuestion): MappingChoice {
	const ranked: (RankedMapping & { readonly order: readonly number[] })[] = [];
	const refused: MappingCandidate[] = [];
	for (const candidate of candidates) {
		const byId = compareMapId(question.mapId, candidate.headers ?? []);
		const place = getPlace(candidate, question);
		if (byId === 'other') {
			refused.push(candidate);
		} else if (byId === 'same' || place) {
			const reason = byId === 'same' ? 'mapId' : (place?.reason ?? 'mapId');
			const order = [reasons.indexOf(reason), place?.order ?? Number.MAX_SAFE_INTEGER, -candidate.modified];
			ranked.push({ candidate, reason, order });
		}
	}
	ranked.sort((a, b) => compareLists(a.order, b.order) || (a.candidate.path < b.candidate.path ? -1 : 1));
	return { ranked: ranked.map(({ candidate, reason }) => ({ candidate, reason })), refused };
}

interface SearchLocation {
	readonly reason: Exclude<MappingReason, 'mapId'>;
	readonly order: number;
}

function getPlace(candidate: MappingCandidate, question: MappingQuestion): SearchLocation | undefined {
	if (question.remembered !== undefined && candidate.path === question.remembered) {
		return { reason: 'remembered', order: 0 };
	}
	const values = valuesOf(question);
	const pattern = isNamedAs(question.kind, candidate)
		? question.patterns.findIndex((text) => fits(candidate, text, values))
		: -1;
	const named = namesVersion(candidate, question.version ?? '');
	if (pattern >= 0) {
		const ofVersion = named || /\$\{version\}/.test(question.patterns[pattern] ?? '');
		return { reason: ofVersion ? 'version' : 'setting', order: pattern };
	}
	const usual = usualPlaces[question.kind].some((text) => fits(candidate, text, values));
	return usual && isOfBundle(candidate, question)
		? { reason: named ? 'version' : 'buildFolder', order: question.patterns.length + variantOrder(candidate) }
		: undefined;
}

/** Returns true if the path contains exactly this version. `2.4` is in `shop-v2.4.txt` but not in `maps/2.4.1/`. */
function namesVersion({ path, relativePath = path }: MappingCandidate, version: string): boolean {
	for (let at = relativePath.indexOf(version); version.includes('.') && at >= 0; ) {
		const before = relativePath.slice(Math.max(0, at - 3), at).replace(/v$/i, '');
		const after = relativePath.slice(at + version.length, at + version.length + 2);
		if (!/[\p{L}\p{N}]$|\d\.$/u.test(before) && !/^(?:[\p{L}\p{N}]|\.\d)/u.test(after)) {
			return true;
		}
		at = relativePath.indexOf(version, at + 1);
	}
	return false;
}

/** Returns true if the extension matches the kind of mapping. The patterns in the setting don't distinguish kinds. */
function isNamedAs(kind: MappingKind, { path }: MappingCandidate): boolean {
	switch (kind) {
		case 'sourceMap':
			return /\.(?:map|json)$/i.test(path);
		case 'r8':
			return !/\.(?:map|json)$/i.test(path);
		default:
			return true;
	}
}

function fits({ path, relativePath }: MappingCandidate, pattern: string, values: PatternValues): boolean {
	const place = isAbsolutePattern(pattern) ? path : relativePath;
	return place !== undefined && fitsPattern(place, pattern, values);
}

/** Returns false if a source map isn't named after the bundle. A folder can contain source maps of several bundles. */
function isOfBundle({ path }: MappingCandidate, { kind, bundle }: MappingQuestion): boolean {
	return kind !== 'sourceMap' || bundle === undefined || path.endsWith(`/${bundle}.map`);
}

function variantOrder({ path }: MappingCandidate): number {
	const folders = path.toLowerCase().split('/').slice(0, -1);
	if (folders.some((folder) => folder.endsWith('release'))) {
		return 0;
	}
	return folders.some((folder) => folder.endsWith('debug')) ? 2 : 1;
}

function valuesOf({ application, version }: Pick<MappingQuestion, 'application' | 'version'>): PatternValues {
	const usable = (texts: readonly string[]) => texts.filter((text) => text !== '' && !/[/\\]|^\.{1,2}$/.test(text));
	return { app: usable(application), version: usable(version === undefined ? [] : [version]) };
}
