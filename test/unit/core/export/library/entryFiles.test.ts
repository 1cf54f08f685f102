import * as assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeOutcome, decodeStoredQuestion, readEntry } from '../../../../../src/core/export/library/entryFiles';
import type { Outcome, StoredQuestion } from '../../../../../src/core/export/model/entry';
import { decodePlan } from '../../../../../src/core/plan/decodePlan';
import { dayCounts, type Range } from '../../../../../src/core/plan/range';
import { addExport, nothingYet, service } from '../support/library';
import { planOf, questionOf } from '../support/plans';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const day = { year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59 };

const question: StoredQuestion = {
	version: 1,
	service,
	plan: planOf(),
	question: questionOf(),
	askedAt: '2026-11-20T09:02:03.000Z',
};

const outcome: Outcome = {
	version: 1,
	file: 'shop.errors.csv',
	rows: 2,
	bytes: 30,
	finishedAt: '2026-11-20T09:02:04.000Z',
	durationMs: 1000,
	flags: ['limitReached', 'shardsSkipped', 'empty'],
	proof: 'cut',
	doubts: [
		{ kind: 'missing', rows: 7 },
		{ kind: 'sameCount', rows: 1000, slices: 2 },
		{ kind: 'endNotTold', rows: 0 },
		{ kind: 'saidPartial', rows: 9, names: ['has_more'] },
		{ kind: 'fieldsMissing', rows: 9, names: ['city', 'mcc'] },
		{ kind: 'unlikeAsked', rows: 9, names: ['application_id'] },
		{ kind: 'raggedRows', rows: 1 },
	],
	answers: { count: 3, largest: 1000 },
};

function throughJson(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

/** Every copy of a value in which one member somewhere is replaced by something of another type. */
function* damaged(value: unknown): Generator<unknown> {
	if (typeof value !== 'object' || value === null) {
		return;
	}
	for (const [name, member] of Object.entries(value)) {
		for (const other of [null, 0.5, -1, 'x\u0000', [], {}, [null], true]) {
			if (typeof other !== typeof member || Array.isArray(other) !== Array.isArray(member)) {
				yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
			}
		}
		for (const changed of damaged(member)) {
			yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
		}
	}
}

describe('decodePlan', () => {
	const ranges: Range[] = [
		{ kind: 'last24Hours' },
		{ kind: 'today' },
		{ kind: 'yesterday' },
		{ kind: 'between', since: day, until: day },
		...dayCounts.map((days) => ({ kind: 'lastDays', days }) as const),
	];
	for (const range of ranges) {
		it(`gives back a plan for ${JSON.stringify(range)}`, () => {
			const plan = planOf({ range, limit: 5, format: 'json', filters: [{ field: 'mcc', value: '250' }] });
			assert.deepEqual(decodePlan(throughJson(plan)), plan);
		});
	}

	it('gives back how a range is cut, and knows plans without', () => {
		for (const slicing of ['day', 'hour'] as const) {
			assert.deepEqual(decodePlan(throughJson(planOf({ slicing }))), planOf({ slicing }));
		}
		assert.equal(decodePlan({ ...planOf(), slicing: 'second' }), undefined);
	});

	it('gives back a plan without what may be left out', () => {
		const plan = planOf({ application: { id: '101' } });
		assert.deepEqual(decodePlan(throughJson({ ...plan, limit: undefined })), plan);
	});

	it('takes a plan from before there was a results view for a document', () => {
		const { view: _, ...older } = planOf();
		assert.deepEqual(decodePlan(older), planOf({ view: 'document' }));
	});

	it('drops what it does not know', () => {
		const plan = planOf({ filters: [{ field: 'mcc', value: '250' }] });
		const more = { ...plan, more: 1, application: { ...plan.application, token: 'x' }, range: { ...plan.range, x: 1 } };
		assert.deepEqual(decodePlan(more), plan);
	});

	for (const [name, changes] of [
		['an unknown range', { range: { kind: 'lastYear' } }],
		['an odd count of days', { range: { kind: 'lastDays', days: 8 } }],
		['a day that does not exist', { range: { kind: 'between', since: { ...day, year: 2023 }, until: day } }],
		['an unknown format', { format: 'xml' }],
		['an unknown clock', { dateDimension: 'sent' }],
		['a filter without a value', { filters: [{ field: 'mcc' }] }],
		['no fields', { fields: undefined }],
	] as const) {
		it(`refuses a plan with ${name}`, () => {
			assert.equal(decodePlan({ ...planOf(), ...changes }), undefined);
		});
	}
});

describe('decodeStoredQuestion and decodeOutcome', () => {
	it('give back what was written', () => {
		assert.deepEqual(decodeStoredQuestion(throughJson(question)), question);
		assert.deepEqual(decodeOutcome(throughJson(outcome)), outcome);
	});

	it('refuse any member of another type, at any depth', () => {
		const plan = planOf({
			limit: 5,
			range: { kind: 'between', since: day, until: day },
			filters: [{ field: 'a', value: 'b' }],
		});
		let count = 0;
		for (const value of damaged({ ...question, plan })) {
			assert.equal(decodeStoredQuestion(value), undefined, JSON.stringify(value));
			count++;
		}
		for (const value of damaged(outcome)) {
			assert.equal(decodeOutcome(value), undefined, JSON.stringify(value));
			count++;
		}
		assert.ok(count > 300);
	});

	it('refuse other versions and things that are no objects', () => {
		for (const value of [undefined, null, 1, 'x', [], {}, { ...question, version: 2 }, { ...outcome, version: 2 }]) {
			assert.equal(decodeStoredQuestion(value), undefined);
			assert.equal(decodeOutcome(value), undefined);
		}
	});

	it('refuse times whose days would lead a file name out of the folder', () => {
		for (const time of ['/../../../', '../../../x 00:00:00', '2026-11-13', '2026-11-31 00:00:00', '']) {
			for (const name of ['since', 'until'] as const) {
				const value = { ...question, question: { ...question.question, [name]: time } };
				assert.equal(decodeStoredQuestion(value), undefined, `${name} ${time}`);
			}
		}
	});

	it('refuse a file outside the folder, unknown flags and negative counts', () => {
		for (const changes of [
			{ file: '../shop.errors.csv' },
			{ file: '/etc/shop.errors.csv' },
			{ file: 'question.json' },
			{ flags: ['unheardOf'] },
			{ rows: -1 },
			{ bytes: 1.5 },
			{ finishedAt: 'soon' },
		]) {
			assert.equal(decodeOutcome({ ...outcome, ...changes }), undefined, JSON.stringify(changes));
		}
	});
});

describe('readEntry', () => {
	const folder = useTemporaryFolder();

	it('gives back what was written, and leaves no other files', async () => {
		const entry = await addExport(folder.path, { records: 'error,os_name\n' });
		assert.deepEqual(await readEntry(entry.folder), entry);
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'question.json', entry.outcome?.file]);
	});

	it('tells an interrupted export', async () => {
		const entry = await addExport(folder.path);
		writeFileSync(join(entry.folder, 'shop.errors.csv.part'), 'error,');
		assert.deepEqual(await readEntry(entry.folder), entry);
	});

	it('does not call an export whole whose records are gone or changed', async () => {
		const entry = await addExport(folder.path, { records: 'error,os_name\na,b\n' });
		const file = join(entry.folder, entry.outcome?.file ?? '');
		chmodSync(file, 0o600);
		writeFileSync(file, 'error,os_name\n');
		assert.deepEqual(await readEntry(entry.folder), { ...entry, outcome: undefined, resumable: nothingYet });
		rmSync(file);
		assert.deepEqual(await readEntry(entry.folder), { ...entry, outcome: undefined, resumable: nothingYet });
	});

	for (const file of ['question.json', 'outcome.json']) {
		for (const content of ['', '{', 'null', '[]', '{"version":2}', ' '.repeat(2_000_000)]) {
			it(`cannot read ${file} with ${content.length} characters: ${content.slice(0, 20)}`, async () => {
				const { folder: path } = await addExport(folder.path, { records: 'x' });
				writeFileSync(join(path, file), content);
				assert.equal(await readEntry(path), undefined);
			});
		}
	}

	it('stores the question as text a person can read', async () => {
		const entry = await addExport(folder.path);
		assert.match(
			readFileSync(join(entry.folder, 'question.json'), 'utf8'),
			/\n\t"service": "https:\/\/api.example.com"/,
		);
	});
});

describe('the clock of a stored question', () => {
	for (const zone of [
		{ kind: 'named', name: 'Asia/Kolkata' },
		{ kind: 'offset', seconds: -3600 },
	] as const) {
		it(`is ${JSON.stringify(zone)} again`, () => {
			assert.deepEqual(decodeStoredQuestion(throughJson({ ...question, zone })), { ...question, zone });
		});
	}

	it('is left out where it is not told or not known', () => {
		for (const zone of [
			undefined,
			null,
			'UTC',
			{ kind: 'named', name: 'Moon/Base' },
			{ kind: 'offset', seconds: 'x' },
		]) {
			assert.deepEqual(decodeStoredQuestion(throughJson({ ...question, zone })), question);
		}
	});
});
