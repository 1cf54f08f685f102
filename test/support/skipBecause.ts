/** Skips the running test, or in a hook all tests of its suite. The reason is printed, and `npm test` counts the tests. */
export function skipBecause(context: Mocha.Context, reason: string): never {
	const runnable: Mocha.Runnable & { readonly type?: string } = context.runnable();
	Object.assign(runnable.type === 'hook' ? (runnable.parent ?? runnable) : runnable, { skipReason: reason });
	return context.skip();
}
