import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type Problem } from '../../src/core/common/errors';
import type { ExportEntry, ExportProgress } from '../../src/core/export/model/entry';
import type { Chunking } from '../../src/core/plan/plan';
import { utc } from '../../src/core/plan/range';
import type { ExportOrder } from '../../src/engine/protocol';
import { getPlan } from '../support/faults/faultCase';
import { finishedFiles } from '../support/faults/library';
import { recordsIn } from '../support/faults/oracle';
import { askedFields, makeRecords, plainBody, within } from '../support/faults/records';
import { evidenceFolder, secrets, seed } from '../support/faults/run';
import { mountSmallDisk, type SmallDisk } from '../support/faults/smallDisk';
import { WindowProcess } from '../support/faults/windowProcess';
import { type Loopback, serve } from '../support/network/loopback';
import { skipBecause } from '../support/skipBecause';
import { permissionsHold, tree } from '../unit/core/export/support/temporaryFolder';

/** Each record has about 200 bytes, so the CSV of all 24 hours is about 8 MB. */
const records = makeRecords(40_000, seed);
const expected = recordsIn(plainBody(records, askedFields, 'csv'), 'csv').records;
const megabyte = 1_000_000;

describe('exports on a full, read-only or inaccessible disk', () => {
	let service: Loopback;
	let window: WindowProcess;
	let answered: string[];
	let asked: number;
	let onAsked: (times: number) => void;
	let folder: string;
	let disk: SmallDisk | undefined;

	before(async () => {
		service = await serve((request, response) => {
			const query = new URL(request.url ?? '', 'http://x').searchParams;
			const [since = '', until = ''] = ['date_since', 'date_until'].map((name) => query.get(name) ?? '');
			onAsked(++asked);
			const body = plainBody(within(records, since, until), askedFields, 'csv');
			response.setHeader('Content-Length', body.length);
			response.once('close', () => response.writableFinished && answered.push(`${since} ${until}`));
			response.end(body);
		});
	});
	after(() => service[Symbol.asyncDispose]());

	beforeEach(function () {
		folder = evidenceFolder('disk', this.currentTest?.title ?? '');
		mkdirSync(folder, { recursive: true });
		answered = [];
		asked = 0;
		onAsked = () => {};
		window = WindowProcess.open(join(__dirname, 'programs'), { baseUrl: service.url, token: secrets.token });
	});
	afterEach(async () => {
		await window[Symbol.asyncDispose]();
		disk?.[Symbol.dispose]();
		disk = undefined;
	});

	function mountOrSkip(test: Mocha.Context, bytes: number): SmallDisk {
		disk = mountSmallDisk(join(folder, 'disk'), bytes);
		return disk ?? skipBecause(test, "This user can't mount a small disk.");
	}

	function order(library: string, chunking?: Chunking): ExportOrder {
		return {
			account: { accountId: 'a', service: service.url, interactive: false },
			plan: { ...getPlan('csv'), chunking },
			zone: utc,
			additionalFields: [],
			library,
			waitLimitMinutes: 1,
		};
	}

	async function failureOf(work: Promise<ExportEntry>): Promise<Problem> {
		const error = await work.then(
			() => assert.fail('the export ended well'),
			(error: unknown) => error,
		);
		assert.ok(error instanceof AppError, String(error));
		return error.problem;
	}

	async function onlyEntry(library: string): Promise<ExportEntry> {
		const { entries, unreadable } = await window.call('listExports', { library, service: service.url });
		assert.deepEqual([entries.length, unreadable], [1, 0]);
		const [entry] = entries;
		assert.ok(entry);
		return entry;
	}

	async function assertWhole(library: string): Promise<void> {
		const [file, ...others] = await finishedFiles(library);
		assert.deepEqual(file?.held.records, expected);
		assert.equal(others.length, 0);
		assert.deepEqual(
			tree(library).filter((path) => /\.(part|tmp)$|lock/.test(path)),
			[],
		);
	}

	async function stopAndResume(library: string, expectedProblem: Partial<Problem>, mend: () => void): Promise<void> {
		const problem = await failureOf(window.call('runExport', order(library, 'hour')));
		assert.deepEqual({ ...problem, ...expectedProblem }, problem);
		assert.ok(problem.kind === 'disk');
		assert.ok(problem.path.startsWith(`${library}/`), problem.path);
		assert.deepEqual(await finishedFiles(library), [], 'nothing looks finished');
		const entry = await onlyEntry(library);
		assert.equal(entry.outcome, undefined);
		assert.ok(entry.resumable && entry.resumable.done > 0, 'something was saved');
		assert.equal(problem.savedRows, entry.resumable.rows);

		const past = { ...order(library), libraries: [library], folder: entry.folder };
		if (problem.fault === 'almostFull') {
			const again = await failureOf(window.call('resumeExport', past));
			assert.ok(again.kind === 'disk' && again.fault === 'almostFull' && again.savedRows === problem.savedRows);
		}

		mend();
		const before = new Set(answered);
		const saved = entry.resumable.done;
		answered = [];
		const states: ExportProgress[] = [];
		await window.call('resumeExport', past, { onProgress: (state) => states.push(state) });
		assert.equal(states.findLast(({ overall }) => overall)?.overall?.reused ?? saved, saved);
		const twice = answered.filter((range) => before.has(range));
		assert.ok(twice.length <= before.size - saved, `asked twice for ${twice.join(', ')}`);
		await assertWhole(library);
	}

	it('stops an export when the disk fills up, and resumes it once there is more space', async function () {
		const { path, resize } = mountOrSkip(this, 3 * megabyte);
		await stopAndResume(join(path, 'library'), { kind: 'disk', fault: 'almostFull' }, () => resize(64 * megabyte));
	});

	it('stops an export if there is no space to merge its chunks, and resumes it without sending a request', async function () {
		const { path, resize } = mountOrSkip(this, 8 * megabyte);
		await stopAndResume(join(path, 'library'), { kind: 'disk', fault: 'almostFull' }, () => resize(64 * megabyte));
		assert.equal(answered.length, 0);
	});

	it('stops an export when another program fills the disk, and resumes it once there is more space', async function () {
		const { path } = mountOrSkip(this, 32 * megabyte);
		const filler = join(path, 'filler');
		onAsked = (times) => times === 4 && fill(filler);
		await stopAndResume(join(path, 'library'), { kind: 'disk' }, () => rmSync(filler));
	});

	it('saves nothing and sends no extra requests if the disk is too small for one chunk', async function () {
		const { path } = mountOrSkip(this, 4 * megabyte);
		const library = join(path, 'library');
		const problem = await failureOf(window.call('runExport', order(library)));
		assert.ok(problem.kind === 'disk' && problem.fault === 'almostFull', JSON.stringify(problem));
		assert.equal(problem.savedRows, undefined);
		assert.deepEqual(
			tree(library).filter((path) => /question|errors|part|lock/.test(path)),
			[],
		);
		assert.equal(asked, 1);
	});

	it('frees space on a full disk when past exports are deleted', async function () {
		const { path } = mountOrSkip(this, 32 * megabyte);
		const library = join(path, 'library');
		const { folder } = await window.call('runExport', order(library));
		fill(join(path, 'filler'));
		asked = 0;
		const problem = await failureOf(window.call('runExport', order(library)));
		assert.ok(problem.kind === 'disk' && /full/i.test(problem.fault), JSON.stringify(problem));
		assert.equal(asked, 0);
		await window.call('deleteExport', { libraries: [library], folder });
		assert.equal(existsSync(folder), false);
	});

	it('stops an export when the disk becomes read-only, and resumes it once it is writable', async function () {
		const { path, setReadOnly } = mountOrSkip(this, 64 * megabyte);
		// A read-only remount fails while a file is open for writing, so it is retried.
		const become = () => {
			try {
				setReadOnly(true);
			} catch {
				setTimeout(become, 1);
			}
		};
		onAsked = (times) => times === 4 && become();
		await stopAndResume(join(path, 'library'), { kind: 'disk', fault: 'denied', code: 'EROFS' }, () =>
			setReadOnly(false),
		);
	});

	it('fails an export whose folder is deleted while the export runs, and keeps the export library usable', async () => {
		const library = join(folder, 'library');
		onAsked = (times) => times === 4 && rmSync(library, { recursive: true });
		const problem = await failureOf(window.call('runExport', order(library, 'hour')));
		assert.ok(problem.kind === 'disk' && problem.fault === 'missing', JSON.stringify(problem));
		await window.call('runExport', order(library));
		await assertWhole(library);
	});

	it('reports the path if a file exists where the export folder should be', async () => {
		const library = join(folder, 'library');
		writeFileSync(library, 'mine');
		const problem = await failureOf(window.call('runExport', order(library)));
		assert.ok(problem.kind === 'disk' && ['exists', 'missing'].includes(problem.fault), JSON.stringify(problem));
		assert.ok(problem.path.startsWith(library));
		assert.equal(asked, 0);
	});

	it('fails an export without sending a request if access to the disk is denied', async () => {
		const library = join(folder, 'library');
		mkdirSync(library);
		if (permissionsHold(library)) {
			chmodSync(library, 0o500);
		} else {
			// Root bypasses permissions, so the window runs as a different user.
			chmodSync(library, 0o700);
			await window[Symbol.asyncDispose]();
			const start = { baseUrl: service.url, token: secrets.token };
			window = WindowProcess.open(join(__dirname, 'programs'), start, { uid: 65_534, gid: 65_534 });
		}
		const problem = await failureOf(window.call('runExport', order(library)));
		assert.ok(problem.kind === 'disk' && problem.fault === 'denied', JSON.stringify(problem));
		assert.ok(problem.path.startsWith(library));
		assert.equal(asked, 0);
		chmodSync(library, 0o700);
		assert.deepEqual(readdirSync(library), []);
	});
});

function fill(path: string): void {
	for (const bytes of [megabyte, 4096]) {
		try {
			for (;;) {
				writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
			}
		} catch {}
	}
}
