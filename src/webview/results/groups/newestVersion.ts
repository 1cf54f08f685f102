import type { View } from '../../../shared/results';
import { unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';

/** Returns the highest version in the view's records, or undefined if the records have fewer than two versions. */
export async function findNewestVersion(
	{ store, host }: Context,
	view: View,
	signal: AbortSignal,
): Promise<string | undefined> {
	const column = store.state.info.versionColumn;
	if (column === undefined) {
		return undefined;
	}
	const { page } = await host.call(
		'groups',
		{
			view: unsorted(view),
			key: { kind: 'column', column },
			order: 'value',
			descending: true,
			start: 0,
			end: 2,
			trendParts: 0,
		},
		{ signal },
	);
	const versions = page.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []));
	return versions.length > 1 ? versions[0] : undefined;
}
