import assert from 'node:assert/strict';

/** Anything a person can see and that may stay open. */
export interface Shown {
	/** One line for the message of a failure: what it is and what it says. */
	describe(): string;
	/** Closes it unanswered, as walking away does in the end. */
	abandon(): void;
}

/** Long enough for a slow machine; a wait normally ends with the next change of the screen. */
const patienceMs = 60_000;

/** What is in front of a person now, and a way to wait for what comes. */
export class Screen {
	private readonly open = new Set<Shown>();
	private readonly watchers = new Set<() => void>();

	get shown(): readonly Shown[] {
		return [...this.open];
	}

	add(item: Shown): void {
		this.open.add(item);
		this.touch();
	}

	remove(item: Shown): void {
		this.open.delete(item);
		this.touch();
	}

	/** Something changed; whoever waits looks again. */
	touch(): void {
		for (const look of [...this.watchers]) {
			look();
		}
	}

	/** Waits for `look` to see something; fails with what was there instead. */
	async until<T>(wanted: string, look: () => T | undefined): Promise<T> {
		// What a person does comes after the code that led to it has ended, as it does through the editor.
		await new Promise((resolve) => setImmediate(resolve));
		return new Promise<T>((resolve, reject) => {
			const settle = () => {
				clearTimeout(timer);
				this.watchers.delete(check);
			};
			const check = () => {
				const seen = look();
				if (seen !== undefined) {
					settle();
					resolve(seen);
				}
			};
			const timer = setTimeout(() => {
				settle();
				reject(new assert.AssertionError({ message: `waited for ${wanted}, but there is ${this.describe()}` }));
			}, patienceMs);
			this.watchers.add(check);
			check();
		});
	}

	describe(): string {
		return this.open.size === 0 ? 'nothing open' : [...this.open].map((item) => item.describe()).join('; ');
	}
}
