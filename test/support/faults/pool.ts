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
		// Prevents an unhandled rejection. The error is thrown in the test that awaits the result.
		result.catch(() => {});
	}
	return results;
}
