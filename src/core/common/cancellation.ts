import { AppError } from './errors';

export function cancelled(): AppError {
	return new AppError({ kind: 'cancelled' });
}

/** @throws AppError `cancelled` */
export function throwIfAborted(signal: AbortSignal): void {
	if (signal.aborted) {
		throw cancelled();
	}
}

/**
 * Ends with the promise or, at once, with the abort. What the promise comes to after that is nobody's concern.
 * @throws AppError `cancelled`
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	let stop: (() => void) | undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(cancelled());
	});
	const onAbort = () => stop?.();
	signal.addEventListener('abort', onAbort, { once: true });
	if (signal.aborted) {
		onAbort();
	}
	try {
		return await Promise.race([promise, aborted]);
	} catch (error) {
		throw signal.aborted ? cancelled() : error;
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}
