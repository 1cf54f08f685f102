import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sampleApplications } from '../../../src/sample/applications/sampleApplications';
import { type ExportedData, Shell } from '../../support/cli/commandLine';
import { skipBecause } from '../../support/skipBecause';
import { hostileTexts } from '../core/savedExports/support/hostileTexts';
import { savedText } from '../core/savedExports/support/savedTexts';

const week = { range: { since: '2026-11-12', until: '2026-11-18' } };
const folder = join('.app-errors', 'exports');

describe('saved exports in the command-line interface', () => {
	let shell: Shell;
	const exportRequests = () =>
		shell.service.requests
			.list()
			.filter(({ url }) => url.includes('/export/'))
			.map(({ url }) => new URL(url, shell.service.url).searchParams);

	before(async () => {
		shell = await Shell.open();
		await mkdir(join(shell.folder, folder), { recursive: true });
	});

	after(() => shell[Symbol.asyncDispose]());
	beforeEach(() => shell.service.requests.clear());

	async function save(members: Readonly<Record<string, unknown>>, name = 'saved.json'): Promise<string> {
		await writeFile(join(shell.folder, folder, name), savedText(members));
		return join(folder, name);
	}

	it('exports the same records from a saved export as from equivalent command-line options', async () => {
		const filters = { os_version: '14' };
		const file = await save({ ...week, fields: ['error_id', 'os_version'], filters, timeBasis: 'server' });
		const saved = await shell.json<ExportedData>(['export', file]);
		const days = ['--since', '2026-11-12', '--until', '2026-11-18', '--server-time'];
		const options = ['--fields', 'error_id,os_version', '--filter', 'os_version=14'];
		const typed = await shell.json<ExportedData>(['export', '--app', '101', ...days, ...options]);
		assert.equal(readFileSync(saved.file, 'utf8'), readFileSync(typed.file, 'utf8'));
		const [one, other] = exportRequests();
		assert.equal(String(one), String(other));
		assert.equal(one?.get('date_dimension'), 'receive');
	});

	it('overrides the range of a saved export with the range in the command-line options', async () => {
		const file = await save({ ...week, fields: ['error_id'] });
		await shell.json(['export', file, '--since', '2026-11-14', '--until', '2026-11-15']);
		assert.equal(exportRequests()[0]?.get('date_since'), '2026-11-14 00:00:00');
	});

	it('resolves relative ranges when a saved export is run', async () => {
		const file = await save({ range: { lastDays: 2 }, fields: ['error_id'] });
		const { since } = await shell.json<ExportedData & { since: string }>(['export', file]);
		const start = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
		assert.ok(since.slice(0, 10) >= start, since);
	});

	it('rejects options that a saved export already specifies', async () => {
		const file = await save(week);
		for (const option of [
			['--app', '102'],
			['--fields', 'all'],
			['--filter', 'os_name=ios'],
			['--limit', '5'],
		]) {
			const { code, stderr } = await shell.run(['export', file, ...option]);
			assert.equal(code, 2);
			assert.match(stderr, new RegExp(`^${option[0]} can't be used with a saved export`));
		}
		assert.equal(exportRequests().length, 0);
	});

	it('finds the application for a saved export by the bundle ID in the file', async () => {
		const [, application] = sampleApplications;
		const { id, packageName: bundle } = application ?? { id: '', packageName: '' };
		await shell.json(['export', await save({ ...week, application: { bundle }, fields: ['error_id'] })]);
		assert.equal(exportRequests()[0]?.get('application_id'), `${id}`);
	});

	it('reports the first problem in a saved export with its line and column', async () => {
		const file = await save({ ...week, fields: ['error', 'branch'] });
		const { code, stderr } = await shell.run(['export', file]);
		assert.equal(code, 2);
		assert.match(stderr, /saved\.json:13:5: .*branch/);
		const declared = await shell.run(['export', file, '--additional-field', 'branch']);
		assert.match(declared.stderr, /Unknown field/);
		assert.equal(exportRequests()[0]?.get('fields'), 'error,branch');
	});

	it('reports the unknown members of a saved export that it ignores', async () => {
		const file = await save({ ...week, fields: ['error_id'], service: 'https://evil.example' });
		const { code, stderr } = await shell.run(['export', file]);
		assert.equal(code, 0);
		assert.match(stderr, /saved\.json: App Errors ignores "service"\./);
	});

	it('runs 50 hostile saved exports without unexpected requests, files or processes', async () => {
		let connections = 0;
		const elsewhere = createServer().on('connection', () => connections++);
		await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
		const { runnable, refused } = hostileTexts(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
		assert.equal(runnable.length + refused.length, 50);
		await rm(join(shell.folder, folder), { recursive: true });
		await mkdir(join(shell.folder, folder));
		for (const [index, text] of [...runnable, ...refused].entries()) {
			await writeFile(join(shell.folder, folder, `${index}.json`), text);
		}
		const before = filesBelow(shell.folder);
		const beside = readdirSync('.');
		const codes = await inTurns([...runnable, ...refused].keys(), async (index) => {
			const { code, stdout, stderr } = await shell.run(['export', join(folder, `${index}.json`)]);
			assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]|\p{Cf}|Unexpected error/u, `${index}`);
			return code;
		});
		assert.deepEqual(codes, [...runnable.map(() => 0), ...refused.map(() => 2)]);
		assert.equal(connections, 0);
		assert.deepEqual(
			filesBelow(shell.folder).filter((file) => !before.includes(file)),
			[],
		);
		assert.deepEqual(readdirSync('.'), beside);
		for (const owned of ['/tmp/owned', join(shell.folder, '..', 'owned'), join(shell.folder, '..', '..', 'owned')]) {
			assert.equal(existsSync(owned), false, owned);
		}
		elsewhere.close();
	});

	it('does not follow symbolic links in the folder of saved exports', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'creating links requires administrator rights on Windows');
		}
		const target = join(shell.folder, 'elsewhere.json');
		await writeFile(target, savedText(week));
		await symlink(target, join(shell.folder, folder, 'link.json'));
		await symlink('/dev/zero', join(shell.folder, folder, 'endless.json'));
		for (const name of ['link.json', 'endless.json']) {
			const { code, stderr } = await shell.run(['export', join(folder, name)]);
			assert.equal(code, 2);
			assert.match(stderr, /Links aren't followed/);
		}
	});
});

/** Lists files with the hash of their content, except in the folder of exports. */
function filesBelow(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !`${entry.parentPath}/`.startsWith(join(folder, 'exports/')))
		.map(({ parentPath, name }) => join(parentPath, name))
		.map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
		.sort();
}

async function inTurns<T>(items: Iterable<number>, run: (item: number) => Promise<T>): Promise<readonly T[]> {
	const results: T[] = [];
	const left = [...items];
	const next = async (): Promise<void> => {
		for (let item = left.shift(); item !== undefined; item = left.shift()) {
			results[item] = await run(item);
		}
	};
	await Promise.all([next(), next(), next()]);
	return results;
}
