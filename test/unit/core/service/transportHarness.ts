import { Connections } from '../../../../src/core/service/dispatcher';
import { createTransport, type Transport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import type { Loopback } from '../../../support/network/loopback';
import { token } from './clientHarness';
import { getBytes } from './expectations';

export interface TransportHarness {
	readonly connections: Connections;
	readonly logged: readonly string[];
	readonly transport: Transport;
	get(url: string, signal?: AbortSignal): ReturnType<Transport>;
	read(server: Loopback, path?: string): Promise<Buffer>;
}

export function useTransportHarness(): TransportHarness {
	let connections: Connections;
	let transport: Transport;
	let logged: string[];

	beforeEach(() => {
		logged = [];
		connections = new Connections(defaultNetwork, {});
		transport = createTransport(connections, (_level, message) => logged.push(message));
	});
	afterEach(() => connections[Symbol.asyncDispose]());

	const never = new AbortController().signal;
	const get = (url: string, signal = never) => transport({ url, token }, signal);
	return {
		get connections() {
			return connections;
		},
		get logged() {
			return logged;
		},
		get transport() {
			return transport;
		},
		get,
		async read(server, path = '/') {
			using answer = await get(server.url + path);
			return await getBytes(answer.body.chunks);
		},
	};
}
