import type { CooperativeTask } from '../../../common/cooperativeTask';
import { damaged } from '../format/fault';
import { readVarint } from '../values/varint';
import { bytesPerYield, Output } from './copyBack';

/** Kinds of elements, in the lowest two bits of a tag (https://github.com/google/snappy, `format_description.txt`). */
const kinds = { literal: 0, near: 1, far: 2 };

/** Maximum length in the tag of a literal. For longer literals, the tag contains the size of the length. */
const shortLiteral = 60;

export function* decodeSnappy(input: Buffer, length: number): CooperativeTask<Buffer> {
	const position = { at: 0, end: input.length };
	if (Number(readVarint(input, position)) !== length) {
		throw damaged('compression');
	}
	const output = new Output(length);
	let yieldAt = bytesPerYield;
	for (let { at } = position; at < input.length; ) {
		const tag = input[at++] ?? 0;
		const kind = tag & 3;
		const high = tag >> 2;
		if (kind === kinds.literal) {
			const extra = Math.max(0, high + 1 - shortLiteral);
			const size = 1 + (extra === 0 ? high : little(input, at, extra));
			at += extra;
			output.literal(input, at, size);
			at += size;
		} else if (kind === kinds.near) {
			output.copy(((tag >> 5) << 8) | little(input, at, 1), 4 + (high & 7));
			at++;
		} else {
			const bytes = kind === kinds.far ? 2 : 4;
			output.copy(little(input, at, bytes), high + 1);
			at += bytes;
		}
		if (output.at >= yieldAt) {
			yieldAt = output.at + bytesPerYield;
			yield;
		}
	}
	return output.finish();
}

function little(input: Buffer, at: number, bytes: number): number {
	if (at + bytes > input.length) {
		throw damaged('compression');
	}
	return input.readUIntLE(at, bytes);
}
