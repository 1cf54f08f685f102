import { hashName } from '../../../common/hash64';
import type { WantedMapping } from '../../../stack/mapping/deobfuscate';
import type { KnownMapIds } from '../../../stack/mapping/knownMapIds';
import type { MappingSource } from '../../../stack/mapping/openMappings';

/** Columns whose values determine which mapping files may match a record. */
export const originColumns = ['app_package_name', 'application_id', 'app_version_name', 'os_name'] as const;

export type RecordOrigin = Readonly<Record<(typeof originColumns)[number], string>>;

/** Mapping files that may match the traces of records with the same origin (app, version, and operating system). */
export interface OriginMappings {
	readonly origin: RecordOrigin;
	readonly wanted: readonly WantedMapping[];
}

export class FoundMappings {
	/** ID of the set of mapping files. Equal sets have equal IDs. Empty if no files were found. */
	readonly id: string;
	private readonly byOrigin: ReadonlyMap<string, readonly WantedMapping[]>;

	constructor(
		found: readonly OriginMappings[],
		readonly source: MappingSource,
		readonly ids: KnownMapIds,
	) {
		const some = found.filter(({ wanted }) => wanted.some(({ candidates }) => candidates.length > 0));
		this.byOrigin = new Map(found.map(({ origin, wanted }) => [getKey(origin), wanted]));
		this.id = some.length === 0 ? '' : idOf(some);
	}

	/** Returns the mapping files that may match, or undefined if mapping files were not searched for this origin. */
	wantedFor(origin: RecordOrigin): readonly WantedMapping[] | undefined {
		return this.byOrigin.get(getKey(origin));
	}
}

function getKey(origin: RecordOrigin): string {
	return JSON.stringify(originColumns.map((name) => origin[name]));
}

/** Returns an ID for a set of files. Serializes each path once, because most origins have the same files. */
function idOf(found: readonly OriginMappings[]): string {
	const files = new Map<string, number>();
	const fileOf = (path: string) => {
		const known = files.get(path) ?? files.size;
		files.set(path, known);
		return known;
	};
	const origins = found.map(({ origin, wanted }) => [
		getKey(origin),
		wanted.map(({ question, candidates }) => [
			question,
			candidates.map(({ path, modified }) => fileOf(`${modified} ${path}`)),
		]),
	]);
	return hashName(JSON.stringify([origins, [...files.keys()]]));
}
