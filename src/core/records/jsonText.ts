const backslash = 0x5c;

/** What stands behind a backslash, and what it means. */
const meanings = new Map(
	[...'"\\/bfnrt'].map((name, index) => [name.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)]),
);

/**
 * The text of a JSON string in UTF-8. Half a surrogate pair has none and becomes U+FFFD.
 * @param start Behind the opening quote. @param end At the closing one.
 */
export function resolveJson(bytes: Buffer, start: number, end: number): Buffer {
	// An escape is never shorter than what it means.
	const text = Buffer.allocUnsafe(end - start);
	let length = 0;
	for (let index = start; index < end; ) {
		const byte = bytes[index] ?? 0;
		if (byte !== backslash) {
			text[length++] = byte;
			index++;
			continue;
		}
		const name = bytes[index + 1] ?? 0;
		if (name !== 0x75) {
			text[length++] = meanings.get(name) ?? name;
			index += 2;
			continue;
		}
		let point = hexAt(bytes, index + 2);
		index += 6;
		if (point >= 0xd800 && point < 0xe000) {
			const second = bytes[index] === backslash && bytes[index + 1] === 0x75 ? hexAt(bytes, index + 2) : 0;
			if (point < 0xdc00 && second >= 0xdc00 && second < 0xe000) {
				point = 0x10000 + ((point - 0xd800) << 10) + (second - 0xdc00);
				index += 6;
			} else {
				point = 0xfffd;
			}
		}
		length = putPoint(text, length, point);
	}
	return text.subarray(0, length);
}

function hexAt(bytes: Buffer, at: number): number {
	let value = 0;
	for (let index = at; index < at + 4; index++) {
		const byte = bytes[index] ?? 0;
		value = value * 16 + (byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57);
	}
	return value;
}

/** Writes a code point as UTF-8 (RFC 3629, section 3); returns where the next one goes. */
function putPoint(text: Buffer, at: number, point: number): number {
	if (point < 0x80) {
		text[at] = point;
		return at + 1;
	}
	const following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
	const leads = [0xc0, 0xe0, 0xf0];
	text[at] = (leads[following - 1] ?? 0) | (point >> (6 * following));
	for (let rest = following - 1, index = at + 1; rest >= 0; rest--, index++) {
		text[index] = 0x80 | ((point >> (6 * rest)) & 0x3f);
	}
	return at + following + 1;
}
