// Serves a file from memory, as fast as the client reads it: FILE [gzip] [MEGABYTES] [MEGABITS]. MEGABYTES repeats the
// records up to that size; MEGABITS per second limits the bandwidth. Sends the parent process the port, then the time
// and the number of sent bytes for each closed connection.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [file = '', coding = '', megabytes = '0', megabits = '0'] = process.argv.slice(2);
const bytes = readFileSync(file);
const pieceSize = 64 * 1024;
const records = bytes.subarray(bytes.indexOf('\n') + 1);

function* pieces() {
	yield* cut(bytes);
	for (let sent = bytes.length; sent < Number(megabytes) * 1e6; sent += records.length) {
		yield* cut(records);
	}
}

/** @param {Buffer} part */
function* cut(part) {
	for (let start = 0; start < part.length; start += pieceSize) {
		yield part.subarray(start, start + pieceSize);
	}
}

// Waits until the limited bandwidth would have transmitted the given number of bytes.
/** @param {number} bytes @param {number} started Start time in milliseconds. */
async function onTheLine(bytes, started) {
	if (megabits === '0') {
		return;
	}
	const early = started + (bytes * 8) / (Number(megabits) * 1000) - performance.now();
	// Timers fire a millisecond or more late, so several chunks are sent at once.
	if (early > 2) {
		await pause(early);
	}
}

const server = createServer(async (request, response) => {
	const { socket } = request;
	socket.once('close', () => {
		const news = { closedAt: Date.now(), sent: socket.bytesWritten };
		if (process.connected) process.send?.(news, () => undefined);
	});
	const closing = new AbortController();
	response.once('close', () => closing.abort());
	response.writeHead(200, {
		'Content-Type': 'text/csv',
		...(coding === 'gzip' && { 'Content-Encoding': 'gzip' }),
		...(megabytes === '0' && { 'Content-Length': bytes.length }),
	});
	const started = performance.now();
	let sent = 0;
	for (const piece of pieces()) {
		sent += piece.length;
		await onTheLine(sent, started);
		if (!response.write(piece)) {
			await once(response, 'drain', { signal: closing.signal }).catch(() => undefined);
		}
		if (closing.signal.aborted) {
			return;
		}
	}
	response.end();
});
server.listen(0, '127.0.0.1', () => {
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	process.send?.({ port });
});
process.on('disconnect', () => process.exit());
