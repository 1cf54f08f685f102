import { AppError } from '../core/common/errors';
import { KeyedQueue } from '../core/common/keyedQueue';
import type { Log } from '../core/common/log';
import { connectDatabase } from '../core/database/connectDatabase';
import type { DatabaseAccess, DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseClient, DatabaseParts } from '../core/database/databaseClient';
import { createPost } from '../core/database/databaseRequest';
import type { ExportErrors } from '../core/export/download/exportErrors';
import { type DeviceKey, idOfKey } from '../core/export/hashed/deviceHasher';
import { withHashedDevices } from '../core/export/hashed/withHashedDevices';
import { clearLibrary, measureLibrary } from '../core/export/library/clearLibrary';
import { describeExport } from '../core/export/library/describeExport';
import type { ExportParts } from '../core/export/library/exportParts';
import { deleteExport, libraryOf, listExports } from '../core/export/library/library';
import { removeOldExports } from '../core/export/library/retention';
import { seenValues } from '../core/export/library/seenValues';
import { setExportName } from '../core/export/library/setExportName';
import type { LibraryExport } from '../core/export/run/libraryExport';
import { resumeExport } from '../core/export/run/resumeExport';
import { runExport } from '../core/export/run/runExport';
import { verifyExport } from '../core/export/run/verifyExport';
import { ExportLocks } from '../core/locks/exportLock';
import { OpenMarks } from '../core/locks/openMarks';
import { FieldTable, hashedDevices } from '../core/plan/fields';
import type { Plan } from '../core/plan/plan';
import { createQueries } from '../core/records/queries';
import { FreshTables } from '../core/records/read/freshTables';
import { Connections } from '../core/service/dispatcher';
import { ServiceClient } from '../core/service/serviceClient';
import { ServiceClock } from '../core/service/serviceClock';
import type { TargetSource } from '../core/service/serviceTarget';
import { createTransport } from '../core/service/transport';
import { KnownMapIds } from '../core/stack/mapping/knownMapIds';
import { OpenMappings } from '../core/stack/mapping/openMappings';
import { OwnCode } from '../core/stack/own/ownCode';
import { Channel, type Handlers, type Port } from '../shared/rpc';
import { agentHandlers } from './agentHandlers';
import { databaseHandlers } from './databaseHandlers';
import { errorCodec } from './errorCodec';
import { keptHandlers } from './keptHandlers';
import { lineHandlers } from './lineHandlers';
import type { AccountRef, AskingOrder, EngineApi, EngineStart, HostApi, PastExportOrder } from './protocol';
import { OpenRecords } from './recordSessions';
import { recordsFacts } from './recordsFacts';
import { recordsSnippets } from './recordsSnippets';
import { traceHandlers } from './traceHandlers';

/** Puts core behind the channel. Nothing connects, reads or writes before the host asks for something. */
export function serveEngine(port: Port, start: EngineStart): void {
	const log: Log = (level, message) => {
		// A lost line of the log is no reason to fail.
		host.call('log', { level, message }).catch(() => undefined);
	};
	const running = new Set<string>();
	const endedThreads = new Set(start.endedThreads);
	const runners = { running, locks: new ExportLocks(undefined, endedThreads) };
	const marks = new OpenMarks(undefined, endedThreads);
	const queue = new KeyedQueue();
	const fresh = new FreshTables();
	let own = new OwnCode(start.ownNames);
	const network = new Network(log, () => host.call('network', undefined));
	const mappings = { source: new OpenMappings(), ids: new KnownMapIds() };
	const records = new OpenRecords((table) => createQueries(table, () => own), fresh, mappings, reachDatabase);

	const handlers: Handlers<EngineApi> = {
		...records.handlers,
		...traceHandlers({
			ready: (signal) => host.call('ready', undefined, { signal }),
			record: (session, number, context) => records.record(session, number, context),
			mappings,
		}),
		...lineHandlers(),
		...agentHandlers({
			records,
			runners,
			host: {
				locateFrames: (params, signal) => host.call('locateFrames', params, { signal }),
				findMappings: (params, signal) => host.call('findMappings', params, { signal }),
			},
		}),
		...keptHandlers({
			offline: () => partsWith(notAsking),
			isOpen: (folder) => marks.isOpen(folder),
			asking: partsOf,
			keyed,
		}),
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
		runExport: async (order, { signal, report }) => {
			const { account, plan, zone, additionalFields, library } = order;
			const fields = new FieldTable(additionalFields);
			const request = { service: account.service, plan: await keyed(plan), zone, fields, library };
			return runExport(request, await partsOf(order, signal), signal, report);
		},
		resumeExport: async (order, { signal, report }) =>
			resumeExport(await pastOf(order), await partsOf(order, signal), signal, report),
		verifyExport: async (order, { signal, report }) =>
			verifyExport(await pastOf(order), await partsOf(order, signal), signal, report),
		listExports: ({ library, service }) => listExports(library, service, runners),
		describeExport: ({ libraries, path }) => describeExport(path, libraries),
		recordsFacts: ({ libraries, path }) => recordsFacts(path, libraries),
		recordsSnippets,
		nameExport: ({ libraries, folder, name }) => setExportName(libraries, folder, name),
		deleteExport: async ({ libraries, folder }) => deleteExport(await libraryOf(folder, libraries), folder, runners),
		markOpen: ({ folders }) => marks.set(folders),
		removeOldExports: ({ library, policy }) => removeOldExports(library, policy, { runners, marks }),
		measureLibrary: ({ library }) => measureLibrary(library, runners),
		clearLibrary: ({ library }) => clearLibrary(library, runners),
		seenValues: (query, { signal }) => seenValues(query, runners, signal),
	};
	const host = new Channel<EngineApi, HostApi>(port, handlers, errorCodec);

	async function connectWith(access: DatabaseAccess, signal: AbortSignal): Promise<DatabaseClient> {
		return connectDatabase(access, await network.databases(), signal);
	}

	async function reachDatabase(address: DatabaseAddress, signal: AbortSignal): Promise<DatabaseClient> {
		return connectWith(await host.call('databaseAccess', address, { signal }), signal);
	}

	async function partsOf(
		{ account, waitLimitMinutes, endsWhenThrottled = false }: AskingOrder,
		signal: AbortSignal,
	): Promise<ExportParts> {
		const client = await network.client();
		const targets = targetsOf(host, account, signal);
		const waitLimitMs = waitLimitMinutes * 60_000;
		const clock = new ServiceClock();
		const onHeaders = clock.see.bind(clock);
		return {
			...partsWith(
				withHashedDevices(
					(question, consume, signal, onState, fields) =>
						client.exportErrors(question, fields, targets, consume, {
							signal,
							onState,
							waitLimitMs,
							endsWhenThrottled,
							onHeaders,
						}),
					deviceKey,
				),
			),
			clockAhead: () => clock.ahead,
		};
	}

	function deviceKey(): Promise<DeviceKey> {
		return host.call('deviceKey', undefined);
	}

	/** With the ID of the key, where devices are to be hashed. */
	async function keyed<P extends Pick<Plan, 'fields' | 'deviceKey'>>({ deviceKey: _, ...plan }: P) {
		return plan.fields.includes(hashedDevices.name) ? { ...plan, deviceKey: idOfKey(await deviceKey()) } : plan;
	}

	function partsWith(exportErrors: ExportErrors): ExportParts {
		return { ...runners, queue, indexer: fresh, exportErrors };
	}
}

/** For what is done in the library alone. */
function notAsking(): never {
	throw new AppError({ kind: 'signedOut' });
}

/** The connections, made with the editor's settings when the first request needs them. */
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

	/** What databases are reached by. */
	async databases(): Promise<DatabaseParts> {
		return { post: createPost(await this.connections(), this.log), log: this.log };
	}

	/** Requests from now on use the new settings. */
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

async function pastOf({ account, libraries, folder, additionalFields }: PastExportOrder): Promise<LibraryExport> {
	return { service: account.service, library: await libraryOf(folder, libraries), folder, additionalFields };
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
