import { describeExport } from '../core/export/describeExport';
import { KeyedQueue } from '../core/export/keyedQueue';
import { deleteExport, listExports } from '../core/export/library';
import { runExport } from '../core/export/runExport';
import { seenValues } from '../core/export/seenValues';
import { FreshTables } from '../core/records/freshTables';
import { createQueries } from '../core/records/queries';
import { ServiceClient } from '../core/service/client';
import { Connections } from '../core/service/dispatcher';
import { FieldTable } from '../core/service/fields';
import type { Log } from '../core/service/log';
import type { TargetSource } from '../core/service/target';
import { createTransport } from '../core/service/transport';
import { Channel, type Handlers, type Port } from '../shared/rpc';
import { errorCodec } from './errorCodec';
import type { AccountRef, EngineApi, HostApi } from './protocol';
import { OpenRecords } from './recordSessions';
import { traceHandlers } from './traces';

/** Puts core behind the channel. Nothing connects, reads or writes before the host asks for something. */
export function serveEngine(port: Port): void {
	const log: Log = (level, message) => {
		// A lost line of the log is no reason to fail.
		host.call('log', { level, message }).catch(() => undefined);
	};
	const running = new Set<string>();
	const queue = new KeyedQueue();
	const fresh = new FreshTables();
	const network = new Network(log, () => host.call('network', undefined));

	const handlers: Handlers<EngineApi> = {
		...new OpenRecords(createQueries, fresh).handlers,
		...traceHandlers(),
		networkChanged: () => network.refresh(),
		checkToken: async ({ target }, { signal }) => (await network.client()).checkTarget(target, signal),
		listApplications: async ({ account }, { signal }) =>
			(await network.client()).listApplications(targetsOf(host, account, signal), signal),
		runExport: async ({ account, plan, zone, additionalFields, library, waitLimitMinutes }, { signal, report }) => {
			const client = await network.client();
			const fields = new FieldTable(additionalFields);
			const targets = targetsOf(host, account, signal);
			const waitLimitMs = waitLimitMinutes * 60_000;
			return runExport(
				{ service: account.service, plan, zone, fields, library },
				{
					running,
					queue,
					exportErrors: (question, consume, signal, onState) =>
						client.exportErrors(question, fields, targets, consume, { signal, onState, waitLimitMs }),
				},
				signal,
				report,
			);
		},
		listExports: ({ library, service }) => listExports(library, service, running),
		describeExport: ({ path }) => describeExport(path),
		deleteExport: ({ library, folder }) => deleteExport(library, folder, running),
		seenValues: (query, { signal }) => seenValues(query, running, signal),
	};
	const host = new Channel<EngineApi, HostApi>(port, handlers, errorCodec);
}

/** The connections, made with the editor's settings when the first request needs them. */
class Network {
	private connections: Connections | undefined;
	private connecting: Promise<ServiceClient> | undefined;

	constructor(
		private readonly log: Log,
		private readonly settings: () => Promise<HostApi['network']['result']>,
	) {}

	client(): Promise<ServiceClient> {
		this.connecting ??= this.connect();
		return this.connecting;
	}

	/** Requests from now on use the new settings. */
	async refresh(): Promise<void> {
		if (this.connecting) {
			await this.connecting;
			this.connections?.configure(await this.settings());
		}
	}

	private async connect(): Promise<ServiceClient> {
		this.connections = new Connections(await this.settings(), process.env);
		return new ServiceClient({ transport: createTransport(this.connections, this.log), log: this.log });
	}
}

/** The host keeps the credentials; the engine asks anew for each operation. */
function targetsOf(
	host: Channel<EngineApi, HostApi>,
	{ accountId, interactive }: AccountRef,
	signal: AbortSignal,
): TargetSource {
	return {
		get: () => host.call('credentials', { accountId, interactive }, { signal }),
		renew: ({ token }) => host.call('credentials', { accountId, interactive, refusedToken: token }, { signal }),
	};
}
