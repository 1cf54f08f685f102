/**
 * Skips the running test. In a hook, skips all tests of the suite. `npm test` prints the reason and counts the tests.
 */
export function skipBecause(context: Mocha.Context, reason: string): never {
	const runnable: Mocha.Runnable & { readonly type?: string } = context.runnable();
	Object.assign(runnable.type === 'hook' ? (runnable.parent ?? runnable) : runnable, { skipReason: reason });
	return context.skip();
}
