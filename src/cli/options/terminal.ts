import type { Readable, Writable } from 'node:stream';

export interface Terminal {
	readonly stdin: Readable & { readonly isTTY?: boolean };
	readonly stdout: Pick<Writable, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
	readonly stderr: Pick<Writable, 'write'> & { readonly isTTY?: boolean };
	readonly env: Readonly<NodeJS.ProcessEnv>;
	readonly cwd: string;
}

/** Resolves when the text has been flushed. Unflushed data in a pipe would be lost when the process exits. */
export function writeAll(stream: Pick<Writable, 'write'>, text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => (error ? reject(error) : resolve()));
	});
}
