import { createContext, Script } from 'node:vm';
import { AppError } from '../../../common/errors';

/** Time limit for a batch in milliseconds. Patterns that need more time have catastrophic backtracking. */
const maxBatchMs = 500;

const maxQuestionMs = 60_000;

/** Maximum length of a pattern in UTF-16 code units. Compilation of longer patterns can't be interrupted. */
const maxPatternLength = 4_096;

/** Maximum number of values to test at once. Each guarded call needs a timer, so values are tested in batches. */
export const batchTexts = 512;
export const batchCharacters = 65_536;

/**
 * Regular expression from the user, with the flags `iu`. It runs in a separate VM context with a timeout, because
 * matching can't be interrupted otherwise.
 */
export class GuardedPattern {
	private readonly expression: RegExp;
	private readonly script = new Script('run()');
	private spent = 0;

	/** @throws AppError `invalidPattern`, or `slowPattern` if the pattern is too long */
	constructor(
		pattern: string,
		private readonly limit = maxBatchMs,
	) {
		if (pattern.length > maxPatternLength) {
			throw new AppError({ kind: 'slowPattern' });
		}
		try {
			// Made at run time: the pattern is user input, but it only runs with a timeout.
			this.expression = new RegExp(pattern, 'iu');
		} catch (error) {
			throw new AppError({ kind: 'invalidPattern', reason: error instanceof Error ? error.message : '' });
		}
	}

	/** @throws AppError `slowPattern` */
	test(texts: readonly string[]): Uint8Array {
		const matches = new Uint8Array(texts.length);
		const run = () => {
			for (const [index, text] of texts.entries()) {
				matches[index] = this.expression.test(text) ? 1 : 0;
			}
		};
		const started = performance.now();
		try {
			this.script.runInContext(createContext({ run }), { timeout: this.limit });
		} catch (error) {
			// V8 compiles the pattern on first use and throws a syntax error if the pattern is too large.
			if (isTimeout(error) || isSyntaxError(error)) {
				throw new AppError({ kind: 'slowPattern' });
			}
			throw error;
		}
		this.spent += performance.now() - started;
		if (this.spent > maxQuestionMs) {
			throw new AppError({ kind: 'slowPattern' });
		}
		return matches;
	}
}

function isSyntaxError(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'name' in error && error.name === 'SyntaxError';
}

/** `instanceof` can't be used, because the error comes from another VM context. */
function isTimeout(error: unknown): boolean {
	return (
		typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
	);
}
