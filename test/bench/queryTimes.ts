import type { TableQueries } from '../../src/core/records/queries';

const rounds = 5;

export const plainContext = { signal: new AbortController().signal, report: () => undefined };

/** Returns the median duration in milliseconds, excluding `prepare`, which creates the input of each run. */
export async function medianTime<P, R>(
	prepare: () => Promise<P>,
	ask: (prepared: P) => Promise<R> | R,
): Promise<{ readonly ms: number; readonly result: R }> {
	const times: number[] = [];
	for (;;) {
		const prepared = await prepare();
		const started = performance.now();
		const result = await ask(prepared);
		times.push(performance.now() - started);
		if (times.length === rounds) {
			return { ms: times.sort((a, b) => a - b)[rounds >> 1] ?? 0, result };
		}
	}
}

export async function groupByFrames(answer: TableQueries['answer']) {
	return answer.groups(
		{
			view: { filters: [], sort: [] },
			key: { kind: 'frames' },
			order: 'records',
			descending: true,
			start: 0,
			end: 100,
			trendParts: 24,
		},
		plainContext,
	);
}
