import { hashName } from '../../../common/hash64';
import type { WantedMapping } from '../../../stack/mapping/deobfuscate';
import type { KnownMapIds } from '../../../stack/mapping/knownMapIds';
import type { MappingSource } from '../../../stack/mapping/openMappings';

/** Columns that tell which mappings may be of a record. */
export const originColumns = ['app_package_name', 'application_id', 'app_version_name', 'os_name'] as const;

/** What a record says about where its trace comes from; '' for what it does not say. */
export type RecordOrigin = Readonly<Record<(typeof originColumns)[number], string>>;

/** The files that may be of the records of one origin, of each kind without what only a trace tells. */
export interface OriginMappings {
	readonly origin: RecordOrigin;
	readonly wanted: readonly WantedMapping[];
}

/** The mapping files that were found for the records of a file. */
export class FoundMappings {
	/** Equal for equal files; '' for none. */
	readonly id: string;
	private readonly byOrigin: ReadonlyMap<string, readonly WantedMapping[]>;

	constructor(
		found: readonly OriginMappings[],
		readonly source: MappingSource,
		readonly ids: KnownMapIds,
	) {
		const some = found.filter(({ wanted }) => wanted.some(({ candidates }) => candidates.length > 0));
		this.byOrigin = new Map(found.map(({ origin, wanted }) => [keyOf(origin), wanted]));
		this.id = some.length === 0 ? '' : idOf(some);
	}

	/** Undefined for an origin that nobody looked for files of. */
	wantedFor(origin: RecordOrigin): readonly WantedMapping[] | undefined {
		return this.byOrigin.get(keyOf(origin));
	}
}

function keyOf(origin: RecordOrigin): string {
	return JSON.stringify(originColumns.map((name) => origin[name]));
}

/** Origins have most of their files in common: each is written once. */
function idOf(found: readonly OriginMappings[]): string {
	const files = new Map<string, number>();
	const fileOf = (path: string) => {
		const known = files.get(path) ?? files.size;
		files.set(path, known);
		return known;
	};
	const origins = found.map(({ origin, wanted }) => [
		keyOf(origin),
		wanted.map(({ question, candidates }) => [
			question,
			candidates.map(({ path, modified }) => fileOf(`${modified} ${path}`)),
		]),
	]);
	return hashName(JSON.stringify([origins, [...files.keys()]]));
}
