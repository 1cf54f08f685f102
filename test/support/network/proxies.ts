import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificates';
import { listen } from './listen';

/** Proxy that ignores the requested host and always connects to `target` on this machine. */
export interface TestProxy extends AsyncDisposable {
	readonly address: string;
	/** Request lines in the order of arrival: `CONNECT host:port` or `GET http://host/path`. */
	readonly asked: readonly string[];
	readonly headers: readonly IncomingMessage['headers'][];
}

export interface HttpProxyOptions {
	readonly target: number;
	readonly refusal?: number;
	readonly hangUp?: boolean;
	readonly silent?: boolean;
	readonly login?: Login;
	readonly tls?: Certificate;
}

export interface Login {
	readonly name: string;
	readonly password: string;
}

export function startHttpProxy({
	target,
	refusal: always,
	hangUp,
	silent,
	login,
	tls,
}: HttpProxyOptions): Promise<TestProxy> {
	const asked: string[] = [];
	const headers: IncomingMessage['headers'][] = [];
	const note = (request: IncomingMessage) => {
		asked.push(`${request.method} ${request.url}`);
		headers.push(request.headers);
	};
	const wanted = login && `Basic ${Buffer.from(`${login.name}:${login.password}`).toString('base64')}`;
	const refusalOf = (request: IncomingMessage) =>
		always ?? (wanted !== undefined && request.headers['proxy-authorization'] !== wanted ? 407 : undefined);
	const server = tls ? createTlsServer({ key: tls.key, cert: tls.certificate }) : createServer();
	server.on('request', (request: IncomingMessage, response) => {
		note(request);
		const refusal = refusalOf(request);
		if (refusal !== undefined) {
			response.writeHead(refusal, refusal === 407 ? { 'Proxy-Authenticate': 'Basic realm="test"' } : {});
			response.end('refused');
			return;
		}
		const { pathname, search } = new URL(request.url ?? '');
		const { method } = request;
		const { 'proxy-authorization': _, ...sent } = request.headers;
		forward({ port: target, host: '127.0.0.1', method, path: pathname + search, headers: sent }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		}).end();
	});
	server.on('connect', (request: IncomingMessage, socket: Duplex) => {
		note(request);
		socket.on('error', () => {});
		const refusal = refusalOf(request);
		if (silent) {
			return;
		}
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

/** Starts a SOCKS proxy for host names (RFC 1928, sections 3 to 6), optionally with a password (RFC 1929). */
export function startSocksProxy(target: number, login?: Login): Promise<TestProxy> {
	const asked: string[] = [];
	const server = createRawServer((socket) => {
		socket.on('error', () => {});
		void socksConversation(socket, login).then((order) => {
			if (order) {
				const end = 5 + (order[4] ?? 0);
				asked.push(`CONNECT ${order.toString('latin1', 5, end)}:${order.readUInt16BE(end)}`);
				splice(socket, target, Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
			}
		});
	});
	return start(server, 'socks5', asked, []);
}

async function socksConversation(socket: Socket, login: Login | undefined): Promise<Buffer | undefined> {
	const next = () => new Promise<Buffer>((resolve) => socket.once('data', resolve));
	await next();
	if (login) {
		socket.write(Buffer.from([5, 2]));
		const given = await next();
		const nameEnd = 2 + (given[1] ?? 0);
		const isRight =
			given.toString('utf8', 2, nameEnd) === login.name && given.toString('utf8', nameEnd + 1) === login.password;
		socket.write(Buffer.from([1, isRight ? 0 : 1]));
		if (!isRight) {
			return undefined;
		}
	} else {
		socket.write(Buffer.from([5, 0]));
	}
	return next();
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
	const { port, [Symbol.asyncDispose]: end } = await listen(server);
	return { address: `${scheme}://localhost:${port}`, asked, headers, [Symbol.asyncDispose]: end };
}
