import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { SampleServer } from '../../../../src/sample/service';
import { measured } from '../../../support/measured';
import { skipBecause } from '../../../support/skipBecause';
import { allFields, ask, everything, exportPath, plainExport } from '../support/client';
import { collect } from '../support/collect';
import { startSmall } from '../support/services';

const applications = ['101', '102', '103', '104', '105', '106'];
const whole = { since: '2026-01-01 00:00:00', until: '2026-12-31 23:59:59', dateDimension: 'default' } as const;

function getRows(csv: string): string[][] {
	return parse(csv, { bom: true, record_delimiter: ['\n', '\r\n'] });
}

describe('exports from the sample service', () => {
	let service: SampleServer;

	before(async () => {
		service = await startSmall({ records: 3000 });
	});
	after(() => service.close());

	const expected = (id: string, fields: readonly string[], filters: { field: string; value: string }[] = []) =>
		collect(service.recordsFor({ application: { id }, ...whole, fields, filters }));

	for (const application_id of applications) {
		it(`exports the same records of application ${application_id} as CSV and as JSON`, async () => {
			const parameters = { application_id, ...everything, fields: allFields.join(',') };
			const [csv, json] = await Promise.all([
				ask(service, exportPath(parameters, 'csv')),
				ask(service, exportPath(parameters, 'json')),
			]);
			assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
			assert.equal(json.headers['content-type'], 'application/json; charset=utf-8');
			const [header, ...rows] = getRows(csv.body.toString());
			assert.deepEqual(header, allFields);
			const { data }: { data: Record<string, string>[] } = JSON.parse(json.body.toString());
			const oracle = await expected(application_id, allFields);
			assert.ok(oracle.length > 500);
			assert.deepEqual(rows, oracle);
			assert.deepEqual(
				data,
				oracle.map((values) => Object.fromEntries(allFields.map((name, index) => [name, values[index]]))),
			);
		});
	}

	it('sends the fields in the requested order', async () => {
		const fields = ['os_name', 'error_id', 'city'];
		const { body } = await ask(service, plainExport('csv', { fields: fields.join() }));
		assert.deepEqual(getRows(body.toString()), [fields, ...(await expected('101', fields))]);
	});

	it('writes a quoted empty cell if the only requested field of a record is empty', async () => {
		const { body } = await ask(service, plainExport('csv', { fields: 'ios_ifa' }));
		const oracle = await expected('101', ['ios_ifa']);
		assert.equal(body.toString(), `ios_ifa\n${'""\n'.repeat(oracle.length)}`);
	});

	it('filters records by exact values of one or several fields', async () => {
		const fields = ['error_id', 'os_version', 'city'];
		const filters = [
			{ field: 'os_version', value: '14' },
			{ field: 'city', value: 'Köln' },
		];
		const parameters = Object.fromEntries(filters.map(({ field, value }) => [field, value]));
		const { body } = await ask(service, plainExport('csv', { fields: fields.join(), ...parameters }));
		const [, ...rows] = getRows(body.toString());
		const all = await expected('101', fields);
		assert.deepEqual(
			rows,
			all.filter(([, version, city]) => version === '14' && city === 'Köln'),
		);
		assert.ok(rows.length > 0 && rows.length < all.length);
		assert.deepEqual(await expected('101', fields, filters), rows);
	});

	it('finds a record by its numeric ID, and finds records with an empty city', async () => {
		const [first] = await expected('101', ['error_id']);
		const one = await ask(service, plainExport('json', { error_id: first?.[0] ?? '' }));
		assert.equal(JSON.parse(one.body.toString()).data.length, 1);
		const none = await ask(service, plainExport('json', { fields: 'city', city: '' }));
		const { data } = JSON.parse(none.body.toString());
		assert.ok(data.length > 10 && data.every(({ city }: { city: string }) => city === ''));
	});

	it('preserves all digits of 64-bit numbers', async () => {
		const fields = ['analytics_device_id', 'error_id'];
		const { body } = await ask(service, plainExport('json', { fields: fields.join() }));
		const { data }: { data: Record<string, string>[] } = JSON.parse(body.toString());
		assert.deepEqual(
			data.map((record) => fields.map((name) => record[name])),
			await expected('101', fields),
		);
		assert.ok(data.some((record) => BigInt(record['analytics_device_id'] ?? '') > 2n ** 63n));
	});

	it('requests by server time and by device time select different records', async () => {
		const range = { date_since: '2026-10-10 00:00:00', date_until: '2026-10-10 23:59:59' };
		const idsBy = async (date_dimension: string) => {
			const { body } = await ask(service, plainExport('csv', { ...range, date_dimension, fields: 'error_id' }));
			return new Set(getRows(body.toString()).slice(1).flat());
		};
		const [happened, received] = [await idsBy('default'), await idsBy('receive')];
		const common = [...happened].filter((id) => received.has(id)).length;
		assert.ok(common > 0 && common < happened.size && common < received.size);
	});

	it('sends as many records as the limit allows, in the same shuffled order on each request', async () => {
		const [limited, again, all] = await Promise.all(
			[{ limit: '50' }, { limit: '50' }, { limit: '100000' }].map(async (more) => {
				const { body } = await ask(service, plainExport('csv', { ...more, fields: 'error_id,error_timestamp' }));
				return getRows(body.toString()).slice(1);
			}),
		);
		assert.equal(limited?.length, 50);
		assert.deepEqual(limited, again);
		const inTime = await expected('101', ['error_id', 'error_timestamp']);
		assert.notDeepEqual(all, inTime);
		assert.deepEqual(new Set(all?.map(String)), new Set(inTime.map(String)));
	});

	for (const format of ['csv', 'json'] as const) {
		it(`starts a ${format} export with a byte order mark if requested`, async () => {
			const marked = await ask(service, plainExport(format, { use_utf8_bom: 'true' }));
			const plain = await ask(service, plainExport(format, { use_utf8_bom: 'false' }));
			assert.deepEqual([...marked.body.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
			assert.deepEqual(marked.body.subarray(3), plain.body);
		});
	}

	for (const [accepted, coding] of [
		['gzip', 'gzip'],
		['deflate, gzip;q=0.5', 'gzip'],
		['*', 'gzip'],
		['gzip;q=0', undefined],
		['identity', undefined],
		['br', undefined],
	] as const) {
		it(`sends a body that is ${coding ?? 'not'} compressed for Accept-Encoding: ${accepted}`, async () => {
			const { headers, body } = await ask(service, plainExport(), { headers: { 'Accept-Encoding': accepted } });
			assert.equal(headers['content-encoding'], coding);
			const plain = await ask(service, plainExport());
			assert.equal(plain.headers['content-encoding'], undefined);
			assert.deepEqual(coding ? gunzipSync(body) : body, plain.body);
		});
	}

	it('sends the same records to curl with and without compression', async function () {
		if (spawnSync('curl', ['--version']).error) {
			skipBecause(this, 'curl is required.');
		}
		const { body } = await ask(service, plainExport());
		for (const options of [[], ['--compressed']]) {
			const { stdout } = await promisify(execFile)(
				'curl',
				['-sS', '--fail', ...options, '-H', `Authorization: OAuth ${service.token}`, `${service.url}${plainExport()}`],
				{ encoding: 'buffer', maxBuffer: 2 ** 26 },
			);
			assert.deepEqual(stdout, body);
		}
	});

	measured('streams a response with 300,000 records without storing it in memory', async () => {
		await using large = await startSmall({ records: 300_000 });
		const path = plainExport('csv', {
			fields: 'error_id,error_name,error_datetime,device_model,app_version_name,city',
		});
		await ask(large, plainExport());
		const before = process.memoryUsage().rss;
		let most = before;
		let lines = 0;
		let bytes = 0;
		const response = await fetch(new URL(path, large.url), { headers: { Authorization: `OAuth ${large.token}` } });
		for await (const chunk of response.body ?? []) {
			bytes += chunk.length;
			for (const byte of chunk) {
				lines += byte === 10 ? 1 : 0;
			}
			most = Math.max(most, process.memoryUsage.rss());
		}
		assert.ok(lines > 298_000 && bytes > 20e6, `${lines} lines in ${bytes} bytes`);
		// Memory would grow by more than this if even half of the export were buffered.
		assert.ok(most - before < 100e6, `grew by ${Math.round((most - before) / 1e6)} MB`);
	});

	measured('stops generating a response when the client disconnects', async () => {
		await using large = await startSmall({ records: 1_000_000 });
		const controller = new AbortController();
		const path = plainExport('csv', { fields: allFields.join() });
		const leaving = ask(large, path, {
			signal: controller.signal,
			onData: (soFar) => soFar > 1e6 && controller.abort(),
		});
		const received = await leaving.catch((error: Error) => error);
		assert.ok(received instanceof Error || received.body.length < 50e6);
		// Closing waits for pending responses, but must finish immediately because the client has disconnected.
		const started = performance.now();
		await large.close();
		assert.ok(performance.now() - started < 5000);
	});
});
