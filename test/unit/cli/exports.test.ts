import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type ExportedData, Shell, token } from '../../support/cli/commandLine';
import { long } from '../../support/length';
import { skipBecause } from '../../support/skipBecause';

const days = ['--since', '2026-11-12', '--until', '2026-11-18'];

describe('export command', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open();
	});

	after(() => shell[Symbol.asyncDispose]());
	afterEach(() => shell.service.faults.clear());

	it('saves the records exactly as the service returns them, byte for byte', async () => {
		const exported = await shell.exportWeek('102', '--fields', 'error_id,error_name,os_version');
		const response = await fetch(
			`${shell.service.url}/logs/v1/export/errors.csv?application_id=102&date_since=2026-11-12%2000:00:00&date_until=2026-11-18%2023:59:59&date_dimension=default&fields=error_id,error_name,os_version`,
			{ headers: { Authorization: `OAuth ${token}` } },
		);
		const body = await response.text();
		assert.equal(readFileSync(exported.file, 'utf8'), body);
		assert.equal(parse(body, { columns: true }).length, exported.records);
		assert.ok(exported.records > 100);
	});

	it('sends the export request specified by the command-line options', async () => {
		const options = ['--filter', 'os_version=14', '--format', 'json', '--server-time', '--limit', '5000'];
		await shell.json(['export', '--app', '101', ...days, '--fields', 'error_id,os_version', ...options]);
		const { url } = shell.service.requests.list().findLast(({ url }) => url.includes('/export/')) ?? { url: '' };
		const asked = Object.fromEntries(new URL(url, shell.service.url).searchParams);
		assert.equal(asked['os_version'] ?? asked['filter'], '14');
		assert.match(url, /errors\.json/);
		assert.equal(asked['date_dimension'], 'receive');
		assert.equal(asked['limit'], '5000');
	});

	it('requests undocumented fields only if they are declared with --additional-field', async () => {
		const args = ['export', '--app', '101', ...days, '--fields', 'error_id,branch'];
		const exports = () => shell.service.requests.list().filter(({ url }) => url.includes('/export/'));
		shell.service.requests.clear();
		assert.equal((await shell.run(args)).code, 2);
		assert.equal(exports().length, 0);
		const { code, stderr } = await shell.run([...args, '--additional-field', 'branch']);
		assert.equal(code, 2);
		assert.match(stderr, /Unknown field/);
		const [{ url = '' } = {}] = exports();
		assert.equal(new URL(url, shell.service.url).searchParams.get('fields'), 'error_id,branch');
	});

	it('repeats an export from its saved request but ignores the saved service URL', async () => {
		const first = await shell.exportWeek('102');
		const question = JSON.parse(readFileSync(join(first.folder, 'request.json'), 'utf8'));
		const saved = join(shell.folder, 'saved.json');
		await writeFile(saved, JSON.stringify({ ...question, service: 'https://elsewhere.example' }));
		const again = await shell.json<ExportedData>(['export', 'saved.json']);
		assert.notEqual(again.folder, first.folder);
		assert.equal(readFileSync(again.file, 'utf8'), readFileSync(first.file, 'utf8'));
	});

	long('resumes an interrupted export from the chunks on disk', async () => {
		const args = ['export', '--app', '101', ...days, '--chunk', 'day', '--fields', 'error_id,os_version'];
		shell.service.faults.set({ name: 'queued', value: '2' });
		shell.service.requests.clear();
		const running = shell.start(args);
		for (let held = 0; held < 2; ) {
			await new Promise((resolve) => setTimeout(resolve, 20));
			const answered = shell.service.requests
				.list()
				.filter(({ url, status }) => url.includes('os_version') && status === 200);
			held = answered.length;
			assert.equal(running.process.exitCode, null, 'it came to its end before it was interrupted');
		}
		running.process.kill('SIGINT');
		const { code, stderr } = await running.ended;
		// On Windows, a signal ends a process immediately.
		assert.equal(code, process.platform === 'win32' ? null : 130, stderr);
		shell.service.faults.clear();
		const before = shell.service.requests.list().length;
		const resumed = await shell.json<ExportedData>(args);
		assert.equal(resumed.resumed, true);
		const asked = shell.service.requests
			.list()
			.slice(before)
			.filter(({ url }) => url.includes('/export/'));
		assert.ok(asked.length < 7, `${asked.length} of 7 slices were asked for again`);
		const whole = await shell.json<ExportedData>([...args, '--no-resume']);
		assert.equal(whole.resumed, false);
		assert.equal(readFileSync(resumed.file, 'utf8'), readFileSync(whole.file, 'utf8'));
	});

	it('creates one folder and downloads once if two identical exports run at the same time', async () => {
		const args = ['export', '--app', '103', ...days, '--fields', 'error_id'];
		shell.service.faults.set({ name: 'queued', value: '5' });
		shell.service.requests.clear();
		const ran = await Promise.all([shell.runProcess(args), shell.runProcess(args)]);
		const [one, other] = ran.map(({ stdout }): ExportedData => JSON.parse(stdout));
		assert.ok(one && other);
		shell.service.faults.clear();
		assert.equal(other.folder, one.folder);
		const downloads = shell.service.requests
			.list()
			.filter(({ url, status }) => url.includes('fields=error_id') && status === 200);
		assert.equal(downloads.length, 1);
		assert.equal(readdirSync(dirname(one.folder)).filter((name) => name.startsWith('20')).length, 1);
	});

	it('exits with code 4 if records are missing, or if --require-proof is set but not satisfied', async () => {
		const args = ['export', '--app', '101', ...days, '--fields', 'error_id'];
		assert.equal((await shell.run([...args, '--limit', '10'])).code, 4);
		assert.equal((await shell.run([...args, '--require-complete'])).code, 4);
		const verified = await shell.json<ExportedData>([...args, '--verify', '--require-complete']);
		assert.equal(verified.completeness, 'verified');
	});

	it('verifies an existing export from the command line', async () => {
		const exported = await shell.exportWeek('102');
		assert.equal(exported.completeness, 'unchecked');
		assert.equal((await shell.json<ExportedData>(['verify', exported.folder])).completeness, 'verified');
		const elsewhere = await shell.run(['verify', exported.folder, '--base-url', 'http://127.0.0.1:9']);
		assert.equal(elsewhere.code, 2);
	});

	it('exits with code 5 if the service still fails after all retries', async () => {
		shell.service.faults.set({ name: 'status', value: '413' });
		assert.equal((await shell.run(['export', '--app', '101', ...days])).code, 5);
	});

	it('does not write the token to the output, files or process list', async function () {
		if (process.platform !== 'linux') {
			skipBecause(this, 'Only Linux shows the arguments of processes in /proc.');
		}
		shell.service.faults.set({ name: 'queued', value: '1' });
		const running = shell.start(['export', '--app', '103', ...days]);
		const lines = new Set<string>();
		while (running.process.exitCode === null) {
			const { pid = 0 } = running.process;
			try {
				lines.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
			} catch {
				// The process has just exited.
			}
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		await running.ended;
		assert.ok([...lines].some((line) => line.includes('export')));
		assert.ok([...lines].every((line) => !line.includes(token)));
		assert.doesNotMatch(shell.written, new RegExp(token));
		for (const name of readdirSync(shell.library, { recursive: true, encoding: 'utf8' })) {
			const path = join(shell.library, name);
			assert.ok(!statSync(path).isFile() || !readFileSync(path, 'latin1').includes(token), path);
		}
	});
});
