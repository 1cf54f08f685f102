import { getDate } from './parseRetryAfter';

/**
 * Maximum difference between synchronized clocks, in milliseconds. It allows for rounding to seconds and for slow
 * responses.
 */
const slackMs = 5 * 60_000;

export class ServiceClock {
	private difference: number | undefined;

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * Difference between the service's clock and the local clock, in milliseconds. Positive if the service's clock is
	 * ahead, zero if the difference is small, undefined before the first response.
	 */
	get ahead(): number | undefined {
		return this.difference;
	}

	see(headers: Readonly<Record<string, string>>): void {
		const date = getDate(headers);
		if (date !== undefined) {
			const difference = date - this.now();
			this.difference = Math.abs(difference) > slackMs ? difference : 0;
		}
	}
}
