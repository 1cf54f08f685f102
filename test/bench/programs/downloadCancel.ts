import { join } from 'node:path';
import { isProblem } from '../../../src/core/common/errors';
import { recordsConsumer } from '../../../src/core/export/download/consumeBody';
import { Connections } from '../../../src/core/service/dispatcher';
import { createTransport } from '../../../src/core/service/transport';
import { defaultNetwork } from '../../support/defaultNetwork';
import { columns, startBodyServer, temporaryFolder } from '../bodyServer';

/** Cancels a download and measures how long the server sends and the caller waits afterwards: `SERVER FILE`. */
async function main(program = '', file = ''): Promise<void> {
	// The body is endless, so that only the client can end the transfer.
	const server = await startBodyServer(program, file, '', '1000000');
	const path = join(temporaryFolder(), 'records.errors.csv');
	await using connections = new Connections(defaultNetwork, {});
	const transport = createTransport(connections, () => undefined);
	const controller = new AbortController();
	const closing = server.nextClose();
	let cancelledAt = 0;
	const consume = recordsConsumer({ path, format: 'csv', fields: columns }, ({ state, ...progress }) => {
		if (state === 'downloading' && 'bytes' in progress && progress.bytes > 50e6 && cancelledAt === 0) {
			cancelledAt = Date.now();
			controller.abort();
		}
	});
	using answer = await transport({ url: `${server.url}/`, token: 'x' }, controller.signal);
	const error: unknown = await consume(answer.body, controller.signal).catch((thrown: unknown) => thrown);
	const callerMs = Date.now() - cancelledAt;
	if (!isProblem(error, 'cancelled')) {
		throw error;
	}
	const { closedAt } = await closing;
	console.log(JSON.stringify({ trafficMs: Math.max(0, closedAt - cancelledAt), callerMs }));
	server.stop();
}

void main(...process.argv.slice(2));
