/** How long anything in a workbench may take, the first start on a busy machine included. */
export const patience = 60_000;

/** How long one try of several may wait at first (ms). */
const firstTry = 2_000;

/**
 * Asks again until the answer is not `undefined`; past `patience` it fails and says what was missing.
 *
 * @param probe Is told how long this try may wait (ms): ever longer, as a slow machine needs.
 */
export async function eventually<T>(
	what: string,
	probe: (tryMs: number) => Promise<T | undefined>,
	timeout: number = patience,
): Promise<T> {
	const started = Date.now();
	for (;;) {
		const answer = await probe(Math.max(firstTry, Date.now() - started));
		if (answer !== undefined) return answer;
		if (Date.now() - started > timeout) throw new Error(`${what}: not within ${timeout / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

/** The text as a person reads it: editors and lists write non-breaking spaces. */
export function plainText(text: string | null): string {
	return (text ?? '').replace(/\u00a0/g, ' ');
}

/** A regular expression that matches exactly this text. */
export function exactly(text: string): RegExp {
	return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
