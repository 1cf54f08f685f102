const quote: u32 = 0x22;
const backslash: u32 = 0x5c;

/**
 * Returns the offset of the first quote, backslash, or control character from `start` on. Returns `to` if no such
 * character occurs.
 */
export function plainEnd(base: usize, start: u32, to: u32): u32 {
	for (let index = start; index < to; index += 16) {
		const bytes = v128.load(base + index);
		const ends = v128.or(
			i8x16.lt_u(bytes, i8x16.splat(0x20)),
			v128.or(i8x16.eq(bytes, i8x16.splat(<i8>quote)), i8x16.eq(bytes, i8x16.splat(<i8>backslash))),
		);
		const mask = i8x16.bitmask(ends);
		if (mask !== 0) {
			return min(index + ctz(mask), to);
		}
	}
	return to;
}

/**
 * Decodes a valid JSON string to UTF-8. A lone surrogate can't be encoded and becomes U+FFFD.
 * @param from Address after the opening quote.
 * @param end Address of the closing quote.
 * @returns the length of the decoded text, which is less than the raw length
 */
export function resolveJson(from: usize, end: usize, into: usize): u32 {
	let at = from;
	let out = into;
	while (at < end) {
		const byte: u32 = load<u8>(at);
		if (byte !== backslash) {
			store<u8>(out++, byte);
			at++;
			continue;
		}
		const name: u32 = load<u8>(at, 1);
		if (name !== 0x75) {
			store<u8>(out++, meaningOf(name));
			at += 2;
			continue;
		}
		let point = hexAt(at + 2);
		at += 6;
		if (point >= 0xd800 && point < 0xe000) {
			const paired = at + 6 <= end && <u32>load<u8>(at) === backslash && load<u8>(at, 1) === 0x75;
			const second = paired ? hexAt(at + 2) : 0;
			if (point < 0xdc00 && second >= 0xdc00 && second < 0xe000) {
				point = 0x10000 + ((point - 0xd800) << 10) + (second - 0xdc00);
				at += 6;
			} else {
				point = 0xfffd;
			}
		}
		out = putPoint(out, point);
	}
	return <u32>(out - into);
}

function meaningOf(name: u32): u32 {
	switch (name) {
		case 0x62:
			return 0x08;
		case 0x66:
			return 0x0c;
		case 0x6e:
			return 0x0a;
		case 0x72:
			return 0x0d;
		case 0x74:
			return 0x09;
		default:
			return name;
	}
}

function hexAt(at: usize): u32 {
	let value: u32 = 0;
	for (let index: usize = 0; index < 4; index++) {
		const byte: u32 = load<u8>(at + index);
		value = (value << 4) + (byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57);
	}
	return value;
}

/** Encodes a code point as UTF-8 (RFC 3629, section 3). */
function putPoint(out: usize, point: u32): usize {
	if (point < 0x80) {
		store<u8>(out, point);
		return out + 1;
	}
	if (point < 0x800) {
		store<u8>(out, 0xc0 | (point >> 6));
		store<u8>(out, 0x80 | (point & 0x3f), 1);
		return out + 2;
	}
	if (point < 0x10000) {
		store<u8>(out, 0xe0 | (point >> 12));
		store<u8>(out, 0x80 | ((point >> 6) & 0x3f), 1);
		store<u8>(out, 0x80 | (point & 0x3f), 2);
		return out + 3;
	}
	store<u8>(out, 0xf0 | (point >> 18));
	store<u8>(out, 0x80 | ((point >> 12) & 0x3f), 1);
	store<u8>(out, 0x80 | ((point >> 6) & 0x3f), 2);
	store<u8>(out, 0x80 | (point & 0x3f), 3);
	return out + 4;
}
