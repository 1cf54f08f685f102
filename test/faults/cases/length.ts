import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answer, Asked, FaultCase } from '../../support/faults/faultCase';
import { upToHalf } from '../../support/faults/records';
import { head, proper, written } from '../../support/network/rawServer';

export function lengthCases(): readonly FaultCase[] {
	return [
		...(['csv', 'json'] as const).flatMap((format): FaultCase[] => [
			{
				name: `Content-Length too large, ${format}`,
				format,
				answer: ({ socket, body }) =>
					void socket.end(Buffer.concat([Buffer.from(head(200, `Content-Length: ${body.length + 7}`)), body])),
				expected: { kind: 'brokenBody', fault: 'shorterThanAnnounced' },
			},
			{
				name: `Content-Length too small, ${format}`,
				format,
				answer: announcing((length) => length - 40),
				expected: { kind: 'brokenBody' },
			},
			{
				name: `Content-Length in characters instead of bytes, ${format}`,
				format,
				answer: ({ socket, body }) =>
					written(socket, Buffer.concat([Buffer.from(head(200, `Content-Length: ${body.toString().length}`)), body])),
				expected: { kind: 'brokenBody' },
			},
		]),
		{
			name: 'Content-Length without the last line ending',
			// HTTP allows an extra line ending between responses. The records are unaffected.
			answer: announcing((length) => length - 1),
			expected: 'records',
		},
		{
			name: 'Content-Length too small, within the last value',
			answer: announcing((length) => length - 3),
			expected: { kind: 'brokenBody', fault: 'longerThanAnnounced' },
		},
		{
			name: 'Content-Length too small, and the connection closes',
			answer: ({ socket, body }) => {
				const told = head(200, `Content-Length: ${body.length - 40}`, 'Connection: close');
				socket.end(Buffer.concat([Buffer.from(told), body]));
			},
			expected: { kind: 'brokenBody' },
		},
		...(['as its headers declare', 'unexpectedly'] as const).flatMap((closing): FaultCase[] => [
			{
				name: `Content-Length of half of the records, all records sent, and the connection closes ${closing}`,
				answer: announcingHalf(closing),
				...(closing === 'as its headers declare'
					? { expected: 'doubt' }
					: { expected: { kind: 'brokenBody', fault: 'longerThanAnnounced' } }),
			},
			{
				name: `Content-Length of the header, all records sent, and the connection closes ${closing}`,
				answer: closingAt((body) => body.indexOf('\n') + 1, closing),
				...(closing === 'as its headers declare'
					? { expected: 'doubt', flags: ['empty'] }
					: { expected: { kind: 'brokenBody', fault: 'longerThanAnnounced' } }),
			},
		]),
		{
			name: 'Content-Length too small, within the last value, and the connection closes',
			answer: closingAt((body) => body.lastIndexOf('Berlin') + 3, 'as its headers declare'),
			expected: 'doubt',
		},
		{
			name: 'Content-Length of half of the records for one hour of a day, and the connection closes after all records',
			chunking: 'hour',
			answer: (asked) =>
				asked.request.query.get('date_since')?.includes(' 07:')
					? announcingHalf('as its headers declare')(asked)
					: written(asked.socket, proper(200, asked.body)),
			expected: 'doubt',
		},
		{
			name: 'Content-Length without the last line ending, and the connection closes',
			answer: closingAt((body) => body.length - 1, 'as its headers declare'),
			expected: 'records',
		},
		{
			name: 'Content-Length too small for JSON, which marks its own end, and the connection closes',
			format: 'json',
			answer: ({ socket, body }) =>
				void socket.end(Buffer.concat([proper(200, body, 'Connection: close'), Buffer.from('and more')])),
			expected: 'records',
		},
		{
			name: 'correct Content-Length, and the connection closes',
			answer: ({ socket, body }) => void socket.end(proper(200, body, 'Connection: close')),
			expected: 'records',
		},
		{
			name: 'Content-Length too small, and the rest arrives later',
			answer: async ({ socket, body }) => {
				await written(socket, head(200, `Content-Length: ${body.length - 3}`));
				// The client's timeout starts when it has read the data, so the pause must not start earlier.
				socket.write(body.subarray(0, -3));
				await pause(5);
				await written(socket, body.subarray(-3));
			},
			expected: { kind: 'brokenBody', fault: 'longerThanAnnounced' },
		},
		{
			name: 'Content-Length too small, up to a line ending',
			answer: ({ socket, body }) => {
				const length = body.lastIndexOf('\n', body.length - 2) + 1;
				return written(socket, Buffer.concat([Buffer.from(head(200, `Content-Length: ${length}`)), body]));
			},
			expected: { kind: 'brokenBody' },
		},
		{
			name: 'Content-Length too small, once',
			answer: (asked) =>
				asked.request.number === 1
					? announcing((length) => length - 3)(asked)
					: written(asked.socket, proper(200, asked.body)),
			expected: 'records',
		},
		{
			name: 'truncated gzip',
			answer: ({ socket, body }) =>
				written(socket, proper(200, gzipSync(body).subarray(0, -20), 'Content-Encoding: gzip')),
			expected: { kind: 'brokenBody', fault: 'gzip' },
		},
		{
			name: 'gzip with a wrong checksum',
			answer: ({ socket, body }) => written(socket, proper(200, damaged(gzipSync(body)), 'Content-Encoding: gzip')),
			expected: { kind: 'brokenBody', fault: 'gzip' },
		},
		{
			name: 'gzip with a wrong checksum, once',
			answer: ({ request, socket, body }) => {
				const packed = gzipSync(body);
				return written(socket, proper(200, request.number === 1 ? damaged(packed) : packed, 'Content-Encoding: gzip'));
			},
			expected: 'records',
		},
		{
			name: 'gzip without a Content-Encoding header',
			answer: ({ socket, body }) => written(socket, proper(200, gzipSync(body))),
			expected: { kind: 'unexpectedBody', found: 'text' },
		},
		{
			name: 'headers that exceed the size limit',
			answer: ({ socket }) => written(socket, head(200, `X-Much: ${'x'.repeat(100_000)}`)),
			expected: { kind: 'network', fault: 'other', code: 'UND_ERR_HEADERS_OVERFLOW' },
		},
		{
			name: 'data that is not HTTP',
			answer: ({ socket }) => void socket.end('SSH-2.0-whatever\r\n'),
			expected: { kind: 'network' },
		},
	];
}

type Closing = 'as its headers declare' | 'unexpectedly';

function closingAt(announced: (body: Buffer) => number, closing: Closing): Answer {
	return ({ socket, body }) => {
		const told = [
			`Content-Length: ${announced(body)}`,
			...(closing === 'as its headers declare' ? ['Connection: close'] : []),
		];
		socket.end(Buffer.concat([Buffer.from(head(200, ...told)), body]));
	};
}

function announcingHalf(closing: Closing): Answer {
	return closingAt((body) => upToHalf(body).length, closing);
}

/** Sends a body with a wrong Content-Length and keeps the connection open, as HTTP allows. */
function announcing(told: (length: number) => number): Answer {
	return ({ socket, body }: Asked) =>
		written(socket, Buffer.concat([Buffer.from(head(200, `Content-Length: ${told(body.length)}`)), body]));
}

/** Returns gzip data with a wrong checksum, which is stored before the last four bytes (RFC 1952, section 2.3.1). */
function damaged(packed: Buffer): Buffer {
	const bytes = Buffer.from(packed);
	bytes.writeUInt32LE((bytes.readUInt32LE(bytes.length - 8) ^ 1) >>> 0, bytes.length - 8);
	return bytes;
}
