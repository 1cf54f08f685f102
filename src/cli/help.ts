import type { Command } from './context/command';
import { commonOptionsOf, type OptionSpec } from './options/options';
import type { OutputForm } from './output/result';

const nameWidth = 28;

export function helpOfAll(commands: ReadonlyMap<string, Command>): string {
	const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(nameWidth)}${summary}`);
	return `Usage: app-errors <command> [options]

Commands:
${lines.join('\n')}

Run "app-errors <command> --help" to show the options of a command, "app-errors help --all" to show the manual, or "app-errors --version" to show the version.

The token is read from APP_ERRORS_TOKEN, --token-command, or --token-file. It can't be passed as an argument.

Exit codes: 0 success · 1 --fail-on condition met · 2 invalid arguments or file · 3 access denied · 4 incomplete
· 5 service or network error · 6 --fail-on condition could not be judged · 130 canceled
`;
}

export function manual(commands: ReadonlyMap<string, Command>): string {
	const rule = '-'.repeat(72);
	return [helpOfAll(commands), ...[...commands].map(([name, command]) => getHelp(name, command))].join(`\n${rule}\n\n`);
}

export function getHelp(name: string, { summary, usage, options, uses, forms }: Command): string {
	const common = commonOptionsOf(uses);
	const output = forms && common['output'] && { ...common['output'], meaning: `output format: ${formsText(forms)}` };
	return `Usage: app-errors ${name} ${usage}

${summary}

Options:
${getLines(options)}
Common options:
${getLines({ ...common, ...(output && { output }) })}`;
}

function formsText([first = 'json', ...others]: readonly OutputForm[]): string {
	return others.length === 0 ? first : `${first} (default), ${others.join(', ')}`;
}

function getLines(options: Readonly<Record<string, OptionSpec>>): string {
	return Object.entries(options)
		.map(([name, { value, meaning, short }]) => {
			const flag = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
			return `  ${flag.padEnd(nameWidth)}${meaning}\n`;
		})
		.join('');
}
