type TokenCheck = 'accepted' | 'absent' | 'refused';

export class SampleTokens {
	private readonly seen = new Set<string>();
	private isDead = false;

	constructor(private current: string) {
		this.seen.add(current);
	}

	get known(): Iterable<string> {
		return this.seen;
	}

	/** @param authorization Value of the Authorization header (service document, section 5: `OAuth <token>`) */
	check(authorization: string | undefined): TokenCheck {
		if (authorization === undefined) {
			return 'absent';
		}
		return !this.isDead && authorization === `OAuth ${this.current}` ? 'accepted' : 'refused';
	}

	/** Returns true if the token is or was valid. The control interface must work even if the token has expired. */
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
