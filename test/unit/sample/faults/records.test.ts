import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { plainExport } from '../support/client';
import { collect } from '../support/collect';
import { useFaultBench } from '../support/faultBench';

describe('faults of the sample service that affect records', () => {
	const bench = useFaultBench();
	const { turnOn, answer, isUsual } = bench;

	describe('sample service faults that change the form of the records', () => {
		it('gzipAlways: simulates a service that compresses the body even if the client does not accept it', async () => {
			turnOn('gzipAlways');
			const { headers, body } = await answer();
			assert.equal(headers['content-encoding'], 'gzip');
			assert.deepEqual(gunzipSync(body), bench.usual.body);
		});

		it('announceLength: simulates a service that sends a Content-Length, even for compressed bodies', async () => {
			turnOn('announceLength');
			const plain = await answer();
			assert.equal(plain.headers['content-length'], String(bench.usual.body.length));
			assert.deepEqual(plain.body, bench.usual.body);
			const gzip = await answer(plainExport(), { 'Accept-Encoding': 'gzip' });
			assert.equal(gzip.headers['content-length'], String(gzip.body.length));
			assert.deepEqual(gunzipSync(gzip.body), bench.usual.body);
		});

		it('byteOrderMark: simulates a service that adds an unrequested byte order mark', async () => {
			turnOn('byteOrderMark');
			assert.deepEqual((await answer()).body, Buffer.concat([Buffer.from('\ufeff'), bench.usual.body]));
			assert.equal((await answer(plainExport('json'))).text[0], '\ufeff');
		});

		it('wrongCharset: simulates a service that declares the wrong character set', async () => {
			turnOn('wrongCharset');
			const { headers, body } = await answer();
			assert.equal(headers['content-type'], 'text/csv; charset=windows-1251');
			assert.deepEqual(body, bench.usual.body);
		});

		it('lineEndsCrLf: simulates a service that ends CSV lines, but not line breaks in cells, with CRLF', async () => {
			const path = plainExport('csv', { fields: 'error_id,error' });
			const before = await answer(path);
			turnOn('lineEndsCrLf');
			const { text } = await answer(path);
			assert.ok(text.endsWith('\r\n'));
			assert.deepEqual(parse(text, { record_delimiter: '\r\n' }), parse(before.text, { record_delimiter: '\n' }));
		});

		it('bareNumbers: simulates a service that sends numbers without quotes, and null for missing numbers', async () => {
			const path = plainExport('json', { fields: 'analytics_device_id,mcc,error_id' });
			const quoted: { data: Record<string, string>[] } = JSON.parse((await answer(path)).text);
			turnOn('bareNumbers');
			const { text } = await answer(path);
			const [first] = quoted.data;
			assert.ok(text.includes(`"analytics_device_id":${first?.['analytics_device_id']},`), 'all digits are there');
			const bare: { data: Record<string, unknown>[] } = JSON.parse(text);
			assert.deepEqual(
				bare.data.map(({ mcc }) => mcc),
				quoted.data.map(({ mcc }) => (mcc ? Number(mcc) : null)),
			);
			assert.ok(
				bare.data.every(({ error_id }) => typeof error_id === 'string'),
				'its declared type is text',
			);
		});

		it('unknownMembers: simulates a service that adds unknown properties to records and their container', async () => {
			const before = JSON.parse((await answer(plainExport('json'))).text);
			turnOn('unknownMembers');
			const { data, ...rest } = JSON.parse((await answer(plainExport('json'))).text);
			assert.deepEqual(Object.keys(rest), ['rows_before_limit', 'source']);
			assert.deepEqual(data[0], { ...before.data[0], shard: { id: '7', replicas: [1, 2] }, schema_version: 3 });
		});

		it('columnsReversed: simulates a service that reverses the columns together with their names', async () => {
			turnOn('columnsReversed');
			const { text } = await answer();
			assert.deepEqual(
				parse(text).map((row: string[]) => row.toReversed()),
				parse(bench.usual.body),
			);
		});

		it('wrongHeader: simulates a service that renames the last field in the header', async () => {
			turnOn('wrongHeader');
			assert.match((await answer()).text, /^error_id,error_name,renamed_field\n/);
			assert.ok('renamed_field' in JSON.parse((await answer(plainExport('json'))).text).data[0]);
		});

		it('raggedRows: simulates a service that sends some rows with too few or too many cells', async () => {
			turnOn('raggedRows');
			const { text } = await answer();
			assert.throws(() => parse(text), { code: 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' });
			const lengths = parse(text, { relax_column_count: true }).map((row: string[]) => row.length);
			assert.deepEqual(new Set(lengths), new Set([2, 3, 4]));
		});
	});

	describe('sample service faults that change which records are sent', () => {
		it('shuffled: simulates a service that sends the records in a different order each time', async () => {
			turnOn('shuffled');
			const bodies = [await answer(), await answer()].map(({ text }) => text.trim().split('\n').slice(1));
			assert.notDeepEqual(bodies[0], bodies[1]);
			const expected = bench.usual.body.toString().trim().split('\n').slice(1).toSorted();
			for (const lines of bodies) {
				assert.deepEqual(lines.toSorted(), expected);
			}
		});

		it('endExclusive, startExclusive: simulate a service that omits the last or first second of the range', async () => {
			const times = async () =>
				(await answer(plainExport('csv', { fields: 'error_datetime' }))).text.trim().split('\n').slice(1);
			const all = await times();
			const [first, last] = [all[0] ?? '', all.at(-1) ?? ''];
			const edges = { date_since: first, date_until: last, fields: 'error_datetime' };
			const between = async () => (await answer(plainExport('csv', edges))).text.trim().split('\n').slice(1);
			assert.deepEqual(await between(), all);
			turnOn('endExclusive');
			assert.deepEqual(
				await between(),
				all.filter((time) => time !== last),
			);
			turnOn('startExclusive');
			assert.deepEqual(
				await between(),
				all.filter((time) => time !== last && time !== first),
			);
		});

		it('edgeDuplicates: simulates a service that repeats some records in adjacent ranges', async () => {
			turnOn('edgeDuplicates', '7200');
			const idsIn = async (date_since: string, date_until: string) =>
				(await answer(plainExport('csv', { date_since, date_until, fields: 'error_id' }))).text
					.trim()
					.split('\n')
					.slice(1);
			const first = await idsIn('2026-11-01', '2026-11-10');
			const second = await idsIn('2026-11-11', '2026-11-15');
			const shared = first.filter((id) => second.includes(id));
			assert.ok(shared.length > 0 && shared.length < first.length);
			const exact = await collect(
				bench.service.recordsFor({
					application: { id: '101' },
					since: '2026-11-01 00:00:00',
					until: '2026-11-15 23:59:59',
					dateDimension: 'default',
					fields: ['error_id'],
					filters: [],
				}),
			);
			const got = new Set([...first, ...second]);
			assert.ok(exact.every(([id = '']) => got.has(id)));
		});

		it('serverLimit: simulates a service that limits the number of records without mentioning the limit', async () => {
			turnOn('serverLimit', '25');
			const { status, text } = await answer();
			assert.deepEqual([status, text.trim().split('\n').length], [200, 26]);
			assert.equal(JSON.parse((await answer(plainExport('json'))).text).data.length, 25);
			assert.equal((await answer(plainExport('csv', { limit: '5' }))).text.trim().split('\n').length, 6);
		});

		it('shardsUnavailable: simulates a service that responds with 503, or omits records if shards may be skipped', async () => {
			turnOn('shardsUnavailable');
			assert.equal((await answer()).status, 503);
			const { status, text } = await answer(plainExport('csv', { skip_unavailable_shards: 'true' }));
			assert.equal(status, 200);
			const all = bench.usual.body.toString().split('\n');
			const got = new Set(text.split('\n'));
			const missing = all.filter((line) => !got.has(line)).length;
			assert.ok(missing > all.length / 500 && missing < all.length / 30, `${missing} of ${all.length} are missing`);
			bench.service.faults.clear();
			assert.ok(await isUsual(plainExport('csv', { skip_unavailable_shards: 'true' })));
		});
	});
});
