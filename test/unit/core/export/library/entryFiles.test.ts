import * as assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeOutcome, decodeStoredQuestion, readEntry } from '../../../../../src/core/export/library/entryFiles';
import type { Outcome, StoredQuestion } from '../../../../../src/core/export/model/entry';
import { decodePlan } from '../../../../../src/core/plan/decodePlan';
import { dayCounts, type Range } from '../../../../../src/core/plan/range';
import { addExport, nothingYet, service } from '../support/library';
import { getPlan, getQuestion } from '../support/plans';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const day = { year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59 };

const question: StoredQuestion = {
	version: 1,
	service,
	plan: getPlan(),
	question: getQuestion(),
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
		{ kind: 'sameCount', rows: 1000, chunks: 2 },
		{ kind: 'endNotAnnounced', rows: 0 },
		{ kind: 'saidPartial', rows: 9, names: ['has_more'] },
		{ kind: 'fieldsMissing', rows: 9, names: ['city', 'mcc'] },
		{ kind: 'mismatches', rows: 9, names: ['application_id'] },
		{ kind: 'raggedRows', rows: 1 },
	],
	answers: { count: 3, largest: 1000 },
};

function throughJson(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

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

describe('decodePlan()', () => {
	const ranges: Range[] = [
		{ kind: 'last24Hours' },
		{ kind: 'today' },
		{ kind: 'yesterday' },
		{ kind: 'between', since: day, until: day },
		...[...dayCounts, 1, 3, 400].map((days) => ({ kind: 'lastDays', days }) as const),
		...[1, 36].map((hours) => ({ kind: 'lastHours', hours }) as const),
	];
	for (const range of ranges) {
		it(`decodes the export plan that was encoded with the time range ${JSON.stringify(range)}`, () => {
			const plan = getPlan({ range, limit: 5, format: 'json', filters: [{ field: 'mcc', value: '250' }] });
			assert.deepEqual(decodePlan(throughJson(plan)), plan);
		});
	}

	it('decodes an export plan with or without a chunk size and rejects an unknown chunk size', () => {
		for (const chunking of ['day', 'hour'] as const) {
			assert.deepEqual(decodePlan(throughJson(getPlan({ chunking }))), getPlan({ chunking }));
		}
		assert.equal(decodePlan({ ...getPlan(), chunking: 'second' }), undefined);
	});

	it('decodes an export plan without its optional properties', () => {
		const plan = getPlan({ application: { id: '101' } });
		assert.deepEqual(decodePlan(throughJson({ ...plan, limit: undefined })), plan);
	});

	it('opens the document view for an export plan from a version without the results view', () => {
		const { view: _, ...older } = getPlan();
		assert.deepEqual(decodePlan(older), getPlan({ view: 'document' }));
	});

	it('ignores unknown properties of an export plan', () => {
		const plan = getPlan({ filters: [{ field: 'mcc', value: '250' }] });
		const more = { ...plan, more: 1, application: { ...plan.application, token: 'x' }, range: { ...plan.range, x: 1 } };
		assert.deepEqual(decodePlan(more), plan);
	});

	for (const [name, changes] of [
		['an unknown range', { range: { kind: 'lastYear' } }],
		['a fraction of a day', { range: { kind: 'lastDays', days: 0.5 } }],
		['a range of zero hours', { range: { kind: 'lastHours', hours: 0 } }],
		['a day that does not exist', { range: { kind: 'between', since: { ...day, year: 2023 }, until: day } }],
		['an unknown format', { format: 'xml' }],
		['an unknown time basis', { dateDimension: 'sent' }],
		['a filter without a value', { filters: [{ field: 'mcc' }] }],
		['no fields', { fields: undefined }],
	] as const) {
		it(`rejects a stored export plan with ${name}`, () => {
			assert.equal(decodePlan({ ...getPlan(), ...changes }), undefined);
		});
	}
});

describe('decodeStoredQuestion() and decodeOutcome()', () => {
	it('decodes an encoded query and an encoded outcome to the original values', () => {
		assert.deepEqual(decodeStoredQuestion(throughJson(question)), question);
		assert.deepEqual(decodeOutcome(throughJson(outcome)), outcome);
	});

	it('rejects a query or outcome that has a property of the wrong type at any depth', () => {
		const plan = getPlan({
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

	it('rejects a query or outcome from another version and any value that is not an object', () => {
		for (const value of [undefined, null, 1, 'x', [], {}, { ...question, version: 2 }, { ...outcome, version: 2 }]) {
			assert.equal(decodeStoredQuestion(value), undefined);
			assert.equal(decodeOutcome(value), undefined);
		}
	});

	it('rejects query times that would put the export file outside its folder', () => {
		for (const time of ['/../../../', '../../../x 00:00:00', '2026-11-13', '2026-11-31 00:00:00', '']) {
			for (const name of ['since', 'until'] as const) {
				const value = { ...question, question: { ...question.question, [name]: time } };
				assert.equal(decodeStoredQuestion(value), undefined, `${name} ${time}`);
			}
		}
	});

	it('rejects an export outcome with an invalid file name, flag, count or time', () => {
		for (const changes of [
			{ file: '../shop.errors.csv' },
			{ file: '/etc/shop.errors.csv' },
			{ file: 'request.json' },
			{ flags: ['unheardOf'] },
			{ rows: -1 },
			{ bytes: 1.5 },
			{ finishedAt: 'soon' },
		]) {
			assert.equal(decodeOutcome({ ...outcome, ...changes }), undefined, JSON.stringify(changes));
		}
	});
});

describe('readEntry()', () => {
	const folder = useTemporaryFolder();

	it('reads back an export and finds no other files in its folder', async () => {
		const entry = await addExport(folder.path, { records: 'error,os_name\n' });
		assert.deepEqual(await readEntry(entry.folder), entry);
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', entry.outcome?.file]);
	});

	it('recognizes an interrupted export by its missing outcome', async () => {
		const entry = await addExport(folder.path);
		writeFileSync(join(entry.folder, 'shop.errors.csv.part'), 'error,');
		assert.deepEqual(await readEntry(entry.folder), entry);
	});

	it('does not treat an export as complete if its records file is missing or was modified', async () => {
		const entry = await addExport(folder.path, { records: 'error,os_name\na,b\n' });
		const file = join(entry.folder, entry.outcome?.file ?? '');
		chmodSync(file, 0o600);
		writeFileSync(file, 'error,os_name\n');
		assert.deepEqual(await readEntry(entry.folder), { ...entry, outcome: undefined, resumable: nothingYet });
		rmSync(file);
		assert.deepEqual(await readEntry(entry.folder), { ...entry, outcome: undefined, resumable: nothingYet });
	});

	for (const file of ['request.json', 'outcome.json']) {
		for (const content of ['', '{', 'null', '[]', '{"version":2}', ' '.repeat(2_000_000)]) {
			it(`does not read an export if ${file} has invalid content (${content.length} characters): ${content.slice(0, 20)}`, async () => {
				const { folder: path } = await addExport(folder.path, { records: 'x' });
				writeFileSync(join(path, file), content);
				assert.equal(await readEntry(path), undefined);
			});
		}
	}

	it('stores the export query as human-readable JSON', async () => {
		const entry = await addExport(folder.path);
		assert.match(
			readFileSync(join(entry.folder, 'request.json'), 'utf8'),
			/\n\t"service": "https:\/\/api.example.com"/,
		);
	});
});

describe('time zone of a stored query', () => {
	for (const zone of [
		{ kind: 'named', name: 'Asia/Kolkata' },
		{ kind: 'offset', seconds: -3600 },
	] as const) {
		it(`preserves the time zone ${JSON.stringify(zone)} of a stored query`, () => {
			assert.deepEqual(decodeStoredQuestion(throughJson({ ...question, zone })), { ...question, zone });
		});
	}

	it('omits the time zone of a stored query if it is missing or unknown', () => {
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
