import type { Trace } from '../trace/model';
import {
	type AppliedMappings,
	applyMappings,
	type MappingFileRef,
	type OtherTraces,
	type TriedMapping,
} from './applyMappings';
import { chooseMapping, type MappingCandidate, type MappingQuestion, type MappingReason } from './choose';
import type { KnownMapIds } from './knownMapIds';
import type { MappingSource } from './openMappings';

/** Maximum number of files of each kind to try per trace. The limit is low, because opening large files is slow. */
const maxTried = 8;

export interface WantedMapping {
	readonly question: MappingQuestion & { readonly kind: MappingFileRef['kind'] };
	readonly candidates: readonly MappingCandidate[];
}

export interface Deobfuscated extends AppliedMappings {
	readonly found: number;
}

/** Deobfuscates a trace with the mapping files that are most likely to fit. Throws `cancelled`. */
export async function deobfuscate(
	trace: Trace,
	wanted: readonly WantedMapping[],
	mappings: MappingSource,
	ids: KnownMapIds,
	signal: AbortSignal,
	others?: OtherTraces,
): Promise<Deobfuscated> {
	const { files, otherBuilds } = await filesToTry(wanted, ids, signal);
	const found = files.length + otherBuilds.length;
	if (found === 0) {
		return { mapped: undefined, plain: trace, tried: [], found };
	}
	const applied = await applyMappings(trace, files, mappings, signal, others);
	return { ...applied, tried: [...applied.tried, ...otherBuilds.map(refusedForId)], found };
}

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

async function withIds(
	candidates: readonly MappingCandidate[],
	{ mapId }: MappingQuestion,
	ids: KnownMapIds,
	signal: AbortSignal,
): Promise<readonly MappingCandidate[]> {
	if (mapId === undefined) {
		// The trace has no ID, so the IDs in the files aren't needed.
		return candidates;
	}
	const known: MappingCandidate[] = [];
	for (const candidate of candidates) {
		// Files are read one at a time, because they can be large.
		known.push({ ...candidate, headers: await ids.of(candidate, signal) });
	}
	return known;
}

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
