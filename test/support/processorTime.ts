/**
 * Milliseconds of the processor that this thread has had, since others use the machine too. The sum is exact; how it divides
 * into the thread's own and the system's is an estimate.
 */
export function processorTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** The least that some work takes of the processor in a few runs, as whatever comes in between only adds to it (milliseconds). */
export function leastTime(work: () => unknown, runs = 3): number {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const started = processorTime();
		work();
		least = Math.min(least, processorTime() - started);
	}
	return least;
}

/** The same of work that waits. What else this thread does meanwhile counts as well. */
export async function leastTimeUntil(work: () => Promise<unknown>, runs = 3): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const started = processorTime();
		await work();
		least = Math.min(least, processorTime() - started);
	}
	return least;
}
