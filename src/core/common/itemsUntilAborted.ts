import { throwIfAborted, untilAborted } from './cancellation';

/** Iterates the items, but stops as soon as the signal is aborted, even while waiting for the next item. */
export async function* itemsUntilAborted<T>(
	items: AsyncIterable<T>,
	signal: AbortSignal,
): AsyncGenerator<T, void, void> {
	const iterator = items[Symbol.asyncIterator]();
	try {
		for (;;) {
			throwIfAborted(signal);
			const next = await untilAborted(iterator.next(), signal);
			if (next.done) {
				return;
			}
			yield next.value;
		}
	} finally {
		// After an abort, closing is not awaited, because a pending source closes only after its next item.
		const closed = iterator.return?.().catch(() => undefined);
		if (!signal.aborted) {
			await closed;
		}
	}
}
