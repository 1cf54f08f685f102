import type { Readable, Writable } from 'node:stream';

export interface Terminal {
	readonly stdin: Readable & { readonly isTTY?: boolean };
	readonly stdout: Pick<Writable, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
	readonly stderr: Pick<Writable, 'write'> & { readonly isTTY?: boolean };
	readonly env: Readonly<NodeJS.ProcessEnv>;
	readonly cwd: string;
}

/** Writes text, and resolves when it has been flushed. When the process exits, unflushed data in a pipe is lost. */
export function writeAll(stream: Pick<Writable, 'write'>, text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => (error ? reject(error) : resolve()));
	});
}
