import { AgentRefusal } from '../core/agent/tools/refusal';
import { AppError, isCancellation } from '../core/common/errors';
import { explain } from '../wording/problemMessages';
import { type ExitCode, exitCodeOf, exitCodes } from './asked/exitCodes';
import { readGiven } from './asked/options';
import { type Terminal, writeAll } from './asked/terminal';
import { UsageError } from './asked/usageError';
import { commands } from './commands';
import { helpOf, helpOfAll } from './help';
import { type OutputForm, outputForms } from './out/answer';
import { Progress } from './out/progress';
import { writeAnswer } from './out/writeAnswer';
import type { Command } from './world/command';
import { type Installed, World } from './world/world';

/** Carries out a command line; whatever goes wrong is a line on standard error, and an exit code. */
export async function run(
	args: readonly string[],
	terminal: Terminal,
	installed: Installed,
	signal: AbortSignal,
): Promise<ExitCode> {
	const [name = '--help', ...rest] = args;
	if (name === '--help' || name === '-h' || name === 'help') {
		await writeAll(terminal.stdout, helpOfAll(commands));
		return exitCodes.done;
	}
	if (name === '--version') {
		await writeAll(terminal.stdout, `${installed.version}\n`);
		return exitCodes.done;
	}
	const command = commands.get(name);
	if (!command) {
		await writeAll(terminal.stderr, `There is no command "${name}". See app-errors --help.\n`);
		return exitCodes.usage;
	}
	let progress = new Progress(terminal, false);
	try {
		// Also where the rest is not understood.
		if (rest.includes('--help') || rest.includes('-h')) {
			await writeAll(terminal.stdout, helpOf(name, command));
			return exitCodes.done;
		}
		const given = readGiven(rest, command);
		progress = new Progress(terminal, given.has('quiet'));
		const form = given.oneOf('output', command.forms ?? outputForms, usualForm(command, terminal));
		await using world = new World(given, terminal, progress, signal, installed);
		const answer = await command.run(given, world);
		progress.clear();
		if (typeof answer === 'number') {
			return answer;
		}
		if (!answer.isWritten || given.isGiven('output')) {
			await writeAnswer(answer, form, terminal);
		}
		return answer.exitCode ?? exitCodes.done;
	} catch (error) {
		progress.clear();
		await writeAll(terminal.stderr, `${wordsOf(error, name)}\n`);
		return exitCodeOf(error);
	}
}

/** For whoever reads it: a person, or a program. */
function usualForm({ forms: [first] = [] }: Command, { stdout }: Terminal): OutputForm {
	return first ?? (stdout.isTTY ? 'table' : 'json');
}

function wordsOf(error: unknown, command: string): string {
	if (error instanceof UsageError) {
		return `${error.message}\nSee app-errors ${command} --help.`;
	}
	if (isCancellation(error)) {
		return 'Cancelled.';
	}
	if (error instanceof AgentRefusal) {
		return error.message;
	}
	// Of anything else the message may hold what nobody should read, such as a path or an address with a secret.
	return error instanceof AppError ? explain(error.problem).message : `Unexpected: ${nameOf(error)}`;
}

function nameOf(error: unknown): string {
	return error instanceof Error ? error.name : typeof error;
}
