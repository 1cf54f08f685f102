import { createServer, type Socket } from 'node:net';
import { type Listening, listen } from './listen';

export interface RawRequest {
	readonly number: number;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: ReadonlyMap<string, string>;
}

export type RawAnswer = (request: RawRequest, socket: Socket) => void | Promise<void>;

export interface RawServer extends Listening {
	readonly url: string;
	readonly requests: readonly RawRequest[];
}

export async function startRawServer(answer: RawAnswer): Promise<RawServer> {
	const requests: RawRequest[] = [];
	const server = createServer({ noDelay: true }, (socket) => {
		socket.on('error', () => {});
		let text = '';
		socket.on('data', (bytes) => {
			text += bytes.toString('latin1');
			for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
				const request = readRequest(text.slice(0, end), requests.length + 1);
				text = text.slice(end + 4);
				requests.push(request);
				// If the client disconnects, the rest of the response is canceled.
				Promise.resolve(answer(request, socket)).catch(() => socket.destroy());
			}
		});
	});
	const listening = await listen(server);
	return { ...listening, url: `http://127.0.0.1:${listening.port}`, requests };
}

export function head(status: number, ...headers: readonly string[]): string {
	return [`HTTP/1.1 ${status} Whatever`, ...headers, '', ''].join('\r\n');
}

export function proper(status: number, body: string | Uint8Array, ...headers: readonly string[]): Buffer {
	const bytes = Buffer.from(body);
	return Buffer.concat([Buffer.from(head(status, `Content-Length: ${bytes.length}`, ...headers)), bytes]);
}

/** Encodes a body in chunks of the given size (RFC 9112, section 7.1), without the empty chunk at the end. */
export function chunked(body: Uint8Array, size: number): Buffer {
	const parts: Buffer[] = [];
	for (let start = 0; start < body.length; start += size) {
		const piece = body.subarray(start, start + size);
		parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), Buffer.from(piece), Buffer.from('\r\n'));
	}
	return Buffer.concat(parts);
}

export const lastChunk = '0\r\n\r\n';

/** Resolves when the operating system has accepted the bytes. */
export function written(socket: Socket, bytes: string | Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		socket.write(bytes, (error) => (error ? reject(error) : resolve()));
	});
}

function readRequest(text: string, number: number): RawRequest {
	const [first = '', ...lines] = text.split('\r\n');
	const [, target = '/'] = first.split(' ');
	const url = new URL(target, 'http://host');
	const headers = lines.map((line): [string, string] => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
	});
	return { number, path: url.pathname, query: url.searchParams, headers: new Map(headers) };
}
