/** Whether all themes and sizes are tested, with screenshots: `TEST_LENGTH=whole npm run test:webview`. */
export const isWhole = process.env['TEST_LENGTH'] === 'whole';

/** Defines a test that only `npm run test:all` runs. */
export function long(title: string, run: Mocha.AsyncFunc | Mocha.Func): void {
	Object.assign(it(title, run as Mocha.Func), { isLong: true });
}

/** Defines a suite that only `npm run test:all` runs. */
export function longSuite(title: string, define: () => void): void {
	Object.assign(describe(title, define), { isLong: true });
}

/**
 * Defines a test of many cases in parts. `npm test` runs the first part, and `npm run test:all` runs the others.
 * @param run Tests the cases of a part. The number of the first part is 0.
 */
export function inParts(title: string, parts: number, run: (part: number) => Promise<void> | void): void {
	it(title, () => run(0));
	for (let part = 1; part < parts; part++) {
		long(`${title}, part ${part + 1}`, () => run(part));
	}
}
