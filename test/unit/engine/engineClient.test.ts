import * as assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isProblem } from '../../../src/core/common/errors';
import { EngineClient } from '../../../src/engine/engineClient';
import type { HostApi } from '../../../src/engine/protocol';
import type { Handlers } from '../../../src/shared/rpc';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const unasked = {} as Handlers<HostApi>;

describe('EngineClient', () => {
	const folder = useTemporaryFolder();

	async function clientOf(script: string, ownNames?: () => readonly string[]): Promise<EngineClient> {
		const path = join(folder.path, 'engine.cjs');
		await writeFile(path, `const { parentPort, workerData } = require('node:worker_threads');\n${script}`);
		return new EngineClient(path, unasked, () => undefined, ownNames);
	}

	const answering = `parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'result', id, value: id }));`;
	const silent = `parentPort.on('message', () => undefined);`;
	const leaving = `parentPort.on('message', () => process.exit());`;
	const ask = (client: EngineClient) => client.call('networkChanged', undefined);

	it('starts nothing before the first call', async () => {
		await using client = owned(await clientOf(answering));
		assert.equal(client.started, false);
		await ask(client);
		assert.equal(client.started, true);
	});

	it('ends what runs when it is disposed of', async () => {
		const client = await clientOf(silent);
		const call = assert.rejects(ask(client), (error) => isProblem(error, 'cancelled'));
		await client.dispose();
		await call;
	});

	it('starts nothing again once it is disposed of', async () => {
		const client = await clientOf(answering);
		await ask(client);
		await client.dispose();
		await assert.rejects(ask(client), (error) => isProblem(error, 'cancelled'));
		assert.equal(client.started, false);
	});

	it('tells each engine what the workspace declares by then', async () => {
		const told = `parentPort.on('message', ({ id }) => {
			parentPort.postMessage({ type: 'result', id, value: workerData.ownNames });
			setImmediate(() => process.exit());
		});`;
		let names = ['package com.google.shop'];
		await using client = owned(await clientOf(told, () => names));
		assert.deepEqual(await ask(client), ['package com.google.shop']);
		names = ['swift Network'];
		while (client.started) {
			await nextTurn();
		}
		assert.deepEqual(await ask(client), ['swift Network']);
	});

	it('tells that the engine stopped, and starts another with the next call', async () => {
		await using client = owned(await clientOf(leaving));
		await assert.rejects(ask(client), (error) => isProblem(error, 'engineStopped'));
		assert.equal(client.started, false);
		await assert.rejects(ask(client), (error) => isProblem(error, 'engineStopped'));
	});
});

function owned(client: EngineClient): EngineClient & AsyncDisposable {
	return Object.assign(client, { [Symbol.asyncDispose]: () => client.dispose() });
}
