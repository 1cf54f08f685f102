import { join } from 'node:path';
import { recordsConsumer } from '../../../src/core/export/consumeBody';
import { type Files, nodeFiles } from '../../../src/core/export/durableFile';
import { Connections } from '../../../src/core/service/dispatcher';
import { defaultNetwork } from '../../../src/core/service/network';
import { createTransport } from '../../../src/core/service/transport';
import { columns, startBodyServer, temporaryFolder } from '../bodyServer';

/** Downloads as the engine does, over the transport into a file that is checked on the way: `SERVER FILE [gzip]` */
async function main(program = '', file = '', coding = ''): Promise<void> {
	const server = await startBodyServer(program, file, coding);
	const path = join(temporaryFolder(), 'records.errors.csv');
	await using connections = new Connections(defaultNetwork, {});
	const transport = createTransport(connections, () => undefined);
	const { signal } = new AbortController();
	const consume = recordsConsumer({ path, format: 'csv', fields: columns }, () => undefined, { files: unflushed });
	const cpu = process.cpuUsage();
	const started = performance.now();
	using answer = await transport({ url: `${server.url}/`, token: 'x' }, signal);
	const consumed = await consume(answer.body, signal);
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(cpu);
	if (consumed.kind !== 'whole') {
		throw new Error(consumed.words);
	}
	const { rows, bytes } = consumed.value;
	console.log(
		JSON.stringify({ ms, cpuMs: (user + system) / 1000, rows, bytes, peakMb: process.resourceUsage().maxRSS / 1024 }),
	);
	server.stop();
}

/** Leaves the flush to the system, as curl does: what a disk takes for it would hide the difference. */
const unflushed: Files = {
	...nodeFiles,
	open: async (...parameters) => {
		const handle = await nodeFiles.open(...parameters);
		handle.sync = async () => undefined;
		return handle;
	},
};

void main(...process.argv.slice(2));
