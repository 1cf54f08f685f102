import type { ExitCode } from '../options/exitCodes';
import type { CommonOption, OptionSpec, ParsedOptions } from '../options/options';
import type { CommandAnswer, OutputForm } from '../output/result';
import type { CliContext } from './cliContext';

export interface Command {
	readonly summary: string;
	readonly usage: string;
	readonly options: Readonly<Record<string, OptionSpec>>;
	readonly uses: readonly CommonOption[];
	readonly takes: readonly [least: number, most: number];
	readonly forms?: readonly OutputForm[];
	run(given: ParsedOptions, context: CliContext): Promise<CommandAnswer | ExitCode>;
}
