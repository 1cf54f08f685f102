import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { FaultSettingError, parseFaultSetting, readFaultSetting } from '../../../../src/core/sample/faults/setting';
import { type FaultName, faults } from '../../../../src/core/sample/faults/table';
import type { SampleService } from '../../../../src/core/sample/service';
import { ask, exportPath, plainExport, type Received } from './support/client';
import { collect } from './support/collect';
import { startSmall } from './support/services';

const listing = '/management/v1/applications';

describe('A fault of the sample service', () => {
	let service: SampleService;
	let usual: Received;
	const shown = new Set<FaultName>();

	before(async () => {
		service = await startSmall({ records: 2000 });
		usual = await ask(service, plainExport());
		assert.deepEqual([usual.status, usual.broken], [200, undefined]);
		assert.ok(usual.body.length > 50_000);
	});
	after(() => service.close());
	beforeEach(() => {
		service.faults.clear();
		service.requests.clear();
	});

	function turnOn(name: FaultName, value?: string, times?: number): void {
		service.faults.set(readFaultSetting({ name, value, times }));
		shown.add(name);
	}

	async function answer(path = plainExport(), headers: Readonly<Record<string, string>> = {}) {
		const received = await ask(service, path, { headers });
		return { ...received, text: received.body.toString() };
	}

	async function isUsual(path?: string): Promise<boolean> {
		return (await answer(path)).body.equals(usual.body);
	}

	describe('that lets the client wait', () => {
		for (const name of ['queued', 'queuedWithPercent'] as const) {
			it(`${name}: answers 202 to so many polls of one URL, then 200`, async () => {
				turnOn(name, '3');
				const polls = [await answer(), await answer(), await answer()];
				assert.deepEqual(
					polls.map(({ status, headers }) => [status, headers['content-type']]),
					Array(3).fill([202, 'text/plain; charset=utf-8']),
				);
				const percents = polls.map(({ text }) => /(\d+)%/.exec(text)?.[1]);
				assert.deepEqual(percents, name === 'queued' ? [undefined, undefined, undefined] : [undefined, '33', '66']);
				assert.ok(await isUsual());
				assert.ok(await isUsual(), 'it stays ready');
				assert.equal((await answer(plainExport('csv', { limit: '5' }))).status, 202, 'another URL is another export');
			});
		}

		it('queued: is never ready for a client that forbids the cache at every poll', async () => {
			turnOn('queued', '2');
			const noCache = { 'Cache-Control': 'no-cache' };
			for (let poll = 0; poll < 6; poll++) {
				assert.equal((await answer(plainExport(), noCache)).status, 202);
			}
			assert.match((await answer(plainExport(), noCache)).text, /moved to the end of the queue/);
			assert.equal((await answer()).status, 202);
			assert.ok(await isUsual());
		});

		it('queuedForever: answers 202 with the same percentage', async () => {
			turnOn('queuedForever', '96');
			for (let poll = 0; poll < 5; poll++) {
				const { status, text } = await answer();
				assert.equal(status, 202);
				assert.match(text, /96%/);
			}
		});

		it('queueText: says with 200 that it is queued', async () => {
			turnOn('queueText', undefined, 2);
			const { status, text } = await answer();
			assert.equal(status, 200);
			assert.match(text, /queue/);
			await answer();
			assert.ok(await isUsual());
		});
	});

	describe('that refuses', () => {
		for (const status of [429, 420, 503] as const) {
			for (const retryAfter of ['0', '3600', 'Fri, 20 Nov 2026 10:00:00 GMT', undefined, 'soon']) {
				it(`throttle${status}: with Retry-After ${retryAfter ?? 'absent'}`, async () => {
					turnOn(`throttle${status}`, retryAfter, 1);
					const received = await answer();
					assert.deepEqual([received.status, received.headers['retry-after']], [status, retryAfter]);
					assert.ok(await isUsual());
				});
			}
		}

		for (const status of [403, 404, 413, 500, 502]) {
			it(`status: ${status} once, then as usual`, async () => {
				turnOn('status', String(status), 1);
				assert.equal((await answer()).status, status);
				assert.ok(await isUsual());
			});
		}

		it('badRequestText and badRequestJson: 400 in the two forms', async () => {
			turnOn('badRequestText', 'Unknown field: error_json', 1);
			const text = await answer();
			assert.deepEqual([text.status, text.text], [400, 'Unknown field: error_json']);
			turnOn('badRequestJson');
			const json = await answer();
			assert.equal(json.status, 400);
			const value = JSON.parse(json.text);
			assert.equal(value.errors[0].message, value.message);
		});

		it('tooLarge: until the range is a day', async () => {
			turnOn('tooLarge');
			const day = { date_since: '2026-11-10', date_until: '2026-11-10' };
			const longer = { date_since: '2026-11-10 00:00:00', date_until: '2026-11-11 00:00:00' };
			const refused = await answer(plainExport('csv', longer));
			assert.equal(refused.status, 400);
			assert.match(refused.text, /too big.*more parts/);
			assert.equal((await answer(plainExport('csv', day))).status, 200);
			turnOn('tooLarge', '31');
			assert.equal((await answer(plainExport('csv', longer))).status, 200);
		});

		it('tokenDies: after so many requests, until there is a new one', async () => {
			await using other = await startSmall();
			other.faults.set(readFaultSetting({ name: 'tokenDies', value: 2 }));
			shown.add('tokenDies');
			const statuses = [];
			for (let request = 0; request < 4; request++) {
				statuses.push((await ask(other, plainExport())).status);
			}
			assert.deepEqual(statuses, [200, 200, 401, 401]);
			assert.equal((await ask(other, listing)).status, 401, 'it is dead everywhere');
			other.replaceToken('the-new-token');
			assert.equal((await ask(other, plainExport(), { token: 'the-new-token' })).status, 200);
			assert.equal((await ask(other, plainExport())).status, 401);
		});

		it('tokenDies: in the middle of waiting', async () => {
			await using other = await startSmall();
			other.faults.set(
				readFaultSetting({ name: 'queued', value: 5 }),
				readFaultSetting({ name: 'tokenDies', value: 3 }),
			);
			const statuses = [];
			for (let request = 0; request < 4; request++) {
				statuses.push((await ask(other, plainExport())).status);
			}
			assert.deepEqual(statuses, [202, 202, 202, 401]);
		});
	});

	describe('that breaks off', () => {
		it('cutAfter: resets the connection after so many bytes', async () => {
			turnOn('cutAfter', '5000');
			const { broken, body } = await answer();
			assert.equal(broken, 'ECONNRESET');
			assert.deepEqual(body, usual.body.subarray(0, 5000));
		});

		it('gzipCutAfter: ends in the middle of the compressed body, as if it were whole', async () => {
			turnOn('gzipCutAfter', '700');
			const { broken, body, headers } = await answer();
			assert.deepEqual([broken, body.length, headers['content-encoding']], [undefined, 700, 'gzip']);
			assert.throws(() => gunzipSync(body), { code: 'Z_BUF_ERROR' });
		});

		it('noLastChunk: closes the connection without the end of the body', async () => {
			turnOn('noLastChunk', '5000');
			const { broken, body } = await answer();
			assert.notEqual(broken, undefined);
			assert.deepEqual(body, usual.body.subarray(0, 5000));
		});

		it('shorterThanAnnounced: sends less than its Content-Length', async () => {
			turnOn('shorterThanAnnounced', '10');
			const { broken, body, headers } = await answer();
			assert.notEqual(broken, undefined);
			assert.equal(headers['content-length'], String(usual.body.length));
			assert.deepEqual(body, usual.body.subarray(0, -10));
		});

		it('trickle: sends so many bytes a second', async () => {
			turnOn('trickle', '5000');
			const controller = new AbortController();
			const started = performance.now();
			const received = ask(service, plainExport(), {
				signal: controller.signal,
				onData: (soFar) => soFar >= 1500 && controller.abort(),
			});
			const result = await received.catch((error: Error) => error);
			const seconds = (performance.now() - started) / 1000;
			assert.ok(result instanceof Error || result.body.length < 10_000);
			assert.ok(seconds > 0.15, `1,500 bytes in ${seconds} s`);
		});

		it('stallAfter: sends so many bytes and then nothing', async () => {
			turnOn('stallAfter', '3000');
			const controller = new AbortController();
			let length = 0;
			const received = ask(service, plainExport(), {
				signal: controller.signal,
				onData: (soFar) => {
					length = soFar;
					if (soFar >= 3000) {
						// Long enough for more to come if there were more.
						setTimeout(() => controller.abort(), 50);
					}
				},
			});
			const result = await received.catch((error: Error) => error);
			assert.equal(length, 3000);
			assert.ok(result instanceof Error || result.broken !== undefined);
		});

		it('silence: takes the request and says nothing', async () => {
			turnOn('silence', undefined, 1);
			const controller = new AbortController();
			const received = ask(service, plainExport(), { signal: controller.signal });
			const aborted = assert.rejects(received, { name: 'AbortError' });
			while (service.requests.list().length === 0) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			assert.ok(await isUsual(), 'another request is answered meanwhile');
			assert.equal(service.requests.list()[0]?.status, undefined);
			controller.abort();
			await aborted;
		});
	});

	describe('that sends something else', () => {
		it('noRecords: an empty list, or a header alone', async () => {
			turnOn('noRecords');
			assert.equal((await answer()).text, 'error_id,error_name,error_timestamp\n');
			assert.deepEqual(JSON.parse((await answer(plainExport('json'))).text), { data: [] });
		});

		it('emptyBody: nothing at all', async () => {
			turnOn('emptyBody');
			const { status, body, headers } = await answer();
			assert.deepEqual([status, body.length, headers['content-length']], [200, 0, '0']);
		});

		it('loginPage: HTML with 200', async () => {
			turnOn('loginPage');
			const { status, headers, text } = await answer();
			assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
			assert.match(text, /^<!doctype html>[\s\S]*Sign in/);
		});

		it('redirect: to itself, as often as it was told', async () => {
			turnOn('redirect', '2');
			let path = plainExport();
			for (let hop = 0; hop < 2; hop++) {
				const { status, headers } = await answer(path);
				assert.equal(status, 302);
				path = headers.location ?? '';
				assert.ok(path.startsWith('/') && path.endsWith(plainExport()));
			}
			assert.ok(await isUsual(path));
			const wrong = await ask(service, path, { token: 'other' });
			assert.equal(wrong.status, 401, 'where it leads the token is needed too');
		});

		it('redirectElsewhere: to another origin, of this machine unless it is told another', async () => {
			turnOn('redirectElsewhere', undefined, 1);
			const { status, headers } = await answer();
			const here = new URL(service.url);
			assert.equal(status, 302);
			assert.equal(headers.location, `http://localhost:${here.port}${plainExport()}`);

			const elsewhere = createServer((_, response) => response.end('elsewhere'));
			await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
			const { port } = elsewhere.address() as AddressInfo;
			turnOn('redirectElsewhere', `http://127.0.0.1:${port}`);
			const followed = await fetch(new URL(plainExport(), service.url), {
				headers: { Authorization: `OAuth ${service.token}` },
			});
			assert.equal(await followed.text(), 'elsewhere');
			elsewhere.close();
		});
	});

	describe('that sends the records differently', () => {
		it('gzipAlways: compresses unasked', async () => {
			turnOn('gzipAlways');
			const { headers, body } = await answer();
			assert.equal(headers['content-encoding'], 'gzip');
			assert.deepEqual(gunzipSync(body), usual.body);
		});

		it('announceLength: tells the length before, compressed or not', async () => {
			turnOn('announceLength');
			const plain = await answer();
			assert.equal(plain.headers['content-length'], String(usual.body.length));
			assert.deepEqual(plain.body, usual.body);
			const gzip = await answer(plainExport(), { 'Accept-Encoding': 'gzip' });
			assert.equal(gzip.headers['content-length'], String(gzip.body.length));
			assert.deepEqual(gunzipSync(gzip.body), usual.body);
		});

		it('byteOrderMark: unasked', async () => {
			turnOn('byteOrderMark');
			assert.deepEqual((await answer()).body, Buffer.concat([Buffer.from('\ufeff'), usual.body]));
			assert.equal((await answer(plainExport('json'))).text[0], '\ufeff');
		});

		it('wrongCharset: the label lies, the bytes are the same', async () => {
			turnOn('wrongCharset');
			const { headers, body } = await answer();
			assert.equal(headers['content-type'], 'text/csv; charset=windows-1251');
			assert.deepEqual(body, usual.body);
		});

		it('lineEndsCrLf: in CSV, outside of cells', async () => {
			const path = plainExport('csv', { fields: 'error_id,error' });
			const before = await answer(path);
			turnOn('lineEndsCrLf');
			const { text } = await answer(path);
			assert.ok(text.endsWith('\r\n'));
			assert.deepEqual(parse(text, { record_delimiter: '\r\n' }), parse(before.text, { record_delimiter: '\n' }));
		});

		it('bareNumbers: numbers without quotes, null for none', async () => {
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

		it('unknownMembers: in the records and beside them', async () => {
			const before = JSON.parse((await answer(plainExport('json'))).text);
			turnOn('unknownMembers');
			const { data, ...rest } = JSON.parse((await answer(plainExport('json'))).text);
			assert.deepEqual(Object.keys(rest), ['rows_before_limit', 'source']);
			assert.deepEqual(data[0], { ...before.data[0], shard: { id: '7', replicas: [1, 2] }, schema_version: 3 });
		});

		it('columnsReversed: under their right names', async () => {
			turnOn('columnsReversed');
			const { text } = await answer();
			assert.deepEqual(
				parse(text).map((row: string[]) => row.toReversed()),
				parse(usual.body),
			);
		});

		it('wrongHeader: the last field has another name', async () => {
			turnOn('wrongHeader');
			assert.match((await answer()).text, /^error_id,error_name,renamed_field\n/);
			assert.ok('renamed_field' in JSON.parse((await answer(plainExport('json'))).text).data[0]);
		});

		it('raggedRows: some are shorter, some longer', async () => {
			turnOn('raggedRows');
			const { text } = await answer();
			assert.throws(() => parse(text), { code: 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' });
			const lengths = parse(text, { relax_column_count: true }).map((row: string[]) => row.length);
			assert.deepEqual(new Set(lengths), new Set([2, 3, 4]));
		});
	});

	describe('that sends other records', () => {
		it('shuffled: the same ones in another order each time', async () => {
			turnOn('shuffled');
			const bodies = [await answer(), await answer()].map(({ text }) => text.trim().split('\n').slice(1));
			assert.notDeepEqual(bodies[0], bodies[1]);
			const expected = usual.body.toString().trim().split('\n').slice(1).toSorted();
			for (const lines of bodies) {
				assert.deepEqual(lines.toSorted(), expected);
			}
		});

		it('edgeDuplicates: neighbouring ranges share records, and miss none', async () => {
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
				service.recordsFor({
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

		it('serverLimit: no more than so many, and not a word of it', async () => {
			turnOn('serverLimit', '25');
			const { status, text } = await answer();
			assert.deepEqual([status, text.trim().split('\n').length], [200, 26]);
			assert.equal(JSON.parse((await answer(plainExport('json'))).text).data.length, 25);
			assert.equal((await answer(plainExport('csv', { limit: '5' }))).text.trim().split('\n').length, 6);
		});

		it('shardsUnavailable: 503, or about one in a hundred missing if shards may be skipped', async () => {
			turnOn('shardsUnavailable');
			assert.equal((await answer()).status, 503);
			const { status, text } = await answer(plainExport('csv', { skip_unavailable_shards: 'true' }));
			assert.equal(status, 200);
			const all = usual.body.toString().split('\n');
			const got = new Set(text.split('\n'));
			const missing = all.filter((line) => !got.has(line)).length;
			assert.ok(missing > all.length / 500 && missing < all.length / 30, `${missing} of ${all.length} are missing`);
			service.faults.clear();
			assert.ok(await isUsual(plainExport('csv', { skip_unavailable_shards: 'true' })));
		});
	});

	it('listing: the list in the shapes that clients have met', async () => {
		const shapes: readonly (readonly [string, (value: unknown) => void])[] = [
			['array', (value) => assert.ok(Array.isArray(value) && value[0].id === 101)],
			['data', (value) => assert.equal((value as { data: { id: number }[] }).data[0]?.id, 101)],
			['ids', (value) => assert.equal((value as { applications: number[] }).applications[0], 101)],
			['byId', (value) => assert.equal((value as Record<string, { id: number }>)['101']?.id, 101)],
			['odd', (value) => assert.deepEqual(Object.keys(value as object), ['result', 'ok'])],
			['empty', (value) => assert.deepEqual(value, { applications: [] })],
		];
		for (const [shape, check] of shapes) {
			turnOn('listing', shape);
			check(JSON.parse((await answer(listing)).text));
		}
		turnOn('listing', 'html');
		assert.match((await answer(listing)).text, /^<!doctype html>/);
		assert.throws(() => readFaultSetting({ name: 'listing', value: 'round' }), FaultSettingError);
	});

	it('is about exports, or about the listing if that is said', async () => {
		turnOn('status', '500');
		assert.equal((await answer(listing)).status, 200);
		service.faults.set({ name: 'status', value: '502', on: 'listing' });
		assert.deepEqual([(await answer(listing)).status, (await answer()).status], [502, 500]);
		service.faults.clear('status');
		assert.deepEqual([(await answer(listing)).status, (await answer()).status], [200, 200]);
	});

	it('is over after so many requests; refused tokens do not count', async () => {
		turnOn('status', '500', 2);
		await ask(service, plainExport(), { token: 'other' });
		assert.deepEqual(service.faults.list(), [{ name: 'status', value: '500', times: 2, on: undefined }]);
		assert.deepEqual([(await answer()).status, (await answer()).status, (await answer()).status], [500, 500, 200]);
		assert.deepEqual(service.faults.list(), []);
	});

	it('can be on with others', async () => {
		turnOn('gzipAlways');
		turnOn('byteOrderMark');
		turnOn('queued', '1');
		assert.equal((await answer()).status, 202);
		const { body } = await answer();
		assert.deepEqual(gunzipSync(body), Buffer.concat([Buffer.from('\ufeff'), usual.body]));
	});

	it('is read from text, with its usual value if none is given', () => {
		assert.deepEqual(parseFaultSetting('queued=7'), readFaultSetting({ name: 'queued', value: 7 }));
		assert.equal(parseFaultSetting('queued').value, '3');
		assert.equal(parseFaultSetting('badRequestText=a=b').value, 'a=b');
		for (const bad of ['', 'nothing', 'queued=x', 'queued=-1', 'silence=1', 'listing=round']) {
			assert.throws(() => parseFaultSetting(bad), FaultSettingError, bad);
		}
		for (const bad of [
			{ name: 'queued', times: 0 },
			{ name: 'queued', times: '2' },
			{ name: 'queued', on: 'all' },
			'queued',
			null,
		]) {
			assert.throws(() => readFaultSetting(bad), FaultSettingError, JSON.stringify(bad));
		}
	});

	it('has a name of its own and one line that explains it', () => {
		assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
		for (const { name, meaning } of faults) {
			assert.match(name, /^[a-z][A-Za-z0-9]+$/);
			assert.match(meaning, /^[A-Z][^\n]{8,110}[^.\n]$/, name);
		}
	});

	it('does not change which requests are good', async () => {
		turnOn('noRecords');
		const unknown = exportPath({
			application_id: '101',
			date_since: '2026-1-1',
			date_until: '2026-01-02',
			fields: 'error',
		});
		assert.equal((await answer(unknown)).status, 400);
	});

	// Nested so that it runs after all the others.
	describe('of every name', () => {
		it('was met by the tests above', () => {
			assert.deepEqual(
				faults.map(({ name }) => name).filter((name) => !shown.has(name)),
				[],
			);
		});
	});
});
