import { fitsPattern, globsOf, isAbsolutePattern, type PatternValues } from './pathPattern';
import type { MapHeader } from './r8/mapHeader';
import { compareMapId } from './r8/mapId';
import { type MappingKind, usualPlaces } from './usualPlaces';

/** A file that may belong to a record. */
export interface MappingCandidate {
	/** Absolute, with forward slashes. */
	readonly path: string;
	/** From its workspace folder; undefined outside of the workspace. */
	readonly relativePath: string | undefined;
	/** Milliseconds since 1970. */
	readonly modified: number;
	/** Of an R8 mapping that has been opened. */
	readonly headers?: readonly Pick<MapHeader, 'mapId' | 'mapHash'>[];
}

/** The record that a mapping is looked for, and what a person has said about mappings. */
export interface MappingQuestion {
	readonly kind: MappingKind;
	/** Name, package and ID of the application: `${app}` is any of them. */
	readonly application: readonly string[];
	readonly version: string | undefined;
	/** The `r8-map-id-…` of the trace. */
	readonly mapId?: string | undefined;
	/** Base name of the bundle that a JavaScript frame is in. */
	readonly bundle?: string;
	/** The setting `appErrors.mappings`, in its order. */
	readonly patterns: readonly string[];
	/** The path chosen once for this application and version. */
	readonly remembered: string | undefined;
}

/** Why a candidate is offered, best first. `version`: its path names the version of the record. */
const reasons = ['mapId', 'remembered', 'version', 'setting', 'buildFolder'] as const;
export type MappingReason = (typeof reasons)[number];

export interface RankedMapping {
	readonly candidate: MappingCandidate;
	readonly reason: MappingReason;
}

export interface MappingChoice {
	/** In the order in which they are to be tried: the first that fits is used. */
	readonly ranked: readonly RankedMapping[];
	/** Mappings of other builds, by their own word. */
	readonly refused: readonly MappingCandidate[];
}

/** Globs of VS Code that find the candidates. */
interface CandidateGlobs {
	/** Of the setting; some may be absolute. */
	readonly setting: readonly string[];
	readonly usual: readonly string[];
}

export function candidateGlobs(
	question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'patterns'>,
): CandidateGlobs {
	const values = valuesOf(question);
	return {
		setting: question.patterns.flatMap((pattern) => globsOf(pattern, values)),
		usual: usualPlaces[question.kind],
	};
}

/**
 * Which files may turn a record back, and in which order. An id that the trace and the mapping share is proof; then what
 * a person chose, then what names the version, then what the setting says, then what the last build left, which may be of
 * any version.
 */
export function chooseMapping(candidates: readonly MappingCandidate[], question: MappingQuestion): MappingChoice {
	const ranked: (RankedMapping & { readonly order: readonly number[] })[] = [];
	const refused: MappingCandidate[] = [];
	for (const candidate of candidates) {
		const byId = compareMapId(question.mapId, candidate.headers ?? []);
		const place = placeOf(candidate, question);
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

interface Place {
	readonly reason: Exclude<MappingReason, 'mapId'>;
	/** Among those with the same reason. */
	readonly order: number;
}

function placeOf(candidate: MappingCandidate, question: MappingQuestion): Place | undefined {
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

/**
 * As a part of its own: 2.4 is in `maps/2.4/` and in `shop-v2.4.txt`, not in `maps/2.4.1/` and `maps/12.4/`. Numbers
 * without dots are in paths for other reasons.
 */
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

/** The setting names files of both kinds in one list. */
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

/** A folder holds the maps of several bundles, each named as its bundle. */
function isOfBundle({ path }: MappingCandidate, { kind, bundle }: MappingQuestion): boolean {
	return kind !== 'sourceMap' || bundle === undefined || path.endsWith(`/${bundle}.map`);
}

/** Records come from releases: their variants first, those for debugging last. */
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

function compareLists(a: readonly number[], b: readonly number[]): number {
	for (const [index, value] of a.entries()) {
		const difference = value - (b[index] ?? 0);
		if (difference !== 0) {
			return difference;
		}
	}
	return 0;
}
