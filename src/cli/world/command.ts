import type { ExitCode } from '../asked/exitCodes';
import type { Given, OptionSpec } from '../asked/options';
import type { CommandAnswer, OutputForm } from '../out/answer';
import type { World } from './world';

/** One of the commands of `app-errors`. */
export interface Command {
	/** One line. */
	readonly summary: string;
	/** What is typed behind the name: `<file> [--by frames]`. */
	readonly usage: string;
	/** Its own options, each with what is said of it, beside those that all have. */
	readonly options: Readonly<Record<string, OptionSpec>>;
	/** How many arguments it takes besides. */
	readonly takes: readonly [least: number, most: number];
	/** In which its answers can be written; the first unless another is asked for. All, where there is none. */
	readonly forms?: readonly OutputForm[];
	/** Where it writes something else than an answer, it has none. */
	run(given: Given, world: World): Promise<CommandAnswer | ExitCode>;
}
