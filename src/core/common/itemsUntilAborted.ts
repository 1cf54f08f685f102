import { throwIfAborted, untilAborted } from './cancellation';

/**
 * The same items, and an end by the signal even while the next item does not come.
 * @throws AppError `cancelled`
 */
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
		// Its errors come too late to matter. A source that is waiting answers only after that, so nobody waits for it.
		const closed = iterator.return?.().catch(() => undefined);
		if (!signal.aborted) {
			await closed;
		}
	}
}
