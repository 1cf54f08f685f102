/** Systems count what a thread has had while it runs in ticks, of so many milliseconds at most. */
const tick = 10;

/** Milliseconds of the processor that this thread has had, to a tick, since others use the machine too. */
export function processorTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/** The least that some work takes in a few runs, as whatever comes in between only adds to it (milliseconds). */
export function leastTime(work: () => unknown, runs = 3): number {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const ended = stopwatch();
		work();
		least = Math.min(least, ended());
	}
	return least;
}

/** The same of work that waits. What else this thread does meanwhile counts as well. */
export async function leastTimeUntil(work: () => Promise<unknown>, runs = 3): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < runs; run++) {
		const ended = stopwatch();
		await work();
		least = Math.min(least, ended());
	}
	return least;
}

/** What takes long is told by the processor, and what is shorter than a tick by the clock: others hardly come in between. */
function stopwatch(): () => number {
	const [processor, clock] = [processorTime(), performance.now()];
	return () => Math.min(performance.now() - clock, processorTime() - processor + tick);
}
