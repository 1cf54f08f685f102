import { runCommand } from '../../services/commands';
import { defaultGroupKey, withoutGroup } from '../../shared/groupFilters';
import type { ResultsHost } from '../../shared/protocols/resultsProtocol';
import type { ResultsDocument } from './document';

export async function askAgent(
	document: Pick<ResultsDocument, 'query' | 'opened' | 'uri'>,
	{ view, about }: ResultsHost['askAgent']['params'],
	signal: AbortSignal,
): Promise<void> {
	const path = document.uri.fsPath;
	if (about.kind === 'group') {
		const { key, value } = about;
		await runCommand('appErrors.askAgent', {
			kind: 'group',
			path,
			filters: withoutGroup(view.filters, key),
			key,
			value,
		});
		return;
	}
	const { columns } = (await document.opened()).progress.info;
	const key = defaultGroupKey(columns);
	const { number } = about;
	const one = {
		kind: 'positions',
		of: { filters: [], sort: [] },
		positions: [{ from: number, to: number + 1 }],
	} as const;
	const params = { key, order: 'records', descending: true, start: 0, end: 1, trendParts: 0 } as const;
	const { page } = await document.query('groups', { view: { filters: [one], sort: [] }, ...params }, { signal });
	if (page[0]) {
		await runCommand('appErrors.askAgent', { kind: 'group', path, filters: [], key, value: page[0].value });
	}
}
