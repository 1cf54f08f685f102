import * as assert from 'node:assert/strict';
import fs, { writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { findMismatchedFields } from '../../../../../src/core/export/chunks/mismatches';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';
import { getQuestion } from '../support/plans';
import { useTemporaryFolder } from '../support/temporaryFolder';

const fields = ['error', 'error_timestamp', 'os_name', 'application_id'];
const base = {
	...getQuestion(),
	application: { id: '2599' },
	fields,
	filters: [{ field: 'os_name', value: 'android' }],
	since: '2026-11-17 00:00:00',
	until: '2026-11-17 23:59:59',
};
const noon = Date.parse('2026-11-17T12:00:00Z') / 1000;
const usual = { error: 'a\n"b"', error_timestamp: `${noon}`, os_name: 'android', application_id: '2599' };

describe('mismatches between the first records and the query', () => {
	const folder = useTemporaryFolder();

	for (const format of ['csv', 'json'] as const) {
		async function unlike(...records: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]> {
			const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
			const rows = [fields.join(','), ...records.map((record) => fields.map((name) => cell(record[name])).join(','))];
			const path = join(folder.path, 'records');
			writeFileSync(path, format === 'csv' ? `${rows.join('\n')}\n` : JSON.stringify({ data: records }));
			return findMismatchedFields(path, { ...base, format });
		}

		for (const [name, change, expected] of [
			['match the query', {}, []],
			['have no values', { os_name: '', application_id: '', error_timestamp: '' }, []],
			['use a different notation', { os_name: 'Android', application_id: '02599', error_timestamp: 'soon' }, []],
			['use another time zone', { error_timestamp: `${noon + 24 * 3600}` }, []],
			['belong to another application', { application_id: '2600' }, ['application_id']],
			["don't match a filter", { os_name: 'ios' }, ['os_name']],
			['are from another week', { error_timestamp: `${noon - 7 * 86_400}` }, ['error_timestamp']],
		] as const) {
			it(`compares the query with records that ${name} (${format})`, async () => {
				assert.deepEqual(await unlike(usual, { ...usual, ...change }, usual), expected);
			});
		}

		measured(`compares records in time proportional to their length (${format})`, async () => {
			const started = processorTime();
			await unlike({ ...usual, application_id: `${'0'.repeat(60_000)}x` });
			// Searching from every possible start of the zeros would cost several seconds.
			assert.ok(processorTime() - started < 1500);
		});

		it(`opens the file only once, regardless of how many values it compares with the query (${format})`, async () => {
			const opened = [mock.method(fs, 'createReadStream'), mock.method(fsPromises, 'open')];
			try {
				assert.deepEqual(await unlike({ ...usual, application_id: '1', os_name: 'ios' }), [
					'application_id',
					'os_name',
				]);
				assert.equal(
					opened.reduce((sum, { mock: { calls } }) => sum + calls.length, 0),
					1,
				);
			} finally {
				mock.restoreAll();
			}
		});

		it(`compares only the first records of a long file (${format})`, async () => {
			const many = Array(2000).fill({ ...usual, application_id: '1' });
			assert.deepEqual(await unlike(...many), ['application_id']);
			assert.deepEqual(await unlike(...Array(2000).fill(usual)), []);
		});
	}
});
