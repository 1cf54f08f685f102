import { chooseMapping, type MappingChoice } from '../../core/stack/mapping/choose';
import type { WantedMapping } from '../../core/stack/mapping/deobfuscate';
import type { ChoosableKind, ChosenMappings } from './chosenMappings';
import type { MappingFiles } from './mappingFiles';
import type { TraceOrigin } from './mappings';

/** What a mapping is looked for. */
export interface Wanted {
	readonly kind: ChoosableKind;
	readonly mapId?: string | undefined;
	/** Base name of the bundle. */
	readonly bundle?: string | undefined;
}

/** Looks for the files that may deobfuscate a trace of an application. */
export class MappingSearch {
	constructor(
		private readonly files: Pick<MappingFiles, 'candidates' | 'patterns'>,
		private readonly chosen: Pick<ChosenMappings, 'pathOf'>,
	) {}

	async find(origin: TraceOrigin, { kind, mapId, bundle }: Wanted): Promise<WantedMapping> {
		const question: WantedMapping['question'] = {
			kind,
			application: origin.application,
			version: origin.version,
			patterns: this.files.patterns,
			remembered: this.chosen.pathOf(origin, kind),
			...(mapId !== undefined && { mapId }),
			...(bundle !== undefined && { bundle }),
		};
		return { question, candidates: await this.files.candidates(question) };
	}

	/** Those that a person may choose from. */
	async rank(origin: TraceOrigin, kind: ChoosableKind): Promise<MappingChoice['ranked']> {
		const { question, candidates } = await this.find(origin, { kind });
		return chooseMapping(candidates, question).ranked;
	}
}
