import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export async function withFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(path.join(tmpdir(), 'mapping-'));
	try {
		return await action(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

export function withFile<T>(content: string | Uint8Array, action: (file: string) => Promise<T>): Promise<T> {
	return withFolder(async (folder) => {
		const file = path.join(folder, 'file');
		await writeFile(file, content);
		return action(file);
	});
}

export const never = new AbortController().signal;
