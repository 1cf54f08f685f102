import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { splitLines } from '../../../../shared/lines';
import { cancelled, throwIfAborted } from '../../../common/cancellation';
import { cut, plainText } from '../../../common/plainText';
import { errorCode } from '../../../files/diskError';
import type { ToolProgram } from './findTool';
import type { SymbolRun } from './symbolTool';

export interface ToolLimits {
	readonly milliseconds: number;
	/** Of standard output. */
	readonly bytes: number;
}

/** Flutter builds its own tool when it is started for the first time. */
export const usualToolLimits: ToolLimits = { milliseconds: 120_000, bytes: 16 * 1024 ** 2 };

/** What is kept of a program's complaints (bytes, characters). */
const keptErrorBytes = 4096;
const shownErrorLength = 300;

/** Which builds a person looks at is nobody else's business: LLVM's tools would ask the servers named here for symbols. */
const noServers = { DEBUGINFOD_URLS: '' };

export type ToolEnd =
	| { readonly kind: 'done'; readonly output: string }
	/** `words` are the program's own, a line of them. */
	| { readonly kind: 'failed'; readonly status: string; readonly words: string }
	| { readonly kind: 'timeLimit'; readonly seconds: number }
	| { readonly kind: 'outputLimit'; readonly bytes: number }
	| { readonly kind: 'notStarted'; readonly code: string };

/**
 * Starts a program without a shell, in a folder with nothing of the workspace, and waits for its output. One that takes
 * too long, says too much or is not wanted any more is killed, with all that it has started itself.
 * @throws AppError `cancelled`
 */
export async function runTool(
	program: ToolProgram,
	{ arguments: list, input }: Pick<SymbolRun, 'arguments' | 'input'>,
	limits: ToolLimits,
	signal: AbortSignal,
): Promise<ToolEnd> {
	throwIfAborted(signal);
	let child: ChildProcess;
	try {
		child = spawn(program.path, [...program.lead, ...list], {
			cwd: tmpdir(),
			env: { ...process.env, ...noServers, ...program.env },
			// A group of its own, so that what a script starts can be killed with it. Windows has no such groups.
			detached: process.platform !== 'win32',
			windowsHide: true,
			shell: false,
		});
	} catch (error) {
		return { kind: 'notStarted', code: errorCode(error) ?? 'unknown' };
	}
	return new Running(child, limits, signal).end(input);
}

class Running {
	private readonly output: Buffer[] = [];
	private outputBytes = 0;
	private readonly complaints: Buffer[] = [];
	private complaintBytes = 0;

	constructor(
		private readonly child: ChildProcess,
		private readonly limits: ToolLimits,
		private readonly signal: AbortSignal,
	) {}

	async end(input: string | undefined): Promise<ToolEnd> {
		let release = () => {};
		try {
			return await new Promise<ToolEnd>((resolve, reject) => {
				release = this.killLate(resolve, reject);
				this.listen(resolve);
				// A program that does not read to the end has its reasons.
				this.child.stdin?.on('error', () => undefined);
				this.child.stdin?.end(input ?? '');
			});
		} finally {
			release();
		}
	}

	/** @returns what ends the watch */
	private killLate(resolve: (end: ToolEnd) => void, reject: (error: Error) => void): () => void {
		const { limits, signal } = this;
		const onTimeLimit = () => {
			this.kill();
			resolve({ kind: 'timeLimit', seconds: Math.round(limits.milliseconds / 1000) });
		};
		const onAbort = () => {
			this.kill();
			reject(cancelled());
		};
		const timer = setTimeout(onTimeLimit, limits.milliseconds);
		signal.addEventListener('abort', onAbort, { once: true });
		return () => {
			clearTimeout(timer);
			signal.removeEventListener('abort', onAbort);
		};
	}

	private listen(resolve: (end: ToolEnd) => void): void {
		const { child, limits } = this;
		child.stdout?.on('data', (bytes: Buffer) => {
			this.outputBytes += bytes.length;
			if (this.outputBytes > limits.bytes) {
				this.kill();
				resolve({ kind: 'outputLimit', bytes: limits.bytes });
			} else {
				this.output.push(bytes);
			}
		});
		child.stderr?.on('data', (bytes: Buffer) => this.complain(bytes));
		child.on('error', (error) => resolve({ kind: 'notStarted', code: errorCode(error) ?? 'unknown' }));
		child.on('close', (status, killedBy) => resolve(this.closed(status, killedBy)));
	}

	private closed(status: number | null, killedBy: NodeJS.Signals | null): ToolEnd {
		if (status === 0) {
			return { kind: 'done', output: Buffer.concat(this.output).toString('utf8') };
		}
		const [words = ''] = splitLines(Buffer.concat(this.complaints).toString('utf8'))
			.map(plainText)
			.filter((line) => line !== '');
		return { kind: 'failed', status: String(status ?? killedBy), words: cut(words, shownErrorLength) };
	}

	private complain(bytes: Buffer): void {
		if (this.complaintBytes < keptErrorBytes) {
			this.complaints.push(bytes.subarray(0, keptErrorBytes - this.complaintBytes));
			this.complaintBytes += bytes.length;
		}
	}

	private kill(): void {
		const { child } = this;
		// Whatever has left the group may hold the other ends for as long as it likes.
		child.stdout?.destroy();
		child.stderr?.destroy();
		if (child.pid === undefined) {
			return;
		}
		try {
			if (process.platform === 'win32') {
				child.kill('SIGKILL');
			} else {
				process.kill(-child.pid, 'SIGKILL');
			}
		} catch {
			// It has ended by itself.
		}
	}
}
