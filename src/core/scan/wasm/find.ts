const laneBytes: u32 = 16;

const blockBytes: u32 = 64;

/**
 * Finds the next occurrence of a needle. Bytes match if they are equal after the bits of `ignored` have been set in
 * both. To match an ASCII letter case-insensitively, the needle must contain the lowercase letter, and `ignored` must
 * be 0x20 for this byte.
 *
 * The 128 bytes after `to`, and the 16 bytes after the needle and after `ignored`, must be readable.
 * @param length Length of the needle, at least one byte.
 * @param ignored Mask with one byte for each byte of the needle.
 * @param first Index of the needle byte that is searched first, together with the byte at `second`. Both bytes should
 * be rare.
 * @returns the offset from `base`, or `to` if no match ends at or before `to`
 */
export function findText(
	base: usize,
	from: u32,
	to: u32,
	needle: usize,
	ignored: usize,
	length: u32,
	first: u32,
	second: u32,
): u32 {
	if (length > to || from > to - length) {
		return to;
	}
	const end = to - length + 1;
	const firstByte = i8x16.splat(load<i8>(needle + first));
	const firstIgnored = i8x16.splat(load<i8>(ignored + first));
	const secondByte = i8x16.splat(load<i8>(needle + second));
	const secondIgnored = i8x16.splat(load<i8>(ignored + second));
	for (let block = from; block < end; block += blockBytes) {
		const at = base + block + first;
		const beside = base + block + second;
		const same0 = v128.and(
			same(v128.load(at), firstIgnored, firstByte),
			same(v128.load(beside), secondIgnored, secondByte),
		);
		const same1 = v128.and(
			same(v128.load(at, 16), firstIgnored, firstByte),
			same(v128.load(beside, 16), secondIgnored, secondByte),
		);
		const same2 = v128.and(
			same(v128.load(at, 32), firstIgnored, firstByte),
			same(v128.load(beside, 32), secondIgnored, secondByte),
		);
		const same3 = v128.and(
			same(v128.load(at, 48), firstIgnored, firstByte),
			same(v128.load(beside, 48), secondIgnored, secondByte),
		);
		if (!v128.any_true(v128.or(v128.or(same0, same1), v128.or(same2, same3)))) {
			continue;
		}
		let mask =
			<u64>i8x16.bitmask(same0) |
			((<u64>i8x16.bitmask(same1)) << 16) |
			((<u64>i8x16.bitmask(same2)) << 32) |
			((<u64>i8x16.bitmask(same3)) << 48);
		while (mask !== 0) {
			const place = block + <u32>ctz(mask);
			if (place >= end) {
				return to;
			}
			if (isAt(base + place, needle, ignored, length)) {
				return place;
			}
			mask &= mask - 1;
		}
	}
	return to;
}

function same(bytes: v128, ignored: v128, wanted: v128): v128 {
	return i8x16.eq(v128.or(bytes, ignored), wanted);
}

function isAt(at: usize, needle: usize, ignored: usize, length: u32): bool {
	for (let done: u32 = 0; done < length; done += laneBytes) {
		const read = v128.or(v128.load(at + done), v128.load(ignored + done));
		const other = ~(<u32>i8x16.bitmask(i8x16.eq(read, v128.load(needle + done))));
		const left = length - done;
		if ((left < laneBytes ? other & ((1 << left) - 1) : other & 0xffff) !== 0) {
			return false;
		}
	}
	return true;
}
