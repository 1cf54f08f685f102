import { AppError } from '../../../../src/core/common/errors';
import { Connections } from '../../../../src/core/service/dispatcher';
import type { RetryDelays } from '../../../../src/core/service/retryDelays';
import { ServiceClient } from '../../../../src/core/service/serviceClient';
import type { Target, TargetSource } from '../../../../src/core/service/serviceTarget';
import { createTransport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import type { Loopback } from '../../../support/network/loopback';
import { quickDelays } from './quickDelays';

export const token = 'y0_AgAAAABkZXZpY2U';

export interface ClientHarness {
	readonly logged: readonly string[];
	client(delays?: RetryDelays): ServiceClient;
	targetOf(server: Loopback): Target;
	/** Returns a target source that supplies these tokens one at a time on renewal, and then none. */
	targetsOf(server: Loopback, ...renewals: readonly string[]): TargetSource;
}

export function useClientHarness(): ClientHarness {
	let connections: Connections;
	let logged: string[];

	beforeEach(() => {
		logged = [];
		connections = new Connections(defaultNetwork, {});
	});
	afterEach(() => connections[Symbol.asyncDispose]());

	const targetOf = (server: Loopback): Target => ({ baseUrl: server.url, token, allowInsecure: false });
	return {
		get logged() {
			return logged;
		},
		client(delays = quickDelays) {
			const log = (_level: string, message: string) => logged.push(message);
			return new ServiceClient({ transport: createTransport(connections, log), log, delays });
		},
		targetOf,
		targetsOf(server, ...renewals) {
			const left = [...renewals];
			return {
				get: async () => targetOf(server),
				renew: async (refused) => {
					const next = left.shift();
					if (next === undefined) {
						throw new AppError({ kind: 'unauthorized' });
					}
					return { ...refused, token: next };
				},
			};
		},
	};
}
