import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress, gzipSync } from 'node:zlib';
import { type Loopback, serve, serveRaw } from '../../../support/network/loopback';
import { compact } from './compact';

type ServeBody = (response: ServerResponse) => void | Promise<void>;

const head = compact([['a']]).split('\t\t[')[0] ?? '';

const million = Buffer.alloc(1_000_000, 'a');

/** Responses that never end, or that use much more memory or time than their size suggests. */
const bodies: Readonly<Record<string, ServeBody>> = {
	'a line without end': (response) => flood(response, million),
	'a row without end': (response) => flood(response, million, `${head}["`),
	'lines before the rows': (response) => flood(response, 'text\n'.repeat(10_000)),
	'empty lines between rows': (response) => flood(response, '\n'.repeat(50_000), head),
	'rows without end': (response) => flood(response, '["1"],\n'.repeat(10_000), head),
	'cells without end': (response) => flood(response, '0,'.repeat(50_000), `${head}[`),
	'brackets without end': (response) => flood(response, '['.repeat(50_000), head),
	'a row of a million cells': (response) => respond(response, `${head}[${'0,'.repeat(1_000_000)}0],\n`),
	'lines after the rows': (response) => flood(response, '1\n'.repeat(50_000), `${head}["1", "a"]\n],\n`),
	'bytes that are not text': (response) => flood(response, Buffer.alloc(1_000_000, 0xff), `${head}["`),
	'one byte at a time': (response) => trickle(response, 'a', `${head}["`),
	'one byte per chunk': (response) => floodChunks(response, `${head}["`),
	'compressed text without end': (response) => floodCompressed(response, million, ''),
	'a compressed row without end': (response) => floodCompressed(response, million, `${head}["`),
	'compressed members without end': (response) => {
		response.setHeader('Content-Encoding', 'gzip');
		return flood(response, gzipSync(million));
	},
	'an error without end': (response) => {
		response.statusCode = 500;
		return flood(response, 'Code: 241. DB::Exception: text ');
	},
	'an error, one byte at a time': (response) => {
		response.statusCode = 500;
		return trickle(response, 'a');
	},
	'an empty response that stays open': (response) => response.flushHeaders(),
	'a row of 200,000 texts': (response) => respond(response, compact([Array.from({ length: 200_000 }, () => 'a')])),
	'columns without end': (response) => flood(response, '"a",'.repeat(20_000), head.slice(0, head.indexOf('['))),
	'a response compressed a hundred times': (response) => {
		response.setHeader('Content-Encoding', Array(100).fill('gzip').join(', '));
		return flood(response, gzipSync(million));
	},
	'text compressed with Brotli without end': (response) => floodCompressed(response, million, head, 'br'),
	'text compressed with Zstandard without end': (response) => floodCompressed(response, million, head, 'zstd'),
	'text compressed with deflate without end': (response) => floodCompressed(response, million, head, 'deflate'),
	'redirects without end': (response) => {
		response.writeHead(307, { Location: '/?again' }).end();
	},
	'redirects to text without end': (response) => {
		response.writeHead(302, { Location: '/' });
		return flood(response, million);
	},
	'a body that is shorter than its declared length': (response) => {
		response.setHeader('Content-Length', 1e15);
		response.write(head);
	},
	'a request to retry in years': (response) => {
		response.writeHead(503, { 'Retry-After': '999999999' });
		return flood(response, million);
	},
	'a value of a million digits': (response) => respond(response, `${head}[${'9'.repeat(1_000_000)}],\n]`),
	'a value with nested objects': (response) => respond(response, `${head}[${'{"a":'.repeat(500_000)}`),
};

const raw: Readonly<Record<string, (socket: Socket) => void>> = {
	'no response': () => {},
	'headers without end': (socket) => void flood(socket, 'X-Header: text\r\n'.repeat(1000), 'HTTP/1.1 200 OK\r\n'),
	'interim responses without end': (socket) => void flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)),
	'a chunk size without end': (socket) =>
		void flood(socket, '; text'.repeat(10_000), 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1'),
	'a status line without end': (socket) => void flood(socket, 'a'.repeat(10_000), 'HTTP/1.1 200 '),
	'trailers without end': (socket) =>
		void flood(
			socket,
			'X-Trailer: text\r\n'.repeat(1000),
			'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n\r\n1\r\na\r\n0\r\n',
		),
	'headers, one byte at a time': (socket) => void trickle(socket, 'a', 'HTTP/1.1 200 OK\r\nX-Header: '),
	'a chunk with a huge size': (socket) =>
		void flood(socket, million, `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'f'.repeat(16)}\r\n`),
	'chunk extensions without end': (socket) =>
		void flood(socket, '1;a=b;c=d\r\na\r\n'.repeat(1000), 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
};

export const hostileServers = [...Object.keys(bodies), ...Object.keys(raw)];

/** @param respondFirst Returns the responses to queries that the server answers correctly */
export function serveHostile(
	name: string,
	respondFirst: (sql: string) => string | undefined = () => undefined,
): Promise<Loopback> {
	const ofSocket = raw[name];
	if (ofSocket) {
		return serveRaw(ofSocket);
	}
	return serve(async (request, response) => {
		const pieces: Buffer[] = [];
		for await (const piece of request) {
			pieces.push(piece);
		}
		const first = respondFirst(Buffer.concat(pieces).toString());
		if (first !== undefined) {
			response.end(first);
			return;
		}
		await bodies[name]?.(response);
	});
}

function respond(response: ServerResponse, body: string): void {
	response.end(body);
}

async function flood(to: Writable, piece: string | Buffer, first = ''): Promise<void> {
	to.on('error', () => {});
	to.write(first);
	while (!to.destroyed) {
		to.write(piece);
		do {
			await new Promise(setImmediate);
		} while (to.writableNeedDrain && !to.destroyed);
	}
}

async function trickle(response: Writable, byte: string, first = ''): Promise<void> {
	response.on('error', () => {});
	response.write(first);
	while (!response.destroyed) {
		response.write(byte);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

async function floodChunks(response: ServerResponse, first: string): Promise<void> {
	response.write(first);
	const socket = response.socket;
	await (socket && flood(socket, '1\r\na\r\n'.repeat(10_000)));
}

const packers = {
	gzip: createGzip,
	br: createBrotliCompress,
	zstd: createZstdCompress,
	deflate: createDeflate,
};

async function floodCompressed(
	response: ServerResponse,
	piece: Buffer,
	first: string,
	encoding: keyof typeof packers = 'gzip',
): Promise<void> {
	response.setHeader('Content-Encoding', encoding);
	const packer = packers[encoding]();
	packer.pipe(response);
	response.on('close', () => packer.destroy());
	await flood(packer, piece, first);
}
