import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answer, Asked, FaultCase } from '../../support/faults/faultCase';
import { upToHalf } from '../../support/faults/records';
import { seed } from '../../support/faults/run';
import { chunked, head, lastChunk, proper, written } from '../../support/network/rawServer';
import { Random } from '../../support/random';

/** Milliseconds for the client to read data that a connection reset would discard. */
const timeToRead = 40;

/** Default time limit for silent connections, divided by 50, in milliseconds. */
const shortSilence = 2_400;

const chunkedHead = head(200, 'Transfer-Encoding: chunked');

export function connectionCases(): readonly FaultCase[] {
	return [
		{ name: 'connection refused', answer: 'nobody listens', expected: { kind: 'network', fault: 'refused' } },
		{
			name: 'reset before the headers, on every request',
			answer: ({ socket }) => void socket.resetAndDestroy(),
			expected: { kind: 'network', fault: 'reset' },
		},
		{
			name: 'reset before the headers, twice',
			answer: ({ request, socket, body }) => {
				if (request.number <= 2) {
					socket.resetAndDestroy();
				} else {
					socket.write(proper(200, body));
				}
			},
			expected: 'records',
		},
		{
			name: 'end of the connection before the response headers',
			answer: ({ socket }) => void socket.end(),
			expected: { kind: 'network', fault: 'reset' },
		},
		...resets(),
		{
			name: 'reset after 300 KB of every body',
			records: 8000,
			answer: async ({ socket, body }) => {
				const whole = proper(200, body);
				await written(socket, whole.subarray(0, 300_000));
				if (whole.length > 300_000) {
					await pause(timeToRead);
					socket.resetAndDestroy();
				}
			},
			expected: 'records',
		},
		{
			name: 'FIN without the last chunk, on every request',
			answer: ({ socket, body }) => void socket.end(Buffer.concat([Buffer.from(chunkedHead), chunked(body, 4096)])),
			expected: { kind: 'brokenBody', fault: 'connectionLost' },
		},
		{
			name: 'FIN without the last chunk, once',
			answer: ({ request, socket, body }) => {
				const whole = Buffer.concat([Buffer.from(chunkedHead), chunked(body, 4096)]);
				if (request.number === 1) {
					socket.end(whole);
				} else {
					socket.write(Buffer.concat([whole, Buffer.from(lastChunk)]));
				}
			},
			expected: 'records',
		},
		{
			name: 'FIN after half of the records, without the last chunk',
			answer: ({ socket, body }) => {
				socket.end(Buffer.concat([Buffer.from(chunkedHead), chunked(upToHalf(body), 4096)]));
			},
			expected: { kind: 'brokenBody', fault: 'connectionLost' },
		},
		{
			name: 'neither Content-Length nor chunks, and the connection marks the end',
			answer: untilClosed((body) => body),
			expected: 'records',
			endNotAnnounced: true,
		},
		{
			name: 'JSON, which marks its own end, with neither Content-Length nor chunks',
			format: 'json',
			answer: untilClosed((body) => body),
			expected: 'records',
		},
		{
			name: 'neither Content-Length nor chunks, and an end after a record',
			answer: untilClosed(upToHalf),
			expected: 'doubt',
		},
		{
			name: 'neither Content-Length nor chunks, and an end after the header',
			answer: untilClosed((body) => body.subarray(0, body.indexOf('\n') + 1)),
			expected: 'doubt',
			flags: ['empty'],
		},
		{
			name: 'neither Content-Length nor chunks, and an end within the last value',
			answer: untilClosed((body) => body.subarray(0, body.lastIndexOf('Berlin') + 3)),
			expected: 'doubt',
		},
		{
			name: 'neither Content-Length nor chunks, and an end after a record, for one hour of a day',
			chunking: 'hour',
			answer: (asked) =>
				asked.request.query.get('date_since')?.includes(' 07:')
					? untilClosed(upToHalf)(asked)
					: written(asked.socket, proper(200, asked.body)),
			expected: 'doubt',
		},
		{
			name: 'neither Content-Length nor chunks, and an early end',
			answer: untilClosed((body) => body.subarray(0, -40)),
			expected: { kind: 'brokenBody' },
		},
		{
			name: 'no data instead of a response',
			answer: () => {},
			timeouts: { headers: 500 },
			failures: 3,
			expected: { kind: 'network', fault: 'timeout', limit: 'headers' },
		},
		{
			name: 'no more data after the middle of the body',
			answer: async ({ socket, body }) => written(socket, proper(200, body).subarray(0, body.length / 2)),
			timeouts: { silentBody: 500 },
			failures: 3,
			expected: { kind: 'network', fault: 'timeout', limit: 'silentBody' },
		},
		{
			name: 'no more data after the middle of the body, once',
			answer: async ({ request, socket, body }) => {
				const whole = proper(200, body);
				await written(socket, request.number === 1 ? whole.subarray(0, body.length / 2) : whole);
			},
			timeouts: { silentBody: 500 },
			expected: 'records',
		},
		...slowBodies(),
	];
}

function untilClosed(part: (body: Buffer) => Buffer): Answer {
	return ({ socket, body }) => void socket.end(Buffer.concat([Buffer.from(head(200)), part(body)]));
}

function resets(): readonly FaultCase[] {
	const random = new Random(seed);
	const places = random.times(20, () => random.next());
	return places.flatMap((place, index): FaultCase[] => {
		const packed = index % 4 === 3;
		const cut = async ({ socket, body }: Asked) => {
			const sent = packed ? gzipSync(body) : body;
			const before = sent.subarray(0, Math.floor(place * sent.length));
			const coding = packed ? ['Content-Encoding: gzip'] : [];
			const bytes =
				index % 2 === 0
					? Buffer.concat([Buffer.from(head(200, 'Transfer-Encoding: chunked', ...coding)), chunked(before, 1000)])
					: Buffer.concat([Buffer.from(head(200, `Content-Length: ${sent.length}`, ...coding)), before]);
			await written(socket, bytes);
			await pause(timeToRead);
			socket.resetAndDestroy();
		};
		const where = `reset after ${(place * 100).toFixed(2)} % of a ${packed ? 'compressed ' : ''}body`;
		return [
			{
				name: `${where}, once`,
				format: index % 3 === 2 ? 'json' : 'csv',
				answer: (asked) => (asked.request.number === 1 ? cut(asked) : written(asked.socket, proper(200, asked.body))),
				expected: 'records',
			},
			{
				name: `${where}, on every request`,
				format: index % 3 === 2 ? 'json' : 'csv',
				failures: 1,
				answer: cut,
				expected: { kind: 'brokenBody', fault: 'connectionLost' },
			},
		];
	});
}

/** Sends one byte per second, with all times divided by 50. Only silence has a time limit, not the whole body. */
function slowBodies(): readonly FaultCase[] {
	return [
		{
			name: 'one byte per second',
			records: 2,
			timeouts: { silentBody: shortSilence },
			answer: async ({ socket, body }) => {
				await written(socket, head(200, `Content-Length: ${body.length}`));
				for (const byte of body) {
					await pause(20);
					await written(socket, Buffer.from([byte]));
				}
			},
			expected: 'records',
		},
	];
}
