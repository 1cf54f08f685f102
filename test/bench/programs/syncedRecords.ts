import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryBudget } from '../../../src/core/records/indexFile/memoryBudget';
import { createQueries } from '../../../src/core/records/queries';
import { UnionTable } from '../../../src/core/records/union/unionTable';
import type { View } from '../../../src/shared/results';
import { groupByFrames, plainContext } from '../queryTimes';

const peakMb = () => process.resourceUsage().maxRSS / 1024;

/** Queries a folder of partitions with saved indexes, each query once: `syncedRecords FOLDER`. */
async function main(folder: string): Promise<void> {
	const paths = readdirSync(folder)
		.filter((name) => name.endsWith('.csv'))
		.sort()
		.map((name) => join(folder, name));
	const times: Record<string, number> = {};
	let started = performance.now();
	let used = process.cpuUsage();
	const told = (name: string) => {
		times[`${name}Ms`] = performance.now() - started;
		const { user, system } = process.cpuUsage(used);
		times[`${name}ProcessorMs`] = (user + system) / 1000;
		times[`${name}PeakMb`] = peakMb();
		started = performance.now();
		used = process.cpuUsage();
	};
	await using table = new UnionTable(paths, { budget: new MemoryBudget(64 * 1024 * 1024), savesIndex: true });
	const info = await table.load(plainContext.signal, () => undefined);
	const { answer } = createQueries(table);
	const column = (name: string) => info.columns.findIndex((candidate) => candidate.name === name);
	const columns = [...info.columns.keys()];
	const view: View = { filters: [], sort: [] };
	const first = await answer.page({ view, start: 0, end: 100, columns, cellLength: 300 }, plainContext);
	times['openMs'] = performance.now() - started;
	await answer.histogram({ view, parts: 60, stackBy: undefined, series: 1 }, plainContext);
	told('firstPageAndHistogram');
	const filtered: View = {
		filters: [
			{ kind: 'oneOf', column: column('os_name'), values: ['ios'] },
			{ kind: 'contains', column: column('app_version_name'), text: '5.' },
			{ kind: 'oneOf', column: column('country_iso_code'), values: ['DE'] },
		],
		sort: [],
	};
	const found = await answer.page({ view: filtered, start: 0, end: 0, columns: [], cellLength: 0 }, plainContext);
	told('filter');
	// A second query of the same kind. The columns are in memory, but its result is not cached.
	await createQueries(table).answer.page(
		{ view: filtered, start: 0, end: 0, columns: [], cellLength: 0 },
		plainContext,
	);
	told('filterAgain');
	const sorted: View = { filters: [], sort: [{ column: column('error_datetime'), descending: true }] };
	const middle = Math.floor(first.count / 2);
	const page = await answer.page(
		{ view: sorted, start: middle, end: middle + 100, columns, cellLength: 300 },
		plainContext,
	);
	told('sortAndPage');
	await createQueries(table).answer.page({ view: sorted, start: 0, end: 0, columns: [], cellLength: 0 }, plainContext);
	told('sortAgain');
	const groups = await groupByFrames(answer);
	told('groups');
	const sizes = (ending: string) => paths.reduce((sum, path) => sum + statSync(path + ending).size, 0);
	console.log(
		JSON.stringify({
			...times,
			records: info.total,
			filtered: found.count,
			pageTime: Date.parse(`${page.rows[0]?.cells[column('error_datetime')]?.replace(' ', 'T')}Z`) / 1000,
			groups: groups.groups,
			share: (sizes('.index') + sizes('.keys')) / sizes(''),
			peakMb: peakMb(),
		}),
	);
}

void main(process.argv[2] ?? '');
