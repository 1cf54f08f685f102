import * as assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isProblem } from '../../../src/core/common/errors';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import type { HostApi } from '../../../src/engine/protocol';
import type { Handlers } from '../../../src/shared/rpc';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const unrequested = {} as Handlers<HostApi>;

describe('EngineClient', () => {
	const folder = useTemporaryFolder();

	async function clientOf(script: string, ownNames?: () => readonly string[]): Promise<EngineClient> {
		const path = join(folder.path, 'engine.cjs');
		await writeFile(path, `const { parentPort, workerData } = require('node:worker_threads');\n${script}`);
		return new EngineClient(engineIn(path), unrequested, () => undefined, ownNames);
	}

	const answering = `parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'result', id, value: id }));`;
	const silent = `parentPort.on('message', () => undefined);`;
	const leaving = `parentPort.on('message', () => process.exit());`;
	const ask = (client: EngineClient) => client.call('networkChanged', undefined);

	it('does not start an engine before the first call', async () => {
		await using client = owned(await clientOf(answering));
		assert.equal(client.started, false);
		await ask(client);
		assert.equal(client.started, true);
	});

	it('rejects pending calls when the client is disposed', async () => {
		const client = await clientOf(silent);
		const call = assert.rejects(ask(client), (error) => isProblem(error, 'cancelled'));
		await client.dispose();
		await call;
	});

	it('does not start an engine after the client was disposed', async () => {
		const client = await clientOf(answering);
		await ask(client);
		await client.dispose();
		await assert.rejects(ask(client), (error) => isProblem(error, 'cancelled'));
		assert.equal(client.started, false);
	});

	it('sends the current package names of the workspace to each started engine', async () => {
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

	it('reports that the engine stopped and starts another engine on the next call', async () => {
		await using client = owned(await clientOf(leaving));
		await assert.rejects(ask(client), (error) => isProblem(error, 'engineStopped'));
		assert.equal(client.started, false);
		await assert.rejects(ask(client), (error) => isProblem(error, 'engineStopped'));
	});
});

function owned(client: EngineClient): EngineClient & AsyncDisposable {
	return Object.assign(client, { [Symbol.asyncDispose]: () => client.dispose() });
}
