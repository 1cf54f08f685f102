import {
	chooseMapping,
	type MappingCandidate,
	type MappingChoice,
	type MappingQuestion,
} from '../../core/stack/mapping/choose';
import type { WantedMapping } from '../../core/stack/mapping/deobfuscate';
import type { ChoosableKind, ChosenMappings } from './chosenMappings';
import type { TraceOrigin } from './mappings';

/** What a mapping is looked for. */
interface Wanted {
	readonly kind: ChoosableKind;
	readonly mapId?: string | undefined;
	/** Base name of the bundle. */
	readonly bundle?: string | undefined;
}

/** The files that may be of traces of an origin. */
export interface OriginFiles {
	/** Of the origin, among those that were asked about. */
	readonly place: number;
	readonly wanted: readonly WantedMapping[];
}

const kinds = ['r8', 'sourceMap'] as const;

/** Versions, mostly; the setting may have a place for each, which is a search of its own. */
const maxOrigins = 200;

/** Where mapping files are. `Looks` is what was seen on the disk while questions of one moment were answered. */
interface SearchedFiles<Looks> {
	/** The setting. */
	readonly patterns: readonly string[];
	mayHave(kind: ChoosableKind): Promise<boolean>;
	newLooks(): Looks;
	candidates(
		question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'remembered'>,
		looks?: Looks,
	): Promise<readonly MappingCandidate[]>;
}

/** Looks for the files that may deobfuscate a trace of an application. */
export class MappingSearch<Looks = unknown> {
	constructor(
		private readonly files: SearchedFiles<Looks>,
		private readonly chosen: Pick<ChosenMappings, 'hasAny' | 'pathOf'>,
	) {}

	async find(origin: TraceOrigin, { kind, mapId, bundle }: Wanted, looks?: Looks): Promise<WantedMapping> {
		const question: WantedMapping['question'] = {
			kind,
			application: origin.application,
			version: origin.version,
			patterns: this.files.patterns,
			remembered: this.chosen.pathOf(origin, kind),
			...(mapId !== undefined && { mapId }),
			...(bundle !== undefined && { bundle }),
		};
		return { question, candidates: await this.files.candidates(question, looks) };
	}

	/**
	 * The files that may be of traces of some origins, by their places; nothing where there are none, for which the origins
	 * need not be known. Those beyond the most that are looked for have none.
	 */
	async findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]> {
		const mayHave = await Promise.all(
			kinds.map(async (kind) => this.chosen.hasAny(kind) || (await this.files.mayHave(kind))),
		);
		if (!mayHave.includes(true)) {
			return [];
		}
		const looks = this.files.newLooks();
		const found: OriginFiles[] = [];
		for (const [place, origin] of (await originsOf()).slice(0, maxOrigins).entries()) {
			const wanted = await Promise.all(kinds.map((kind) => this.find(origin, { kind }, looks)));
			found.push({ place, wanted });
		}
		return found;
	}

	/** Those that a person may choose from. */
	async rank(origin: TraceOrigin, kind: ChoosableKind): Promise<MappingChoice['ranked']> {
		const { question, candidates } = await this.find(origin, { kind });
		return chooseMapping(candidates, question).ranked;
	}
}
