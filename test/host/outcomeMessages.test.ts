import assert from 'node:assert/strict';
import type { Doubt, ExportProgress, OverallProgress, Proof, Resumable } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { alarmingDoubts, describeDoubts, describeProof, describeResumable } from '../../src/wording/outcomeMessages';
import { describeProgress, describeProgressShortly, describeWaiting } from '../../src/wording/progressMessages';
import { describeRun, titleOfRun } from '../../src/wording/runMessages';

const overall: OverallProgress = { chunk: 3, chunks: 4, reused: 0, rows: 12_000, bytes: 3_000_000 };
const shares = { bytes: 1_500_000, totalBytes: 3_000_000 };

describe('messages for running exports', () => {
	const states: readonly [progress: ExportProgress, words: string, shortly: string][] = [
		[{ state: 'begun', folder: '/a' }, 'sending request', 'requesting'],
		[{ state: 'asking' }, 'sending request', 'requesting'],
		[{ state: 'waitingForTurn' }, 'waiting for another export of this application', 'waiting'],
		[{ state: 'queued', percent: undefined }, 'queued by the service', 'queued'],
		[{ state: 'queued', percent: 40 }, 'queued by the service, 40%', 'queued 40%'],
		[{ state: 'throttled', forMs: 30_000 }, 'service requested a wait of 30s', 'waiting 30s'],
		[{ state: 'retrying', attempt: 2, forMs: 5000 }, 'request failed, retrying in 5s (attempt 2)', 'retrying'],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: undefined, rows: 1, bytesPerSecond: 800_000 },
			'1.2 MB · 1 record · 800 kB/s',
			'1 record',
		],
		[
			{ state: 'downloading', bytes: 120, totalBytes: undefined, rows: 0, bytesPerSecond: 800 },
			'120 bytes · 0 records · 800 bytes/s',
			'requesting',
		],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: 2_400_000, rows: 4_120, bytesPerSecond: 800_000, overall },
			'chunk 3 of 4 · 4.2 MB · 16,120 records · 800 kB/s',
			'chunk 3 of 4 · 16,120 records',
		],
		[
			{ state: 'downloading', bytes: 1_200_000, totalBytes: 2_400_000, rows: 4_120, bytesPerSecond: 800_000 },
			'1.2 MB of 2.4 MB · 4,120 records · 800 kB/s',
			'4,120 records',
		],
		[
			{ state: 'asking', overall: { ...overall, reused: 2 } },
			'chunk 3 of 4 (2 already fetched) · sending request',
			'chunk 3 of 4 · 12,000 records',
		],
		[{ state: 'asking', overall: { ...overall, rows: 0, chunk: 1, chunks: 1 } }, 'sending request', 'requesting'],
		[{ state: 'checking', ...shares }, 'checking local records: 1.5 MB of 3 MB', 'checking'],
		[{ state: 'joining', ...shares }, 'merging chunks: 1.5 MB of 3 MB', 'merging'],
		[{ state: 'comparing', ...shares }, 'comparing: 1.5 MB of 3 MB', 'comparing'],
	];
	for (const [progress, words, shortly] of states) {
		it(`describes the state of a running export: ${words}`, () => {
			assert.equal(describeProgress(progress), words);
			assert.equal(describeProgressShortly(progress), shortly);
		});
	}

	it('shows the action and the application of a running export', () => {
		const plan = firstPlan({ id: '101', name: 'Shop' });
		assert.deepEqual(
			(['export', 'resume', 'verify'] as const).map((purpose) => titleOfRun(plan, purpose)),
			['Exporting errors of Shop', 'Resuming the export of Shop', 'Verifying the export of Shop'],
		);
		assert.equal(titleOfRun(firstPlan({ id: '101' }), 'export'), 'Exporting errors of 101');
	});

	it('shows the elapsed time and the last response of a running export', () => {
		const at = Date.UTC(2026, 10, 20, 8, 2);
		const zone = { kind: 'named', name: 'Europe/Berlin' } as const;
		const last = (kind: 'queued' | 'throttled' | 'records') =>
			describeWaiting({ startedAt: at - 65_000, lastAnswer: { kind, at }, zone }, at);
		assert.equal(describeWaiting({ startedAt: 0, lastAnswer: undefined }, 65_000), 'running for 1m 5s');
		assert.deepEqual((['queued', 'throttled', 'records'] as const).map(last), [
			'running for 1m 5s · last response at 09:02 Europe/Berlin: still being prepared',
			'running for 1m 5s · last response at 09:02 Europe/Berlin: service busy',
			'running for 1m 5s · last response at 09:02 Europe/Berlin: records received',
		]);
		const [state, since, ...more] = describeRun({
			progress: { state: 'asking' },
			startedAt: Date.now() - 65_000,
			lastAnswer: undefined,
		});
		assert.deepEqual([state, since?.replace(/\d+s$/, 's'), more], ['sending request', 'running for 1m s', []]);
		assert.equal(describeRun({ progress: undefined, startedAt: Date.now(), lastAnswer: undefined }).length, 1);
	});
});

describe('messages about export results', () => {
	it('describes whether an export is complete', () => {
		const words = (proof: Proof) => Object.values(describeProof(proof)).join(': ');
		assert.deepEqual((['proven', 'unproven', 'cut'] as const).map(words), [
			'Complete (verified): No response from the service was cut off.',
			"Completeness not checked: The service doesn't report whether these records are complete. Verify them to check.",
			'Incomplete (records missing): The service has records that are missing here.',
		]);
	});

	const doubts: readonly [Doubt, string][] = [
		[
			{ kind: 'roundCount', rows: 1000 },
			'A response with exactly 1,000 records may have reached the limit of the service.',
		],
		[
			{ kind: 'sameCount', rows: 500, chunks: 3 },
			'3 responses have exactly 500 records, and none has more. The service may have limited them.',
		],
		[
			{ kind: 'recordsWithoutTime', rows: 1 },
			'1 record without a time: identical records at chunk boundaries are included only once.',
		],
		[{ kind: 'arrivedMeanwhile', rows: 7 }, '7 records arrived after the export.'],
		[{ kind: 'notFoundAgain', rows: 1 }, 'No longer on the service: 1 record from this export.'],
		[
			{ kind: 'indivisible', rows: 200 },
			'200 records arrived in the same second. This may be the maximum that the service returns, so records may be missing.',
		],
		[{ kind: 'missing', rows: 1 }, 'Missing: 1 record.'],
	];
	for (const [doubt, words] of doubts) {
		it(`describes a doubt about completeness: ${words}`, () => assert.deepEqual(describeDoubts([doubt]), [words]));
	}

	it('shows no warning for records that arrived after the export', () => {
		assert.deepEqual(
			alarmingDoubts({ doubts: doubts.map(([doubt]) => doubt), flags: [] }).map(({ kind }) => kind),
			['roundCount', 'sameCount', 'recordsWithoutTime', 'notFoundAgain', 'indivisible', 'missing'],
		);
	});

	it('does not warn about a round record count if a limit was reached', () => {
		const [round, same, timeless] = doubts.map(([doubt]) => doubt);
		assert(round && same && timeless);
		assert.deepEqual(alarmingDoubts({ doubts: [round, same, timeless], flags: ['limitReached'] }), [timeless]);
	});

	const nothing: Resumable = { chunks: 1, done: 0, rows: 0, bytes: 0, queued: false };
	for (const [resumable, words] of [
		[nothing, 'no records fetched yet'],
		[{ ...nothing, queued: true }, 'being prepared by the service'],
		[{ chunks: 30, done: 12, rows: 4120, bytes: 9, queued: true }, '12 of 30 chunks · 4,120 records'],
		[{ chunks: 2, done: 1, rows: 1, bytes: 9, queued: false }, '1 of 2 chunks · 1 record'],
	] as const) {
		it(`describes an interrupted export: ${words}`, () => assert.equal(describeResumable(resumable), words));
	}
});
