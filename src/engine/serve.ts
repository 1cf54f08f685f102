import { basename } from 'node:path';
import { AppError } from '../core/common/errors';
import type { Foreground } from '../core/common/foreground';
import { KeyedQueue } from '../core/common/keyedQueue';
import type { Log } from '../core/common/log';
import { connectDatabase } from '../core/database/connectDatabase';
import type { DatabaseAccess, DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseClient, DatabaseDependencies } from '../core/database/databaseClient';
import { createPost } from '../core/database/databaseRequest';
import { type DeviceKey, keyIdFor } from '../core/export/hashed/deviceHasher';
import { withHashedDevices } from '../core/export/hashed/withHashedDevices';
import { CachedListing } from '../core/export/library/cachedListing';
import type { ExportDependencies } from '../core/export/library/exportDependencies';
import { ExportLocks } from '../core/locks/exportLock';
import { OpenMarks } from '../core/locks/openMarks';
import type { Plan } from '../core/plan/plan';
import { createQueries } from '../core/records/queries';
import { FreshTables } from '../core/records/read/freshTables';
import type { Table } from '../core/records/table/table';
import { Connections } from '../core/service/dispatcher';
import { ServiceClient } from '../core/service/serviceClient';
import { ServiceClock } from '../core/service/serviceClock';
import type { TargetSource } from '../core/service/serviceTarget';
import { createTransport } from '../core/service/transport';
import { KnownMapIds } from '../core/stack/mapping/knownMapIds';
import { OpenMappings } from '../core/stack/mapping/openMappings';
import { OwnCode } from '../core/stack/own/ownCode';
import { findSuspects } from '../core/suspects/findSuspects';
import { isSetFolderName } from '../core/sync/model/names';
import { Channel, type Handlers, type Port } from '../shared/rpc';
import { agentHandlers } from './agentHandlers';
import { databaseHandlers } from './databaseHandlers';
import { errorCodec } from './errorCodec';
import { exportHandlers } from './exportHandlers';
import { lineHandlers } from './lineHandlers';
import type { AccountRef, AskingOrder, EngineApi, EngineStart, HostApi } from './protocol';
import { OpenRecords } from './recordSessions';
import { recordsFacts } from './recordsFacts';
import { recordsSnippets } from './recordsSnippets';
import { removeSupersededIn, syncHandlers } from './syncHandlers';
import { traceHandlers } from './traceHandlers';

/** Handles requests from the extension host. Accesses no network, disk, or database before the first request. */
export function serveEngine(port: Port, start: EngineStart): void {
	const log: Log = (level, message) => {
		// Errors are ignored, because a lost log message is harmless.
		host.call('log', { level, message }).catch(() => undefined);
	};
	const running = new Set<string>();
	const endedThreads = new Set(start.endedThreads);
	const runners = { running, locks: new ExportLocks(undefined, endedThreads) };
	const exports = new CachedListing(runners);
	const marks = new OpenMarks(undefined, endedThreads);
	const queue = new KeyedQueue();
	const fresh = new FreshTables();
	let own = new OwnCode(start.ownNames);
	const network = new Network(log, () => host.call('network', undefined));
	const mappings = { source: new OpenMappings(), ids: new KnownMapIds() };
	const queriesOf = (table: Table, foreground: Foreground) => createQueries(table, () => own, foreground);
	const records = new OpenRecords(queriesOf, fresh, mappings, reachDatabase);

	const { offline, asking, keyed } = new ServiceRequests(() => host, network, { ...runners, queue, indexer: fresh });
	const sync = {
		offline,
		isOpen: (folder: string) => marks.isOpen(folder),
		asking,
		keyed,
		onFault: (error: unknown) => log('warn', `removal of replaced days: ${String(error)}`),
	};
	let opened: readonly string[] = [];

	const handlers: Handlers<EngineApi> = {
		...records.handlers,
		...traceHandlers({
			ready: (signal) => host.call('ready', undefined, { signal }),
			record: (session, number, context) => records.record(session, number, context),
			othersOfVersion: ({ session, ...value }, signal) => records.othersOfVersion(session, value, signal),
			mappings,
		}),
		...lineHandlers(),
		findSuspects: (question, { signal }) => findSuspects(question, signal),
		...agentHandlers({
			records,
			runners,
			own: () => own,
			host: {
				locateFrames: (params, signal) => host.call('locateFrames', params, { signal }),
				findSource: (params, signal) => host.call('findSource', params, { signal }),
				findMappings: (params, signal) => host.call('findMappings', params, { signal }),
			},
		}),
		...syncHandlers(sync),
		...databaseHandlers({
			connect: connectWith,
			access: (address, signal) => host.call('databaseAccess', address, { signal }),
		}),
		ownNames: ({ names }) => {
			own = new OwnCode(names);
		},
		networkChanged: () => network.refresh(),
		checkToken: async ({ target }, { signal }) => (await network.client()).checkTarget(target, signal),
		listApplications: async ({ account }, { signal }) =>
			(await network.client()).listApplications(targetsOf(host, account, signal), signal),
		...exportHandlers({ exports, runners, marks, asking, keyed }),
		recordsFacts: ({ libraries, path }) => recordsFacts(path, libraries),
		recordsSnippets,
		markOpen: async ({ folders }) => {
			const closed = opened.filter((folder) => isSetFolderName(basename(folder)) && !folders.includes(folder));
			opened = folders;
			await marks.set(folders);
			void removeSupersededIn(closed, sync);
		},
	};
	const host = new Channel<EngineApi, HostApi>(port, handlers, errorCodec);

	async function connectWith(access: DatabaseAccess, signal: AbortSignal): Promise<DatabaseClient> {
		return connectDatabase(access, await network.databases(), signal);
	}

	async function reachDatabase(address: DatabaseAddress, signal: AbortSignal): Promise<DatabaseClient> {
		return connectWith(await host.call('databaseAccess', address, { signal }), signal);
	}
}

class ServiceRequests {
	constructor(
		private readonly host: () => Channel<EngineApi, HostApi>,
		private readonly network: Network,
		private readonly parts: Omit<ExportDependencies, 'exportErrors'>,
	) {}

	readonly offline = (): ExportDependencies => ({ ...this.parts, exportErrors: notAsking });

	readonly asking = async (
		{ account, waitLimitMinutes, endsWhenThrottled = false }: AskingOrder,
		signal: AbortSignal,
	): Promise<ExportDependencies> => {
		const client = await this.network.client();
		const targets = targetsOf(this.host(), account, signal);
		const waitLimitMs = waitLimitMinutes * 60_000;
		const clock = new ServiceClock();
		const onHeaders = clock.see.bind(clock);
		const exportErrors = withHashedDevices(
			(question, consume, signal, onState, fields, isQueued) =>
				client.exportErrors(question, fields, targets, consume, {
					signal,
					onState,
					waitLimitMs,
					endsWhenThrottled,
					noCache: !isQueued,
					onHeaders,
				}),
			() => this.deviceKey(),
		);
		return { ...this.parts, exportErrors, clockAhead: () => clock.ahead };
	};

	readonly keyed = async <P extends Pick<Plan, 'fields' | 'deviceKey'>>({ deviceKey: _, ...plan }: P) => {
		const deviceKey = await keyIdFor(plan.fields, () => this.deviceKey());
		return deviceKey === undefined ? plan : { ...plan, deviceKey };
	};

	private deviceKey(): Promise<DeviceKey> {
		return this.host().call('deviceKey', undefined);
	}
}

/** Used in place of a connection by operations that must not send requests. Always throws. */
function notAsking(): never {
	throw new AppError({ kind: 'signedOut' });
}

class Network {
	private connecting: Promise<Connections> | undefined;
	private serviceClient: ServiceClient | undefined;

	constructor(
		private readonly log: Log,
		private readonly settings: () => Promise<HostApi['network']['result']>,
	) {}

	async client(): Promise<ServiceClient> {
		const connections = await this.connections();
		this.serviceClient ??= new ServiceClient({ transport: createTransport(connections, this.log), log: this.log });
		return this.serviceClient;
	}

	async databases(): Promise<DatabaseDependencies> {
		const connections = await this.connections();
		return { post: createPost(connections, this.log), log: this.log, maxSeconds: connections.databaseQueryMs / 1000 };
	}

	async refresh(): Promise<void> {
		if (this.connecting) {
			const connections = await this.connecting;
			connections.configure(await this.settings());
		}
	}

	private connections(): Promise<Connections> {
		this.connecting ??= this.settings().then((settings) => new Connections(settings, process.env));
		return this.connecting;
	}
}

/** Returns a source that requests an account's URL and token for each operation. The engine stores no credentials. */
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
