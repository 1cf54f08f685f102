/** Timeout in milliseconds for any operation in VS Code, including its first start on a busy machine. */
export const patience = 60_000;

const firstTry = 2_000;

/** Repeats a probe until it returns a value. `what` describes the wait; a function can describe the last state. */
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

/** Returns true if the promise resolves, or undefined if it rejects. Used as a probe for `eventually`. */
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
