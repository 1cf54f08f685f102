import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { run } from '../../../src/cli/run';
import { type SampleOptions, type SampleServer, startSampleService } from '../../../src/sample/service';
import { script } from './agentClient';
import { engineInProcess } from './engineInProcess';

export const token = 'y0_AgAAAABkd2w9X7QpL3vR5tUz8cNq1mHs4bEy6oVj2WfGaKiZ';

/** Version of the built command line. */
const packageVersion: string = JSON.parse(readFileSync(resolve('package.json'), 'utf8')).version;

/** Node.js arguments that shorten the waits for the service and for other processes. */
const shortWaits = ['--require', resolve('test/support/shortWaits.cjs')];

const now = Date.UTC(2026, 10, 20, 9);

interface Ran {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

export interface Running {
	readonly process: ChildProcessWithoutNullStreams;
	readonly ended: Promise<Ran>;
}

export class Shell implements AsyncDisposable {
	readonly folder = mkdtempSync(join(tmpdir(), 'app-errors-cli-'));
	readonly library = join(this.folder, 'exports');
	written = '';

	private constructor(readonly service: SampleServer) {
		assert.ok(existsSync(script), 'build the product first: npm run build');
	}

	static async open(options: SampleOptions = {}): Promise<Shell> {
		return new Shell(await startSampleService({ records: 3000, seed: 7, token, now, ...options }));
	}

	/** @param input Text on standard input, which stays open if this is null */
	start(args: readonly string[], env: NodeJS.ProcessEnv = {}, input: string | null = ''): Running {
		const child = spawn(process.execPath, [...shortWaits, script, ...args], {
			cwd: this.folder,
			env: this.environment(env),
		});
		if (input !== null) {
			child.stdin.end(input);
		}
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
		const ended = new Promise<Ran>((done) =>
			child.once('close', (code) => {
				this.written += stdout + stderr;
				done({ code, stdout, stderr });
			}),
		);
		return { process: child, ended };
	}

	/** Runs the built command line, including its start and its exit code. */
	runProcess(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> {
		return this.start(args, env).ended;
	}

	/** Runs a command in this process, which needs much less processor time than a new process. */
	async run(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ran> {
		const [stdout, stderr] = [new TextOutput(), new TextOutput()];
		const code = await run(
			args,
			{
				stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
				stdout,
				stderr,
				cwd: this.folder,
				env: this.environment(env),
			},
			{ startEngine: engineInProcess, version: packageVersion, url: '' },
			new AbortController().signal,
		);
		this.written += stdout.text + stderr.text;
		return { code, stdout: stdout.text, stderr: stderr.text };
	}

	async json<T>(args: readonly string[], code = 0, env?: NodeJS.ProcessEnv, input?: string): Promise<T> {
		const ran = await this.run(args, env, input);
		assert.equal(ran.code, code, ran.stderr);
		return JSON.parse(ran.stdout);
	}

	exportWeek(application = '101', ...more: readonly string[]): Promise<ExportedData> {
		const days = ['--since', '2026-11-12', '--until', '2026-11-18'];
		return this.json(['export', '--app', application, ...days, '--fields', 'all', ...more]);
	}

	private environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
		return {
			PATH: process.env['PATH'],
			HOME: this.folder,
			APP_ERRORS_BASE_URL: this.service.url,
			APP_ERRORS_TOKEN: token,
			APP_ERRORS_LIBRARY: this.library,
			...env,
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.service.close();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

class TextOutput extends Writable {
	text = '';
	private readonly decoder = new StringDecoder();

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
		this.text += this.decoder.write(chunk);
		done();
	}
}

export interface ExportedData {
	readonly folder: string;
	readonly file: string;
	readonly records: number;
	readonly completeness: string;
	readonly resumed: boolean;
	readonly flags: readonly string[];
}
