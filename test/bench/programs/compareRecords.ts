import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Comparisons } from '../../../src/core/records/compare/comparisons';
import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { type ComparisonPageQuestion, type SideQuestion, verdictKinds } from '../../../src/shared/comparison';
import type { GroupKey } from '../../../src/shared/results';
import { medianTime, plainContext } from '../queryTimes';

/** Compares the two files in a folder, and groups each of them separately: `compareRecords FOLDER`. */
async function main(folder: string): Promise<void> {
	const [one = '', other = ''] = readdirSync(folder)
		.filter((name) => name.endsWith('.csv'))
		.sort();
	await using before = await FileTable.open(join(folder, one));
	await using after = await FileTable.open(join(folder, other));
	const sides: SideQuestion[] = [];
	for (const table of [before, after]) {
		await table.load(plainContext.signal, () => undefined);
		sides.push(await sideOf(table));
	}
	const [sideBefore, sideAfter] = sides;
	if (!sideBefore || !sideAfter) {
		throw new RangeError('there are two');
	}
	const page = { start: 0, end: 50, trendParts: 24 } as const;
	const question = (key: GroupKey, start = 0): ComparisonPageQuestion => ({
		...page,
		key,
		before: sideBefore,
		after: sideAfter,
		exposure: 'time',
		timeZone: 'Europe/Berlin',
		verdicts: verdictKinds,
		order: 'evidence',
		start,
		end: start + 50,
	});
	const asking = () => {
		const [one, other] = [createQueries(before), createQueries(after)] as const;
		const comparisons = new Comparisons();
		const tables = { before: one.compared, after: other.compared };
		return {
			groups: async (key: GroupKey) => {
				for (const { answer } of [one, other]) {
					const view = { filters: [], sort: [] };
					await answer.groups({ view, key, order: 'records', descending: true, ...page }, plainContext);
				}
			},
			compare: (key: GroupKey, start?: number) =>
				comparisons.page(tables, question(key, start), plainContext.signal, () => undefined),
		};
	};

	/** Alternates between the two measurements, so that other load on the machine affects both equally. */
	const compareWithGroups = async (key: GroupKey) => {
		const [plain, compared]: [number[], number[]] = [[], []];
		const wall: number[] = [];
		for (let turn = 0; turn < turns; turn++) {
			plain.push(await processorTimeOf(() => asking().groups(key)));
			const started = performance.now();
			compared.push(await processorTimeOf(() => asking().compare(key)));
			wall.push(performance.now() - started);
		}
		return { ms: median(wall), ratio: median(compared) / median(plain) };
	};
	const byFrames = await compareWithGroups({ kind: 'frames' });
	const byName = await compareWithGroups({ kind: 'name' });
	const next = await medianTime(
		async () => {
			const asked = asking();
			await asked.compare({ kind: 'name' });
			return asked;
		},
		(asked) => asked.compare({ kind: 'name' }, 100),
	);
	const { groups, before: side } = next.result;
	console.log(
		JSON.stringify({
			framesMs: byFrames.ms,
			framesRatio: byFrames.ratio,
			nameMs: byName.ms,
			nameRatio: byName.ratio,
			pageMs: next.ms,
			devices: side.devices,
			groups: Object.values(groups).reduce((sum, count) => sum + count, 0),
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

const turns = 3;

async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.threadCpuUsage();
	await work();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
}

function median(numbers: number[]): number {
	return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

async function sideOf(table: FileTable): Promise<SideQuestion> {
	const column = table.info.columns.findIndex(({ name }) => name === 'error_timestamp');
	const [first, last] = [0, table.records - 1];
	const times = await table.cells([first, last], [column], plainContext.signal);
	const [since, until] = [Number(times[0]?.[0]) + 3000, Number(times[1]?.[0]) - 3000];
	const covers = [{ since, until }];
	return {
		filters: [],
		facts: {
			application: '1',
			filters: [],
			dimension: 'default',
			timeZone: 'Europe/Berlin',
			covers,
			askedAt: until,
			proof: 'proven',
		},
	};
}

void main(process.argv[2] ?? '');
