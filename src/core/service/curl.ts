/** Name of the environment variable that contains the token. The token is never part of the command line. */
export const tokenVariable = 'APP_ERRORS_TOKEN';

export type CurlShell = 'posix' | 'powerShell' | 'cmd';

interface Syntax {
	/** Start of a command that reads the header with the token from standard input. */
	readonly start: string;
	readonly continuation: string;
	quote(text: string): string;
}

const syntaxes: Readonly<Record<CurlShell, Syntax>> = {
	posix: {
		start: `printf 'Authorization: OAuth %s\\n' "$${tokenVariable}" | curl --header @-`,
		continuation: '\\',
		quote: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
	},
	powerShell: {
		// In Windows PowerShell, `curl` is another command, and `@` has a special meaning outside quotes.
		start: `"Authorization: OAuth $env:${tokenVariable}" | curl.exe --header '@-'`,
		continuation: '`',
		// PowerShell treats typographic quotation marks as quotes too.
		quote: (text) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
	},
	cmd: {
		start: `echo Authorization: OAuth %${tokenVariable}%| curl --header @-`,
		continuation: '^',
		// No escaping is needed, because URLs are percent-encoded and Windows file names contain no quotation marks.
		quote: (text) => `"${text}"`,
	},
};

/**
 * Returns a curl command that reads the token from standard input, because all users of a computer can see the
 * arguments of a process.
 */
export function curlCommand(url: string, file: string, shell: CurlShell = 'posix'): string {
	const { start, continuation, quote } = syntaxes[shell];
	// `--globoff` prevents curl from expanding brackets and braces in URLs.
	return [start, '--globoff --compressed', `--output ${quote(file)}`, quote(url)].join(` ${continuation}\n  `);
}
