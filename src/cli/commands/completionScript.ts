import type { Command } from '../context/command';
import { commonOptionsOf, type OptionSpec } from '../options/options';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

interface Completed {
	readonly name: string;
	readonly summary: string;
	readonly options: Readonly<Record<string, OptionSpec>>;
}

export function completionScript(shell: Shell, commands: ReadonlyMap<string, Command>): string {
	return scripts[shell](
		[...commands].map(([name, command]) => ({
			name,
			summary: command.summary,
			options: { ...command.options, ...commonOptionsOf(command.uses) },
		})),
	);
}

const scripts: Readonly<Record<Shell, (commands: readonly Completed[]) => string>> = {
	bash: (commands) => `_app_errors() {
	local word=\${COMP_WORDS[COMP_CWORD]} words=
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='${commands.map(({ name }) => name).join(' ')}'
	else
		case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `			${name}) words='${flagsOf(options).join(' ')}' ;;`).join('\n')}
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _app_errors app-errors
`,
	zsh: (commands) => `#compdef app-errors
_app_errors() {
	local -a commands
	if (( CURRENT == 2 )); then
		commands=(
${commands.map(({ name, summary }) => `			${quoted(`${name}:${summary}`)}`).join('\n')}
		)
		_describe command commands
		return
	fi
	if [[ $words[CURRENT] != -* ]]; then
		_files
		return
	fi
	case $words[2] in
${commands.map(({ name, options }) => `		${name}) compadd -- ${flagsOf(options).join(' ')} ;;`).join('\n')}
	esac
}
if [[ $funcstack[1] == _app_errors ]]; then
	_app_errors "$@"
else
	compdef _app_errors app-errors
fi
`,
	fish: (commands) =>
		commands
			.flatMap(({ name, summary, options }) => [
				`complete -c app-errors -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(summary)}`,
				...Object.entries(options).map(([option, { type, meaning }]) => {
					const value = type === 'string' ? ' -r' : '';
					const condition = `'__fish_seen_subcommand_from ${name}'`;
					return `complete -c app-errors -n ${condition} -l ${option}${value} -d ${fishQuoted(meaning)}`;
				}),
			])
			.join('\n')
			.concat('\n'),
	powershell: (commands) => `Register-ArgumentCompleter -Native -CommandName app-errors -ScriptBlock {
	param($word, $line, $cursor)
	$flags = @{
${commands.map(({ name, options }) => `		${name} = '${flagsOf(options).join(' ')}'`).join('\n')}
	}
	$named = @($line.CommandElements | ForEach-Object { $_.ToString() })
	$isFirst = $named.Count -lt 2 -or ($named.Count -eq 2 -and $word -ne '')
	$words = if ($isFirst) { $flags.Keys } else { $flags[$named[1]] -split ' ' }
	$words | Where-Object { $_ -like "$word*" } | Sort-Object | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

function flagsOf(options: Completed['options']): string[] {
	return Object.keys(options).map((name) => `--${name}`);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
	return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
