import type { Disposable } from '../../../shared/disposables';
import { listen } from '../dom/listen';
import type { Store } from './store';

/** Milliseconds of quiet before the state is kept: scrolling changes it all the time. */
const quiet = 250;

/** Hands parts of a state on when they are others than the last time. */
type Keeper<State> = (state: State) => void;

export function keeper<State, T>(partOf: (state: State) => T, keep: (part: T) => void, state: State): Keeper<State> {
	let kept = JSON.stringify(partOf(state));
	return (now) => {
		const part = partOf(now);
		const text = JSON.stringify(part);
		if (text !== kept) {
			kept = text;
			keep(part);
		}
	};
}

/** Keeps what outlives the page, whenever it has changed. */
export function keepQuietly<State, Action>(
	store: Store<State, Action>,
	keepers: readonly Keeper<State>[],
): Disposable & { flush(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		for (const look of keepers) {
			look(store.state);
		}
	};
	const subscription = store.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(flush, quiet);
	});
	// What is clicked may take the place of the page, before it is quiet.
	const left = listen(window, 'blur', flush);
	return {
		flush,
		dispose: () => {
			subscription.dispose();
			left.dispose();
			flush();
		},
	};
}
