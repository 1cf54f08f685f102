const windowMs = 1000;

/** Bytes per second over the last second. */
export class Throughput {
	private readonly samples: { readonly at: number; readonly bytes: number }[] = [];

	/**
	 * @param at Milliseconds on a clock that never goes back.
	 * @param bytes In total so far.
	 */
	add(at: number, bytes: number): void {
		this.samples.push({ at, bytes });
		// The newest sample that is a whole window old stays: the rate is measured from there.
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
