import {
	chooseMapping,
	type MappingChoice,
	type MappingQuestion,
	type MappingReason,
} from '../../core/stack/mapping/choose';
import type { MappingFileRef } from '../../core/stack/mapping/turnBack';
import type { EngineClient } from '../../engine/client';
import type { ChoosableKind, ChosenMappings } from './chosenMappings';
import type { MappingFiles } from './mappingFiles';
import { MappingIds } from './mappingIds';
import type { TraceOrigin } from './mappings';

/** Tried for one trace, of each kind: opening one that is large takes a moment. */
const mostTried = 8;

/** What a mapping is looked for. */
export interface Wanted {
	readonly kind: ChoosableKind;
	readonly mapId?: string | undefined;
	/** Base name of the bundle. */
	readonly bundle?: string | undefined;
}

export interface FoundMappings {
	/** In the order in which they are to be tried. */
	readonly files: readonly MappingFileRef[];
	/** Of other builds, by their own word. */
	readonly otherBuilds: readonly MappingFileRef[];
}

/** Looks for the files that may turn a trace of an application back. */
export class MappingSearch {
	private readonly ids: MappingIds;

	constructor(
		private readonly files: Pick<MappingFiles, 'candidates' | 'patterns'>,
		private readonly chosen: Pick<ChosenMappings, 'pathOf'>,
		engine: Pick<EngineClient, 'call'>,
	) {
		this.ids = new MappingIds(engine);
	}

	async find(origin: TraceOrigin, wanted: Wanted, signal: AbortSignal | undefined): Promise<FoundMappings> {
		const { ranked, refused } = await this.rank(origin, wanted, signal);
		const files = ranked
			.slice(0, mostTried)
			.map(({ candidate, reason }) => refOf(candidate.path, wanted, reason, origin));
		return {
			files,
			otherBuilds: refused.slice(0, mostTried).map(({ path }) => refOf(path, wanted, 'buildFolder', origin)),
		};
	}

	async rank(origin: TraceOrigin, wanted: Wanted, signal: AbortSignal | undefined): Promise<MappingChoice> {
		const question: MappingQuestion = {
			kind: wanted.kind,
			application: origin.application,
			version: origin.version,
			patterns: this.files.patterns,
			remembered: this.chosen.pathOf(origin, wanted.kind),
			...(wanted.mapId !== undefined && { mapId: wanted.mapId }),
			...(wanted.bundle !== undefined && { bundle: wanted.bundle }),
		};
		const candidates = await this.files.candidates(question);
		// Without an ID in the trace there is nothing to compare theirs with.
		return chooseMapping(wanted.mapId === undefined ? candidates : await this.ids.add(candidates, signal), question);
	}
}

/** A map that is named otherwise than its bundle is of the one that it was chosen for, or that the setting names it for. */
function refOf(
	path: string,
	{ kind, bundle }: Wanted,
	reason: MappingReason,
	{ version }: Pick<TraceOrigin, 'version'>,
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
