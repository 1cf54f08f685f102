import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ShopService } from './shopService';
import { clockArgs, type TestClock } from './testClock';

const script = resolve('dist', 'npm', 'cli.js');

interface NightlyJobOptions {
	/** Folder of the job, which must exist and be empty. */
	readonly folder: string;
	/** Repository that the job checks out. */
	readonly repository: string;
	readonly service: Pick<ShopService, 'url' | 'token'>;
	readonly clock: TestClock;
}

/** Runs the packaged command line in a checkout of a repository, like the nightly workflow in the documentation. */
export class NightlyJob {
	private readonly checkout: string;
	private readonly summary: string;

	constructor(private readonly options: NightlyJobOptions) {
		const { folder, repository } = options;
		this.checkout = join(folder, 'checkout');
		this.summary = join(folder, 'summary.md');
		execFileSync('git', ['clone', '-q', repository, this.checkout]);
		mkdirSync(join(folder, 'home'));
	}

	/** Runs the job once. Returns the digest from its summary, and the path of the synced records. */
	async night(): Promise<{ readonly digest: string; readonly records: string }> {
		execFileSync('git', ['pull', '-q', '--tags'], { cwd: this.checkout });
		const synced = await this.run('sync', '--app', '301', '--last', '36d');
		assert.equal(synced.code, 0, synced.stderr);
		writeFileSync(this.summary, '');
		const { code, stderr } = await this.run('digest', '--workspace', '.');
		assert.equal(code, 0, stderr);
		const [{ file = '' } = {}] = (JSON.parse(synced.stdout) as { syncedRecords: { file?: string }[] }).syncedRecords;
		return { digest: readFileSync(this.summary, 'utf8'), records: file };
	}

	run(...args: readonly string[]): Promise<{ readonly code: number | null; stdout: string; stderr: string }> {
		assert.ok(existsSync(script), 'Build the package first: npm run package');
		const { clock, folder, service } = this.options;
		const child = spawn(process.execPath, [...clockArgs, script, ...args], {
			cwd: this.checkout,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				PATH: process.env['PATH'],
				HOME: join(folder, 'home'),
				APP_ERRORS_BASE_URL: service.url,
				APP_ERRORS_TOKEN: service.token,
				APP_ERRORS_LIBRARY: join(folder, 'exports'),
				APP_ERRORS_DEVICE_KEY: 'c1'.repeat(32),
				GITHUB_STEP_SUMMARY: this.summary,
				...clock.environment,
			},
		});
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
		return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
	}
}
