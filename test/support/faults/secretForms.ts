/** What of a secret is a leak: long enough that nothing else looks like it. */
const minPartLength = 16;

/**
 * The byte sequences that give a secret away: as it is, in both halves, percent-encoded, escaped as in JSON and HTML, in
 * UTF-16, in hexadecimal, and within base64 wherever it begins there.
 */
export function secretForms(secret: string): ReadonlyMap<string, Buffer> {
	const bytes = Buffer.from(secret);
	const forms = new Map<string, Buffer>([
		['plain, its beginning', bytes.subarray(0, minPartLength)],
		['plain, its end', bytes.subarray(-minPartLength)],
		['percent-encoded', Buffer.from(encodeURIComponent(secret))],
		[
			'percent-encoded in small letters',
			Buffer.from(encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())),
		],
		['with escaped slashes', Buffer.from(secret.replaceAll('/', '\\/'))],
		['UTF-16', Buffer.from(secret, 'utf16le')],
		['hexadecimal', Buffer.from(bytes.toString('hex'))],
	]);
	// Three bytes are four characters. What stands before the secret decides where in a group it begins; the characters
	// at its ends also hold bits of the neighbours.
	for (const before of [0, 1, 2]) {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const inner = encoded.slice(4, -4);
		forms.set(`base64 behind ${before} bytes`, Buffer.from(inner));
		forms.set(`base64url behind ${before} bytes`, Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_')));
	}
	return forms;
}

/** The forms in which a secret is in some bytes. */
export function formsFound(bytes: Buffer, secret: string): string[] {
	return [...secretForms(secret)].filter(([, form]) => bytes.includes(form)).map(([name]) => name);
}
