import { AppError } from './errors';

export function cancelled(): AppError {
	return new AppError({ kind: 'cancelled' });
}

export function throwIfAborted(signal: AbortSignal): void {
	if (signal.aborted) {
		throw cancelled();
	}
}

/** Waits until a promise settles or the signal is aborted. After an abort, the promise's result is ignored. */
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
