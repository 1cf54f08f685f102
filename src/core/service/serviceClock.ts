import { dateOf } from './parseRetryAfter';

/** A date tells whole seconds, and an answer takes a while: clocks that differ by less are taken to be the same (milliseconds). */
const slackMs = 5 * 60_000;

/** How far the clock of a service is ahead of this machine's, by its last answer that told its date. */
export class ServiceClock {
	private difference: number | undefined;

	constructor(private readonly now: () => number = Date.now) {}

	/** Milliseconds; 0 while both show about the same, and undefined before an answer has told. */
	get ahead(): number | undefined {
		return this.difference;
	}

	/** To be called when the headers of an answer have come. */
	see(headers: Readonly<Record<string, string>>): void {
		const date = dateOf(headers);
		if (date !== undefined) {
			const difference = date - this.now();
			this.difference = Math.abs(difference) > slackMs ? difference : 0;
		}
	}
}
