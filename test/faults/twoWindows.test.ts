import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runTogether } from '../support/faults/pool';
import { getContents, WindowsHarness } from '../support/faults/windowsHarness';
import { skipBecause } from '../support/skipBecause';
import { assertProblem } from '../unit/core/export/support/problems';

const cases: Readonly<Record<string, (stage: WindowsHarness) => Promise<void>>> = {
	'show the export of the other window as running, and do not change it': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		const running = stage.run(one);
		await stage.askedFor(1);
		const [entry] = (await stage.list(other)).entries;
		assert.ok(entry);
		assert.deepEqual([entry.outcome, entry.runsElsewhere], [undefined, true]);
		assert.deepEqual((await stage.list(one)).entries, [], 'its own is shown by its progress');
		const before = getContents(entry);
		await assertProblem(other.call('deleteExport', { libraries: [stage.library], folder: entry.folder }), {
			kind: 'exportRunning',
			where: 'elsewhere',
		});
		assert.equal((await other.call('measureLibrary', { library: stage.library })).runningElsewhere, 1);
		await assertProblem(other.call('clearLibrary', { library: stage.library }), {
			kind: 'exportRunning',
			where: 'elsewhere',
		});
		await other.call('removeOldExports', { library: stage.library, policy: { days: 1, megabytes: 0.000_001 } });
		assert.deepEqual(getContents(entry), before);
		stage.release();
		await running.done;
		await stage.assertWhole(1);
		assert.deepEqual(await stage.list(one), await stage.list(other));
	},

	'wait for each other if they export the same application, but not otherwise': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		const first = stage.run(one);
		await stage.askedFor(1);
		const second = stage.run(other);
		await second.until('waitingForTurn');
		const elsewhere = stage.run(other, '102');
		await stage.askedFor(2);
		assert.equal(second.seen.has('asking'), false);
		assert.equal(stage.asked, 2);
		stage.release();
		await Promise.all([first.done, second.done, elsewhere.done]);
		await stage.assertWhole(3);
		assert.deepEqual(await stage.list(one), await stage.list(other));
	},

	'can stop waiting for the other window': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		const first = stage.run(one);
		await stage.askedFor(1);
		const second = stage.run(other);
		await second.until('waitingForTurn');
		second.cancel();
		await assertProblem(second.done, { kind: 'cancelled' });
		stage.release();
		await first.done;
		await stage.assertWhole(1);
	},

	'do not wait for a killed window, and can delete its exports': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		stage.run(one);
		await stage.askedFor(1);
		await one.kill();
		const [entry] = (await stage.list(other)).entries;
		assert.ok(entry);
		assert.deepEqual([entry.outcome, entry.runsElsewhere], [undefined, undefined], 'it is interrupted');
		stage.release();
		await stage.run(other).done;
		await other.call('deleteExport', { libraries: [stage.library], folder: entry.folder });
		await stage.assertWhole(1);
		assert.equal((await stage.list(other)).entries.length, 1);
	},

	'resume the same export at the same time, and request each chunk only once': async (stage) => {
		const [one, ...others] = [stage.open(), stage.open(), stage.open()];
		stage.release();
		stage.run(one, '101', 'hour');
		await stage.askedFor(8);
		await one.kill();
		const before = stage.ranges.slice(0, -1);
		stage.ranges = [];
		const [first, second] = others;
		assert.ok(first && second);
		const left = await stage.onlyEntry(first);
		const entries = await Promise.all(others.map((window) => stage.again('resumeExport', window, left).done));
		assert.deepEqual(entries[0]?.outcome, entries[1]?.outcome);
		assert.equal(new Set(stage.ranges).size, stage.ranges.length, 'asked twice');
		assert.equal(new Set([...before, ...stage.ranges]).size, 24);
		assert.deepEqual(
			before.filter((range) => stage.ranges.includes(range)),
			[],
			'what was held is asked for again',
		);
		await stage.assertWhole(1);
	},

	'verify an export only after the other window has finished another export': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		stage.release();
		const past = await stage.run(other).done;
		stage.hold();
		const running = stage.run(one);
		await stage.askedFor(2);
		const verifying = stage.again('verifyExport', other, past);
		await verifying.until('waitingForTurn');
		assert.equal(stage.asked, 2);
		stage.release();
		await running.done;
		assert.equal((await verifying.done).outcome?.proof, 'proven');
		assert.equal(stage.mostAnswering, 1);
		await stage.assertWhole(2);
	},

	'can immediately resume exports that were interrupted by a crash of their engine': async (stage) => {
		const window = stage.open();
		stage.release();
		const running = stage.run(window, '101', 'hour');
		await stage.askedFor(4);
		await window.crashEngine();
		await assert.rejects(running.done);
		const left = await stage.onlyEntry(window);
		assert.deepEqual([left.outcome, left.runsElsewhere], [undefined, undefined]);
		assert.ok(left.resumable && left.resumable.done > 0);
		const resuming = stage.again('resumeExport', window, left);
		await resuming.done;
		assert.equal(resuming.seen.has('waitingForTurn'), false);
		await stage.assertWhole(1);
	},

	'do not change an export that the other window took over while they were suspended': async (stage) => {
		const [one, other] = [stage.open(), stage.open()];
		stage.release();
		const running = stage.run(one, '101', 'hour');
		await stage.askedFor(8);
		one.standStill();
		const left = await stage.onlyEntry(other);
		assert.equal(left.runsElsewhere, true, 'nobody knows yet that it stands still');
		const entry = await stage.again('resumeExport', other, left).done;
		const whole = getContents(entry);
		one.wake();
		await assertProblem(running.done, { kind: 'exportRunning', where: 'takenOver' });
		assert.deepEqual(getContents(entry), whole);
		await stage.assertWhole(1);
	},

	'never request the same application at the same time, regardless of the number of exports': async (stage) => {
		stage.release();
		const windows = [stage.open(), stage.open(), stage.open()];
		const count = 6;
		await Promise.all(windows.flatMap((window) => Array.from({ length: count }, () => stage.run(window).done)));
		assert.equal(stage.mostAnswering, 1);
		await stage.assertWhole(3 * count);
	},
};

describe('two windows that share an export library', () => {
	const titles = Object.keys(cases);
	let results: readonly Promise<void>[];

	before(() => {
		// The cases run concurrently, because they mostly wait for lock heartbeats.
		results = runTogether(
			titles.map((title) => async () => (isPossible(title) ? runCase(title) : undefined)),
			3,
		);
	});

	for (const [index, title] of titles.entries()) {
		it(`two windows ${title}`, function () {
			if (!isPossible(title)) {
				skipBecause(this, 'Windows has no signal that pauses a process.');
			}
			return results[index];
		});
	}
});

function isPossible(title: string): boolean {
	return process.platform !== 'win32' || !title.endsWith('while they were suspended');
}

async function runCase(title: string): Promise<void> {
	await using stage = await WindowsHarness.open(title, join(__dirname, 'programs'));
	await cases[title]?.(stage);
}
