import assert from 'node:assert/strict';
import { FieldTable } from '../../../../src/core/plan/fields';
import { firstPlan, type Plan, usualFields } from '../../../../src/core/plan/plan';
import { type Range, resolveRange, utc } from '../../../../src/core/plan/range';
import { parseSavedExport } from '../../../../src/core/savedExports/parseSavedExport';
import { findSavedProblem, personalFilters, planOfSaved } from '../../../../src/core/savedExports/savedExport';
import { savedExportFileName, serializeSavedExport } from '../../../../src/core/savedExports/serializeSavedExport';
import { fromUtc } from '../../../../src/shared/civilTime';
import { Random } from '../../../support/random';
import { saved, savedText } from './support/savedTexts';

const fields = new FieldTable();

function randomRange(random: Random): Range {
	const start = Date.UTC(2000, 0, 1) + (random.chance(0.5) ? random.below(3e9) : random.below(40_000) * 86_400) * 1000;
	const end = start + (random.chance(0.5) ? random.below(1e9) : 86_399) * 1000;
	return random.pick<Range>([
		{ kind: 'today' },
		{ kind: 'yesterday' },
		{ kind: 'last24Hours' },
		{ kind: 'lastHours', hours: 25 + random.below(1000) },
		{ kind: 'lastDays', days: 1 + random.below(9_999) },
		{ kind: 'between', since: fromUtc(start), until: fromUtc(end) },
	]);
}

function randomPlan(random: Random): Plan {
	const some = fields.all.filter(() => random.chance(0.3)).map(({ name }) => name);
	const filtered = fields.all.filter(() => random.chance(0.1));
	return {
		...firstPlan(random.chance(0.5) ? { id: '101' } : { id: `${1 + random.below(1e9)}`, name: 'Shop "für" {Android}' }),
		range: randomRange(random),
		format: random.pick(['csv', 'json']),
		view: random.pick(['results', 'document']),
		dateDimension: random.pick(['default', 'receive']),
		fields: some.length === 0 ? usualFields : some,
		filters: filtered.map(({ name, type, values }) => ({
			field: name,
			value: values?.[0] ?? (type === 'integer' ? `-${random.below(1e9)}` : `"${random.next()}" \\ \u{1f600}`),
		})),
		byteOrderMark: random.chance(0.5),
		skipUnavailableShards: random.chance(0.5),
		...(random.chance(0.5) && { limit: 1 + random.below(1e9) }),
		...(random.chance(0.5) && { chunking: random.pick(['day', 'hour'] as const) }),
	};
}

describe('saved exports', () => {
	it('restores 1,000 random plans from saved exports and writes them back byte for byte', () => {
		const random = new Random(7);
		for (let round = 0; round < 1_000; round++) {
			const plan = randomPlan(random);
			const text = serializeSavedExport({ name: `Export ${round}`, plan });
			const read = saved(text);
			assert.equal(findSavedProblem(read, fields), undefined, text);
			const restored = planOfSaved(read, { id: read.application.id ?? '' }, fields);
			assert.deepEqual(restored, plan);
			assert.equal(serializeSavedExport({ name: read.name, plan: restored }, read), text);
		}
	});

	it('writes the members of a saved export in a fixed order, with one line per field and filter', () => {
		const plan: Plan = {
			...firstPlan({ id: '101', name: 'Shop' }),
			range: { kind: 'between', since: fromUtc(Date.UTC(2026, 10, 1)), until: fromUtc(Date.UTC(2026, 10, 2, 12)) },
			fields: ['error', 'os_name'],
			filters: [{ field: 'os_name', value: 'android' }],
			limit: 500,
		};
		assert.equal(
			serializeSavedExport({ name: 'Android', plan, bundle: 'com.example.shop' }),
			`{
  "type": "app-errors/export@1",
  "name": "Android",
  "application": { "id": "101", "name": "Shop", "bundle": "com.example.shop" },
  "range": { "since": "2026-11-01", "until": "2026-11-02 12:00:00" },
  "timeBasis": "device",
  "fields": [
    "error",
    "os_name"
  ],
  "filters": {
    "os_name": "android"
  },
  "format": "csv",
  "limit": 500
}
`,
		);
	});

	it('preserves and reports unknown members but ignores their values', () => {
		const others = {
			$schema: './x',
			2: [1e21, { deep: null }],
			service: 'https://evil.example',
			__proto: 'a',
			token: 't',
		};
		const text = savedText({ ...others, application: { id: '101', account: 'x' } }).replace('__proto', '__proto__');
		const read = saved(text);
		assert.deepEqual(
			read.ignored.map(({ name, at }) => [name, text.slice(at.start, at.end)]),
			['2', 'service', '__proto__', 'token', 'account'].map((name) => [name, `"${name}"`]),
		);
		const plan = planOfSaved(read, { id: '102' }, fields);
		assert.equal(JSON.stringify(plan).includes('evil'), false);
		const again = serializeSavedExport({ name: 'Other', plan }, read);
		const expected = { ...others, application: { id: '102', account: 'x' } };
		const { application, $schema, service, token, 2: list } = JSON.parse(again);
		assert.deepEqual(
			{ application, $schema, service, token, list },
			{ application: expected.application, $schema: './x', service: others.service, token: 't', list: others[2] },
		);
		assert.match(again, /"__proto__": "a"/);
		assert.equal(serializeSavedExport({ name: 'Other', plan }, saved(again)), again);
	});

	it('saved export never contains the ID of the key that hashes device IDs', () => {
		const text = serializeSavedExport({ name: 'x', plan: { ...firstPlan({ id: '101' }), deviceKey: 'key-of-ana' } });
		assert.doesNotMatch(text, /key/i);
	});

	it('resolves relative time ranges against the current time', () => {
		const { range } = saved(savedText());
		const until = (day: number) => resolveRange(range, new Date(Date.UTC(2026, 10, day)), utc).until.day;
		assert.deepEqual([until(1), until(8)], [1, 8]);
	});

	for (const [what, members, place] of [
		['an unknown field', { fields: ['error', 'branch'] }, '"branch"'],
		['a filter for an unknown field', { filters: { branch: 'x' } }, '"branch"'],
		['a value that a filter cannot have', { filters: { os_name: 'symbian' } }, '"symbian"'],
		['a start after the end', { range: { since: '2026-11-02', until: '2026-11-01' } }, '{\n    "since"'],
		['both forms of the device ID', { fields: ['analytics_device_id', 'hashed_device_id'] }, '[\n    "analytics'],
	] as const) {
		it(`reports the position of ${what} in a saved export`, () => {
			const text = savedText(members);
			const { at } = findSavedProblem(saved(text), fields) ?? { at: { start: 0, end: 0 } };
			assert.ok(text.slice(at.start, at.end).startsWith(place), text.slice(at.start, at.end));
		});
	}

	it('accepts additional fields that are declared in the settings', () => {
		const declared = new FieldTable([{ name: 'branch', type: 'string', group: 'app', personal: false, meaning: '' }]);
		assert.equal(findSavedProblem(saved(savedText({ fields: ['branch'] })), declared), undefined);
	});

	it('resolves the fields of a preset when the export is run', () => {
		const plan = planOfSaved(saved(savedText({ fields: 'all' })), { id: '1' }, fields);
		assert.equal(plan.fields.length, fields.all.length);
	});

	for (const [what, text, kind, place] of [
		['a comment', '{ // x\n}', 'notJson', '/'],
		['truncated JSON', '{"a": [1,', 'notJson', ''],
		['a repeated member', savedText().replace('"name"', '"range": "today",\n"name"'), 'duplicate', '"range"'],
		['a repeated filter', savedText({ filters: { a: '1', b: '2' } }).replace('"b"', '"a"'), 'duplicate', '"a"'],
		['a merge conflict', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n', 'conflict', '<'],
		['too many characters', savedText({ x: 'x'.repeat(70_000) }), 'tooLarge', '{'],
		['no name', savedText({ name: undefined }), 'missing', '{'],
		['a name of invisible characters', savedText({ name: '\u202e\u200b' }), 'invalid', '"'],
	] as const) {
		it(`rejects a saved export with ${what} and reports the position`, () => {
			const parsed = parseSavedExport(text);
			assert.ok(!parsed.ok);
			assert.equal(parsed.problem.kind, kind);
			assert.ok(text.slice(parsed.at.start, parsed.at.end).startsWith(place), text.slice(parsed.at.start));
		});
	}

	it('derives the file name from the export name, without reserved characters or names', () => {
		assert.equal(savedExportFileName('Checkout crashes, last week'), 'checkout-crashes-last-week.json');
		assert.equal(savedExportFileName('../../etc/passwd'), 'etc-passwd.json');
		assert.equal(savedExportFileName('CON'), '_con.json');
		assert.equal(savedExportFileName('///'), 'export.json');
	});

	it('finds filters on personal fields', () => {
		const { filters } = saved(savedText({ filters: { os_name: 'ios', profile_id: 'ana' } }));
		assert.deepEqual(
			personalFilters({ filters }, fields).map(({ name }) => name),
			['profile_id'],
		);
	});
});
