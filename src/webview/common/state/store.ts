import type { Disposable } from '../../../shared/disposables';

export class Store<State, Action> {
	private readonly listeners = new Set<(state: State, previous: State) => void>();

	constructor(
		private current: State,
		private readonly reduce: (state: State, action: Action) => State,
	) {}

	get state(): State {
		return this.current;
	}

	dispatch(action: Action): void {
		const previous = this.current;
		const next = this.reduce(previous, action);
		if (next !== previous) {
			this.current = next;
			for (const listener of [...this.listeners]) {
				listener(next, previous);
			}
		}
	}

	subscribe(listener: (state: State, previous: State) => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/** Calls the listener whenever the selected value changes. */
	onChange(select: (state: State) => unknown, listener: (state: State) => void): Disposable {
		return this.subscribe((state, previous) => {
			if (select(state) !== select(previous)) {
				listener(state);
			}
		});
	}
}
