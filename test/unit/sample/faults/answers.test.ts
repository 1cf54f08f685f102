import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FaultSettingError, readFaultSetting } from '../../../../src/sample/faults/setting';
import { ask, plainExport } from '../support/client';
import { useFaultBench } from '../support/faultBench';
import { startSmall } from '../support/services';

const listing = '/management/v1/applications';

describe('A fault of the sample service in place of records', () => {
	const bench = useFaultBench();
	const { turnOn, answer, isUsual } = bench;

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
		for (const [name, status] of [
			['throttle429', 429],
			['throttle420', 420],
			['throttle503', 503],
		] as const) {
			for (const retryAfter of ['0', '3600', 'Fri, 20 Nov 2026 10:00:00 GMT', undefined, 'soon']) {
				it(`${name}: with Retry-After ${retryAfter ?? 'absent'}`, async () => {
					turnOn(name, retryAfter, 1);
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
			const wrong = await ask(bench.service, path, { token: 'other' });
			assert.equal(wrong.status, 401, 'where it leads the token is needed too');
		});

		it('redirectElsewhere: to another origin, of this machine unless it is told another', async () => {
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
});
