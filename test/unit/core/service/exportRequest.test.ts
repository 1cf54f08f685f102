import assert from 'node:assert/strict';
import { FieldTable, serviceFields } from '../../../../src/core/plan/fields';
import { describeParameters, exportUrl, isFilterable } from '../../../../src/core/service/exportRequest';
import { problemIn } from './expectations';
import { makeQuestion } from './questions';

const fields = new FieldTable();

describe('describeParameters()', () => {
	it('sends only the required export parameters if all other options have default values', () => {
		assert.deepEqual(describeParameters(makeQuestion(), fields), [
			['application_id', '101'],
			['date_since', '2026-11-13 00:00:00'],
			['date_until', '2026-11-20 09:00:00'],
			['fields', 'error_id'],
		]);
	});

	it('sends all export parameters in the documented order, with filters last', () => {
		const question = makeQuestion({
			fields: ['os_name', 'error', 'error_id', 'error'],
			dateDimension: 'receive',
			limit: 1000,
			byteOrderMark: true,
			skipUnavailableShards: true,
			filters: [
				{ field: 'os_name', value: 'ios' },
				{ field: 'city', value: 'San José' },
			],
		});
		assert.deepEqual(describeParameters(question, fields).slice(3), [
			['fields', 'error,error_id,os_name'],
			['date_dimension', 'receive'],
			['limit', '1000'],
			['use_utf8_bom', 'true'],
			['skip_unavailable_shards', 'true'],
			['os_name', 'ios'],
			['city', 'San José'],
		]);
	});

	it('rejects fields and filters that the service documentation does not list', () => {
		const problem = { kind: 'unknownField', field: 'colour' };
		assert.deepEqual(
			problemIn(() => describeParameters(makeQuestion({ fields: ['colour'] }), fields)),
			{
				kind: 'invalidPlan',
				problem,
			},
		);
		const filters = [{ field: 'colour', value: 'red' }];
		assert.deepEqual(
			problemIn(() => describeParameters(makeQuestion({ filters }), fields)),
			{
				kind: 'invalidPlan',
				problem,
			},
		);
	});

	it('sends each export parameter only once', () => {
		const filters = [{ field: 'application_id', value: '101' }];
		assert.deepEqual(
			problemIn(() => describeParameters(makeQuestion({ filters }), fields)),
			{
				kind: 'invalidPlan',
				problem: { kind: 'duplicateFilter', field: 'application_id' },
			},
		);
	});

	it('does not send an additional field as a filter if its name is also a parameter name', () => {
		const table = new FieldTable([
			{ name: 'limit', type: 'string', group: 'error', personal: false, meaning: 'Not the limit' },
		]);
		const filters = [{ field: 'limit', value: '1' }];
		assert.equal(problemIn(() => describeParameters(makeQuestion({ filters }), table)).kind, 'invalidPlan');
	});
});

describe('isFilterable()', () => {
	it('accepts every service field except the application ID as a filter', () => {
		const not = serviceFields.map(({ name }) => name).filter((name) => !isFilterable(name));
		assert.deepEqual(not, ['application_id']);
	});

	it('accepts an additional field from the settings as a filter unless its name is invalid', () => {
		assert.equal(isFilterable('vendor_device_id'), true);
		assert.equal(isFilterable('a&b'), false);
		assert.equal(isFilterable('date_since'), false);
	});
});

describe('exportUrl()', () => {
	it('puts the format into the path of the export URL and encodes a space as %20', () => {
		assert.equal(
			exportUrl('https://api.example/prefix/', makeQuestion({ format: 'json', fields: ['error', 'error_id'] }), fields),
			'https://api.example/prefix/logs/v1/export/errors.json?application_id=101' +
				'&date_since=2026-11-13%2000:00:00&date_until=2026-11-20%2009:00:00&fields=error,error_id',
		);
	});

	for (const value of [
		'a b+c&d=e#f?g/h\\i',
		`it's "quoted" (or) [not] {at} *all*!`,
		'%41 is not A',
		'日本語 🙂 ümlaut',
		'line\nbreak\ttab\0nul',
		'$HOME `id` ;|<>',
	]) {
		it(`encodes ${JSON.stringify(value)} in the export URL so that a URL parser restores it`, () => {
			const url = exportUrl('https://api.example', makeQuestion({ filters: [{ field: 'city', value }] }), fields);
			const parsed = new URL(url);
			assert.equal(parsed.href, url);
			assert.equal(parsed.searchParams.get('city'), value);
			assert.deepEqual(
				[...parsed.searchParams.keys()],
				['application_id', 'date_since', 'date_until', 'fields', 'city'],
			);
			assert.doesNotMatch(url, /\+/);
		});
	}
});
