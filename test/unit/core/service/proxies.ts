import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SelfSigned } from './selfSigned';

/** A proxy of one test. Whatever host it is asked for, it connects to `target` on this machine. */
export interface TestProxy extends AsyncDisposable {
	readonly address: string;
	/** `CONNECT host:port` or `GET http://host/path`, in order. */
	readonly asked: readonly string[];
	readonly headers: readonly IncomingMessage['headers'][];
}

export interface HttpProxyOptions {
	readonly target: number;
	/** Refuse with this status. */
	readonly refusal?: number;
	/** Close the connection instead of answering. */
	readonly hangUp?: boolean;
	readonly tls?: SelfSigned;
}

export function startHttpProxy({ target, refusal, hangUp, tls }: HttpProxyOptions): Promise<TestProxy> {
	const asked: string[] = [];
	const headers: IncomingMessage['headers'][] = [];
	const note = (request: IncomingMessage) => {
		asked.push(`${request.method} ${request.url}`);
		headers.push(request.headers);
	};
	const server = tls ? createTlsServer({ key: tls.key, cert: tls.certificate }) : createServer();
	server.on('request', (request: IncomingMessage, response) => {
		note(request);
		if (refusal !== undefined) {
			response.writeHead(refusal);
			response.end('refused');
			return;
		}
		const { pathname, search } = new URL(request.url ?? '');
		const { method, headers: sent } = request;
		forward({ port: target, host: '127.0.0.1', method, path: pathname + search, headers: sent }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		}).end();
	});
	server.on('connect', (request: IncomingMessage, socket: Duplex) => {
		note(request);
		socket.on('error', () => {});
		if (hangUp) {
			socket.destroy();
		} else if (refusal !== undefined) {
			socket.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`);
		} else {
			splice(socket, target, 'HTTP/1.1 200 Connection established\r\n\r\n');
		}
	});
	return start(server, tls ? 'https' : 'http', asked, headers);
}

/** Without a password, by name only (RFC 1928, sections 3 to 6). */
export function startSocksProxy(target: number): Promise<TestProxy> {
	const asked: string[] = [];
	const server = createRawServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => {
			socket.write(Buffer.from([5, 0]));
			socket.once('data', (order) => {
				const end = 5 + (order[4] ?? 0);
				asked.push(`CONNECT ${order.toString('latin1', 5, end)}:${order.readUInt16BE(end)}`);
				splice(socket, target, Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
			});
		});
	});
	return start(server, 'socks5', asked, []);
}

function splice(socket: Duplex, target: number, greeting: string | Buffer): void {
	const onward = connect(target, '127.0.0.1', () => {
		socket.write(greeting);
		socket.pipe(onward).pipe(socket);
	});
	onward.on('error', () => socket.destroy());
	onward.on('close', () => socket.destroy());
	socket.on('close', () => onward.destroy());
}

async function start(
	server: Server,
	scheme: string,
	asked: readonly string[],
	headers: TestProxy['headers'],
): Promise<TestProxy> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `${scheme}://localhost:${port}`,
		asked,
		headers,
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => server.once('close', resolve));
			server.close();
			for (const socket of sockets) {
				socket.destroy();
			}
			await closed;
		},
	};
}
