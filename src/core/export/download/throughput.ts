const windowMs = 1000;

export class Throughput {
	private readonly samples: { readonly at: number; readonly bytes: number }[] = [];

	/** @param at Time on a monotonic clock in milliseconds. */
	add(at: number, bytes: number): void {
		this.samples.push({ at, bytes });
		// Keeps only the newest of the samples that are at least one window old.
		while ((this.samples[1]?.at ?? at) <= at - windowMs) {
			this.samples.shift();
		}
	}

	get bytesPerSecond(): number {
		const first = this.samples[0];
		const last = this.samples.at(-1);
		if (!first || !last || last.at === first.at) {
			return 0;
		}
		return Math.round(((last.bytes - first.bytes) * 1000) / (last.at - first.at));
	}
}
