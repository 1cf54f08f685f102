import * as assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type SeenValuesQuery, seenValues } from '../../../../../src/core/export/library/seenValues';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { neverAborted } from '../support/bodies';
import { addExport, service } from '../support/library';
import { assertProblem } from '../support/problems';
import { useTemporaryFolder } from '../support/temporaryFolder';

const none = { running: new Set<string>(), locks: new ExportLocks() };

describe('seenValues()', () => {
	const folder = useTemporaryFolder();
	let count = 0;

	function add(records: string, fields: readonly string[], format: 'csv' | 'json' = 'csv') {
		count++;
		const second = String(count % 60).padStart(2, '0');
		return addExport(folder.path, {
			plan: { fields, format },
			records,
			askedAt: `2026-11-20T09:00:${second}Z`,
			name: `2026-11-20T09-00-${second}Z-aaaaaa`,
		});
	}

	function seen(field: string, query: Partial<SeenValuesQuery> = {}, signal = neverAborted) {
		return seenValues({ library: folder.path, service, applicationId: '101', field, ...query }, none, signal);
	}

	beforeEach(() => {
		count = 0;
	});

	it('merges the values from CSV and JSON exports, most frequent values first', async () => {
		await add('\ufefferror,os_version\r\n"a\n"",b",14\r\nc,13\r\nd,14\r\n,\r\n', ['error', 'os_version']);
		await add('{"data":[{"os_version":"12"},{"os_version":14},{"os_version":null},{}]}', ['os_version'], 'json');
		assert.deepEqual(await seen('os_version'), ['14', '12', '13'], 'of equals, those of the newest export first');
		assert.deepEqual(await seen('error'), ['a\n",b', 'c', 'd']);
	});

	it('preserves all digits of numeric values', async () => {
		const records = '{"data":[{"analytics_device_id":18446744073709551615},{"analytics_device_id":1.50}]}';
		await add(records, ['analytics_device_id'], 'json');
		assert.deepEqual(await seen('analytics_device_id'), ['18446744073709551615', '1.50']);
	});

	it('finds a column by its name regardless of its position', async () => {
		await add('os_name,error\nios,x\n', ['error', 'os_name']);
		assert.deepEqual(await seen('os_name'), ['ios']);
	});

	it('treats empty lines in a single-column file as empty cells', async () => {
		await add('city\n\nKazan\n\n', ['city']);
		assert.deepEqual(await seen('city'), ['Kazan']);
	});

	it('returns no values for unknown fields, applications, services or libraries', async () => {
		await add('error\nx\n', ['error']);
		assert.deepEqual(await seen('city'), []);
		assert.deepEqual(await seen('error', { applicationId: '102' }), []);
		assert.deepEqual(await seen('error', { service: 'sample' }), []);
		assert.deepEqual(await seen('error', { library: join(folder.path, 'none') }), []);
	});

	it('omits long values and returns at most 200 values', async () => {
		const cities = Array.from({ length: 300 }, (_, index) => `city ${index}`);
		await add(`city\n${'x'.repeat(201)}\n${cities.join('\n')}\ncity 299\n`, ['city']);
		const values = await seen('city');
		assert.equal(values.length, 200);
		assert.deepEqual(values.slice(0, 2), ['city 299', 'city 0']);
		assert.equal(
			values.some((value) => value.startsWith('xx')),
			false,
		);
	});

	it('reads the values of a field from the five newest exports that contain the field', async () => {
		for (let index = 0; index < 7; index++) {
			await add(`city\n${index}\n`, ['city']);
		}
		await add('error\nx\n', ['error']);
		assert.deepEqual([...(await seen('city'))].sort(), ['2', '3', '4', '5', '6']);
	});

	for (const [format, make] of [
		['csv', (rows: string[]) => `city,error\n${rows.map((row) => `${row},"${'line\n'.repeat(20_000)}"`).join('\n')}\n`],
		[
			'json',
			(rows: string[]) => JSON.stringify({ data: rows.map((city) => ({ city, error: 'line\n'.repeat(20_000) })) }),
		],
	] as const) {
		it(`reads only the complete records at the start of a large ${format} file`, async () => {
			const rows = Array.from({ length: 120 }, (_, index) => `city ${index}`);
			await add(make(rows), ['city', 'error'], format);
			const values = await seen('city');
			assert.ok(values.length > 60 && values.length < 90, `${values.length}`);
			assert.deepEqual(values, rows.slice(0, values.length));
		});
	}

	it('omits the last value if reading stopped in the middle of this value', async () => {
		const value = 'x'.repeat(190);
		await add(`city\n${`${value}\n`.repeat(45_000)}`, ['city']);
		assert.deepEqual(await seen('city'), [value]);
	});

	it('skips interrupted exports and missing or damaged records files', async () => {
		await add('{"data":[{"city":"Kazan"},{"city":', ['city'], 'json');
		await add('city\n"Minsk"\n"never closed\n', ['city']);
		const gone = await add('city\nParis\n', ['city']);
		rmSync(join(gone.folder, gone.outcome?.file ?? ''));
		assert.deepEqual([...(await seen('city'))].sort(), ['Kazan']);
	});

	it('stops collecting values when aborted', async () => {
		await add('city\nKazan\n', ['city']);
		await assertProblem(seen('city', {}, AbortSignal.abort()), { kind: 'cancelled' });
		const controller = new AbortController();
		const work = seen('city', {}, controller.signal);
		controller.abort();
		await assertProblem(work, { kind: 'cancelled' });
	});
});
