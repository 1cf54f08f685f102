/**
 * Milliseconds of the processor that this thread has had, since others use the machine too. The sum is exact; how it divides
 * into the thread's own and the system's is an estimate.
 */
export function processorTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
