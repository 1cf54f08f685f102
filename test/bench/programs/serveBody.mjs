// A service that answers every request with a file from memory, as fast as the client takes it, in a process of its own
// so that it shares nothing with who is measured. `FILE [gzip] [MEGABYTES] [MEGABITS]`; with megabytes it repeats
// the records, with megabits a second it sends no faster than a line of that speed.
// Tells its port first, then, for every connection that closes, when that was and what had been sent.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [file = '', coding = '', megabytes = '0', megabits = '0'] = process.argv.slice(2);
const bytes = readFileSync(file);
/** The pieces in which a service streams a file. */
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

/**
 * Waits until a line of the given speed would have taken so many bytes.
 *
 * @param {number} bytes
 * @param {number} started in milliseconds, of the same clock
 */
async function onTheLine(bytes, started) {
	if (megabits === '0') {
		return;
	}
	const early = started + (bytes * 8) / (Number(megabits) * 1000) - performance.now();
	// Timers are a millisecond late or more, so several pieces are sent together.
	if (early > 2) {
		await pause(early);
	}
}

const server = createServer(async (request, response) => {
	const { socket } = request;
	socket.once('close', () => {
		const news = { closedAt: Date.now(), sent: socket.bytesWritten };
		// Nobody may be left to be told.
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
