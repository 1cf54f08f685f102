import type { Group } from '../../../../shared/results';

/** Data of a group that can be queried without reading text. */
export interface RankedGroup extends Pick<Group, 'records' | 'devices' | 'firstSeen' | 'lastSeen'> {
	/** Group key. If the dataset stores hashes of keys, the hash in hexadecimal. */
	readonly group: string;
	readonly first: { readonly number: number; readonly day: number };
	/**
	 * Sort keys of the lowest and highest version, or '' if no version is known. Undefined if they must be queried
	 * separately.
	 */
	readonly versions: { readonly least: string; readonly most: string } | undefined;
}

export function weightOfRanks(ranks: readonly RankedGroup[]): number {
	return ranks.reduce((sum, { group }) => sum + 2 * group.length + 200, 0);
}
