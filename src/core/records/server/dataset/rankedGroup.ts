import type { Group } from '../../../../shared/results';

/** A group of a view, without what takes its texts. */
export interface RankedGroup extends Pick<Group, 'records' | 'devices' | 'firstSeen' | 'lastSeen'> {
	/** Its key, or where that is stored by its hash, this in hex. */
	readonly group: string;
	readonly first: { readonly number: number; readonly day: number };
	/** What they are in order by, '' for none; undefined where they are to be asked for. */
	readonly versions: { readonly least: string; readonly most: string } | undefined;
}

/** Bytes that groups take. */
export function weightOfRanks(ranks: readonly RankedGroup[]): number {
	return ranks.reduce((sum, { group }) => sum + 2 * group.length + 200, 0);
}
