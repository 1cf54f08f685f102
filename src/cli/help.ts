import { commonOptions, type OptionSpec } from './asked/options';
import type { Command } from './world/command';

/** Room for the names of commands and options. */
const nameWidth = 28;

export function helpOfAll(commands: ReadonlyMap<string, Command>): string {
	const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(nameWidth)}${summary}`);
	return `app-errors <command> [options]

${lines.join('\n')}

app-errors <command> --help tells the options of one; --version tells the version.

The token comes from APP_ERRORS_TOKEN, --token-command or --token-file, and is never an argument.

Exit codes: 0 done · 1 a gate of --fail-on was met · 2 usage, or a file · 3 refused · 4 incomplete · 5 service or network
· 130 cancelled
`;
}

export function helpOf(name: string, { summary, usage, options }: Command): string {
	return `app-errors ${name} ${usage}

${summary}

${linesOf(options)}
For all commands:

${linesOf(commonOptions)}`;
}

function linesOf(options: Readonly<Record<string, OptionSpec>>): string {
	return Object.entries(options)
		.map(([name, { value, meaning, short }]) => {
			const flag = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
			return `  ${flag.padEnd(nameWidth)}${meaning}\n`;
		})
		.join('');
}
