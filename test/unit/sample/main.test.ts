import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { faults } from '../../../src/sample/faults/faultTable';
import type { SampleMessage, SampleReport } from '../../../src/sample/workerMessages';
import { skipBecause } from '../../support/skipBecause';
import { ask, plainExport } from './support/client';
import { now } from './support/services';

describe('sample service bundle', () => {
	const bundle = path.resolve('dist', 'sample.js');

	describe('command-line interface of the sample service', () => {
		async function run(...args: string[]) {
			const child = spawn(process.execPath, [bundle, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
			const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
			return { child, started: JSON.parse(line), line: String(line) };
		}

		async function exitOf(child: ChildProcess): Promise<unknown> {
			const [code] = await once(child, 'exit');
			return code;
		}

		it('prints the URL and token of the sample service on the first line, and exits on interrupt', async function () {
			if (process.platform === 'win32') {
				skipBecause(this, 'On Windows, a signal ends a process immediately.');
			}
			for (const signal of ['SIGINT', 'SIGTERM'] as const) {
				const { child, started, line } = await run('--port', '0', '--records', '50', '--seed', '3');
				assert.deepEqual(Object.keys(started), ['url', 'token']);
				assert.equal(line, `${JSON.stringify(started)}\n`);
				assert.equal((await ask(started, plainExport())).status, 200);
				const exit = exitOf(child);
				child.kill(signal);
				assert.equal(await exit, 0);
			}
		});

		it('accepts a token and faults as options, and optionally exits when its input ends', async () => {
			const { child, started } = await run(
				...['--token', 'given-token', '--fault', 'queued=1', '--fault', 'byteOrderMark'],
				...['--records', '50', '--now', new Date(now).toISOString(), '--until-stdin-ends'],
			);
			assert.equal(started.token, 'given-token');
			assert.equal((await ask(started, plainExport())).status, 202);
			assert.equal((await ask(started, plainExport())).body[0], 0xef);
			const exit = exitOf(child);
			child.stdin.end();
			assert.equal(await exit, 0);
		});

		it('generates the same records in another process from the same seed', async () => {
			const options = ['--records', '200', '--seed', '9', '--now', new Date(now).toISOString()];
			const [first, second] = await Promise.all([run(...options), run(...options)]);
			const bodies = await Promise.all([first, second].map(({ started }) => ask(started, plainExport())));
			assert.deepEqual(bodies[0]?.body, bodies[1]?.body);
			await Promise.all(
				[first, second].map(({ child }) => {
					const exit = exitOf(child);
					child.kill();
					return exit;
				}),
			);
		});

		it('lists the available faults of the sample service', async () => {
			const child = spawn(process.execPath, [bundle, '--faults'], { stdio: ['ignore', 'pipe', 'inherit'] });
			const [listed, code] = await Promise.all([text(child.stdout), exitOf(child)]);
			assert.equal(code, 0);
			assert.deepEqual(
				listed
					.trimEnd()
					.split('\n')
					.map((line) => line.split(' ')[0]),
				faults.map(({ name }) => name),
			);
		});

		for (const args of [
			['--records', 'many'],
			['--fault', 'nothing'],
			['--colour'],
			['--now', 'then'],
			['--records', '0'],
		]) {
			it(`rejects the command-line arguments ${args.join(' ')}`, async () => {
				const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
				const [out, words, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
				assert.equal(out, '');
				assert.notEqual(words, '');
				assert.notEqual(code, 0);
			});
		}
	});

	describe('worker thread of the sample service', () => {
		const post = (worker: Worker, message: SampleMessage) => worker.postMessage(message);

		async function report(worker: Worker): Promise<SampleReport> {
			const [message] = await once(worker, 'message');
			return message;
		}

		function tell(worker: Worker, message: SampleMessage): Promise<SampleReport> {
			post(worker, message);
			return report(worker);
		}

		it('reports the URL of the sample service, accepts a token and stops', async () => {
			const worker = new Worker(bundle, { workerData: { records: 50, now } });
			const ready = await report(worker);
			assert.ok(ready.type === 'ready');
			assert.equal((await ask(ready, plainExport())).status, 200);

			assert.equal((await tell(worker, { type: 'token', token: 'second-token' })).type, 'followed');
			assert.equal((await ask(ready, plainExport())).status, 401);
			assert.equal((await ask({ ...ready, token: 'second-token' }, plainExport())).status, 200);

			const exit = once(worker, 'exit');
			post(worker, { type: 'stop' });
			assert.deepEqual(await exit, [0]);
			await assert.rejects(ask(ready, plainExport()), { code: 'ECONNREFUSED' });
		});

		it("reports why the sample service can't listen, and then exits", async () => {
			const worker = new Worker(bundle, { workerData: { records: -1 } });
			const exit = once(worker, 'exit');
			const failed = await report(worker);
			assert.ok(failed.type === 'failed');
			assert.match(failed.message, /records/);
			assert.deepEqual(await exit, [0]);
		});
	});
});
