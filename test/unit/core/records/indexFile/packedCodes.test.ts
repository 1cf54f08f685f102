import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { bitsFor, packCodes, unpackCodes } from '../../../../../src/core/records/indexFile/packedCodes';
import { CodesPlace } from '../../../../../src/core/records/query/filter/codesPlace';
import { Random } from '../../../../support/random';

const scheduler = new Scheduler(new AbortController().signal);

describe('packed dictionary codes', () => {
	it('unpacks packed dictionary codes to one byte each', async () => {
		const random = new Random(7);
		for (const bits of [2, 4] as const) {
			for (const length of [0, 1, 2, 3, 4, 5, 63, 64, 65, 1000]) {
				const codes = Uint8Array.from({ length }, () => random.below(2 ** bits));
				const packed = await packCodes(codes, bits, scheduler);
				assert.equal(packed.length, Math.ceil((length * bits) / 8));
				assert.deepEqual(unpackCodes(packed, bits, length), codes);
			}
		}
	});

	it('reads packed dictionary codes without unpacking them', async () => {
		const random = new Random(8);
		const place = new CodesPlace();
		for (const bits of [2, 4] as const) {
			for (const length of [1, 15, 16, 31, 33, 63, 64, 65, 127, 129, 1000, 300_000, 700_001]) {
				const size = 1 + random.below(2 ** bits);
				const codes = Uint8Array.from({ length }, () => random.below(size));
				const packed = await packCodes(codes, bits, scheduler);
				const mask = Uint8Array.from({ length: size }, () => random.below(2));
				place.begin(length);
				place.addFirst(length);
				const read = (room: Buffer, visit: (first: number, count: number, bits: 2 | 4) => void) => {
					// After the last code of a block, the memory may still contain codes of an earlier block.
					room.fill(0x5a);
					const perByte = 8 / bits;
					for (let at = 0; at < packed.length; at += room.length) {
						const some = packed.subarray(at, at + room.length);
						room.set(some);
						visit(perByte * at, Math.min(perByte * some.length, length - perByte * at), bits);
					}
				};
				const retained = place.keepCodes({ size, value: String, read }, mask);
				const wanted = codes.map((code) => mask[code] ?? 0);
				assert.equal(
					retained,
					wanted.reduce((sum, one) => sum + one, 0),
				);
				const found = Uint8Array.from(
					{ length },
					(_, record) => ((place.bits[record >>> 5] ?? 0) >>> (record & 31)) & 1,
				);
				assert.deepEqual(found, wanted, `${length} of ${bits} bits`);
			}
		}
	});

	it('packs dictionary codes into the fewest bits that can represent the distinct values', () => {
		const [bytes, words] = [new Uint8Array(1), new Uint16Array(1)];
		assert.deepEqual(
			[1, 4, 5, 16, 17, 256].map((size) => bitsFor(size, bytes)),
			[2, 2, 4, 4, 8, 8],
		);
		assert.deepEqual(
			[16, 257].map((size) => bitsFor(size, words)),
			[4, 16],
		);
	});
});
