import type { Writable } from 'node:stream';

/** What a command may know of the process that it runs in. */
export interface Terminal {
	readonly stdout: Pick<Writable, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
	readonly stderr: Pick<Writable, 'write'> & { readonly isTTY?: boolean };
	readonly env: Readonly<NodeJS.ProcessEnv>;
	readonly cwd: string;
}

/** Resolves when the text is handed over: a pipe takes a little at a time, and what is not taken at exit is lost. */
export function writeAll(stream: Pick<Writable, 'write'>, text: string): Promise<void> {
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => (error ? reject(error) : resolve()));
	});
}
