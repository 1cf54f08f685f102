import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { FieldTable, serviceFields } from '../../../../src/core/plan/fields';
import { firstPlan } from '../../../../src/core/plan/plan';
import { parseSavedExport } from '../../../../src/core/savedExports/parseSavedExport';
import { findSavedProblem } from '../../../../src/core/savedExports/savedExport';
import { serializeSavedExport } from '../../../../src/core/savedExports/serializeSavedExport';
import { savedText } from './support/savedTexts';

const schema = JSON.parse(readFileSync('schemas/savedExport.schema.json', 'utf8'));
const validate = new Ajv({ allowUnionTypes: true, keywords: ['enumDescriptions'] }).compile(schema);

function isValid(text: string): boolean {
	const parsed = parseSavedExport(text);
	return parsed.ok && findSavedProblem(parsed.saved, new FieldTable()) === undefined;
}

describe('JSON schema of saved exports', () => {
	for (const [what, members] of [
		['only required members', {}],
		['a bundle ID', { application: { bundle: 'com.example.shop' } }],
		['a range of hours', { range: { lastHours: 36 } }],
		['a range of one day', { range: 'yesterday' }],
		['a range of dates', { range: { since: '2026-11-01', until: '2026-11-02 23:59:59' } }],
		['every option', { timeBasis: 'server', format: 'json', view: 'document', limit: 5, chunk: 'hour' }],
		['every flag', { byteOrderMark: true, partialResults: false }],
		['all presets', { fields: 'nonPersonal' }],
		['all service fields', { fields: serviceFields.map(({ name }) => name) }],
		['a hashed device ID', { fields: ['error', 'hashed_device_id'] }],
		['filters', { filters: { os_name: 'ios', mcc: '262', city: 'Berlin' } }],
		['unknown members', { service: 'x', $schema: './x.json', application: { id: '1', token: 'x' } }],
	] as const) {
		it(`schema and parser accept a saved export with ${what}`, () => {
			const text = savedText(members);
			assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors));
			assert.ok(isValid(text));
		});
	}

	for (const [what, members] of [
		['no type', { type: undefined }],
		['a type from a later version', { type: 'app-errors/export@2' }],
		['no name', { name: undefined }],
		['an empty name', { name: '' }],
		['a blank name', { name: ' \n ' }],
		['a long name', { name: 'x'.repeat(201) }],
		['a name that is a number', { name: 7 }],
		['no application', { application: undefined }],
		['an application that is a string', { application: '101' }],
		['an application without an ID', { application: { name: 'Shop' } }],
		['a numeric application ID', { application: { id: 101 } }],
		['an application ID with a path', { application: { id: '../1' } }],
		['a bundle ID with a space', { application: { bundle: 'com example' } }],
		['no range', { range: undefined }],
		['an unknown range', { range: 'tomorrow' }],
		['an empty range', { range: {} }],
		['a range of zero days', { range: { lastDays: 0 } }],
		['a huge range', { range: { lastDays: 1e15 } }],
		['a range of half a day', { range: { lastDays: 0.5 } }],
		['a number of days in a string', { range: { lastDays: '7' } }],
		['two ranges', { range: { lastDays: 7, lastHours: 3 } }],
		['a range with another member', { range: { since: '2026-11-01', until: '2026-11-02', zone: 'UTC' } }],
		['a start without an end', { range: { since: '2026-11-01' } }],
		['a month that does not exist', { range: { since: '2026-13-01', until: '2026-13-02' } }],
		['a year that is too early', { range: { since: '1999-01-01', until: '2026-11-02' } }],
		['an unknown time basis', { timeBasis: 'receive' }],
		['no fields', { fields: undefined }],
		['an empty list of fields', { fields: [] }],
		['a repeated field', { fields: ['error', 'error'] }],
		['an unknown preset', { fields: 'usual' }],
		['a field name with a separator', { fields: ['error&token=1'] }],
		['a field that is a number', { fields: [1] }],
		['both forms of the device ID', { fields: ['analytics_device_id', 'hashed_device_id'] }],
		['filters in a list', { filters: ['os_name'] }],
		['a filter value that is a number', { filters: { mcc: 262 } }],
		['an integer filter with letters', { filters: { mcc: 'x' } }],
		['an empty filter value', { filters: { city: '' } }],
		['a value outside an enumeration', { filters: { os_name: 'symbian' } }],
		['a filter on a computed field', { filters: { hashed_device_id: 'x' } }],
		['an unknown format', { format: 'xml' }],
		['an unknown view', { view: 'synced' }],
		['a limit of zero', { limit: 0 }],
		['an unknown chunk', { chunk: 'week' }],
		['a flag that is a string', { byteOrderMark: 'yes' }],
		['a flag that is a number', { partialResults: 1 }],
	] as const) {
		it(`schema and parser reject a saved export with ${what}`, () => {
			const text = savedText(members);
			assert.equal(validate(JSON.parse(text)), false);
			assert.equal(isValid(text), false);
		});
	}

	it('schema accepts invalid dates, reversed ranges and unknown fields, which only the parser rejects', () => {
		for (const members of [
			{ range: { since: '2026-02-30', until: '2026-03-01' } },
			{ range: { since: '2026-11-02', until: '2026-11-01' } },
			{ fields: ['field_of_another_service'] },
		]) {
			assert.ok(validate(JSON.parse(savedText(members))), JSON.stringify(members));
			assert.equal(isValid(savedText(members)), false);
		}
	});

	it('schema describes every member of a saved export and every service field, and marks personal fields', () => {
		const { properties } = schema;
		const plan = {
			...firstPlan({ id: '1' }),
			filters: [{ field: 'city', value: 'x' }],
			limit: 1,
			chunking: 'day',
		} as const;
		const flags = { view: 'document', byteOrderMark: true, skipUnavailableShards: true } as const;
		const written = Object.keys(JSON.parse(serializeSavedExport({ name: 'x', plan: { ...plan, ...flags } })));
		assert.deepEqual(written, Object.keys(properties));
		for (const [name, { description }] of Object.entries<{ readonly description?: string }>(properties)) {
			assert.match(description ?? '', /^[A-Z].*\.$/, name);
		}
		for (const { name, meaning, personal } of serviceFields) {
			const { description } = properties.filters.properties[name];
			assert.ok(description.startsWith(meaning));
			assert.equal(/personal/i.test(description), personal, name);
		}
	});
});
