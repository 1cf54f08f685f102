import type { Event } from 'vscode';
import type { Disposable } from '../shared/disposables';

export class FirstUse<T> {
	private made: Promise<T> | undefined;
	private announce: (made: T) => void = () => undefined;
	private readonly first = new Promise<T>((resolve) => {
		this.announce = resolve;
	});

	constructor(private readonly make: () => Promise<T>) {}

	get started(): boolean {
		return this.made !== undefined;
	}

	/** Returns the value, and creates it on the first call. If creating the value fails, the next call tries again. */
	get(): Promise<T> {
		this.made ??= this.start();
		return this.made;
	}

	/** Returns an event that the value fires. Adding a listener to the event doesn't create the value. */
	event<E>(eventOf: (made: T) => Event<E>): Event<E> {
		return (listener, that, owned) => {
			let heard: Disposable | undefined;
			let over = false;
			void this.first.then((made) => {
				heard = over ? undefined : eventOf(made)(listener, that);
			});
			const listening = {
				dispose: () => {
					over = true;
					heard?.dispose();
				},
			};
			owned?.push(listening);
			return listening;
		};
	}

	private async start(): Promise<T> {
		try {
			const made = await this.make();
			this.announce(made);
			return made;
		} catch (error) {
			this.made = undefined;
			throw error;
		}
	}
}
