/** Lookup table for `1 << (index & 7)`. */
const powers: v128 = i8x16(1, 2, 4, 8, 16, 32, 64, <i8>128, 0, 0, 0, 0, 0, 0, 0, 0);

/**
 * Sets a bit for each one-byte code that is in a set. The first code has the least significant bit. Codes and bits are
 * read and written in blocks of 16 bytes.
 * @param among Set of codes as a bitmap of 32 bytes.
 */
export function byteCodesAmong(codes: usize, count: u32, among: usize, bits: usize): void {
	const lower = v128.load(among);
	const upper = v128.load(among, 16);
	const seven = i8x16.splat(7);
	const sixteen = i8x16.splat(16);
	const none = i8x16.splat(0);
	for (let index: usize = 0; index < <usize>count; index += 16) {
		const code = v128.load(codes + index);
		const byte = i8x16.shr_u(code, 3);
		// The first swizzle returns 0 for indexes from 16 on, and the second one returns 0 for indexes below 16.
		const found = v128.or(i8x16.swizzle(lower, byte), i8x16.swizzle(upper, i8x16.sub(byte, sixteen)));
		const bit = i8x16.swizzle(powers, v128.and(code, seven));
		store<u16>(bits + (index >> 3), <u16>i8x16.bitmask(i8x16.ne(v128.and(found, bit), none)));
	}
}

/**
 * Sets a bit for each code that equals `code`, which is faster than searching for a set of codes.
 * @param width Number of bytes per code, 1 or 2.
 */
export function codesEqual(codes: usize, count: u32, width: u32, code: u32, bits: usize): void {
	if (width === 1) {
		const wanted = i8x16.splat(<i8>code);
		for (let index: usize = 0; index < <usize>count; index += 16) {
			const same = i8x16.eq(v128.load(codes + index), wanted);
			store<u16>(bits + (index >> 3), <u16>i8x16.bitmask(same));
		}
		return;
	}
	const wanted = i16x8.splat(<i16>code);
	for (let index: usize = 0; index < <usize>count; index += 16) {
		const at = codes + (index << 1);
		const same = i8x16.narrow_i16x8_s(i16x8.eq(v128.load(at), wanted), i16x8.eq(v128.load(at, 16), wanted));
		store<u16>(bits + (index >> 3), <u16>i8x16.bitmask(same));
	}
}

/**
 * Sets a bit for each code that is in a set. The codes are shorter than a byte, and the first code in a byte is in the
 * lowest bits. Codes are read in blocks of 16 bytes.
 * @param codeBits Number of bits per code, 2 or 4.
 * @param among Set of codes as 16 bytes. In each byte, either all bits or no bits are set.
 */
export function packedCodesAmong(codes: usize, count: u32, codeBits: u32, among: usize, bits: usize): void {
	const table = v128.load(among);
	if (codeBits === 2) {
		const three = i8x16.splat(3);
		for (let index: usize = 0; index < <usize>count; index += 64) {
			const packed = v128.load(codes + (index >> 2));
			const first = i8x16.swizzle(table, v128.and(packed, three));
			const second = i8x16.swizzle(table, v128.and(i8x16.shr_u(packed, 2), three));
			const third = i8x16.swizzle(table, v128.and(i8x16.shr_u(packed, 4), three));
			const fourth = i8x16.swizzle(table, i8x16.shr_u(packed, 6));
			const at = bits + (index >> 3);
			storeFours(lowPairs(first, second), lowPairs(third, fourth), at);
			storeFours(highPairs(first, second), highPairs(third, fourth), at + 4);
		}
		return;
	}
	const fifteen = i8x16.splat(15);
	for (let index: usize = 0; index < <usize>count; index += 32) {
		const packed = v128.load(codes + (index >> 1));
		const first = i8x16.swizzle(table, v128.and(packed, fifteen));
		const second = i8x16.swizzle(table, i8x16.shr_u(packed, 4));
		const at = bits + (index >> 3);
		store<u16>(at, <u16>i8x16.bitmask(lowPairs(first, second)));
		store<u16>(at + 2, <u16>i8x16.bitmask(highPairs(first, second)));
	}
}

function lowPairs(one: v128, other: v128): v128 {
	return v128.shuffle<u8>(one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

function highPairs(one: v128, other: v128): v128 {
	return v128.shuffle<u8>(one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Combines pairs of codes in two vectors into groups of four, and stores one bit per code. */
function storeFours(pairs: v128, others: v128, at: usize): void {
	const low = v128.shuffle<u16>(pairs, others, 0, 8, 1, 9, 2, 10, 3, 11);
	const high = v128.shuffle<u16>(pairs, others, 4, 12, 5, 13, 6, 14, 7, 15);
	store<u16>(at, <u16>i8x16.bitmask(low));
	store<u16>(at + 2, <u16>i8x16.bitmask(high));
}

/** Sets a bit for each two-byte code that is in a set. Codes are processed in blocks of eight. */
export function wordCodesAmong(codes: usize, count: u32, among: usize, bits: usize): void {
	for (let index: usize = 0; index < <usize>count; index += 8) {
		let found: u32 = 0;
		for (let place: usize = 0; place < 8; place++) {
			const code: u32 = load<u16>(codes + ((index + place) << 1));
			found |= ((<u32>load<u8>(among + <usize>(code >> 3)) >> (code & 7)) & 1) << (<u32>place);
		}
		store<u8>(bits + (index >> 3), <u8>found);
	}
}

/**
 * Intersects two bitsets in place. Each bitset has `words` words of 8 bytes. Returns the number of bits that remain
 * set.
 */
export function keepBoth(bits: usize, others: usize, words: u32): u32 {
	let left: u64 = 0;
	for (let word: usize = 0; word < <usize>words; word++) {
		const at = bits + (word << 3);
		const both = load<u64>(at) & load<u64>(others + (word << 3));
		store<u64>(at, both);
		left += popcnt<u64>(both);
	}
	return <u32>left;
}

/**
 * Writes the indexes of the bits that are set in `words` 8-byte words. Returns their number.
 * @param first Index of the first bit.
 * @param places Address of the output, which has 4 bytes for each index.
 */
export function placesOfBits(bits: usize, words: u32, first: u32, places: usize): u32 {
	let at = places;
	for (let word: u32 = 0; word < words; word++) {
		let left = load<u64>(bits + ((<usize>word) << 3));
		const base = first + (word << 6);
		while (left !== 0) {
			store<u32>(at, base + <u32>ctz<u64>(left));
			at += 4;
			left &= left - 1;
		}
	}
	return <u32>((at - places) >> 2);
}
