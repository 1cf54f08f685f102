import { createQueries, type TableQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import type { View } from '../../../src/shared/results';
import { medianTime, plainContext } from '../queryTimes';

async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	const info = await table.load(plainContext.signal, () => undefined);
	const column = (name: string) => info.columns.findIndex((candidate) => candidate.name === name);
	const asIs: View = { filters: [], sort: [] };
	const columns = [...info.columns.keys()];
	// Requests the first page, because users query a view only after it is displayed.
	const opened = async () => {
		const { answer } = createQueries(table);
		await answer.page({ view: asIs, start: 0, end: 100, columns, cellLength: 300 }, plainContext);
		return answer;
	};
	type Answers = TableQueries['answer'];

	const deepPage = await medianTime(opened, (answer: Answers) => {
		const view: View = { filters: [], sort: [{ column: column('error_datetime'), descending: true }] };
		return answer.page({ view, start: 500_000, end: 500_100, columns, cellLength: 300 }, plainContext);
	});
	const filtered = await medianTime(opened, (answer: Answers) => {
		const view: View = {
			filters: [
				{ kind: 'oneOf', column: column('os_name'), values: ['ios'] },
				{ kind: 'contains', column: column('app_version_name'), text: '5.' },
				{ kind: 'oneOf', column: column('country_iso_code'), values: ['DE'] },
			],
			sort: [],
		};
		return answer.page({ view, start: 0, end: 0, columns: [], cellLength: 0 }, plainContext);
	});
	// Excludes the trend, which the compared DuckDB query does not compute either.
	const byName = { key: { kind: 'name' }, order: 'records', descending: true, start: 0, end: 50 } as const;
	const groups = await medianTime(opened, (answer: Answers) =>
		answer.groups({ view: asIs, ...byName, trendParts: 0 }, plainContext),
	);
	// Users typically narrow the grouped records next. By then, the devices have already been numbered.
	const narrowed = await medianTime(
		async () => {
			const answer = await opened();
			await answer.groups({ view: asIs, ...byName, trendParts: 0 }, plainContext);
			return answer;
		},
		(answer: Answers) => {
			const view: View = {
				filters: [{ kind: 'oneOf', column: column('os_name'), values: ['android'] }],
				sort: [],
			};
			return answer.groups({ view, ...byName, trendParts: 0 }, plainContext);
		},
	);
	const [first] = groups.result.page;
	console.log(
		JSON.stringify({
			sortAndPageMs: deepPage.ms,
			filterMs: filtered.ms,
			groupMs: groups.ms,
			groupFilteredMs: narrowed.ms,
			pageTime: Date.parse(`${deepPage.result.rows[0]?.cells[column('error_datetime')]?.replace(' ', 'T')}Z`) / 1000,
			filtered: filtered.result.count,
			groups: groups.result.groups,
			groupsFiltered: narrowed.result.groups,
			devices: first?.devices,
			lastSeen: first?.lastSeen,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
