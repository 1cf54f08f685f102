import type { CooperativeTask } from '../../../common/cooperativeTask';
import { damaged } from '../format/fault';
import { bytesPerYield, Output } from './copyBack';

/**
 * If a length field has this value, the length continues in the next bytes (https://github.com/lz4/lz4,
 * `lz4_Block_format.md`).
 */
const longLength = 15;
const continued = 255;
const minMatch = 4;

/** Decodes a block that was compressed with the codec `LZ4_RAW`. */
export function* decodeLz4(input: Buffer, length: number): CooperativeTask<Buffer> {
	const output = new Output(length);
	yield* decodeBlock(input, 0, input.length, output);
	return output.finish();
}

/**
 * Decodes data in the format of the codec `LZ4`. Two lengths precede each block. Some writers omit the lengths and
 * write only one block.
 */
export function* decodeFramedLz4(input: Buffer, length: number): CooperativeTask<Buffer> {
	if (!hasFrames(input, length)) {
		return yield* decodeLz4(input, length);
	}
	const output = new Output(length);
	for (let at = 0; at < input.length; ) {
		const end = at + frameBytes + input.readUInt32BE(at + 4);
		yield* decodeBlock(input, at + frameBytes, end, output);
		at = end;
	}
	return output.finish();
}

const frameBytes = 8;

function hasFrames(input: Buffer, length: number): boolean {
	let at = 0;
	let total = 0;
	while (at + frameBytes <= input.length) {
		total += input.readUInt32BE(at);
		at += frameBytes + input.readUInt32BE(at + 4);
	}
	return at === input.length && total === length;
}

function* decodeBlock(input: Buffer, start: number, end: number, output: Output): CooperativeTask<void> {
	let at = start;
	let yieldAt = output.at + bytesPerYield;
	const more = (length: number): number => {
		let sum = length;
		for (let byte = continued; length === longLength && byte === continued; sum += byte) {
			byte = byteAt(input, at++, end);
		}
		return sum;
	};
	while (at < end) {
		const token = byteAt(input, at++, end);
		const literal = more(token >> 4);
		output.literal(input, at, literal);
		at += literal;
		if (at >= end) {
			return;
		}
		const distance = byteAt(input, at, end) | (byteAt(input, at + 1, end) << 8);
		at += 2;
		output.copy(distance, minMatch + more(token & 15));
		if (output.at >= yieldAt) {
			yieldAt = output.at + bytesPerYield;
			yield;
		}
	}
}

function byteAt(input: Buffer, at: number, end: number): number {
	if (at >= end) {
		throw damaged('compression');
	}
	return input[at] ?? 0;
}
