import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleApplications } from './applications/sampleApplications';
import type { FaultName } from './faults/faultTable';
import { FaultSet } from './faults/set';
import type { FaultSetting } from './faults/setting';
import { RequestHandler } from './http/handler';
import { type LoggedRequest, RequestLog } from './http/requestLog';
import { SampleTokens } from './http/sampleTokens';
import { type RecordQuestion, type SampleRecord, SampleRecords } from './records/source';

/** How a sample service is started; everything has a usual value. */
export interface SampleOptions {
	/** 0 lets the system choose. */
	readonly port?: number | undefined;
	/** Records of a large application; the others have a share of it. */
	readonly records?: number | undefined;
	/** The same seed gives the same records. */
	readonly seed?: number | undefined;
	/** Made up anew at each start unless given. */
	readonly token?: string | undefined;
	/** The moment the service takes for now, in milliseconds of Unix time. */
	readonly now?: number | undefined;
	/** Whether that moment moves on with time, as it does for a person; otherwise the records stay the same. */
	readonly nowMoves?: boolean | undefined;
	readonly faults?: readonly FaultSetting[] | undefined;
}

const usualRecords = 20_000;
const maxRecords = 50_000_000;

/** Days over which the records are spread, back from now. */
const recordDays = 90;

/** A running sample service and what steers it. */
export interface SampleServer extends AsyncDisposable {
	/** Base address, on the loopback interface. */
	readonly url: string;
	/** The token it was started with. */
	readonly token: string;
	readonly faults: {
		set(...settings: readonly FaultSetting[]): void;
		/** Without names, all. */
		clear(...names: readonly FaultName[]): void;
		list(): readonly FaultSetting[];
	};
	readonly requests: {
		/** Oldest first, without any token. */
		list(): readonly LoggedRequest[];
		clear(): void;
	};
	/** From now on only this token is accepted. */
	replaceToken(token: string): void;
	/**
	 * What an export has to hold, in the order of time and without limits or faults, as values in the order of the
	 * question's fields. Nothing for an application without records.
	 */
	recordsFor(question: RecordQuestion): AsyncIterable<SampleRecord>;
	/** Ends every connection. */
	close(): Promise<void>;
}

/** @throws RangeError for a number of records that is out of bounds, and what `listen` throws. */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleServer> {
	const { port = 0, token = randomBytes(24).toString('base64url') } = options;
	const now = createClock(options);
	const sources = createSources(options, now);
	const faults = new FaultSet();
	faults.set(...(options.faults ?? []));
	const requests = new RequestLog();
	const tokens = new SampleTokens(token);
	const replaceToken = (replacement: string) => {
		tokens.replace(replacement);
		faults.clear('tokenDies');
	};

	const handler = new RequestHandler({ now, sources, faults, requests, tokens, replaceToken });
	const server = createServer((request, response) => handler.handle(request, response));
	const address = await listen(server, port);
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeAllConnections();
		await handler.close();
		await closed;
	};
	return {
		url: `http://127.0.0.1:${address.port}`,
		token,
		faults,
		requests,
		replaceToken,
		recordsFor: (question) => recordsOf(sources.get(question.application.id), question),
		close,
		[Symbol.asyncDispose]: close,
	};
}

/** Unix time, seconds. */
function createClock({ now = Date.now(), nowMoves = false }: SampleOptions): () => number {
	const start = performance.now();
	return () => Math.floor((now + (nowMoves ? performance.now() - start : 0)) / 1000);
}

/** By the applications' IDs; those without records have none. */
function createSources(
	{ records = usualRecords, seed = 1 }: SampleOptions,
	now: () => number,
): Map<string, SampleRecords> {
	if (!(Number.isSafeInteger(records) && records >= 1 && records <= maxRecords)) {
		throw new RangeError(`records must be a number from 1 to ${maxRecords}`);
	}
	const sources = new Map<string, SampleRecords>();
	for (const application of sampleApplications) {
		const recipe = application.records;
		if (typeof recipe !== 'string') {
			const count = Math.max(1, Math.round(records * recipe.share));
			const source = new SampleRecords({ application, recipe, seed, count, days: recordDays }, now);
			sources.set(String(application.id), source);
		}
	}
	return sources;
}

async function* recordsOf(source: SampleRecords | undefined, question: RecordQuestion) {
	const selection = { order: { kind: 'time' }, withoutShard: false } as const;
	for (const batch of source?.batches(question, selection) ?? []) {
		yield* batch;
	}
}

function listen(server: Server, port: number): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			// A listening TCP server has an address of this form.
			resolve(server.address() as AddressInfo);
		});
	});
}
