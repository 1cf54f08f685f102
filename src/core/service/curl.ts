/** Environment variable with the token. The token itself is never part of the command line. */
export const tokenVariable = 'APP_ERRORS_TOKEN';

/**
 * Formats a request as a curl command for a POSIX shell. A built-in command of the shell passes the header with the
 * token through standard input, because all users of a machine can read the arguments of a process.
 * @param url Percent-encoded URL of the request.
 */
export function curlCommand(url: string, file: string): string {
	return [
		`printf 'Authorization: OAuth %s\\n' "$${tokenVariable}" | curl --header @-`,
		// `--globoff` prevents curl from expanding brackets and braces in URLs.
		'--globoff --compressed',
		`--output ${quote(file)}`,
		quote(url),
	].join(' \\\n  ');
}

function quote(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
