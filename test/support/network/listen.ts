import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Listening extends AsyncDisposable {
	readonly port: number;
	readonly sockets: ReadonlySet<Socket>;
}

export async function listen(server: Server): Promise<Listening> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		sockets,
		async [Symbol.asyncDispose]() {
			const closed = once(server, 'close');
			server.close();
			for (const socket of sockets) {
				socket.destroy();
			}
			await closed;
		},
	};
}
