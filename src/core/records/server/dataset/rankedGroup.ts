import type { Group } from '../../../../shared/results';

/** A group of a view, without the data that requires reading texts. */
export interface RankedGroup extends Pick<Group, 'records' | 'devices' | 'firstSeen' | 'lastSeen'> {
	/** Group key, or its hash in hex if keys are stored as hashes. */
	readonly group: string;
	readonly first: { readonly number: number; readonly day: number };
	/** Sort keys of the versions, or '' if no record has a version. Undefined if they must be queried separately. */
	readonly versions: { readonly least: string; readonly most: string } | undefined;
}

export function weightOfRanks(ranks: readonly RankedGroup[]): number {
	return ranks.reduce((sum, { group }) => sum + 2 * group.length + 200, 0);
}
