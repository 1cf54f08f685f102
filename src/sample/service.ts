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

export interface SampleOptions {
	readonly port?: number | undefined;
	/** Number of records of a large application. Smaller applications have a fraction of this number. */
	readonly records?: number | undefined;
	/** Seed of the random generator. The same seed generates the same records. */
	readonly seed?: number | undefined;
	/** Access token. If undefined, a random token is generated whenever the service starts. */
	readonly token?: string | undefined;
	/** Current time of the service in Unix milliseconds, or a function that returns it. */
	readonly now?: number | (() => number) | undefined;
	/** Whether the clock is running. If it is stopped, the records stay the same. */
	readonly nowMoves?: boolean | undefined;
	readonly faults?: readonly FaultSetting[] | undefined;
}

const usualRecords = 20_000;
const maxRecords = 50_000_000;

const recordDays = 90;

export interface SampleServer extends AsyncDisposable {
	readonly url: string;
	readonly token: string;
	readonly faults: {
		set(...settings: readonly FaultSetting[]): void;
		clear(...names: readonly FaultName[]): void;
		list(): readonly FaultSetting[];
	};
	readonly requests: {
		list(): readonly LoggedRequest[];
		clear(): void;
	};
	replaceToken(token: string): void;
	/** Yields the records that a correct export must contain, in chronological order. Ignores limits and faults. */
	recordsFor(question: RecordQuestion): AsyncIterable<SampleRecord>;
	close(): Promise<void>;
}

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
		recordsFor: (question) => getRecords(sources.get(question.application.id), question),
		close,
		[Symbol.asyncDispose]: close,
	};
}

function createClock({ now = Date.now(), nowMoves = false }: SampleOptions): () => number {
	if (typeof now === 'function') {
		return () => Math.floor(now() / 1000);
	}
	const start = performance.now();
	return () => Math.floor((now + (nowMoves ? performance.now() - start : 0)) / 1000);
}

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

async function* getRecords(source: SampleRecords | undefined, question: RecordQuestion) {
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
			resolve(server.address() as AddressInfo);
		});
	});
}
