/** Timeout in milliseconds for any operation in a workbench, including its first start on a busy machine. */
export const patience = 60_000;

const firstTry = 2_000;

/** Repeats a probe until it returns a value. A function `what` can name the last state that the probe found. */
export async function eventually<T>(
	what: string | (() => string),
	probe: (tryMs: number) => Promise<T | undefined>,
	timeout: number = patience,
): Promise<T> {
	const started = Date.now();
	for (;;) {
		const answer = await probe(Math.max(firstTry, Date.now() - started));
		if (answer !== undefined) return answer;
		if (Date.now() - started > timeout) {
			throw new Error(`${typeof what === 'string' ? what : what()}: not within ${timeout / 1000} s`);
		}
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

/** Result of a probe for `eventually` that must only succeed: true, or undefined if the promise was rejected. */
export function succeeds(attempt: Promise<unknown>): Promise<true | undefined> {
	return attempt.then(
		() => true,
		() => undefined,
	);
}

export function plainText(text: string | null): string {
	return (text ?? '').replace(/\u00a0/g, ' ');
}

export function exactly(text: string): RegExp {
	return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
