import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type Problem } from '../../src/core/common/errors';
import type { ExportEntry, ExportProgress } from '../../src/core/export/model/entry';
import type { Slicing } from '../../src/core/plan/plan';
import { utc } from '../../src/core/plan/range';
import type { ExportOrder } from '../../src/engine/protocol';
import { planOf } from '../support/faults/faultCase';
import { finishedFiles } from '../support/faults/library';
import { recordsIn } from '../support/faults/oracle';
import { askedFields, makeRecords, plainBody, within } from '../support/faults/records';
import { evidenceFolder, secrets, seed } from '../support/faults/run';
import { mountSmallDisk, type SmallDisk } from '../support/faults/smallDisk';
import { WindowProcess } from '../support/faults/windowProcess';
import { type Loopback, serve } from '../support/network/loopback';
import { permissionsHold, tree } from '../unit/core/export/support/temporaryFolder';

/** About 200 bytes each: 24 hours of them are some 8 MB as CSV. */
const records = makeRecords(40_000, seed);
const expected = recordsIn(plainBody(records, askedFields, 'csv'), 'csv').records;
const megabyte = 1_000_000;

describe('A disk', () => {
	let service: Loopback;
	let window: WindowProcess;
	/** Ranges that were asked for and answered to the end. */
	let answered: string[];
	/** How often the service was asked, and what happens then. */
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
		return disk ?? test.skip();
	}

	function order(library: string, slicing?: Slicing): ExportOrder {
		return {
			account: { accountId: 'a', service: service.url, interactive: false },
			plan: { ...planOf('csv'), slicing },
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

	/** Stops in the middle of a sliced export, and goes on after somebody saw to the cause. */
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

	it('that fills up stops an export, which resumes when there is more space', async function () {
		const { path, resize } = mountOrSkip(this, 3 * megabyte);
		await stopAndResume(join(path, 'library'), { kind: 'disk', fault: 'almostFull' }, () => resize(64 * megabyte));
	});

	it('that has no room to join the slices stops there, and resumes without a request', async function () {
		const { path, resize } = mountOrSkip(this, 8 * megabyte);
		await stopAndResume(join(path, 'library'), { kind: 'disk', fault: 'almostFull' }, () => resize(64 * megabyte));
		assert.equal(answered.length, 0);
	});

	it('that somebody else fills stops an export, which resumes when there is space', async function () {
		const { path } = mountOrSkip(this, 32 * megabyte);
		const filler = join(path, 'filler');
		onAsked = (times) => times === 4 && fill(filler);
		await stopAndResume(join(path, 'library'), { kind: 'disk' }, () => rmSync(filler));
	});

	it('that is too small for one piece keeps nothing and asks for no more than it must', async function () {
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

	it('that is full lets exports be deleted, which makes room', async function () {
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

	it('that becomes read-only stops an export, which resumes when it can be written', async function () {
		const { path, setReadOnly } = mountOrSkip(this, 64 * megabyte);
		// A file that is open for writing keeps a file system from becoming read-only, so it is tried until it can.
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

	it('whose export folder is removed meanwhile ends it and leaves the library usable', async () => {
		const library = join(folder, 'library');
		onAsked = (times) => times === 4 && rmSync(library, { recursive: true });
		const problem = await failureOf(window.call('runExport', order(library, 'hour')));
		assert.ok(problem.kind === 'disk' && problem.fault === 'missing', JSON.stringify(problem));
		await window.call('runExport', order(library));
		await assertWhole(library);
	});

	it('with a file where a folder should be is reported with its path', async () => {
		const library = join(folder, 'library');
		writeFileSync(library, 'mine');
		const problem = await failureOf(window.call('runExport', order(library)));
		assert.ok(problem.kind === 'disk' && ['exists', 'missing'].includes(problem.fault), JSON.stringify(problem));
		assert.ok(problem.path.startsWith(library));
		assert.equal(asked, 0);
	});

	it('that denies access refuses an export before anything is asked', async () => {
		const library = join(folder, 'library');
		mkdirSync(library);
		if (permissionsHold(library)) {
			chmodSync(library, 0o500);
		} else {
			// Root may do everything; somebody else may not.
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

/** Writes until nothing fits any more. */
function fill(path: string): void {
	for (const bytes of [megabyte, 4096]) {
		try {
			for (;;) {
				writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' });
			}
		} catch {
			// Full, for pieces of this size.
		}
	}
}
