/** Whether all themes and sizes are tested with screenshots, as with `TEST_LENGTH=whole npm run test:webview`. */
export const isWhole = process.env['TEST_LENGTH'] === 'whole';

/** Defines a test that only `npm run test:all` runs. */
export function long(title: string, run: Mocha.AsyncFunc | Mocha.Func): void {
	Object.assign(it(title, run as Mocha.Func), { isLong: true });
}

export function longSuite(title: string, define: () => void): void {
	Object.assign(describe(title, define), { isLong: true });
}

/** Defines one test per part. `npm test` runs the first part (0), and `npm run test:all` runs the others. */
export function inParts(title: string, parts: number, run: (part: number) => Promise<void> | void): void {
	it(title, () => run(0));
	for (let part = 1; part < parts; part++) {
		long(`${title}, part ${part + 1}`, () => run(part));
	}
}
