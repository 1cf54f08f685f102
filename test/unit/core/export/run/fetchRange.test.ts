import * as assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../../src/core/common/errors';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { secondsOf } from '../../../../../src/core/export/slices/cutRange';
import { usualHalving } from '../../../../../src/core/export/slices/halvingRules';
import type { Plan } from '../../../../../src/core/plan/plan';
import { Random } from '../../../../support/random';
import { bodyOf } from '../support/bodies';
import { ExportStage, textOf } from '../support/exportStage';
import { quickFiles } from '../support/failingFiles';
import { FakeService, type Habits, recordsIn } from '../support/fakeService';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const fields = ['error', 'os_name'];
const parts = { files: quickFiles };

const errors = Array.from({ length: 600 }, (_, index) => ({
	at: start + index * 601,
	error: `e${index % 7}`,
	os: 'ios',
}));

const plan: Partial<Plan> = {
	range: {
		kind: 'between',
		since: { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 },
		until: { year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 59 },
	},
};

const expected = errors.map(({ error }) => JSON.stringify([error, 'ios'])).toSorted();

describe('an export that the service does not give in one piece', () => {
	const folder = useTemporaryFolder();

	function serve(habits: Partial<Habits> = {}) {
		const service = new FakeService(errors, { zone: { kind: 'offset', seconds: 0 }, ...habits }, new Random(5));
		return { service, stage: new ExportStage(folder.path, service.exportErrors) };
	}

	function minAskedLength({ asked }: FakeService): number {
		return Math.min(...asked.map(secondsOf).map(([since, until]) => until - since));
	}

	const gatewayTimeout: Problem = { kind: 'serviceFailure', status: 504, words: '' };

	it('asks as the person did first, and for the time as well only in halves', async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		const entry = await stage.run(plan, { parts });
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
		const [first, ...others] = service.asked;
		assert.deepEqual(first?.fields, fields);
		assert.ok(others.length === 2 && others.every(({ fields }) => fields.at(-1) === 'error_timestamp'));
		assert.equal(textOf(entry).split('\n')[0], 'error,os_name');
		assert.deepEqual(entry.outcome?.answers?.count, 2);
	});

	it('asks for the time of receipt where the range is about that', async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		await stage.run({ ...plan, dateDimension: 'receive' }, { parts });
		assert.deepEqual(service.asked.at(-1)?.fields, [...fields, 'error_receive_timestamp']);
	});

	it('asks for nothing more where the person asks for the time', async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		const entry = await stage.run({ ...plan, fields: ['error', 'error_timestamp'] }, { parts });
		assert.ok(service.asked.every(({ fields }) => fields.length === 2));
		assert.equal(textOf(entry).split('\n')[0], 'error,error_timestamp');
	});

	it('halves after 504, which a gateway says of what takes too long', async () => {
		const { stage } = serve({ refuseAbove: 90, refusal: gatewayTimeout });
		const entry = await stage.run(plan, { parts });
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
	});

	for (const [name, refusal, floor] of [
		['too large', { kind: 'tooLarge', status: 413, words: 'no' }, usualHalving.floor],
		['504', gatewayTimeout, usualHalving.gatewayFloor],
	] as const) {
		it(`tells what the service said first when nothing is small enough (${name})`, async () => {
			const { service, stage } = serve({ refuseAbove: -1, refusal });
			await assertProblem(stage.run(plan, { parts }), refusal);
			const shortest = minAskedLength(service);
			assert.ok(shortest >= floor && shortest < 2 * floor, `${shortest} s`);
			assert.deepEqual(
				tree(folder.path).filter((path) => path.includes('Z-')),
				[],
			);
		});
	}

	it('passes on what is not about the size', async () => {
		const { service, stage } = serve({ refuseAbove: -1, refusal: { kind: 'forbidden', words: 'no' } });
		await assertProblem(stage.run(plan, { parts }), { kind: 'forbidden' });
		assert.equal(service.asked.length, 1);
	});

	/** Gives bodies that break off behind so many bytes. */
	function breakingOff({ service, bytes }: { service: FakeService; bytes: number }): ExportErrors {
		return async (question, consume, signal) => {
			const lost = new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
			for (let attempt = 1; ; attempt++) {
				service.asked.push(question);
				const text = service.answer(question);
				const breaks = text.length > bytes;
				const body = bodyOf([breaks ? text.slice(0, bytes) : text], breaks ? { failure: lost } : {});
				try {
					const consumed = await consume(body, signal);
					assert.ok(consumed.kind === 'whole');
					return consumed.value;
				} catch (error) {
					if (error !== lost || attempt > 3) {
						throw error;
					}
				}
			}
		};
	}

	it('halves what breaks off twice', async () => {
		const { service, stage } = serve();
		const exportErrors = breakingOff({ service, bytes: 3000 });
		const rules = { ...usualHalving, minBeforeBreak: 3000 };
		const entry = await stage.run(plan, { parts: { ...parts, exportErrors, rules } });
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
		const whole = service.asked.filter(({ since, until }) => since.includes('-17 00:') && until.includes('-21 23:'));
		assert.equal(whole.length, 2);
	});

	it('does not halve what breaks off at its beginning: smaller pieces would, too', async () => {
		const { service, stage } = serve();
		const exportErrors = breakingOff({ service, bytes: 3000 });
		const rules = { ...usualHalving, minBeforeBreak: 3001 };
		await assertProblem(stage.run(plan, { parts: { ...parts, exportErrors, rules } }), { kind: 'brokenBody' });
		assert.equal(service.asked.length, 4);
	});

	for (const limit of [1, 150, 290, 599, 600, 601]) {
		it(`stops when the limit of ${limit} is reached, and gives that many`, async () => {
			const { service, stage } = serve();
			const entry = await stage.run({ ...plan, slicing: 'day', limit }, { parts });
			const { outcome } = entry;
			assert.equal(outcome?.rows, Math.min(limit, 600));
			assert.equal(recordsIn(textOf(entry), 'csv', fields).length, outcome?.rows);
			assert.deepEqual(outcome?.flags, limit <= 600 ? ['limitReached'] : []);
			assert.ok(outcome?.proof === 'unproven');
			assert.ok(service.asked.every((question) => question.limit === limit));
			// A little over 143 a day.
			assert.equal(service.asked.length, Math.min(5, Math.ceil(limit / 143.9)));
		});
	}

	it('counts what slices share once before it takes a limit for reached', async () => {
		// Every midnight has 20 errors, which two days have each.
		const crowd = Array.from({ length: 80 }, (_, index) => ({
			at: start + 86_400 * (1 + Math.floor(index / 20)),
			error: `e${index}`,
			os: 'ios',
		}));
		const service = new FakeService(crowd, { zone: { kind: 'offset', seconds: 0 } }, new Random(5));
		const stage = new ExportStage(folder.path, service.exportErrors);
		const entry = await stage.run({ ...plan, slicing: 'day', limit: 70 }, { parts });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.flags], [70, ['limitReached']]);
	});

	it('knows that records without a time cannot be told apart', async () => {
		const timeless: ExportErrors = async (question, consume, signal) => {
			const consumed = await consume(bodyOf(['error,os_name,error_timestamp\na,ios,\n']), signal);
			assert.ok(question.fields.includes('error_timestamp') && consumed.kind === 'whole');
			return consumed.value;
		};
		const stage = new ExportStage(folder.path, timeless);
		const entry = await stage.run({ ...plan, slicing: 'day' }, { parts });
		assert.deepEqual(
			[entry.outcome?.proof, entry.outcome?.doubts],
			['unproven', [{ kind: 'recordsWithoutTime', rows: 5 }]],
		);
		assert.equal(textOf(entry), 'error,os_name\na,ios\n');
	});
});
