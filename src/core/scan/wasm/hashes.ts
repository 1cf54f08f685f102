const factor: u64 = ((<u64>0x9fb21c65) << 32) | 0x1e98df25;
const otherFactor: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93;

/**
 * Adds the value in each row to the row's 64-bit hash. The 8 bytes after the last value must be readable.
 * @param width Number of bytes per value, or 0 for strings written by `writeCoded`
 * @param hashes One hash for each row. The initial hashes are the seed.
 */
export function hashValues(from: usize, width: u32, rows: u32, hashes: usize): void {
	for (let row: u32 = 0; row < rows; row++) {
		let length = width;
		if (width === 0) {
			for (let shift: u32 = 0; ; shift += 7) {
				const byte = <u32>load<u8>(from++);
				length |= (byte & 0x7f) << shift;
				if (byte < 0x80) {
					break;
				}
			}
		}
		const place = hashes + ((<usize>row) << 3);
		let hash = mixed(load<u64>(place) + <u64>length);
		for (; length >= 8; length -= 8) {
			hash = mixed(hash ^ load<u64>(from));
			from += 8;
		}
		if (length > 0) {
			hash = mixed(hash ^ (load<u64>(from) & (((<u64>1) << (length << 3)) - 1)));
			from += length;
		}
		store<u64>(place, hash);
	}
}

function mixed(value: u64): u64 {
	const once = (value ^ (value >> 32)) * factor;
	const twice = (once ^ (once >> 29)) * otherFactor;
	return twice ^ (twice >> 32);
}
