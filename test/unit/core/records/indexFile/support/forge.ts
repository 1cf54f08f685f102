import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

// biome-ignore lint/suspicious/noExplicitAny: a forgery can have any structure
export type AnyContents = any;

const endBytes = 16;

export async function contentsOf(path: string): Promise<AnyContents> {
	const whole = await readFile(path);
	const at = Number(whole.readBigUInt64LE(whole.length - endBytes));
	return JSON.parse(whole.subarray(at, whole.length - endBytes).toString());
}

/** `write` appends a section with a valid checksum and returns its location. */
export type Forgery = (contents: AnyContents, write: (words: Uint8Array | Uint32Array) => readonly number[]) => void;

export async function forge(path: string, original: Buffer, change: Forgery): Promise<void> {
	const at = Number(original.readBigUInt64LE(original.length - endBytes));
	const contents = JSON.parse(original.subarray(at, original.length - endBytes).toString());
	const sections = [original.subarray(0, at)];
	let length = at;
	change(contents, (words) => {
		const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
		sections.push(bytes);
		length += bytes.length;
		return [length - bytes.length, bytes.length, crc32(bytes)];
	});
	const text = Buffer.from(JSON.stringify(contents));
	const end = Buffer.alloc(endBytes);
	end.writeBigUInt64LE(BigInt(length), 0);
	end.writeUInt32LE(text.length, 8);
	end.writeUInt32LE(crc32(text), 12);
	await writeFile(path, Buffer.concat([...sections, text, end]));
}
