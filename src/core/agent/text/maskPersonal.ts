/** Longer ones are no words: data of some kind, or a trace without blanks. */
const maxTokenLength = 1_000;

/** Shorter values of a record are found everywhere, and say nothing. */
const leastKnownLength = 4;

/**
 * A text without what points at a person: addresses, keys, long numbers and the like become `<email>`, `<token>` and so on.
 * It is told by the form alone, so that a name of a person stays where nothing says that it is one.
 *
 * @param known Values that are known to be personal, such as those of the same record's personal columns.
 */
export function maskPersonal(text: string, known: readonly string[] = []): string {
	let masked = text;
	for (const value of known) {
		if (value.length >= leastKnownLength) {
			masked = masked.replaceAll(value, '<personal>');
		}
	}
	let before = '';
	return masked.replace(/[\p{L}\p{M}\p{N}_.+/=@:%~$-]+/gu, (token) => {
		const isSecret = isScheme(before);
		before = token;
		return isSecret ? '<token>' : maskToken(token);
	});
}

/** Whether a key follows, as in `Authorization: Bearer …`. */
function isScheme(token: string): boolean {
	return /(?:bearer|basic)$/i.test(token);
}

function maskToken(token: string): string {
	if (token.length > maxTokenLength) {
		const beginning = token.slice(0, maxTokenLength);
		return isWords(beginning) ? `${maskToken(beginning)}…` : '<data>';
	}
	return (
		token
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/((?:token|secret|passw(?:or)?d|api[-_]?key|session[-_]?id)[=:]).+/i, '$1<secret>')
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, '<jwt>')
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/[\p{L}\p{M}\p{N}_.+%-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '<email>')
			.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '<uuid>')
			.replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, '<ip>')
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/(?<![\p{L}\d:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\p{L}\d:])/giu, (found) =>
				isAddress(found) ? '<ip>' : found,
			)
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/[\da-f]{32,}/gi, '<hex>')
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/[A-Za-z\d+/_-]{32,}={0,2}/g, (found) => (isWords(found) ? found : '<base64>'))
			.replace(/\+\d[\d-]{8,20}/g, '<phone>')
			// At most 1,000 characters, by `maxTokenLength`.
			.replace(/\p{Nd}{9,}/gu, '<number>')
	);
}

/** An address of IPv6, and neither a time nor the name of a type. */
function isAddress(text: string): boolean {
	const groups = text.split(':');
	return groups.length === 8 || (text.includes('::') && /\d/.test(text) && groups.join('').length >= 3);
}

/** Letters between capitals and signs, on the average; random ones have fewer than two. */
const leastWordLength = 3;

/** Whether a text is made of words, as names and paths are, and is no key. */
function isWords(text: string): boolean {
	// At most 1,000 characters, by `maxTokenLength`.
	const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+/g) ?? [];
	const letters = words.filter((word) => /^[A-Za-z]/.test(word));
	const length = letters.reduce((sum, word) => sum + word.length, 0);
	return letters.length === 0 || length / letters.length >= leastWordLength;
}
