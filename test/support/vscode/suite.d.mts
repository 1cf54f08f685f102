export interface SuiteOptions {
	/** Compiled tests, `*.test.js`, at any depth. */
	readonly folder: string;
	readonly grep?: string | undefined;
	readonly print?: ((line: string) => void) | undefined;
	/** Told the full title of each test that begins. */
	readonly onTest?: ((title: string) => void) | undefined;
	/** Told the full title of a test right when it fails. */
	readonly onFail?: ((title: string) => void) | undefined;
}

export interface Counts {
	passed: number;
	failed: number;
}

export function runSuite(options: SuiteOptions): Promise<Counts>;
