import * as assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../../src/core/common/errors';
import { getSeconds } from '../../../../../src/core/export/chunks/splitRange';
import { usualHalving } from '../../../../../src/core/export/chunks/splitRules';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import type { Plan } from '../../../../../src/core/plan/plan';
import { Random } from '../../../../support/random';
import { getBody } from '../support/bodies';
import { ExportHarness, getText } from '../support/exportHarness';
import { quickFiles } from '../support/failingFiles';
import { FakeService, type Habits, recordsIn } from '../support/fakeService';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const fields = ['error', 'os_name'];
const dependencies = { files: quickFiles };

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

describe('export range that the service refuses to return as a whole', () => {
	const folder = useTemporaryFolder();

	function serve(habits: Partial<Habits> = {}) {
		const service = new FakeService(errors, { zone: { kind: 'offset', seconds: 0 }, ...habits }, new Random(5));
		return { service, stage: new ExportHarness(folder.path, service.exportErrors) };
	}

	function minAskedLength({ asked }: FakeService): number {
		return Math.min(...asked.map(getSeconds).map(([since, until]) => until - since));
	}

	const gatewayTimeout: Problem = { kind: 'serviceFailure', status: 504, words: '' };

	it("requests only the user's fields first and adds the timestamp field for halved ranges", async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		const entry = await stage.run(plan, { dependencies });
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		const [first, ...others] = service.asked;
		assert.deepEqual(first?.fields, fields);
		assert.ok(others.length === 2 && others.every(({ fields }) => fields.at(-1) === 'error_timestamp'));
		assert.equal(getText(entry).split('\n')[0], 'error,os_name');
		assert.deepEqual(entry.outcome?.answers?.count, 2);
	});

	it('adds the receive timestamp field to requests for halved ranges if the range refers to server time', async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		await stage.run({ ...plan, dateDimension: 'receive' }, { dependencies });
		assert.deepEqual(service.asked.at(-1)?.fields, [...fields, 'error_receive_timestamp']);
	});

	it('does not add a timestamp field if the user already requested it', async () => {
		const { service, stage } = serve({ refuseAbove: 400 });
		const entry = await stage.run({ ...plan, fields: ['error', 'error_timestamp'] }, { dependencies });
		assert.ok(service.asked.every(({ fields }) => fields.length === 2));
		assert.equal(getText(entry).split('\n')[0], 'error,error_timestamp');
	});

	it('halves the range after status 504, which gateways return for slow requests', async () => {
		const { stage } = serve({ refuseAbove: 90, refusal: gatewayTimeout });
		const entry = await stage.run(plan, { dependencies });
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
	});

	for (const [name, refusal, floor] of [
		['too large', { kind: 'tooLarge', status: 413, words: 'no' }, usualHalving.floor],
		['504', gatewayTimeout, usualHalving.gatewayFloor],
	] as const) {
		it(`reports the service's first rejection if even the smallest range fails (${name})`, async () => {
			const { service, stage } = serve({ refuseAbove: -1, refusal });
			await assertProblem(stage.run(plan, { dependencies }), refusal);
			const shortest = minAskedLength(service);
			assert.ok(shortest >= floor && shortest < 2 * floor, `${shortest} s`);
			assert.deepEqual(
				tree(folder.path).filter((path) => path.includes('Z-')),
				[],
			);
		});
	}

	it('does not halve the range after an error that is unrelated to the size of the range', async () => {
		const { service, stage } = serve({ refuseAbove: -1, refusal: { kind: 'forbidden', words: 'no' } });
		await assertProblem(stage.run(plan, { dependencies }), { kind: 'forbidden' });
		assert.equal(service.asked.length, 1);
	});

	function breakingOff({ service, bytes }: { service: FakeService; bytes: number }): ExportErrors {
		return async (question, consume, signal) => {
			const lost = new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
			for (let attempt = 1; ; attempt++) {
				service.asked.push(question);
				const text = service.answer(question);
				const breaks = text.length > bytes;
				const body = getBody([breaks ? text.slice(0, bytes) : text], breaks ? { failure: lost } : {});
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

	it('halves the range after two interrupted responses', async () => {
		const { service, stage } = serve();
		const exportErrors = breakingOff({ service, bytes: 3000 });
		const rules = { ...usualHalving, minBeforeBreak: 3000 };
		const entry = await stage.run(plan, { dependencies: { ...dependencies, exportErrors, rules } });
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		const whole = service.asked.filter(({ since, until }) => since.includes('-17 00:') && until.includes('-21 23:'));
		assert.equal(whole.length, 2);
	});

	it('does not halve a range whose response breaks off so early that smaller ranges would fail as well', async () => {
		const { service, stage } = serve();
		const exportErrors = breakingOff({ service, bytes: 3000 });
		const rules = { ...usualHalving, minBeforeBreak: 3001 };
		await assertProblem(stage.run(plan, { dependencies: { ...dependencies, exportErrors, rules } }), {
			kind: 'brokenBody',
		});
		assert.equal(service.asked.length, 4);
	});

	for (const limit of [1, 150, 290, 599, 600, 601]) {
		it(`stops after it has exported the maximum of ${limit} records`, async () => {
			const { service, stage } = serve();
			const entry = await stage.run({ ...plan, chunking: 'day', limit }, { dependencies });
			const { outcome } = entry;
			assert.equal(outcome?.rows, Math.min(limit, 600));
			assert.equal(recordsIn(getText(entry), 'csv', fields).length, outcome?.rows);
			assert.deepEqual(outcome?.flags, limit <= 600 ? ['limitReached'] : []);
			assert.ok(outcome?.proof === 'unproven');
			assert.ok(service.asked.every((question) => question.limit === limit));
			// A day has slightly more than 143 records.
			assert.equal(service.asked.length, Math.min(5, Math.ceil(limit / 143.9)));
		});
	}

	it('deduplicates the records of adjacent chunks before it applies the record limit', async () => {
		// Each of the four midnights has 20 errors that belong to both adjacent days.
		const crowd = Array.from({ length: 80 }, (_, index) => ({
			at: start + 86_400 * (1 + Math.floor(index / 20)),
			error: `e${index}`,
			os: 'ios',
		}));
		const service = new FakeService(crowd, { zone: { kind: 'offset', seconds: 0 } }, new Random(5));
		const stage = new ExportHarness(folder.path, service.exportErrors);
		const entry = await stage.run({ ...plan, chunking: 'day', limit: 70 }, { dependencies });
		assert.deepEqual([entry.outcome?.rows, entry.outcome?.flags], [70, ['limitReached']]);
	});

	it("reports that records without a time can't be distinguished", async () => {
		const timeless: ExportErrors = async (question, consume, signal) => {
			const consumed = await consume(getBody(['error,os_name,error_timestamp\na,ios,\n']), signal);
			assert.ok(question.fields.includes('error_timestamp') && consumed.kind === 'whole');
			return consumed.value;
		};
		const stage = new ExportHarness(folder.path, timeless);
		const entry = await stage.run({ ...plan, chunking: 'day' }, { dependencies });
		assert.deepEqual(
			[entry.outcome?.proof, entry.outcome?.doubts],
			['unproven', [{ kind: 'recordsWithoutTime', rows: 5 }]],
		);
		assert.equal(getText(entry), 'error,os_name\na,ios\n');
	});
});
