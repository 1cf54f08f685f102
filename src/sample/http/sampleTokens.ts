type TokenCheck = 'accepted' | 'absent' | 'refused';

/** The one token that is accepted, and those that were before it. */
export class SampleTokens {
	private readonly seen = new Set<string>();
	private isDead = false;

	constructor(private current: string) {
		this.seen.add(current);
	}

	/** Every token there was, so that all are kept out of what is written down. */
	get known(): Iterable<string> {
		return this.seen;
	}

	/** @param authorization The header's value (service document, section 5: `OAuth <token>`). */
	check(authorization: string | undefined): TokenCheck {
		if (authorization === undefined) {
			return 'absent';
		}
		return !this.isDead && authorization === `OAuth ${this.current}` ? 'accepted' : 'refused';
	}

	/** What steers the service itself can still be asked with a token that died. */
	wasEverAccepted(authorization: string | undefined): boolean {
		return [...this.seen].some((token) => authorization === `OAuth ${token}`);
	}

	kill(): void {
		this.isDead = true;
	}

	replace(token: string): void {
		this.seen.add(token);
		this.current = token;
		this.isDead = false;
	}
}
