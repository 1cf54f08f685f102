import { join } from 'node:path';
import { recordsConsumer } from '../../../src/core/export/download/consumeBody';
import { type Files, nodeFiles } from '../../../src/core/files/durableFile';
import { FreshTables } from '../../../src/core/records/read/freshTables';
import { Connections } from '../../../src/core/service/dispatcher';
import { createTransport } from '../../../src/core/service/transport';
import { defaultNetwork } from '../../support/defaultNetwork';
import { columns, startBodyServer, temporaryFolder } from '../bodyServer';

/** Downloads and checks a file as the engine does. MEGABITS also builds the index: `SERVER FILE [gzip] [MEGABITS]`. */
async function main(program = '', file = '', coding = '', megabits = '0'): Promise<void> {
	const server = await startBodyServer(program, file, coding, '0', megabits);
	const indexer = megabits === '0' ? undefined : new FreshTables();
	const path = join(temporaryFolder(), 'records.errors.csv');
	await using connections = new Connections(defaultNetwork, {});
	const transport = createTransport(connections, () => undefined);
	const { signal } = new AbortController();
	const consume = recordsConsumer({ path, format: 'csv', fields: columns }, () => undefined, {
		files: unflushed,
		indexer,
	});
	const cpu = process.cpuUsage();
	const started = performance.now();
	using answer = await transport({ url: `${server.url}/`, token: 'x' }, signal);
	let lastByte = 0;
	const body = { ...answer.body, chunks: noticed(answer.body.chunks, () => (lastByte = performance.now())) };
	const consumed = await consume(body, signal);
	const ended = performance.now();
	const ms = ended - started;
	const { user, system } = process.cpuUsage(cpu);
	if (consumed.kind !== 'whole') {
		throw new Error(consumed.words);
	}
	const { rows, bytes } = consumed.value;
	const indexed = (await indexer?.take(path))?.index.records ?? 0;
	console.log(
		JSON.stringify({
			ms,
			cpuMs: (user + system) / 1000,
			rows,
			indexed,
			afterLastByteMs: ended - lastByte,
			bytes,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
	server.stop();
}

async function* noticed(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunks) {
		onChunk();
		yield chunk;
	}
}

/** Leaves flushing to the operating system, as curl does, because disk time would hide the difference between them. */
const unflushed: Files = {
	...nodeFiles,
	open: async (...parameters) => {
		const handle = await nodeFiles.open(...parameters);
		handle.sync = async () => undefined;
		return handle;
	},
};

void main(...process.argv.slice(2));
