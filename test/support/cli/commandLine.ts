import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SampleOptions, type SampleServer, startSampleService } from '../../../src/sample/service';
import { script } from './agentClient';

/** A secret that nothing else looks like. */
export const token = 'y0_AgAAAABkd2w9X7QpL3vR5tUz8cNq1mHs4bEy6oVj2WfGaKiZ';

/** The moment of the service; its records end there. */
const now = Date.UTC(2026, 10, 20, 9);

interface Ran {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** What a program that runs can be told meanwhile. */
export interface Running {
	readonly process: ChildProcessWithoutNullStreams;
	readonly ended: Promise<Ran>;
}

/** A folder and a service of its own, in which command lines are run. */
export class Shell implements AsyncDisposable {
	readonly folder = mkdtempSync(join(tmpdir(), 'app-errors-cli-'));
	readonly library = join(this.folder, 'exports');
	/** Everything that any of them wrote. */
	written = '';

	private constructor(readonly service: SampleServer) {
		assert.ok(existsSync(script), 'build the product first: npm run build');
	}

	static async open(options: SampleOptions = {}): Promise<Shell> {
		return new Shell(await startSampleService({ records: 3000, seed: 7, token, now, ...options }));
	}

	start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
		const child = spawn(process.execPath, [script, ...args], {
			cwd: this.folder,
			env: {
				PATH: process.env['PATH'],
				HOME: this.folder,
				APP_ERRORS_BASE_URL: this.service.url,
				APP_ERRORS_TOKEN: token,
				APP_ERRORS_LIBRARY: this.library,
				...env,
			},
		});
		child.stdin.end();
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

	run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> {
		return this.start(args, env).ended;
	}

	/** What a command answers in JSON; fails unless it exits so. */
	async json<T>(args: readonly string[], code = 0, env?: NodeJS.ProcessEnv): Promise<T> {
		const ran = await this.run(args, env);
		assert.equal(ran.code, code, ran.stderr);
		return JSON.parse(ran.stdout);
	}

	/** An export of a whole week of an application, and what is said of it. */
	exportWeek(application = '101', ...more: readonly string[]): Promise<ExportedData> {
		const days = ['--since', '2026-11-12', '--until', '2026-11-18'];
		return this.json(['export', '--app', application, ...days, '--fields', 'all', ...more]);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.service.close();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

export interface ExportedData {
	readonly folder: string;
	readonly file: string;
	readonly records: number;
	readonly proof: string;
	readonly resumed: boolean;
	readonly flags: readonly string[];
}
