import type { Disposable } from '../../../shared/disposables';
import { listen } from '../dom/listen';
import type { Store } from './store';

/** Delay in milliseconds before the state is saved. Without a delay, scrolling would save the state constantly. */
const debounceMs = 250;

type Saver<State> = (state: State) => void;

export function saver<State, T>(partOf: (state: State) => T, keep: (part: T) => void, state: State): Saver<State> {
	let saved = JSON.stringify(partOf(state));
	return (now) => {
		const part = partOf(now);
		const text = JSON.stringify(part);
		if (text !== saved) {
			saved = text;
			keep(part);
		}
	};
}

export function saveQuietly<State, Action>(
	store: Store<State, Action>,
	savers: readonly Saver<State>[],
): Disposable & { flush(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		for (const save of savers) {
			save(store.state);
		}
	};
	const subscription = store.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(flush, debounceMs);
	});
	// Saves immediately when the window loses focus, because a click may replace the page before the delay ends.
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
