import {
	chooseMapping,
	type MappingCandidate,
	type MappingChoice,
	type MappingQuestion,
} from '../stack/mapping/choose';
import type { WantedMapping } from '../stack/mapping/deobfuscate';

interface MappingQuery {
	readonly kind: ChoosableKind;
	readonly mapId?: string | undefined;
	readonly bundle?: string | undefined;
}

export interface OriginFiles {
	readonly place: number;
	readonly wanted: readonly WantedMapping[];
}

const kinds = ['r8', 'sourceMap'] as const;

/** Maximum number of origins to search for. Each origin (application and version) requires a separate search. */
const maxOrigins = 200;

/** Searches for mapping files. `Looks` is a cache of file system results that is shared by several searches. */
interface SearchedFiles<Looks> {
	readonly patterns: readonly string[];
	mayHave(kind: ChoosableKind): Promise<boolean>;
	newLooks(): Looks;
	candidates(
		question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'remembered'>,
		looks?: Looks,
	): Promise<readonly MappingCandidate[]>;
}

interface ChosenFiles {
	hasAny(kind: ChoosableKind): boolean;
	getPath(origin: TraceOrigin, kind: ChoosableKind): string | undefined;
}

export class MappingSearch<Looks = unknown> {
	constructor(
		private readonly files: SearchedFiles<Looks>,
		private readonly chosen: ChosenFiles,
	) {}

	async find(origin: TraceOrigin, { kind, mapId, bundle }: MappingQuery, looks?: Looks): Promise<WantedMapping> {
		const question: WantedMapping['question'] = {
			kind,
			application: origin.application,
			version: origin.version,
			patterns: this.files.patterns,
			remembered: this.chosen.getPath(origin, kind),
			...(mapId !== undefined && { mapId }),
			...(bundle !== undefined && { bundle }),
		};
		return { question, candidates: await this.files.candidates(question, looks) };
	}

	/**
	 * Returns the candidate files of the first `maxOrigins` origins. Calls `originsOf` only if there are mapping files.
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
		for (const [index, origin] of (await originsOf()).slice(0, maxOrigins).entries()) {
			const wanted = await Promise.all(kinds.map((kind) => this.find(origin, { kind }, looks)));
			found.push({ place: index, wanted });
		}
		return found;
	}

	async rank(origin: TraceOrigin, kind: ChoosableKind): Promise<MappingChoice['ranked']> {
		const { question, candidates } = await this.find(origin, { kind });
		return chooseMapping(candidates, question).ranked;
	}
}

/** Known properties of the record that contains a stack trace. Undefined for a stack trace from the clipboard. */
export interface TraceOrigin {
	/** Known identifiers of the application: name, package, and ID. */
	readonly application: readonly string[];
	readonly version: string | undefined;
	/** Undefined if the build number is unknown or if the records have no separate field for it. */
	readonly build?: string | undefined;
	readonly osName: string | undefined;
}

export type ChoosableKind = 'r8' | 'sourceMap';
