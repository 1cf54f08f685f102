import { AgentRefusal } from '../core/agent/tools/refusal';
import { AppError, isCancellation } from '../core/common/errors';
import { reportMarkdown } from '../core/records/write/report/reportMarkdown';
import { explainForCommandLine } from '../wording/commandLineMessages';
import { commands } from './commands';
import { CliContext, type Installed } from './context/cliContext';
import { getHelp, helpOfAll, manual } from './help';
import { type ExitCode, exitCodes, getExitCode } from './options/exitCodes';
import { readGiven } from './options/options';
import { didYouMean } from './options/suggest';
import { type Terminal, writeAll } from './options/terminal';
import { UsageError } from './options/usageError';
import { askedForm } from './output/askedForm';
import { inertLog, inertReport, visibleLine } from './output/inert';
import { jsonText } from './output/json';
import { Progress } from './output/progress';
import { reportText } from './output/reportText';
import type { CommandAnswer, Json, OutputForm } from './output/result';

export async function run(
	args: readonly string[],
	terminal: Terminal,
	installed: Installed,
	signal: AbortSignal,
): Promise<ExitCode> {
	if (args[0] === 'help' && args[1] === '--all') {
		await writeAll(terminal.stdout, manual(commands));
		return exitCodes.done;
	}
	const [name = '--help', ...rest] = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : args;
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
		await writeAll(
			terminal.stderr,
			`${inertLog(`Unknown command "${visibleLine(name)}".${didYouMean(name, commands.keys())}`)} See "app-errors --help".
`,
		);
		return exitCodes.usage;
	}
	let progress = new Progress(terminal, false);
	try {
		if (rest.includes('--help') || rest.includes('-h')) {
			await writeAll(terminal.stdout, getHelp(name, command));
			return exitCodes.done;
		}
		const given = readGiven(rest, command);
		progress = new Progress(terminal, given.has('quiet'));
		const form = askedForm(given, command, terminal);
		const onRow = form === 'ndjson' ? (row: Json) => writeAll(terminal.stdout, `${jsonText(row)}\n`) : undefined;
		await using context = new CliContext(given, terminal, progress, { signal, installed, onRow });
		const answer = await command.run(given, context);
		progress.clear();
		if (typeof answer === 'number') {
			return answer;
		}
		const isStreamed = onRow !== undefined && answer.isStreamed === true;
		if (!isStreamed && (!answer.isWritten || given.isGiven('output'))) {
			await writeAnswer(answer, form, terminal);
		}
		return answer.exitCode ?? exitCodes.done;
	} catch (error) {
		progress.clear();
		await writeAll(terminal.stderr, `${inertLog(wordsOf(error, name).split('\n').map(visibleLine).join('\n'))}\n`);
		return getExitCode(error);
	}
}

function wordsOf(error: unknown, command: string): string {
	if (error instanceof UsageError) {
		return `${error.message}
See "app-errors ${command} --help".`;
	}
	if (isCancellation(error)) {
		return 'Canceled.';
	}
	if (error instanceof AgentRefusal) {
		return error.message;
	}
	// Only the name of an unexpected error is shown, because its message may contain paths or URLs with secrets.
	return error instanceof AppError ? explainForCommandLine(error.problem) : `Unexpected error: ${getName(error)}`;
}

function getName(error: unknown): string {
	return error instanceof Error ? error.name : typeof error;
}

export function writeAnswer(
	answer: CommandAnswer,
	form: OutputForm,
	{ stdout }: Pick<Terminal, 'stdout'>,
): Promise<void> {
	return writeAll(stdout, getText(answer, form, stdout.columns ?? Number.POSITIVE_INFINITY));
}

function getText({ data, rows, document }: CommandAnswer, form: OutputForm, width: number): string {
	switch (form) {
		case 'json':
			return `${jsonText(data, '  ')}\n`;
		case 'ndjson':
			return rows.map((row) => `${jsonText(row)}\n`).join('');
		case 'markdown':
			return inertReport(reportMarkdown(document, () => undefined));
		case 'table':
			return inertLog(reportText(document, width));
	}
}
