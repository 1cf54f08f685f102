import { Foreground } from '../../../src/core/common/foreground';
import { createQueries } from '../../../src/core/records/queries';
import { evidenceByQueries } from '../../../src/core/records/query/fixes/evidenceByQueries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { FixJudge } from '../../../src/core/triage/fixed/judgeFix';
import type { View } from '../../../src/shared/results';
import { groupByFrames, plainContext } from '../queryTimes';

const view: View = { filters: [], sort: [] };
const key = { kind: 'frames' } as const;
const fixes = 20;
const rounds = 7;

/** Judges the fixes of 20 groups right after their view has opened, while the user filters: `fixVerdicts FILE`. */
async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	const info = await table.load(plainContext.signal, () => undefined);
	const range = { filters: [], timeZone: 'Europe/Berlin', covers: [], askedAt: 0, dimension: 'default' } as const;
	const facts = { application: '101', ...range, proof: 'proven' } as const;
	const opened = async () => {
		const foreground = new Foreground();
		const { answer } = createQueries(table, undefined, foreground);
		const { page } = await groupByFrames(answer);
		const status = { state: 'fixed', decision: { state: 'fixed', versions: ['4.8'] } } as const;
		return { answer, foreground, groups: page.slice(0, fixes).map(({ value }) => ({ value, status })) };
	};
	type Opened = Awaited<ReturnType<typeof opened>>;
	const judge = ({ answer, groups }: Opened, ask = answer.fixEvidence) => {
		const asked: typeof answer = { ...answer, fixEvidence: ask };
		const query = (name: keyof typeof answer, params: never) => asked[name](params, plainContext) as never;
		return new FixJudge({ query }, info, facts, undefined, plainContext.signal).judgeAll(key, groups);
	};
	const first = await opened();
	const together = await time(() => judge(first));
	const other = await opened();
	const separate = await time(() =>
		judge(other, (params, { signal }) => evidenceByQueries(other.answer, info, params, signal)),
	);
	const filter = ({ answer, foreground }: Opened, text: string) =>
		foreground.run(() => {
			const filters = [{ kind: 'contains', column: 0, text } as const];
			return answer.groups(
				{ view: { ...view, filters }, key, order: 'records', descending: true, start: 0, end: 50, trendParts: 24 },
				plainContext,
			);
		});
	const alone: number[] = [];
	const meanwhile: number[] = [];
	for (let round = 0; round < rounds; round++) {
		alone.push((await time(() => filter(first, `step7${round}`))).ms);
		const judging = judge(first);
		meanwhile.push((await time(() => filter(first, `step8${round}`))).ms);
		await judging;
	}
	console.log(
		JSON.stringify({
			ms: together.ms,
			separateMs: separate.ms,
			filterMs: median(alone),
			filterMeanwhileMs: median(meanwhile),
			verdicts: together.result.length,
			same: Number(JSON.stringify(together.result) === JSON.stringify(separate.result)),
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

async function time<R>(run: () => Promise<R>): Promise<{ readonly ms: number; readonly result: R }> {
	const started = performance.now();
	const result = await run();
	return { ms: performance.now() - started, result };
}

function median(times: readonly number[]): number {
	return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

void main(process.argv[2] ?? '');
