import * as assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import type { Doubt, ExportEntry, ExportProgress, Proof } from '../../../../../src/core/export/model/entry';
import type { Plan } from '../../../../../src/core/plan/plan';
import { Random } from '../../../../support/random';
import { ExportHarness, getText } from '../support/exportHarness';
import { quickFiles } from '../support/failingFiles';
import { type FakeRecord, FakeService, type Habits, recordsIn } from '../support/fakeService';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const dependencies = { files: quickFiles };

function errors(count: number): FakeRecord[] {
	return Array.from({ length: count }, (_, index) => ({ at: start + index * 300, error: `e${index % 9}`, os: 'ios' }));
}

const fiveDays = {
	kind: 'between',
	since: { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 },
	until: { year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 59 },
} as const;

describe('verifyExport()', () => {
	const folder = useTemporaryFolder();

	function serve(records: FakeRecord[], habits: Partial<Habits> = {}) {
		const service = new FakeService(records, { zone: { kind: 'offset', seconds: 0 }, ...habits }, new Random(3));
		return { service, stage: new ExportHarness(folder.path, service.exportErrors) };
	}

	const plan: Partial<Plan> = { range: fiveDays };

	for (const format of ['csv', 'json'] as const) {
		it(`proves an export complete if its two halves contain the same records (${format})`, async () => {
			const { service, stage } = serve(errors(900));
			const entry = await stage.run({ ...plan, format }, { dependencies });
			assert.deepEqual([entry.outcome?.proof, entry.outcome?.doubts], ['unproven', []]);
			const before = getText(entry);
			service.asked.length = 0;
			const verified = await stage.verify(entry, { dependencies });
			assert.deepEqual([verified.outcome?.proof, verified.outcome?.doubts], ['proven', []]);
			assert.equal(service.asked.length, 2);
			assert.equal(getText(verified), before);
			assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', verified.outcome?.file ?? '']);
			assert.deepEqual(await stage.only(), verified);
		});

		it(`detects a truncated export and completes it without repeating a request (${format})`, async () => {
			const { service, stage } = serve(errors(1100), { maximum: 500 });
			const entry = await stage.run({ ...plan, format }, { dependencies });
			assert.equal(entry.outcome?.rows, 500);
			const cut = await stage.verify(entry, { dependencies });
			assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);
			assert.equal(cut.outcome?.rows, 500);
			assert.ok(cut.resumable && cut.resumable.done === cut.resumable.chunks);

			service.asked.length = 0;
			const whole = await stage.resume(cut, { dependencies });
			assert.deepEqual(service.asked, []);
			assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
			const fields = ['error', 'os_name'];
			const expected = errors(1100).map(({ error }) => JSON.stringify([error, 'ios']));
			assert.deepEqual(recordsIn(getText(whole), format, fields), expected.toSorted());
			assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', whole.outcome?.file ?? '']);
			assert.equal(whole.resumable, undefined);
		});
	}

	it('suspects hours with exactly 50 records each and finds all missing records', async () => {
		const records = Array.from({ length: 320 }, (_, index) => ({ at: start + index * 45, error: 'e', os: 'ios' }));
		const { stage } = serve(records, { maximum: 50 });
		const entry = await stage.run({ ...plan, chunking: 'hour' }, { dependencies });
		assert.equal(entry.outcome?.rows, 200);
		assert.deepEqual(
			[entry.outcome.proof, entry.outcome.doubts],
			['unproven', [{ kind: 'sameCount', rows: 50, chunks: 4 }]],
		);
		const cut = await stage.verify(entry, { dependencies });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 120 }]]);
		const whole = await stage.resume(cut, { dependencies });
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [320, 'proven']);
	});

	it('does not report records that arrived after the export as missing', async () => {
		const records = errors(900);
		const { service, stage } = serve(records);
		const entry = await stage.run(plan, { dependencies });
		records.push(
			{ at: start + 17, error: 'late', os: 'android' },
			{ at: start + 4 * 86_400, error: 'late', os: 'ios' },
		);
		service.asked.length = 0;
		const verified = await stage.verify(entry, { dependencies });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts, verified.outcome?.rows],
			['proven', [{ kind: 'arrivedMeanwhile', rows: 2 }], 900],
		);
		// Requests both halves, and then the whole range with a URL for which no response is cached.
		const [first, second, again] = service.asked;
		assert.equal(service.asked.length, 3);
		assert.deepEqual([first?.since, second?.until], [again?.since, '2026-11-21 23:59:59']);
		assert.equal(again?.until, '2026-11-22 00:00:00');
	});

	it('detects a truncated export even if more records arrived later', async () => {
		const records = errors(700);
		const { stage } = serve(records, { maximum: 500 });
		const entry = await stage.run(plan, { dependencies });
		records.push(...records.slice(0, 50).map((record) => ({ ...record, at: record.at + 7, error: 'late' })));
		const verified = await stage.verify(entry, { dependencies });
		assert.equal(verified.outcome?.proof, 'cut');
	});

	it("can't prove an export complete if the service no longer has some of its records", async () => {
		const records = errors(700);
		const { stage } = serve(records);
		const entry = await stage.run(plan, { dependencies });
		records.splice(100, 3);
		const verified = await stage.verify(entry, { dependencies });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts],
			['unproven', [{ kind: 'notFoundAgain', rows: 3 }]],
		);
	});

	it('keeps the records of a truncated export that the service no longer has', async () => {
		const records = errors(1100).map((record, index) => ({ ...record, error: `e${index}` }));
		const { stage } = serve(records, { maximum: 500 });
		const entry = await stage.run(plan, { dependencies });
		const before = getText(entry);
		records.splice(100, 3);
		const cut = await stage.verify(entry, { dependencies });
		assert.deepEqual(
			[cut.outcome?.proof, cut.outcome?.doubts, cut.resumable],
			[
				'cut',
				[
					{ kind: 'missing', rows: 600 },
					{ kind: 'notFoundAgain', rows: 3 },
				],
				undefined,
			],
		);
		assert.equal(getText(await stage.resume(cut, { dependencies })), before);
	});

	it("can't prove a chunked export complete if its records have no time", async () => {
		const records = errors(900).map((record, index) => ({ ...record, error: `e${index % 800}` }));
		const { stage } = serve(records, { timeless: true });
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		// A hundred texts occur on two days each. Without times, these records count as duplicates.
		assert.equal(entry.outcome?.rows, 800);
		const { proof, doubts } = (await stage.verify(entry, { dependencies })).outcome ?? {};
		const timeless = entry.outcome.doubts.find(({ kind }) => kind === 'recordsWithoutTime');
		assert.ok(timeless);
		assert.deepEqual([proof, doubts?.at(-1)], ['unproven', timeless]);
	});

	it("does not count recovered records as late arrivals if the whole range can't be requested again", async () => {
		const records = errors(1440).filter((_, index) => index < 288 || index % 2 === 0);
		const { stage } = serve(records, { maximum: 250, refuseAbove: 400 });
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.doubts], [records.length - 38, []]);
		const cut = await stage.verify(entry, { dependencies });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 38 }]]);
		assert.equal((await stage.resume(cut, { dependencies })).outcome?.rows, records.length);
	});

	it("searches for missing records even beyond the user's record limit", async () => {
		const { service, stage } = serve(errors(1100), { maximum: 500 });
		const entry = await stage.run({ ...plan, limit: 600 }, { dependencies });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.flags], [500, []]);
		const cut = await stage.verify(entry, { dependencies });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);

		service.asked.length = 0;
		const whole = await stage.resume(cut, { dependencies });
		assert.deepEqual(service.asked, []);
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.flags], [600, ['limitReached']]);
	});

	describe('responses without an indicated end', () => {
		const untold = (rows: number) => ({ kind: 'endNotAnnounced', rows }) satisfies Doubt;

		for (const chunking of [undefined, 'day'] as const) {
			it(`proves a response complete if its halves contain the same records (chunks: ${chunking ?? 'none'})`, async () => {
				const { service, stage } = serve(errors(900), { untilClosed: { losing: 0 } });
				const entry = await stage.run({ ...plan, chunking }, { dependencies });
				const rows = chunking ? service.given.reduce((sum, chunk) => sum + service.matching(chunk).length, 0) : 900;
				assert.equal(entry.outcome?.proof, 'unproven');
				assert.deepEqual(entry.outcome?.doubts.at(-1), untold(rows));
				const verified = await stage.verify(entry, { dependencies });
				assert.deepEqual([verified.outcome?.proof, verified.outcome?.doubts], ['proven', []]);
			});

			it(`restores records lost because the connection closed early (chunks: ${chunking ?? 'none'})`, async () => {
				const { stage } = serve(errors(900), { untilClosed: { losing: 1 } });
				const entry = await stage.run({ ...plan, chunking }, { dependencies });
				const rows = entry.outcome?.rows ?? 0;
				assert.ok(rows < 900);
				const cut = await stage.verify(entry, { dependencies });
				// With chunks, the preceding day is also missing the record at midnight, unlike the following day.
				const missing = { kind: 'missing', rows: 900 - rows + (chunking ? 1 : 0) };
				assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [missing]]);
				const whole = await stage.resume(cut, { dependencies });
				assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [900, 'unproven']);
				const verified = await stage.verify(whole, { dependencies });
				assert.deepEqual([verified.outcome?.rows, verified.outcome?.proof], [900, 'proven']);
			});
		}

		it('finds missing records after a response without any records', async () => {
			const { stage } = serve(errors(1), { untilClosed: { losing: 1 } });
			const entry = await stage.run(plan, { dependencies });
			assert.deepEqual(
				[entry.outcome?.rows, entry.outcome?.proof, entry.outcome?.doubts],
				[0, 'unproven', [untold(0)]],
			);
			assert.equal((await stage.verify(entry, { dependencies })).outcome?.proof, 'cut');
		});

		it('does not suspect truncation of a JSON response, because valid JSON marks its own end', async () => {
			const { stage } = serve(errors(900), { untilClosed: { losing: 0 } });
			const entry = await stage.run({ ...plan, format: 'json' }, { dependencies });
			assert.deepEqual(entry.outcome?.doubts, []);
		});
	});

	describe('JSON responses that indicate more records', () => {
		it('finds the missing records and then proves the export complete', async () => {
			const { stage } = serve(errors(1100), {
				maximum: 500,
				beside: (matching, given) => ({ has_more: given < matching }),
			});
			const entry = await stage.run({ ...plan, format: 'json' }, { dependencies });
			assert.deepEqual(entry.outcome?.doubts, [{ kind: 'saidPartial', rows: 500, names: ['has_more'] }]);
			const cut = await stage.verify(entry, { dependencies });
			assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);
			const whole = await stage.resume(cut, { dependencies });
			assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
		});

		for (const chunking of [undefined, 'day'] as const) {
			it(`does not trust halves that also indicate more records (chunks: ${chunking ?? 'none'})`, async () => {
				const { stage } = serve(errors(900), { beside: () => ({ sampled: true }) });
				const entry = await stage.run({ ...plan, format: 'json', chunking }, { dependencies });
				const verified = await stage.verify(entry, { dependencies });
				const { proof, doubts = [] } = verified.outcome ?? {};
				assert.equal(proof, 'unproven');
				assert.deepEqual(
					doubts.map(({ kind }) => kind),
					['saidPartial'],
				);
			});
		}

		it('finds missing records if an empty response contains a total count', async () => {
			const { stage } = serve(errors(30), { maximum: 0, beside: (matching) => ({ total_rows: matching }) });
			const entry = await stage.run({ ...plan, format: 'json' }, { dependencies });
			assert.deepEqual([entry.outcome?.flags, entry.outcome?.proof], [['empty'], 'unproven']);
			assert.deepEqual(entry.outcome?.doubts, [{ kind: 'saidPartial', rows: 0, names: ['total_rows'] }]);
			const { proof, doubts } = (await stage.verify(entry, { dependencies })).outcome ?? {};
			assert.deepEqual([proof, doubts?.map(({ kind }) => kind)], ['unproven', ['saidPartial']]);
		});
	});

	for (const chunking of [undefined, 'day'] as const) {
		it(`still reports fields that are missing from all records (chunks: ${chunking ?? 'none'})`, async () => {
			const { stage } = serve(errors(900), { getName: (field) => (field === 'os_name' ? 'os' : field) });
			const entry = await stage.run({ ...plan, format: 'json', chunking }, { dependencies });
			const aboutFields = ({ outcome }: ExportEntry) =>
				outcome?.doubts.flatMap((doubt) => ('names' in doubt ? [[doubt.kind, ...doubt.names]] : []));
			const expected = [
				['fieldsMissing', 'os_name'],
				['unrequestedFields', 'os'],
			];
			assert.deepEqual(aboutFields(entry), expected);
			const verified = await stage.verify(entry, { dependencies });
			assert.equal(verified.outcome?.proof, 'proven');
			assert.deepEqual(aboutFields(verified), expected);
		});
	}

	it('keeps halving a range until its records are in different halves', async () => {
		const at = start + 3 * 86_400 + 12_345;
		const crowd = Array.from({ length: 300 }, (_, index) => ({ at: at + (index % 30), error: 'e', os: 'ios' }));
		const { service, stage } = serve(crowd, { maximum: 200 });
		const entry = await stage.run(plan, { dependencies });
		service.asked.length = 0;
		const cut = await stage.verify(entry, { dependencies });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 100 }]]);
		assert.ok(service.asked.length < 12, `${service.asked.length} questions`);
		assert.equal((await stage.resume(cut, { dependencies })).outcome?.rows, 300);
	});

	it("reports that records within the same second can't be divided further", async () => {
		const second = Array.from({ length: 150 }, () => ({ at: start + 4000, error: 'e', os: 'ios' }));
		const { stage } = serve(second);
		const verified = await stage.verify(await stage.run(plan, { dependencies }), { dependencies });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts],
			['unproven', [{ kind: 'indivisible', rows: 150 }]],
		);
	});

	for (const [name, records, changes, proof, doubts] of [
		['an export without records', 0, {}, 'proven', []],
		['an export that reached its record limit', 700, { limit: 500 }, 'unproven', [{ kind: 'none' }]],
		['an export that skipped unavailable shards', 700, { skipUnavailableShards: true }, 'unproven', []],
	] as const) {
		it(`sends no verification requests for ${name}`, async () => {
			const { service, stage } = serve(errors(records));
			const entry = await stage.run({ ...plan, ...changes }, { dependencies });
			assert.equal(entry.outcome?.proof, proof);
			service.asked.length = 0;
			assert.deepEqual(await stage.verify(entry, { dependencies }), entry);
			assert.deepEqual(service.asked, []);
			assert.ok(doubts.length < 2);
		});
	}

	it('continues an interrupted verification', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 500 });
		const entry = await stage.run(plan, { dependencies });
		const given = service.given.length;
		const stopping: ExportErrors = async (...parameters) => {
			if (service.given.length === given + 3) {
				throw new AppError({ kind: 'serviceFailure', status: 500, words: '' });
			}
			return service.exportErrors(...parameters);
		};
		await assertProblem(stage.verify(entry, { dependencies: { ...dependencies, exportErrors: stopping } }), {
			kind: 'serviceFailure',
		});
		const left = await stage.only();
		assert.deepEqual(left, entry);
		const other = new ExportHarness(folder.path, service.exportErrors);
		assert.equal((await other.verify(left, { dependencies })).outcome?.proof, 'cut');
		const urls = service.given.map(({ since, until }) => `${since} ${until}`);
		assert.equal(new Set(urls).size, urls.length);
	});

	it('requests only suspect chunks again and keeps the old chunks until the new ones have arrived', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 250 });
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		assert.deepEqual(entry.outcome?.proof, 'unproven' satisfies Proof);
		assert.deepEqual(entry.outcome?.doubts, [{ kind: 'sameCount', rows: 250, chunks: 3 }] satisfies Doubt[]);
		assert.ok(tree(entry.folder).includes('chunk-1.csv'));
		service.asked.length = 0;
		const cut = await stage.verify(entry, { dependencies });
		const days = new Set(service.asked.map(({ since }) => since.slice(8, 10)));
		assert.deepEqual([cut.outcome?.proof, days], ['cut', new Set(['17', '18', '19'])]);
		const whole = await stage.resume(cut, { dependencies });
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
		assert.ok(!tree(entry.folder).some((name) => name.startsWith('chunk-') || name.startsWith('journal')));
	});

	it('requests all chunks again if a chunk file was modified', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 250 });
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		const chunk = join(entry.folder, 'chunk-2.csv');
		chmodSync(chunk, 0o600);
		writeFileSync(chunk, readFileSync(chunk, 'utf8').replace('e1', 'e2'));
		service.asked.length = 0;
		const cut = await stage.verify(entry, { dependencies });
		assert.equal(cut.outcome?.proof, 'cut');
		assert.ok(service.asked.some(({ since }) => since.includes('-20 ')));
		assert.equal((await stage.resume(cut, { dependencies })).outcome?.rows, 1100);
	});

	it('proves a chunked export complete by verifying its largest chunk', async () => {
		// The number of records differs from day to day.
		const { service, stage } = serve(
			errors(1000).filter((_, index) => index % 41 !== 0 && (index < 300 || index % 5 > 0)),
		);
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		assert.ok(!tree(entry.folder).some((name) => name.startsWith('chunk-')));
		const days = [17, 18, 19, 20, 21].map(
			(day) => service.given.filter(({ since }) => since.includes(`-${day} `)).length,
		);
		assert.deepEqual(days, [1, 1, 1, 1, 1]);
		assert.deepEqual(entry.outcome?.answers, { count: 5, largest: 281 });
		service.asked.length = 0;
		const reports: ExportProgress[] = [];
		const verified = await stage.verify(entry, { dependencies, report: (progress) => reports.push(progress) });
		assert.equal(verified.outcome?.proof, 'proven');
		assert.ok(reports.some(({ state }) => state === 'comparing'));
		const stored = JSON.parse(readFileSync(join(entry.folder, 'outcome.json'), 'utf8'));
		assert.equal(stored.proof, 'proven');
	});
});
