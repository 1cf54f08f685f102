import { getDate } from './parseRetryAfter';

/** Maximum difference between synchronized clocks, in milliseconds. Dates are in seconds, and responses take time. */
const slackMs = 5 * 60_000;

export class ServiceClock {
	private difference: number | undefined;

	constructor(private readonly now: () => number = Date.now) {}

	/**
	 * How far the service's clock is ahead, in milliseconds. Zero if the difference is small, undefined before the
	 * first response.
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
