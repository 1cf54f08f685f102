import * as assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import type { Doubt, ExportEntry, ExportProgress, Proof } from '../../../../../src/core/export/model/entry';
import type { Plan } from '../../../../../src/core/plan/plan';
import { Random } from '../../../../support/random';
import { ExportStage, textOf } from '../support/exportStage';
import { quickFiles } from '../support/failingFiles';
import { type FakeRecord, FakeService, type Habits, recordsIn } from '../support/fakeService';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const parts = { files: quickFiles };

/** So many errors, one every five minutes. */
function errors(count: number): FakeRecord[] {
	return Array.from({ length: count }, (_, index) => ({ at: start + index * 300, error: `e${index % 9}`, os: 'ios' }));
}

const fiveDays = {
	kind: 'between',
	since: { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 },
	until: { year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 59 },
} as const;

describe('verifyExport', () => {
	const folder = useTemporaryFolder();

	function serve(records: FakeRecord[], habits: Partial<Habits> = {}) {
		const service = new FakeService(records, { zone: { kind: 'offset', seconds: 0 }, ...habits }, new Random(3));
		return { service, stage: new ExportStage(folder.path, service.exportErrors) };
	}

	const plan: Partial<Plan> = { range: fiveDays };

	for (const format of ['csv', 'json'] as const) {
		it(`proves an answer whose halves have the same records (${format})`, async () => {
			const { service, stage } = serve(errors(900));
			const entry = await stage.run({ ...plan, format }, { parts });
			assert.deepEqual([entry.outcome?.proof, entry.outcome?.doubts], ['unproven', []]);
			const before = textOf(entry);
			service.asked.length = 0;
			const verified = await stage.verify(entry, { parts });
			assert.deepEqual([verified.outcome?.proof, verified.outcome?.doubts], ['proven', []]);
			assert.equal(service.asked.length, 2);
			assert.equal(textOf(verified), before);
			assert.deepEqual(tree(entry.folder), ['outcome.json', 'question.json', verified.outcome?.file ?? '']);
			assert.deepEqual(await stage.only(), verified);
		});

		it(`finds a cut, and completes the export without a repeated request (${format})`, async () => {
			const { service, stage } = serve(errors(1100), { maximum: 500 });
			const entry = await stage.run({ ...plan, format }, { parts });
			assert.equal(entry.outcome?.rows, 500);
			const cut = await stage.verify(entry, { parts });
			assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);
			assert.equal(cut.outcome?.rows, 500);
			assert.ok(cut.resumable && cut.resumable.done === cut.resumable.slices);

			service.asked.length = 0;
			const whole = await stage.resume(cut, { parts });
			assert.deepEqual(service.asked, []);
			assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
			const fields = ['error', 'os_name'];
			const expected = errors(1100).map(({ error }) => JSON.stringify([error, 'ios']));
			assert.deepEqual(recordsIn(textOf(whole), format, fields), expected.toSorted());
			assert.deepEqual(tree(entry.folder), ['outcome.json', 'question.json', whole.outcome?.file ?? '']);
			assert.equal(whole.resumable, undefined);
		});
	}

	it('doubts hours of 50 records each, and finds all that is missing', async () => {
		const records = Array.from({ length: 320 }, (_, index) => ({ at: start + index * 45, error: 'e', os: 'ios' }));
		const { stage } = serve(records, { maximum: 50 });
		const entry = await stage.run({ ...plan, slicing: 'hour' }, { parts });
		assert.equal(entry.outcome?.rows, 200);
		assert.deepEqual(
			[entry.outcome.proof, entry.outcome.doubts],
			['unproven', [{ kind: 'sameCount', rows: 50, slices: 4 }]],
		);
		const cut = await stage.verify(entry, { parts });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 120 }]]);
		const whole = await stage.resume(cut, { parts });
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [320, 'proven']);
	});

	it('does not call a cut what came later', async () => {
		const records = errors(900);
		const { service, stage } = serve(records);
		const entry = await stage.run(plan, { parts });
		records.push(
			{ at: start + 17, error: 'late', os: 'android' },
			{ at: start + 4 * 86_400, error: 'late', os: 'ios' },
		);
		service.asked.length = 0;
		const verified = await stage.verify(entry, { parts });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts, verified.outcome?.rows],
			['proven', [{ kind: 'arrivedMeanwhile', rows: 2 }], 900],
		);
		// The halves, and the whole once more under an address that no earlier answer is kept for.
		const [first, second, again] = service.asked;
		assert.equal(service.asked.length, 3);
		assert.deepEqual([first?.since, second?.until], [again?.since, '2026-11-21 23:59:59']);
		assert.equal(again?.until, '2026-11-22 00:00:00');
	});

	it('calls a cut a cut although records came later', async () => {
		const records = errors(700);
		const { stage } = serve(records, { maximum: 500 });
		const entry = await stage.run(plan, { parts });
		records.push(...records.slice(0, 50).map((record) => ({ ...record, at: record.at + 7, error: 'late' })));
		const verified = await stage.verify(entry, { parts });
		assert.equal(verified.outcome?.proof, 'cut');
	});

	it('cannot prove an export whose records are not there any more', async () => {
		const records = errors(700);
		const { stage } = serve(records);
		const entry = await stage.run(plan, { parts });
		records.splice(100, 3);
		const verified = await stage.verify(entry, { parts });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts],
			['unproven', [{ kind: 'notFoundAgain', rows: 3 }]],
		);
	});

	it('keeps a cut export whose records the service no longer has', async () => {
		// Told apart by their texts.
		const records = errors(1100).map((record, index) => ({ ...record, error: `e${index}` }));
		const { stage } = serve(records, { maximum: 500 });
		const entry = await stage.run(plan, { parts });
		const before = textOf(entry);
		records.splice(100, 3);
		const cut = await stage.verify(entry, { parts });
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
		assert.equal(textOf(await stage.resume(cut, { parts })), before);
	});

	it('cannot prove an export in slices whose records do not tell their time', async () => {
		const records = errors(900).map((record, index) => ({ ...record, error: `e${index % 800}` }));
		const { stage } = serve(records, { timeless: true });
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		// A hundred texts came on two days.
		assert.equal(entry.outcome?.rows, 800);
		const { proof, doubts } = (await stage.verify(entry, { parts })).outcome ?? {};
		const timeless = entry.outcome.doubts.find(({ kind }) => kind === 'recordsWithoutTime');
		assert.ok(timeless);
		assert.deepEqual([proof, doubts?.at(-1)], ['unproven', timeless]);
	});

	it('does not call finds late arrivals where the whole range cannot be asked for', async () => {
		const records = errors(1440).filter((_, index) => index < 288 || index % 2 === 0);
		const { stage } = serve(records, { maximum: 250, refuseAbove: 400 });
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.doubts], [records.length - 38, []]);
		const cut = await stage.verify(entry, { parts });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 38 }]]);
		assert.equal((await stage.resume(cut, { parts })).outcome?.rows, records.length);
	});

	it('looks for missing records beyond the person’s limit', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 500 });
		const entry = await stage.run({ ...plan, limit: 600 }, { parts });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.flags], [500, []]);
		const cut = await stage.verify(entry, { parts });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);

		service.asked.length = 0;
		const whole = await stage.resume(cut, { parts });
		assert.deepEqual(service.asked, []);
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.flags], [600, ['limitReached']]);
	});

	describe('of an answer that ended with the connection', () => {
		const untold = (rows: number) => ({ kind: 'endNotTold', rows }) satisfies Doubt;

		for (const slicing of [undefined, 'day'] as const) {
			it(`proves it when its halves have the same records (${slicing ?? 'in one piece'})`, async () => {
				const { service, stage } = serve(errors(900), { untilClosed: { losing: 0 } });
				const entry = await stage.run({ ...plan, slicing }, { parts });
				const rows = slicing ? service.given.reduce((sum, slice) => sum + service.matching(slice).length, 0) : 900;
				assert.equal(entry.outcome?.proof, 'unproven');
				assert.deepEqual(entry.outcome?.doubts.at(-1), untold(rows));
				const verified = await stage.verify(entry, { parts });
				assert.deepEqual([verified.outcome?.proof, verified.outcome?.doubts], ['proven', []]);
			});

			it(`finds what was lost, and completes it (${slicing ?? 'in one piece'})`, async () => {
				const { stage } = serve(errors(900), { untilClosed: { losing: 1 } });
				const entry = await stage.run({ ...plan, slicing }, { parts });
				const rows = entry.outcome?.rows ?? 0;
				assert.ok(rows < 900);
				const cut = await stage.verify(entry, { parts });
				// The record of midnight is missing from the day before it, though the day after has it.
				const missing = { kind: 'missing', rows: 900 - rows + (slicing ? 1 : 0) };
				assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [missing]]);
				const whole = await stage.resume(cut, { parts });
				assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [900, 'unproven']);
				const verified = await stage.verify(whole, { parts });
				assert.deepEqual([verified.outcome?.rows, verified.outcome?.proof], [900, 'proven']);
			});
		}

		it('finds records where none had come', async () => {
			const { stage } = serve(errors(1), { untilClosed: { losing: 1 } });
			const entry = await stage.run(plan, { parts });
			assert.deepEqual(
				[entry.outcome?.rows, entry.outcome?.proof, entry.outcome?.doubts],
				[0, 'unproven', [untold(0)]],
			);
			assert.equal((await stage.verify(entry, { parts })).outcome?.proof, 'cut');
		});

		it('does not doubt JSON, which tells its end by itself', async () => {
			const { stage } = serve(errors(900), { untilClosed: { losing: 0 } });
			const entry = await stage.run({ ...plan, format: 'json' }, { parts });
			assert.deepEqual(entry.outcome?.doubts, []);
		});
	});

	describe('of JSON that says that it is not all', () => {
		it('finds what is missing, and proves what is complete then', async () => {
			const { stage } = serve(errors(1100), {
				maximum: 500,
				beside: (matching, given) => ({ has_more: given < matching }),
			});
			const entry = await stage.run({ ...plan, format: 'json' }, { parts });
			assert.deepEqual(entry.outcome?.doubts, [{ kind: 'saidPartial', rows: 500, names: ['has_more'] }]);
			const cut = await stage.verify(entry, { parts });
			assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 600 }]]);
			const whole = await stage.resume(cut, { parts });
			assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
		});

		for (const slicing of [undefined, 'day'] as const) {
			it(`does not believe halves that say so as well (${slicing ?? 'in one piece'})`, async () => {
				const { stage } = serve(errors(900), { beside: () => ({ sampled: true }) });
				const entry = await stage.run({ ...plan, format: 'json', slicing }, { parts });
				const verified = await stage.verify(entry, { parts });
				const { proof, doubts = [] } = verified.outcome ?? {};
				assert.equal(proof, 'unproven');
				assert.deepEqual(
					doubts.map(({ kind }) => kind),
					['saidPartial'],
				);
			});
		}

		it('finds that there are records where none were given', async () => {
			const { stage } = serve(errors(30), { maximum: 0, beside: (matching) => ({ total_rows: matching }) });
			const entry = await stage.run({ ...plan, format: 'json' }, { parts });
			assert.deepEqual([entry.outcome?.flags, entry.outcome?.proof], [['empty'], 'unproven']);
			assert.deepEqual(entry.outcome?.doubts, [{ kind: 'saidPartial', rows: 0, names: ['total_rows'] }]);
			const { proof, doubts } = (await stage.verify(entry, { parts })).outcome ?? {};
			assert.deepEqual([proof, doubts?.map(({ kind }) => kind)], ['unproven', ['saidPartial']]);
		});
	});

	for (const slicing of [undefined, 'day'] as const) {
		it(`keeps telling of fields that no record has (${slicing ?? 'in one piece'})`, async () => {
			const { stage } = serve(errors(900), { nameOf: (field) => (field === 'os_name' ? 'os' : field) });
			const entry = await stage.run({ ...plan, format: 'json', slicing }, { parts });
			const aboutFields = ({ outcome }: ExportEntry) =>
				outcome?.doubts.flatMap((doubt) => ('names' in doubt ? [[doubt.kind, ...doubt.names]] : []));
			const expected = [
				['fieldsMissing', 'os_name'],
				['fieldsUnasked', 'os'],
			];
			assert.deepEqual(aboutFields(entry), expected);
			const verified = await stage.verify(entry, { parts });
			assert.equal(verified.outcome?.proof, 'proven');
			assert.deepEqual(aboutFields(verified), expected);
		});
	}

	it('goes into the half that has all the records, until they part', async () => {
		const at = start + 3 * 86_400 + 12_345;
		const crowd = Array.from({ length: 300 }, (_, index) => ({ at: at + (index % 30), error: 'e', os: 'ios' }));
		const { service, stage } = serve(crowd, { maximum: 200 });
		const entry = await stage.run(plan, { parts });
		service.asked.length = 0;
		const cut = await stage.verify(entry, { parts });
		assert.deepEqual([cut.outcome?.proof, cut.outcome?.doubts], ['cut', [{ kind: 'missing', rows: 100 }]]);
		assert.ok(service.asked.length < 12, `${service.asked.length} questions`);
		assert.equal((await stage.resume(cut, { parts })).outcome?.rows, 300);
	});

	it('says what cannot be divided', async () => {
		const second = Array.from({ length: 150 }, () => ({ at: start + 4000, error: 'e', os: 'ios' }));
		const { stage } = serve(second);
		const verified = await stage.verify(await stage.run(plan, { parts }), { parts });
		assert.deepEqual(
			[verified.outcome?.proof, verified.outcome?.doubts],
			['unproven', [{ kind: 'indivisible', rows: 150 }]],
		);
	});

	for (const [name, records, changes, proof, doubts] of [
		['nothing is proven', 0, {}, 'proven', []],
		['a limit that was reached is no proof', 700, { limit: 500 }, 'unproven', [{ kind: 'none' }]],
		['nor are shards that were left out', 700, { skipUnavailableShards: true }, 'unproven', []],
	] as const) {
		it(`asks nothing where ${name}`, async () => {
			const { service, stage } = serve(errors(records));
			const entry = await stage.run({ ...plan, ...changes }, { parts });
			assert.equal(entry.outcome?.proof, proof);
			service.asked.length = 0;
			assert.deepEqual(await stage.verify(entry, { parts }), entry);
			assert.deepEqual(service.asked, []);
			assert.ok(doubts.length < 2);
		});
	}

	it('goes on with a verification that was stopped', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 500 });
		const entry = await stage.run(plan, { parts });
		const given = service.given.length;
		const stopping: ExportErrors = async (...parameters) => {
			if (service.given.length === given + 3) {
				throw new AppError({ kind: 'serviceFailure', status: 500, words: '' });
			}
			return service.exportErrors(...parameters);
		};
		await assertProblem(stage.verify(entry, { parts: { ...parts, exportErrors: stopping } }), {
			kind: 'serviceFailure',
		});
		const left = await stage.only();
		assert.deepEqual(left, entry);
		const other = new ExportStage(folder.path, service.exportErrors);
		assert.equal((await other.verify(left, { parts })).outcome?.proof, 'cut');
		const urls = service.given.map(({ since, until }) => `${since} ${until}`);
		assert.equal(new Set(urls).size, urls.length);
	});

	it('asks again only for the slices in doubt, and keeps these until then', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 250 });
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		assert.deepEqual(entry.outcome?.proof, 'unproven' satisfies Proof);
		assert.deepEqual(entry.outcome?.doubts, [{ kind: 'sameCount', rows: 250, slices: 3 }] satisfies Doubt[]);
		assert.ok(tree(entry.folder).includes('slice-1.csv'));
		service.asked.length = 0;
		const cut = await stage.verify(entry, { parts });
		const days = new Set(service.asked.map(({ since }) => since.slice(8, 10)));
		assert.deepEqual([cut.outcome?.proof, days], ['cut', new Set(['17', '18', '19'])]);
		const whole = await stage.resume(cut, { parts });
		assert.deepEqual([whole.outcome?.rows, whole.outcome?.proof], [1100, 'proven']);
		assert.ok(!tree(entry.folder).some((name) => name.startsWith('slice-') || name.startsWith('journal')));
	});

	it('begins with all of it where a slice is not what it was', async () => {
		const { service, stage } = serve(errors(1100), { maximum: 250 });
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		const slice = join(entry.folder, 'slice-2.csv');
		chmodSync(slice, 0o600);
		writeFileSync(slice, readFileSync(slice, 'utf8').replace('e1', 'e2'));
		service.asked.length = 0;
		const cut = await stage.verify(entry, { parts });
		assert.equal(cut.outcome?.proof, 'cut');
		assert.ok(service.asked.some(({ since }) => since.includes('-20 ')));
		assert.equal((await stage.resume(cut, { parts })).outcome?.rows, 1100);
	});

	it('proves an export in slices by the largest of them', async () => {
		// Not the same number every day.
		const { service, stage } = serve(
			errors(1000).filter((_, index) => index % 41 !== 0 && (index < 300 || index % 5 > 0)),
		);
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		assert.ok(!tree(entry.folder).some((name) => name.startsWith('slice-')));
		const days = [17, 18, 19, 20, 21].map(
			(day) => service.given.filter(({ since }) => since.includes(`-${day} `)).length,
		);
		assert.deepEqual(days, [1, 1, 1, 1, 1]);
		assert.deepEqual(entry.outcome?.answers, { count: 5, largest: 281 });
		service.asked.length = 0;
		const reports: ExportProgress[] = [];
		const verified = await stage.verify(entry, { parts, report: (progress) => reports.push(progress) });
		assert.equal(verified.outcome?.proof, 'proven');
		assert.ok(reports.some(({ state }) => state === 'comparing'));
		const stored = JSON.parse(readFileSync(join(entry.folder, 'outcome.json'), 'utf8'));
		assert.equal(stored.proof, 'proven');
	});
});
