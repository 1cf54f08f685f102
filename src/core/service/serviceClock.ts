import { getDate } from './parseRetryAfter';

/** Maximum difference between clocks in sync, in milliseconds. Dates are in whole seconds, and responses take time. */
const slackMs = 5 * 60_000;

/**
 * Tracks the difference between the service's clock and the local clock, based on the `Date` header of the latest
 * response.
 */
export class ServiceClock {
	private difference: number | undefined;

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * Difference between the service's clock and the local clock, in milliseconds. Positive if the service's clock is
	 * ahead. Zero if the clocks are approximately equal. Undefined before the first response.
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
