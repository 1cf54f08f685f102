import type { Command } from '../context/command';
import { exitCodes } from '../options/exitCodes';
import { didYouMean } from '../options/suggest';
import { writeAll } from '../options/terminal';
import { UsageError } from '../options/usageError';
import { completionScript, shells } from './completionScript';

export function completion(commands: () => ReadonlyMap<string, Command>): Command {
	return {
		summary: 'Prints a script that completes commands and options in a shell.',
		usage: shells.join('|'),
		options: {},
		uses: [],
		takes: [1, 1],
		async run({ operands: [typed = ''] }, { terminal }) {
			const shell = shells.find((known) => known === typed);
			if (!shell) {
				throw new UsageError(`The shell must be one of ${shells.join(', ')}.${didYouMean(typed, shells)}`);
			}
			await writeAll(terminal.stdout, completionScript(shell, commands()));
			return exitCodes.done;
		},
	};
}
