import assert from 'node:assert/strict';
import type { Doubt, ExportProgress, OverallProgress, Proof, Resumable } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { alarmingDoubts, describeDoubts, describeProof, describeResumable } from '../../src/wording/outcomeMessages';
import { describeProgress, describeProgressShortly, describeWaiting } from '../../src/wording/progressMessages';
import { describeRun, titleOfRun } from '../../src/wording/runMessages';

/** An export that is whole in four slices, with the third under way. */
const overall: OverallProgress = { slice: 3, slices: 4, reused: 0, rows: 12_000, bytes: 3_000_000 };
const shares = { bytes: 1_500_000, totalBytes: 3_000_000 };

describe('words for exports that run', () => {
	const states: readonly [progress: ExportProgress, words: string, shortly: string][] = [
		[{ state: 'begun', folder: '/a' }, 'asking the service', 'asking'],
		[{ state: 'asking' }, 'asking the service', 'asking'],
		[{ state: 'waitingForTurn' }, 'waiting for the other export of this application', 'waiting for its turn'],
		[{ state: 'queued', percent: undefined }, 'queued by the service', 'queued'],
		[{ state: 'queued', percent: 40 }, 'queued by the service, 40%', 'queued 40%'],
		[{ state: 'throttled', forMs: 30_000 }, 'the service asks to wait 30s', 'waiting 30s'],
		[
			{ state: 'retrying', attempt: 2, forMs: 5000 },
			'the request failed; trying again in 5s (attempt 2)',
			'trying again',
		],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: undefined, rows: 1, bytesPerSecond: 800_000 },
			'1.2 MB · 1 record · 800 kB per second',
			'1 record',
		],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: 2_400_000, rows: 4_120, bytesPerSecond: 800_000, overall },
			'slice 3 of 4 · 4.2 MB · 16,120 records · 800 kB per second',
			'slice 3 of 4 · 16,120 records',
		],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: 2_400_000, rows: 4_120, bytesPerSecond: 800_000 },
			'1.2 MB of 2.4 MB · 4,120 records · 800 kB per second',
			'4,120 records',
		],
		[
			{ state: 'asking', overall: { ...overall, reused: 2 } },
			'slice 3 of 4, 2 were here · asking the service',
			'slice 3 of 4 · 12,000 records',
		],
		[{ state: 'asking', overall: { ...overall, rows: 0, slice: 1, slices: 1 } }, 'asking the service', 'asking'],
		[{ state: 'checking', ...shares }, 'checking what is here: 1.5 MB of 3 MB', 'checking'],
		[{ state: 'joining', ...shares }, 'joining the slices: 1.5 MB of 3 MB', 'joining'],
		[{ state: 'comparing', ...shares }, 'comparing: 1.5 MB of 3 MB', 'comparing'],
	];
	for (const [progress, words, shortly] of states) {
		it(words, () => {
			assert.equal(describeProgress(progress), words);
			assert.equal(describeProgressShortly(progress), shortly);
		});
	}

	it('name what is done, and for what', () => {
		const plan = firstPlan({ id: '101', name: 'Shop' });
		assert.deepEqual(
			(['export', 'resume', 'verify'] as const).map((purpose) => titleOfRun(plan, purpose)),
			['Exporting errors of Shop', 'Resuming the export of Shop', 'Verifying the export of Shop'],
		);
		assert.equal(titleOfRun(firstPlan({ id: '101' }), 'export'), 'Exporting errors of 101');
	});

	it('tell how long it takes and what was answered last', () => {
		const at = new Date(2026, 10, 20, 9, 2).getTime();
		const last = (kind: 'queued' | 'throttled' | 'records') => describeWaiting(at - 65_000, { kind, at }, at);
		assert.equal(describeWaiting(0, undefined, 65_000), 'running for 1m 5s');
		assert.deepEqual((['queued', 'throttled', 'records'] as const).map(last), [
			'running for 1m 5s · last answer at 09:02: still being prepared',
			'running for 1m 5s · last answer at 09:02: too busy',
			'running for 1m 5s · last answer at 09:02: records',
		]);
		const [state, since, ...more] = describeRun({
			progress: { state: 'asking' },
			startedAt: Date.now() - 65_000,
			lastAnswer: undefined,
		});
		assert.deepEqual([state, since?.replace(/\d+s$/, 's'), more], ['asking the service', 'running for 1m s', []]);
		assert.equal(describeRun({ progress: undefined, startedAt: Date.now(), lastAnswer: undefined }).length, 1);
	});
});

describe('words for what an export holds', () => {
	it('say whether it is all', () => {
		const words = (proof: Proof) => Object.values(describeProof(proof)).join(': ');
		assert.deepEqual((['proven', 'unproven', 'cut'] as const).map(words), [
			'complete: No answer of the service can have been cut.',
			'not verified: The service does not tell whether it left records out, and nobody has checked.',
			'records missing: The service has records that are not here.',
		]);
	});

	const doubts: readonly [Doubt, string][] = [
		[{ kind: 'roundCount', rows: 1000 }, '1,000 records in one answer look like the most the service gives.'],
		[
			{ kind: 'sameCount', rows: 500, slices: 3 },
			'3 answers have 500 records each and none has more: that may be the most the service gives.',
		],
		[{ kind: 'recordsWithoutTime', rows: 1 }, '1 record without a time: where slices meet, equal ones were kept once.'],
		[{ kind: 'arrivedMeanwhile', rows: 7 }, '7 records arrived after the export.'],
		[{ kind: 'notFoundAgain', rows: 1 }, '1 record of the export could not be found again.'],
		[{ kind: 'indivisible', rows: 200 }, '200 records within one second are as many as the service may give at most.'],
		[{ kind: 'missing', rows: 1 }, 'Missing: 1 record.'],
	];
	for (const [doubt, words] of doubts) {
		it(words, () => assert.deepEqual(describeDoubts([doubt]), [words]));
	}

	it('alarm nobody about records that came later', () => {
		assert.deepEqual(
			alarmingDoubts({ doubts: doubts.map(([doubt]) => doubt), flags: [] }).map(({ kind }) => kind),
			['roundCount', 'sameCount', 'recordsWithoutTime', 'notFoundAgain', 'indivisible', 'missing'],
		);
	});

	it('alarm nobody about the number of records where a limit was reached', () => {
		const [round, same, timeless] = doubts.map(([doubt]) => doubt);
		assert(round && same && timeless);
		assert.deepEqual(alarmingDoubts({ doubts: [round, same, timeless], flags: ['limitReached'] }), [timeless]);
	});

	const nothing: Resumable = { slices: 1, done: 0, rows: 0, bytes: 0, queued: false };
	for (const [resumable, words] of [
		[nothing, 'nothing has arrived yet'],
		[{ ...nothing, queued: true }, 'being prepared by the service'],
		[{ slices: 30, done: 12, rows: 4120, bytes: 9, queued: true }, '12 of 30 slices · 4,120 records'],
		[{ slices: 2, done: 1, rows: 1, bytes: 9, queued: false }, '1 of 2 slices · 1 record'],
	] as const) {
		it(words, () => assert.equal(describeResumable(resumable), words));
	}
});
