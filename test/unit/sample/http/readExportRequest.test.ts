import assert from 'node:assert/strict';
import { serviceFields } from '../../../../src/core/plan/fields';
import { readExportRequest } from '../../../../src/sample/http/readExportRequest';
import { allFields } from '../support/client';

const good = {
	application_id: '101',
	date_since: '2026-10-01 00:00:00',
	date_until: '2026-10-31 23:59:59',
	fields: 'error_id,error',
};

function read(more: Readonly<Record<string, string | undefined>> = {}) {
	const entries = Object.entries({ ...good, ...more }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return readExportRequest(new URLSearchParams(entries), 'csv');
}

function question(more: Readonly<Record<string, string>> = {}) {
	const reading = read(more);
	assert.ok(reading.ok, reading.ok ? '' : reading.words);
	return reading.question;
}

function words(more: Readonly<Record<string, string | undefined>>): string {
	const reading = read(more);
	assert.ok(!reading.ok);
	return reading.words;
}

describe('export requests to the sample service', () => {
	it('requires four export parameters and uses the documented defaults for the others', () => {
		assert.deepEqual(question(), {
			application: { id: '101' },
			format: 'csv',
			since: '2026-10-01 00:00:00',
			until: '2026-10-31 23:59:59',
			dateDimension: 'default',
			fields: ['error_id', 'error'],
			filters: [],
			limit: undefined,
			byteOrderMark: false,
			skipUnavailableShards: false,
		});
		for (const name of Object.keys(good)) {
			assert.match(words({ [name]: undefined }), new RegExp(`Missing parameter: ${name}$`));
			assert.match(words({ [name]: '' }), new RegExp(`Missing parameter: ${name}$`));
		}
	});

	it('accepts all nine export parameters', () => {
		const all = question({
			date_dimension: 'receive',
			limit: '10',
			use_utf8_bom: 'true',
			skip_unavailable_shards: 'true',
			os_name: 'android',
			city: 'Köln',
		});
		assert.equal(all.dateDimension, 'receive');
		assert.equal(all.limit, 10);
		assert.ok(all.byteOrderMark && all.skipUnavailableShards);
		assert.deepEqual(all.filters, [
			{ field: 'os_name', value: 'android' },
			{ field: 'city', value: 'Köln' },
		]);
	});

	it('interprets a date without a time as the first or last second of that day', () => {
		const { since, until } = question({ date_since: '2024-02-29', date_until: '2024-02-29' });
		assert.deepEqual([since, until], ['2024-02-29 00:00:00', '2024-02-29 23:59:59']);
	});

	for (const date of [
		'2026-1-5',
		'2026-01-05 9:00:00',
		'2026-01-05 09:00',
		'2026-01-05T09:00:00',
		' 2026-01-05',
		'2026-02-30',
		'2026-02-29',
		'2026-13-01',
		'2026-00-01',
		'2026-01-05 24:00:00',
		'2026-01-05 09:60:00',
		'yesterday',
	]) {
		it(`rejects the date ${JSON.stringify(date)} and names the parameter`, () => {
			assert.match(words({ date_since: date }), /date_since/);
			assert.match(words({ date_until: date }), /date_until/);
		});
	}

	it('rejects a range that ends before it starts, and accepts a range of one second', () => {
		assert.match(words({ date_since: '2026-11-01 00:00:00', date_until: '2026-10-31 23:59:59' }), /date_since/);
		const second = '2026-11-01 00:00:00';
		assert.equal(question({ date_since: second, date_until: second }).until, second);
	});

	it('accepts every listed field, including as a filter, and names unknown fields in the error', () => {
		assert.deepEqual(question({ fields: allFields.join(',') }).fields, allFields);
		for (const field of serviceFields.filter(({ name }) => name !== 'application_id')) {
			const value = field.type === 'integer' ? '7' : 'x';
			assert.deepEqual(question({ [field.name]: value }).filters, [{ field: field.name, value }]);
		}
		assert.match(words({ fields: 'error_id,error_group' }), /error_group/);
		assert.match(words({ fields: 'error_id, error' }), / error$/);
		assert.match(words({ fields: 'error_id,' }), /fields/);
		assert.match(words({ fields: 'error_id,error_id' }), /error_id/);
	});

	for (const [name, value] of [
		['parts_count', '2'],
		['oauth_token', 'x'],
		['Limit', '1'],
		['date_dimension', 'event'],
		['limit', '0'],
		['limit', '-1'],
		['limit', '1.5'],
		['limit', 'many'],
		['use_utf8_bom', '1'],
		['use_utf8_bom', 'TRUE'],
		['skip_unavailable_shards', ''],
		['application_id', 'shop'],
		['application_id', '0101'],
		['mcc', 'two'],
		['error_timestamp', ''],
	] as const) {
		it(`rejects ${name}=${value} and names the invalid parameter`, () => {
			assert.match(words({ [name]: value }), new RegExp(name));
		});
	}

	it('rejects a repeated export parameter', () => {
		const twice = new URLSearchParams({ ...good });
		twice.append('os_name', 'ios');
		twice.append('os_name', 'android');
		const reading = readExportRequest(twice, 'json');
		assert.ok(!reading.ok);
		assert.match(reading.words, /os_name/);
	});
});
