/** Where the command line takes the token from; the token itself is never part of it. */
export const tokenVariable = 'APP_ERRORS_TOKEN';

/**
 * A request as a command line for a POSIX shell.
 * @param url As sent, percent-encoded.
 * @param file Where the answer goes.
 */
export function curlCommand(url: string, file: string): string {
	return [
		// Without it curl takes brackets and braces in an address for a list of addresses.
		'curl --globoff --compressed',
		`--header "Authorization: OAuth $${tokenVariable}"`,
		`--output ${quote(file)}`,
		quote(url),
	].join(' \\\n  ');
}

/** Single quotes keep everything as it is, except a single quote, which has to stand outside of them. */
function quote(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
