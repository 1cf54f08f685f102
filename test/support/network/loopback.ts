import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Certificate } from './certificates';
import { type Listening, listen } from './listen';

export interface Loopback extends Listening {
	readonly url: string;
	readonly requests: readonly IncomingMessage[];
}

export type Handler = RequestListener;

export async function serve(handler: Handler, tls?: Certificate): Promise<Loopback> {
	const requests: IncomingMessage[] = [];
	const listener: Handler = (request, response) => {
		requests.push(request);
		handler(request, response);
	};
	const server = tls ? createTlsServer({ key: tls.key, cert: tls.certificate }, listener) : createServer(listener);
	return start(server, requests, tls ? 'https' : 'http');
}

export async function serveRaw(onRequest: (socket: Socket) => void): Promise<Loopback> {
	const server = createRawServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => onRequest(socket));
	});
	return start(server, [], 'http');
}

export async function freePort(): Promise<number> {
	await using server = await serveRaw(() => {});
	return server.port;
}

/** Returns a handler that calls each handler for one request, and the last handler for all remaining requests. */
export function inTurn(...handlers: readonly Handler[]): Handler {
	let turn = 0;
	return (request, response) => handlers[Math.min(turn++, handlers.length - 1)]?.(request, response);
}

export const answer =
	(status: number, body = '', headers: Record<string, string> = {}): Handler =>
	(_request, response) => {
		response.writeHead(status, headers);
		response.end(body);
	};

export function gzipped(bytes: Buffer): Handler {
	return (_request, response) => {
		response.setHeader('Content-Encoding', 'gzip');
		response.end(bytes);
	};
}

export async function allClosed(server: Loopback): Promise<void> {
	await Promise.all([...server.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
}

async function start(server: Server, requests: readonly IncomingMessage[], scheme: string): Promise<Loopback> {
	const listening = await listen(server);
	return { ...listening, url: `${scheme}://127.0.0.1:${listening.port}`, requests };
}
