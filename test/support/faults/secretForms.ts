/** Minimum number of bytes of a secret that count as a leak. Shorter matches could be coincidences. */
const minPartLength = 16;

/** Returns byte sequences that reveal a secret: its start, its end, or the whole secret in another encoding. */
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
	// Base64 depends on the offset modulo three. Its first and last characters also encode adjacent bytes.
	for (const before of [0, 1, 2]) {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const inner = encoded.slice(4, -4);
		forms.set(`base64 behind ${before} bytes`, Buffer.from(inner));
		forms.set(`base64url behind ${before} bytes`, Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_')));
	}
	return forms;
}

export function formsFound(bytes: Buffer, secret: string): string[] {
	return [...secretForms(secret)].filter(([, form]) => bytes.includes(form)).map(([name]) => name);
}
