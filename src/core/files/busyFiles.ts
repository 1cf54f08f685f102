import { setTimeout as delay } from 'node:timers/promises';
import { isProblem } from '../common/errors';
import { errorCode } from './diskError';

const firstDelayMs = 20;
const maxDelayMs = 1_000;

/** Error codes for a file that another program has opened. Windows uses the same codes for missing permissions. */
const busyCodes: readonly (string | undefined)[] = ['EBUSY', 'EPERM', 'EACCES'];

export function isBusy(error: unknown): boolean {
	return busyCodes.includes(isProblem(error, 'disk') ? error.problem.code : errorCode(error));
}

/**
 * @throws The error of the last attempt. Its code is `EBUSY` if the attempts lasted long enough to rule out a temporary
 * cause.
 */
export async function whileBusy<T>(
	{ maxBusyMs = 0 }: { readonly maxBusyMs?: number | undefined },
	change: () => Promise<T>,
	{ minBusyMs = 0, maxDeniedMs = maxBusyMs } = {},
): Promise<T> {
	const started = performance.now();
	for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
		try {
			return await change();
		} catch (error) {
			const maxMs = Math.max(errorCode(error) === 'EBUSY' ? maxBusyMs : maxDeniedMs, minBusyMs);
			if (!isBusy(error)) {
				throw error;
			}
			if (performance.now() - started + delayMs > maxMs) {
				throw maxBusyMs > 0 && maxMs >= maxBusyMs ? Object.assign(error as Error, { code: 'EBUSY' }) : error;
			}
			await delay(delayMs);
		}
	}
}
