import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { ask, plainExport } from '../support/client';
import { useFaultBench } from '../support/faultBench';

describe('sample service faults while sending records', () => {
	const bench = useFaultBench();
	const { turnOn, answer, isUsual } = bench;

	describe('interrupted responses', () => {
		it('cutAfter: simulates a connection that is reset after the given number of bytes', async () => {
			turnOn('cutAfter', '5000');
			const { broken, body } = await answer();
			assert.equal(broken, 'ECONNRESET');
			assert.deepEqual(body, bench.usual.body.subarray(0, 5000));
		});

		it('gzipCutAfter: simulates a compressed body that is truncated without a transport error', async () => {
			turnOn('gzipCutAfter', '700');
			const { broken, body, headers } = await answer();
			assert.deepEqual([broken, body.length, headers['content-encoding']], [undefined, 700, 'gzip']);
			assert.throws(() => gunzipSync(body), { code: 'Z_BUF_ERROR' });
		});

		it('noLastChunk: simulates a connection that is closed without the final chunk of the body', async () => {
			turnOn('noLastChunk', '5000');
			const { broken, body } = await answer();
			assert.notEqual(broken, undefined);
			assert.deepEqual(body, bench.usual.body.subarray(0, 5000));
		});

		it('shorterThanAnnounced: simulates a service that sends fewer bytes than stated in Content-Length', async () => {
			turnOn('shorterThanAnnounced', '10');
			const { broken, body, headers } = await answer();
			assert.notEqual(broken, undefined);
			assert.equal(headers['content-length'], String(bench.usual.body.length));
			assert.deepEqual(body, bench.usual.body.subarray(0, -10));
		});

		it('trickle: simulates a connection that transfers the given number of bytes per second', async () => {
			turnOn('trickle', '5000');
			const controller = new AbortController();
			const started = performance.now();
			const received = ask(bench.service, plainExport(), {
				signal: controller.signal,
				onData: (soFar) => soFar >= 1500 && controller.abort(),
			});
			const result = await received.catch((error: Error) => error);
			const seconds = (performance.now() - started) / 1000;
			assert.ok(result instanceof Error || result.body.length < 10_000);
			assert.ok(seconds > 0.15, `1,500 bytes in ${seconds} s`);
		});

		it('stallAfter: simulates a service that stops sending after the given number of bytes', async () => {
			turnOn('stallAfter', '3000');
			const controller = new AbortController();
			let length = 0;
			const received = ask(bench.service, plainExport(), {
				signal: controller.signal,
				onData: (soFar) => {
					length = soFar;
					if (soFar >= 3000) {
						// The delay is long enough for more bytes to arrive if there were any.
						setTimeout(() => controller.abort(), 50);
					}
				},
			});
			const result = await received.catch((error: Error) => error);
			assert.equal(length, 3000);
			assert.ok(result instanceof Error || result.broken !== undefined);
		});

		it('silence: simulates a service that accepts the request and never responds', async () => {
			turnOn('silence', undefined, 1);
			const controller = new AbortController();
			const received = ask(bench.service, plainExport(), { signal: controller.signal });
			const aborted = assert.rejects(received, { name: 'AbortError' });
			while (bench.service.requests.list().length === 0) {
				await new Promise((resolve) => setImmediate(resolve));
			}
			assert.ok(await isUsual(), 'another request is answered meanwhile');
			assert.equal(bench.service.requests.list()[0]?.status, undefined);
			controller.abort();
			await aborted;
		});
	});
});
