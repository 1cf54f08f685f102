import type { Trace } from '../trace/model';
import { type AppliedMappings, applyMappings, type MappingFileRef, type TriedMapping } from './applyMappings';
import { chooseMapping, type MappingCandidate, type MappingQuestion, type MappingReason } from './choose';
import type { KnownMapIds } from './knownMapIds';
import type { MappingSource } from './openMappings';

/** Tried for one trace, of each kind: opening one that is large takes a moment. */
const maxTried = 8;

/** What a mapping is looked for, and the files that it may be. */
export interface WantedMapping {
	readonly question: MappingQuestion & { readonly kind: MappingFileRef['kind'] };
	readonly candidates: readonly MappingCandidate[];
}

/** What came of the candidates. */
export interface Deobfuscated extends AppliedMappings {
	/** How many of the candidates may be what is wanted, those of other builds among them. */
	readonly found: number;
}

/**
 * Deobfuscates a trace with those of the candidates that fit, the likeliest first.
 * @throws AppError `cancelled`
 */
export async function deobfuscate(
	trace: Trace,
	wanted: readonly WantedMapping[],
	mappings: MappingSource,
	ids: KnownMapIds,
	signal: AbortSignal,
): Promise<Deobfuscated> {
	const { files, otherBuilds } = await filesToTry(wanted, ids, signal);
	const found = files.length + otherBuilds.length;
	if (found === 0) {
		return { mapped: undefined, plain: trace, tried: [], found };
	}
	const applied = await applyMappings(trace, files, mappings, signal);
	return { ...applied, tried: [...applied.tried, ...otherBuilds.map(refusedForId)], found };
}

/** Which of the candidates are tried, the likeliest first, and which are of other builds by their own word. */
export async function filesToTry(
	wanted: readonly WantedMapping[],
	ids: KnownMapIds,
	signal: AbortSignal,
): Promise<{ readonly files: readonly MappingFileRef[]; readonly otherBuilds: readonly MappingFileRef[] }> {
	const files: MappingFileRef[] = [];
	const otherBuilds: MappingFileRef[] = [];
	for (const { question, candidates } of wanted) {
		const { ranked, refused } = chooseMapping(await withIds(candidates, question, ids, signal), question);
		files.push(...ranked.slice(0, maxTried).map(({ candidate, reason }) => refOf(candidate.path, question, reason)));
		otherBuilds.push(...refused.slice(0, maxTried).map(({ path }) => refOf(path, question, 'buildFolder')));
	}
	return { files, otherBuilds };
}

/** The same candidates, with what they say about themselves. */
async function withIds(
	candidates: readonly MappingCandidate[],
	{ mapId }: MappingQuestion,
	ids: KnownMapIds,
	signal: AbortSignal,
): Promise<readonly MappingCandidate[]> {
	if (mapId === undefined) {
		// There is nothing to compare theirs with.
		return candidates;
	}
	const known: MappingCandidate[] = [];
	for (const candidate of candidates) {
		// One after another: each is read as a whole.
		known.push({ ...candidate, headers: await ids.of(candidate, signal) });
	}
	return known;
}

/** A map that is named otherwise than its bundle is of the one that it was chosen for, or that the setting names it for. */
function refOf(
	path: string,
	{ kind, bundle, version }: WantedMapping['question'],
	reason: MappingReason,
): MappingFileRef {
	const chosen = reason === 'remembered';
	const ofVersion = reason === 'version' || (chosen && version !== undefined);
	const named = bundle !== undefined && path.endsWith(`/${bundle}.map`);
	const otherBundle = /\.(?:bundle|jsbundle|hbc|js)\.map$/.test(path);
	return {
		kind,
		path,
		...(bundle !== undefined && !named && (chosen || !otherBundle) && { bundle }),
		...(chosen && { chosen }),
		...(ofVersion && { ofVersion }),
	};
}

function refusedForId(file: MappingFileRef): TriedMapping {
	return {
		file,
		result: { kind: 'doesNotFit', fit: { kind: 'doesNotFit', reason: 'otherMapId', score: 0 } },
	};
}
