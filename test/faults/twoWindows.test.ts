import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportEntry, ExportProgress } from '../../src/core/export/entry';
import { applicationFolder } from '../../src/core/export/library';
import { utc } from '../../src/core/export/range';
import type { ExportOrder } from '../../src/engine/protocol';
import { planOf } from '../support/faults/faultCase';
import { finishedFiles } from '../support/faults/library';
import { recordsIn } from '../support/faults/oracle';
import { askedFields, makeRecords, plainBody, within } from '../support/faults/records';
import { evidenceFolder, isWhole, secrets, seed } from '../support/faults/run';
import { WindowProcess } from '../support/faults/windowProcess';
import { type Loopback, serve } from '../support/network/loopback';
import { assertProblem } from '../unit/core/export/support/problems';

const records = makeRecords(300, seed);
const expected = recordsIn(plainBody(records, askedFields, 'csv'), 'csv').records;
const programs = join(__dirname, 'programs');

describe('Two windows on one library', () => {
	let service: Loopback;
	let library: string;
	let windows: WindowProcess[];
	/** Answers begin at once and end when this is. */
	let released: Promise<void>;
	let release: () => void;
	let asked: number;
	let whenAsked: Map<number, () => void>;
	let answering: number;
	let mostAnswering: number;

	before(async () => {
		service = await serve(async (request, response) => {
			const query = new URL(request.url ?? '', 'http://x').searchParams;
			const [since = '', until = ''] = ['date_since', 'date_until'].map((name) => query.get(name) ?? '');
			const body = plainBody(within(records, since, until), askedFields, 'csv');
			mostAnswering = Math.max(mostAnswering, ++answering);
			response.once('close', () => answering--);
			response.write(body.subarray(0, 1000));
			whenAsked.get(++asked)?.();
			await released;
			// As long as it takes another one to come at the same time, if it may.
			setTimeout(() => response.end(body.subarray(1000)), 50);
		});
	});
	after(() => service[Symbol.asyncDispose]());

	beforeEach(function () {
		library = evidenceFolder('windows', this.currentTest?.title ?? '');
		windows = [];
		asked = 0;
		whenAsked = new Map();
		answering = 0;
		mostAnswering = 0;
		hold();
	});
	afterEach(async () => {
		release();
		await Promise.all(windows.map((window) => window[Symbol.asyncDispose]()));
	});

	function hold(): void {
		released = new Promise((resolve) => {
			release = resolve;
		});
	}

	/** The service was asked so often, and answers. */
	async function askedFor(times: number): Promise<void> {
		if (asked < times) {
			await new Promise<void>((resolve) => whenAsked.set(times, resolve));
		}
	}

	function open(): WindowProcess {
		const window = WindowProcess.open(programs, { baseUrl: service.url, token: secrets.token });
		windows.push(window);
		return window;
	}

	function order(applicationId = '101'): ExportOrder {
		return {
			account: { accountId: 'a', service: service.url, interactive: false },
			plan: { ...planOf('csv'), application: { id: applicationId } },
			zone: utc,
			additionalFields: [],
			library,
			waitLimitMinutes: 1,
		};
	}

	const list = async (window: WindowProcess) => window.call('listExports', { library, service: service.url });

	/** An export, and the moments when it gets to a state. */
	function run(window: WindowProcess, applicationId?: string) {
		const waiting = new Map<ExportProgress['state'], () => void>();
		const seen = new Set<ExportProgress['state']>();
		const stop = new AbortController();
		const onProgress = ({ state }: ExportProgress) => {
			seen.add(state);
			waiting.get(state)?.();
		};
		const done = window.call('runExport', order(applicationId), { onProgress, signal: stop.signal });
		done.catch(() => undefined);
		return {
			done,
			seen,
			cancel: () => stop.abort(),
			until: (state: ExportProgress['state']) =>
				seen.has(state) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(state, resolve)),
		};
	}

	async function assertWhole(count: number): Promise<void> {
		const files = await finishedFiles(library);
		assert.equal(files.length, count);
		for (const { held } of files) {
			assert.deepEqual(held.records, expected);
		}
	}

	it('show the export of the other as running, and leave it alone', async () => {
		const [one, other] = [open(), open()];
		const running = run(one);
		await askedFor(1);
		const [entry] = (await list(other)).entries;
		assert.ok(entry);
		assert.deepEqual([entry.outcome, entry.runsElsewhere], [undefined, true]);
		assert.deepEqual((await list(one)).entries, [], 'its own is shown by its progress');
		const before = contents(entry);
		await assertProblem(other.call('deleteExport', { library, folder: entry.folder }), {
			kind: 'exportRunning',
			where: 'elsewhere',
		});
		assert.equal((await other.call('measureLibrary', { library })).runningElsewhere, 1);
		await assertProblem(other.call('clearLibrary', { library }), { kind: 'exportRunning', where: 'elsewhere' });
		await other.call('removeOldExports', { library, policy: { days: 1, megabytes: 0.000_001 } });
		assert.deepEqual(contents(entry), before);
		release();
		await running.done;
		await assertWhole(1);
		assert.deepEqual(await list(one), await list(other));
		assert.deepEqual(leftovers(), []);
	});

	it('wait for each other with exports of one application, and not with those of others', async () => {
		const [one, other] = [open(), open()];
		const first = run(one);
		await askedFor(1);
		const second = run(other);
		await second.until('waitingForTurn');
		const elsewhere = run(other, '102');
		await askedFor(2);
		assert.equal(second.seen.has('asking'), false);
		assert.equal(asked, 2);
		release();
		await Promise.all([first.done, second.done, elsewhere.done]);
		await assertWhole(3);
		assert.deepEqual(await list(one), await list(other));
	});

	it('can leave the queue of the other', async () => {
		const [one, other] = [open(), open()];
		const first = run(one);
		await askedFor(1);
		const second = run(other);
		await second.until('waitingForTurn');
		second.cancel();
		await assertProblem(second.done, { kind: 'cancelled' });
		release();
		await first.done;
		await assertWhole(1);
	});

	it('do not wait for one that died, and may delete what it left', async () => {
		const [one, other] = [open(), open()];
		run(one);
		await askedFor(1);
		await one.kill();
		const [entry] = (await list(other)).entries;
		assert.ok(entry);
		assert.deepEqual([entry.outcome, entry.runsElsewhere], [undefined, undefined], 'it is interrupted');
		release();
		await run(other).done;
		await other.call('deleteExport', { library, folder: entry.folder });
		await assertWhole(1);
		assert.equal((await list(other)).entries.length, 1);
		assert.deepEqual(leftovers(), []);
	});

	it('never ask for one application at the same time, however many exports each has', async () => {
		release();
		const count = isWhole ? 6 : 2;
		const runs = [open(), open(), open()].flatMap((window) => Array.from({ length: count }, () => run(window).done));
		await Promise.all(runs);
		assert.equal(mostAnswering, 1);
		await assertWhole(3 * count);
		assert.deepEqual(leftovers(), []);
	});

	function contents({ folder }: ExportEntry): readonly string[] {
		return readdirSync(folder)
			.filter((name) => !name.startsWith('running.lock'))
			.map((name) => `${name} ${readFileSync(join(folder, name)).length}`);
	}

	/** Locks that nobody holds any more. */
	function leftovers(): readonly string[] {
		const paths = readdirSync(applicationFolder(library, service.url, '101'), { recursive: true, encoding: 'utf8' });
		return paths.filter((path) => /lock|open\.|\.tmp$|\.part$/.test(path));
	}
});
