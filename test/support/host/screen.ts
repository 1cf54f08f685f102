import assert from 'node:assert/strict';

export interface Shown {
	describe(): string;
	abandon(): void;
}

/** Timeout in milliseconds for slow machines. Usually, a wait ends when the screen changes. */
const patienceMs = 60_000;

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

	touch(): void {
		for (const look of [...this.watchers]) {
			look();
		}
	}

	async until<T>(wanted: string, look: () => T | undefined): Promise<T> {
		// As in VS Code, a user action runs after the code that caused it has returned.
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
