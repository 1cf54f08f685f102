import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { win32 } from 'node:path';
import { splitLines } from '../../../../shared/lines';
import { cancelled, throwIfAborted } from '../../../common/cancellation';
import { cut, plainText } from '../../../common/plainText';
import { isWindows } from '../../../common/system';
import { errorCode } from '../../../files/diskError';
import type { ToolProgram } from './findTool';
import type { SymbolRun } from './symbolTool';

export interface ToolLimits {
	readonly milliseconds: number;
	readonly bytes: number;
}

/** Default limits. They allow for the first start of Flutter, which builds its own tool. */
export const usualToolLimits: ToolLimits = { milliseconds: 120_000, bytes: 16 * 1024 ** 2 };

const maxErrorBytes = 4096;
const shownErrorLength = 300;

/** Disables symbol servers, because LLVM tools would send them the IDs of the builds that the user examines. */
const noServers = { DEBUGINFOD_URLS: '' };

export type ToolEnd =
	| { readonly kind: 'done'; readonly output: string }
	/** The program reported an error. `words` is a line of its error output. */
	| { readonly kind: 'failed'; readonly status: string; readonly words: string }
	| { readonly kind: 'timeLimit'; readonly seconds: number }
	| { readonly kind: 'outputLimit'; readonly bytes: number }
	| { readonly kind: 'notStarted'; readonly code: string };

/** Runs a program outside the workspace, without a shell. Kills its process tree beyond a limit. Throws `cancelled`. */
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
			// A process group allows killing the program together with its child processes. Windows has no process groups.
			detached: !isWindows,
			windowsHide: true,
			shell: false,
		});
	} catch (error) {
		return { kind: 'notStarted', code: errorCode(error) ?? 'unknown' };
	}
	return new ToolProcess(child, limits, signal).end(input);
}

class ToolProcess {
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
				// Without this listener, an error would be thrown if the program exits before it reads all of its input.
				this.child.stdin?.on('error', () => undefined);
				this.child.stdin?.end(input ?? '');
			});
		} finally {
			release();
		}
	}

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
		if (this.complaintBytes < maxErrorBytes) {
			this.complaints.push(bytes.subarray(0, maxErrorBytes - this.complaintBytes));
			this.complaintBytes += bytes.length;
		}
	}

	private kill(): void {
		const { child } = this;
		// Closes the pipes, because a child process that left the process group may still use them.
		child.stdout?.destroy();
		child.stderr?.destroy();
		if (child.pid === undefined) {
			return;
		}
		try {
			if (isWindows) {
				killWith(killTreeCommand(child.pid, process.env), child);
			} else {
				process.kill(-child.pid, 'SIGKILL');
			}
		} catch {
			// The process has already exited.
		}
	}
}

interface KillCommand {
	readonly file: string;
	readonly args: readonly string[];
}

/** Kills the process without its child processes if the command fails. */
export function killWith({ file, args }: KillCommand, child: ChildProcess): void {
	spawn(file, args, { stdio: 'ignore', windowsHide: true })
		.once('error', () => child.kill('SIGKILL'))
		.once('exit', (status) => status !== 0 && child.kill('SIGKILL'));
}

export function killTreeCommand(
	pid: number,
	{ SystemRoot = 'C:\\Windows' }: { readonly SystemRoot?: string | undefined },
): KillCommand {
	// The path is absolute, because a folder in `PATH` could contain another program with the same name.
	return { file: win32.join(SystemRoot, 'System32', 'taskkill.exe'), args: ['/pid', String(pid), '/T', '/F'] };
}
