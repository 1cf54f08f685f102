import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultSettingError, readFaultSetting } from '../../../../src/sample/faults/setting';
import { startSampleService } from '../../../../src/sample/service';
import { ask, plainExport } from '../support/client';
import { useFaultBench } from '../support/faultBench';
import { startSmall } from '../support/services';

const listing = '/management/v1/applications';

describe('faults of the sample service that replace the response', () => {
	const bench = useFaultBench();
	const { turnOn, answer, isUsual } = bench;

	describe('delayed responses of the sample service', () => {
		for (const name of ['queued', 'queuedWithPercent'] as const) {
			it(`${name}: simulates a queue that responds with 202 to a number of polls, then with 200`, async () => {
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

		it('queued: simulates a queue that never completes if the client disables the cache on every poll', async () => {
			turnOn('queued', '2');
			const noCache = { 'Cache-Control': 'no-cache' };
			for (let poll = 0; poll < 6; poll++) {
				assert.equal((await answer(plainExport(), noCache)).status, 202);
			}
			assert.match((await answer(plainExport(), noCache)).text, /moved to the end of the queue/);
			assert.equal((await answer()).status, 202);
			assert.ok(await isUsual());
		});

		for (const { value, hours, isRenewed } of [
			{ value: '24', hours: 23, isRenewed: false },
			{ value: '24', hours: 24, isRenewed: true },
			{ value: '0', hours: 1000, isRenewed: false },
		]) {
			it(`cached=${value}: simulates a cache that ${isRenewed ? 'adds' : 'omits'} newer records after ${hours} hours`, async () => {
				let now = Date.UTC(2026, 9, 1, 12);
				await using service = await startSampleService({ records: 20_000, now: () => now });
				service.faults.set(readFaultSetting({ name: 'cached', value }));
				const rowsOf = async (headers = {}) =>
					(await ask(service, plainExport(), { headers })).body.toString().split('\n').length;
				const first = await rowsOf();
				now += hours * 3_600_000;
				const second = await rowsOf();
				assert.equal(second > first, isRenewed);
				const current = await rowsOf({ 'Cache-Control': 'no-cache' });
				assert.ok(current > first);
				assert.equal(await rowsOf(), current);
			});
		}

		it('queuedForever: simulates an export that stays queued at the given percentage', async () => {
			turnOn('queuedForever', '96');
			for (let poll = 0; poll < 5; poll++) {
				const { status, text } = await answer();
				assert.equal(status, 202);
				assert.match(text, /96%/);
			}
		});

		it('queueText: simulates a service that reports a queued export with status 200', async () => {
			turnOn('queueText', undefined, 2);
			const { status, text } = await answer();
			assert.equal(status, 200);
			assert.match(text, /queue/);
			await answer();
			assert.ok(await isUsual());
		});
	});

	describe('rejected requests to the sample service', () => {
		for (const [name, status] of [
			['throttle429', 429],
			['throttle420', 420],
			['throttle503', 503],
		] as const) {
			for (const retryAfter of ['0', '3600', 'Fri, 20 Nov 2026 10:00:00 GMT', undefined, 'soon']) {
				it(`${name}: simulates a service that rejects requests with Retry-After ${retryAfter ?? 'absent'}`, async () => {
					turnOn(name, retryAfter, 1);
					const received = await answer();
					assert.deepEqual([received.status, received.headers['retry-after']], [status, retryAfter]);
					assert.ok(await isUsual());
				});
			}
		}

		for (const status of [403, 404, 413, 500, 502]) {
			it(`status: simulates a service that responds with ${status} once and then normally`, async () => {
				turnOn('status', String(status), 1);
				assert.equal((await answer()).status, status);
				assert.ok(await isUsual());
			});
		}

		it('badRequestText and badRequestJson: simulate a service that responds with 400 in plain text or JSON', async () => {
			turnOn('badRequestText', 'Unknown field: error_json', 1);
			const text = await answer();
			assert.deepEqual([text.status, text.text], [400, 'Unknown field: error_json']);
			turnOn('badRequestJson');
			const json = await answer();
			assert.equal(json.status, 400);
			const value = JSON.parse(json.text);
			assert.equal(value.errors[0].message, value.message);
		});

		it('tooLarge: simulates a service that rejects time ranges longer than a day', async () => {
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

		it('tokenDies: simulates a token that expires after the given number of requests until it is replaced', async () => {
			await using other = await startSmall();
			other.faults.set(readFaultSetting({ name: 'tokenDies', value: 2 }));
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

		it('tokenDies: simulates a token that expires while the client polls for a queued export', async () => {
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

	describe('responses with unexpected content', () => {
		it('noRecords: simulates a service that sends an empty list or only a header', async () => {
			turnOn('noRecords');
			assert.equal((await answer()).text, 'error_id,error_name,error_timestamp\n');
			assert.deepEqual(JSON.parse((await answer(plainExport('json'))).text), { data: [] });
		});

		it('emptyBody: simulates a service that sends an empty body', async () => {
			turnOn('emptyBody');
			const { status, body, headers } = await answer();
			assert.deepEqual([status, body.length, headers['content-length']], [200, 0, '0']);
		});

		it('loginPage: simulates a service that sends an HTML page with status 200', async () => {
			turnOn('loginPage');
			const { status, headers, text } = await answer();
			assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
			assert.match(text, /^<!doctype html>[\s\S]*Sign in/);
		});

		it('redirect: simulates a service that redirects to the same URL the given number of times', async () => {
			turnOn('redirect', '2');
			let path = plainExport();
			for (let hop = 0; hop < 2; hop++) {
				const { status, headers } = await answer(path);
				assert.equal(status, 302);
				path = headers.location ?? '';
				assert.ok(path.startsWith('/') && path.endsWith(plainExport()));
			}
			assert.ok(await isUsual(path));
			const wrong = await ask(bench.service, path, { token: 'other' });
			assert.equal(wrong.status, 401, 'where it leads the token is needed too');
		});

		it('redirectElsewhere: simulates a service that redirects to another origin', async () => {
			turnOn('redirectElsewhere', undefined, 1);
			const { status, headers } = await answer();
			const here = new URL(bench.service.url);
			assert.equal(status, 302);
			assert.equal(headers.location, `http://localhost:${here.port}${plainExport()}`);

			const elsewhere = createServer((_, response) => response.end('elsewhere'));
			await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
			const { port } = elsewhere.address() as AddressInfo;
			turnOn('redirectElsewhere', `http://127.0.0.1:${port}`);
			const followed = await fetch(new URL(plainExport(), bench.service.url), {
				headers: { Authorization: `OAuth ${bench.service.token}` },
			});
			assert.equal(await followed.text(), 'elsewhere');
			elsewhere.close();
		});
	});

	it('listing: simulates all formats of the application list that are known from live services', async () => {
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
});
