import type { Group } from '../../../../shared/results';

/** The data of a group that can be queried without reading any text. */
export interface RankedGroup extends Pick<Group, 'records' | 'devices' | 'firstSeen' | 'lastSeen'> {
	/** The group key, or its hash in hexadecimal if the dataset stores hashes of keys. */
	readonly group: string;
	readonly first: { readonly number: number; readonly day: number };
	/** Sort keys of the lowest and highest version, or '' without a version. Undefined if they need a separate query. */
	readonly versions: { readonly least: string; readonly most: string } | undefined;
}

export function weightOfRanks(ranks: readonly RankedGroup[]): number {
	return ranks.reduce((sum, { group }) => sum + 2 * group.length + 200, 0);
}
