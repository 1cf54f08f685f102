import { createContext, Script } from 'node:vm';
import { AppError } from '../../../common/errors';

/** A fair expression takes a fraction of this for one batch of texts; only one that backtracks without end does not. */
const maxBatchLength = 500;

/** For all texts of a question together (milliseconds). */
const maxQuestionMs = 60_000;

/** Texts are tested together, since each call has its own watch; so many, or so many characters. */
export const batchTexts = 512;
export const batchCharacters = 65_536;

/**
 * A regular expression that a person wrote, with the flags `iu`, run under a watch: the engine's thread could not stop
 * it by itself.
 */
export class GuardedPattern {
	private readonly expression: RegExp;
	private readonly script = new Script('run()');
	private spent = 0;

	/** @throws AppError `invalidPattern` */
	constructor(
		pattern: string,
		private readonly limit = maxBatchLength,
	) {
		try {
			// Made at run time: by a person, and run under the watch.
			this.expression = new RegExp(pattern, 'iu');
		} catch (error) {
			throw new AppError({ kind: 'invalidPattern', reason: error instanceof Error ? error.message : '' });
		}
	}

	/**
	 * 1 for each text that matches.
	 * @throws AppError `slowPattern`
	 */
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
			if (isTimeout(error)) {
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

/** The error is of the script's own world, so it is no instance of this one's `Error`. */
function isTimeout(error: unknown): boolean {
	return (
		typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
	);
}
