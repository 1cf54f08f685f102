import type { Scheduler } from '../../common/scheduler';
import type { CodeBits } from '../table/table';

type PackedBits = Extract<CodeBits, 2 | 4>;

export function bitsFor(size: number, codes: Uint8Array | Uint16Array): CodeBits {
	if (size <= 4) {
		return 2;
	}
	return size <= 16 ? 4 : codes instanceof Uint8Array ? 8 : 16;
}

export async function packCodes(
	codes: Uint8Array | Uint16Array,
	bits: PackedBits,
	scheduler: Scheduler,
): Promise<Uint8Array> {
	const perByte = 8 / bits;
	const packed = new Uint8Array(Math.ceil(codes.length / perByte));
	await scheduler.forEachBatch(packed.length, (from, to) => {
		for (let index = from; index < to; index++) {
			let byte = 0;
			for (let place = 0; place < perByte; place++) {
				byte |= (codes[perByte * index + place] ?? 0) << (bits * place);
			}
			packed[index] = byte;
		}
	});
	return packed;
}

export function unpackCodes(packed: Uint8Array, bits: PackedBits, count: number): Uint8Array {
	const words = bits === 2 ? spreadTwos(packed) : spreadFours(packed);
	return new Uint8Array(words.buffer, 0, count);
}

function spreadTwos(packed: Uint8Array): Uint32Array {
	const words = new Uint32Array(packed.length);
	const spread = spreadOf(2);
	for (let index = 0; index < packed.length; index++) {
		words[index] = spread[packed[index] ?? 0] ?? 0;
	}
	return words;
}

/** This function is separate from `spreadTwos`, so that the JIT compiles each of them for a single array type. */
function spreadFours(packed: Uint8Array): Uint16Array {
	const words = new Uint16Array(packed.length);
	const spread = spreadOf(4);
	for (let index = 0; index < packed.length; index++) {
		words[index] = spread[packed[index] ?? 0] ?? 0;
	}
	return words;
}

function spreadOf(bits: PackedBits): Uint32Array {
	return Uint32Array.from({ length: 256 }, (_, byte) => {
		let word = 0;
		for (let place = 0; place < 8 / bits; place++) {
			word |= ((byte >> (bits * place)) & (2 ** bits - 1)) << (8 * place);
		}
		return word >>> 0;
	});
}
