import { createContext, Script } from 'node:vm';
import { AppError } from '../../../common/errors';

/** Time limit per batch in milliseconds. Only expressions with catastrophic backtracking exceed it. */
const maxBatchLength = 500;

const maxQuestionMs = 60_000;

/** Maximum length of an expression, in UTF-16 code units. Compiling longer expressions can't be interrupted. */
const maxPatternLength = 4_096;

/** Maximum size of a batch. Texts are tested in batches because each guarded call needs its own timer. */
export const batchTexts = 512;
export const batchCharacters = 65_536;

/** A user's regular expression with the flags `iu`, run with a timeout because matching can't be interrupted. */
export class GuardedPattern {
	private readonly expression: RegExp;
	private readonly script = new Script('run()');
	private spent = 0;

	/** @throws AppError `invalidPattern`, or `slowPattern` if the expression is too long */
	constructor(
		pattern: string,
		private readonly limit = maxBatchLength,
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
			// V8 compiles the expression on first use, and only then reports that it is too large.
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

/** The error comes from another VM context, so it is not an instance of this context's `Error`. */
function isTimeout(error: unknown): boolean {
	return (
		typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
	);
}
