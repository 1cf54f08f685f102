/** Runs jobs, some at a time and in order, so that those which wait do so together. Each is told by its own promise. */
export function runTogether<T>(jobs: readonly (() => Promise<T>)[], atOnce: number): readonly Promise<T>[] {
	const waiting: (() => void)[] = [];
	let free = atOnce;
	const runOne = async (job: () => Promise<T>): Promise<T> => {
		if (free === 0) {
			await new Promise<void>((resolve) => waiting.push(resolve));
		} else {
			free--;
		}
		try {
			return await job();
		} finally {
			const next = waiting.shift();
			if (next) {
				next();
			} else {
				free++;
			}
		}
	};
	const results = jobs.map(runOne);
	for (const result of results) {
		// Told by the test that waits for it.
		result.catch(() => {});
	}
	return results;
}
