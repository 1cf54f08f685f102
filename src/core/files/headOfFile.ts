import { open } from 'node:fs/promises';

export async function headOfFile(path: string, length: number): Promise<Uint8Array> {
	await using file = await open(path);
	const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
	return buffer.subarray(0, bytesRead);
}
