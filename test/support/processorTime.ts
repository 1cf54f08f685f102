/** Resolution of processor time in milliseconds. Some systems count it in ticks. */
export const tick = 10;

/** Returns the processor time of this thread in milliseconds. It doesn't depend on other load on the machine. */
export function processorTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** Returns the shortest duration of several runs in milliseconds, because interruptions only make runs longer. */
export function leastTime(work: () => unknown, runs = 3): number {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const ended = stopwatch();
		work();
		least = Math.min(least, ended());
	}
	return least;
}

/** Like `leastTime`, but for asynchronous work. Includes other work of this thread during the runs. */
export async function leastTimeUntil(work: () => Promise<unknown>, runs = 3): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const ended = stopwatch();
		await work();
		least = Math.min(least, ended());
	}
	return least;
}

/** Measures processor time, or wall-clock time for durations below one tick, which are rarely interrupted. */
function stopwatch(): () => number {
	const [processor, clock] = [processorTime(), performance.now()];
	return () => Math.min(performance.now() - clock, processorTime() - processor + tick);
}
