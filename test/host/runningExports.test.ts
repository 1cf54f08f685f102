import assert from 'node:assert/strict';
import { AppError } from '../../src/core/common/errors';
import { firstPlan } from '../../src/core/plan/plan';
import { RunningExports, type RunOrder } from '../../src/services/runningExports';
import { home, pastExport } from '../support/host/applicationsHarness';
import { MemoryMemento } from '../support/host/memory';
import { stageRun } from '../support/host/stagedRun';

const plan = firstPlan({ id: '101', name: 'Shop for Android' });
const order: RunOrder = { account: home, plan, purpose: 'export' };
const resume: RunOrder = { account: home, plan, purpose: 'resume', folder: '/library/b' };
const whole = pastExport('101', 'a');

describe('running exports of a window', () => {
	let memento: MemoryMemento;
	let warnings: string[];
	let running: RunningExports;

	beforeEach(() => {
		memento = new MemoryMemento();
		warnings = [];
		running = open();
	});
	afterEach(() => running.dispose());

	const open = () => new RunningExports(memento, { warn: (text) => warnings.push(text) });
	const left = () => {
		using window = { found: open(), [Symbol.dispose]: () => window.found.dispose() };
		return window.found.left.map(({ folder }) => folder);
	};

	it('lists running exports in order and fires an event for each change', async () => {
		const told: string[] = [];
		running.onDidChange(({ plan, progress }) => told.push(`${plan.application.id} ${progress?.state}`));
		const first = await stageRun(running, order);
		const second = await stageRun(running, { ...order, plan: firstPlan({ id: '102' }) });
		assert.deepEqual(running.all, [first.run, second.run]);
		assert.notEqual(first.run.id, second.run.id);
		first.advance({ state: 'asking' });
		await first.end(whole);
		assert.deepEqual(running.all, [second.run]);
		await second.fail(new Error('x'));
		assert.deepEqual(running.all, []);
		assert.deepEqual(told, ['101 undefined', '102 undefined', '101 asking', '101 asking', '102 undefined']);
		assert.equal(await first.result, whole);
		await assert.rejects(second.result, /x/);
	});

	it('reports the last service response and the time when the export was queued', async () => {
		const { run, advance, end } = await stageRun(running, order);
		const overall = { chunk: 1, chunks: 1, reused: 0, rows: 0, bytes: 0 };
		const lastAnswer = { kind: 'queued', at: 5 } as const;
		advance({ state: 'queued', percent: 1, overall: { ...overall, lastAnswer } });
		const since = run.queuedSince;
		assert.ok(since !== undefined && Math.abs(Date.now() - since) < 60_000);
		advance({ state: 'queued', percent: 2, overall });
		assert.deepEqual([run.queuedSince, run.lastAnswer], [since, lastAnswer]);
		advance({ state: 'asking' });
		assert.deepEqual([run.queuedSince, run.lastAnswer], [undefined, lastAnswer]);
		await end(whole);
	});

	it('stops a running export as canceled', async () => {
		const { run, result, signal } = await stageRun(running, order);
		run.stop();
		assert.equal(signal.aborted, true);
		await assert.rejects(result, (error) => error instanceof AppError && error.problem.kind === 'cancelled');
		assert.equal(run.abandoned, false);
		assert.deepEqual(running.all, []);
	});

	it('remembers running exports for the next window, and forgets them when they end', async () => {
		const first = await stageRun(running, order);
		assert.deepEqual(left(), [], 'there is no folder yet');
		first.advance({ state: 'begun', folder: '/library/a' });
		const second = await stageRun(running, resume);
		assert.deepEqual(left(), ['/library/a', '/library/b']);
		await first.end(whole);
		assert.deepEqual(left(), ['/library/b']);
		await second.fail(new AppError({ kind: 'cancelled' }));
		assert.deepEqual([left(), memento.keys()], [[], []]);
	});

	it('does not remember a running verification for the next window', async () => {
		const { end } = await stageRun(running, { ...resume, purpose: 'verify' });
		assert.deepEqual(left(), []);
		await end(whole);
	});

	it('stores running exports for the next window when a window closes, and shows no message', async () => {
		const { run, fail } = await stageRun(running, resume);
		running.dispose();
		await fail(new AppError({ kind: 'cancelled' }));
		assert.deepEqual(left(), ['/library/b']);
		assert.equal(run.abandoned, true);
	});

	it('remembers the unfinished exports of a closed window until they are resumed, even if others end', async () => {
		await memento.update('leftExports', [{ account: 'home', folder: '/library/b' }]);
		running.dispose();
		running = open();
		const other = await stageRun(running, order);
		await other.end(whole);
		const [found] = running.left;
		assert(found);
		assert.deepEqual(left(), ['/library/b'], 'it was not gone on with');
		const again = await stageRun(running, resume);
		await running.settleLeft(found);
		assert.deepEqual([running.left, left()], [[], ['/library/b']], 'it runs here now');
		await again.end(whole);
		assert.deepEqual(left(), []);
	});

	it('aborts running exports and clears the list of interrupted exports when all data is cleared', async () => {
		await memento.update('leftExports', [{ account: 'home', folder: '/library/c' }]);
		running.dispose();
		running = open();
		const runs = [await stageRun(running, order), await stageRun(running, resume)];
		await running.abandonAll();
		assert.deepEqual([running.all, running.left, left(), memento.keys()], [[], [], [], []]);
		for (const { run, result } of runs) {
			assert.equal(run.abandoned, true);
			await assert.rejects(result);
		}
		await running.abandonAll();
	});

	it("completes an export even if the editor can't save the list of running exports", async () => {
		memento.update = () => Promise.reject(new Error('no'));
		const { end, result } = await stageRun(running, resume);
		await end(whole);
		assert.equal(await result, whole);
		assert.deepEqual(new Set(warnings), new Set(['exports: the editor did not keep which of them run']));
	});
});
