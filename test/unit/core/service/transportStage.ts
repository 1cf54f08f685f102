import { Connections } from '../../../../src/core/service/dispatcher';
import { createTransport, type Transport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import type { Loopback } from '../../../support/network/loopback';
import { token } from './clientStage';
import { bytesOf } from './expectations';

/** What tests of the transport play on; each test has its own connections and log. */
export interface TransportStage {
	readonly connections: Connections;
	readonly logged: readonly string[];
	readonly transport: Transport;
	get(url: string, signal?: AbortSignal): ReturnType<Transport>;
	/** What reading a whole answer of the server comes to. */
	read(server: Loopback, path?: string): Promise<Buffer>;
}

/** Sets the stage anew before each test of the suite it is called in, and clears it after. */
export function useTransportStage(): TransportStage {
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
			return await bytesOf(answer.body.chunks);
		},
	};
}
