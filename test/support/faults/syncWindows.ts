import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppError } from '../../../src/core/common/errors';
import { utc } from '../../../src/core/plan/range';
import { partitionPaths, readSet } from '../../../src/core/sync/store/setFolder';
import type { SyncedSetEntry } from '../../../src/engine/protocol';
import { type Loopback, serve } from '../network/loopback';
import type { Random } from '../random';
import { getPlan } from './faultCase';
import { recordsIn } from './oracle';
import { type MeantRecord, plainBody } from './records';
import { evidenceFolder, secrets } from './run';
import { WindowProcess } from './windowProcess';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 10;

const fields = ['error', 'error_id', 'error_receive_timestamp'];

export type Ending = 'whole' | 'elsewhere' | 'cancelled';

export class SyncWindows implements AsyncDisposable {
	asked = 0;
	mostAnswering = 0;
	slowest = 30;
	private answering = 0;
	private shown: number;
	private readonly records: readonly MeantRecord[];
	private readonly windows: WindowProcess[] = [];
	private service: Loopback | undefined;
	private set: SyncedSetEntry | undefined;

	private constructor(
		readonly library: string,
		private readonly programs: string,
		private readonly random: Random,
	) {
		this.records = recordsUntil(Date.now(), random);
		// Later records are from days that are still provisional.
		const firstOpen = Date.now() - (Date.now() % dayMs) - dayMs;
		this.shown = this.records.findIndex((record) => getTime(record) >= firstOpen);
	}

	static async open(name: string, programs: string, random: Random): Promise<SyncWindows> {
		const stage = new SyncWindows(evidenceFolder('kept', name), programs, random);
		stage.service = await serve((request, response) => void stage.answer(request, response));
		const window = stage.open();
		const application = { id: '101', name: 'Shop' };
		const since = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
		const plan = { application, format: 'csv', fields, filters: [], skipUnavailableShards: false, since } as const;
		stage.set = await window.call('createSyncedSet', { library: stage.library, service: stage.url, plan, zone: utc });
		return stage;
	}

	get folder(): string {
		return this.set?.folder ?? '';
	}

	get left(): number {
		return this.records.length - this.shown;
	}

	open(): WindowProcess {
		const window = WindowProcess.open(this.programs, { baseUrl: this.url, token: secrets.token });
		this.windows.push(window);
		return window;
	}

	grow(count: number): void {
		this.shown = Math.min(this.records.length, this.shown + count);
	}

	async update(
		window: WindowProcess,
		{ unlessWithinMs, cancelAfter = Number.POSITIVE_INFINITY }: { unlessWithinMs?: number; cancelAfter?: number } = {},
	): Promise<Ending> {
		const stop = new AbortController();
		let left = cancelAfter;
		const onProgress = () => {
			if (--left <= 0) {
				stop.abort();
			}
		};
		const order = { ...this.order, libraries: [this.library], folder: this.folder, zone: utc, unlessWithinMs };
		try {
			await window.call('updateSyncedSet', order, { signal: stop.signal, onProgress });
			return 'whole';
		} catch (error) {
			const { problem } = error as AppError;
			assert.ok(problem, String(error));
			if (problem.kind === 'exportRunning') {
				assert.equal(problem.where, 'elsewhere');
				return 'elsewhere';
			}
			assert.equal(problem.kind, 'cancelled');
			return 'cancelled';
		}
	}

	async export(window: WindowProcess): Promise<void> {
		const plan = { ...getPlan('csv'), application: { id: '101' }, fields };
		await window.call('runExport', { ...this.order, plan, zone: utc, library: this.library });
	}

	async askedFor(times: number): Promise<void> {
		while (this.asked < times) {
			await delay(20);
		}
	}

	get order() {
		const account = { accountId: 'a', service: this.url, interactive: false };
		return { account, additionalFields: [], waitLimitMinutes: 1 };
	}

	get url(): string {
		return this.service?.url ?? '';
	}

	async assertEqual(): Promise<void> {
		const found = await readSet(this.folder);
		assert.ok(found && !found.rebuilt, 'the manifest is there and whole');
		const retained = (await partitionPaths(this.folder)).flatMap(
			(path) => recordsIn(readFileSync(path), 'csv').records,
		);
		const { records } = recordsIn(plainBody(this.records.slice(0, this.shown), fields, 'csv'), 'csv');
		assert.deepEqual(retained.toSorted(), records.toSorted());
		const used = new Set(found.set.days.map(({ partition }) => partition?.folder));
		const others = readdirSync(this.folder).filter((name) => !used.has(name) && !name.endsWith('.synced.json'));
		assert.deepEqual(others, []);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all(this.windows.map((window) => window[Symbol.asyncDispose]()));
		await this.service?.[Symbol.asyncDispose]();
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const query = new URL(request.url ?? '', 'http://x').searchParams;
		const [since = '', until = ''] = ['date_since', 'date_until'].map((name) => query.get(name) ?? '');
		const names = (query.get('fields') ?? '').split(',');
		const given = this.records.slice(0, this.shown).filter((record) => {
			const time = new Date(getTime(record)).toISOString().slice(0, 19).replace('T', ' ');
			return time >= since && time <= until;
		});
		this.asked++;
		this.mostAnswering = Math.max(this.mostAnswering, ++this.answering);
		response.once('close', () => this.answering--);
		await delay(this.slowest / 2 + this.random.below(this.slowest / 2));
		response.end(plainBody(given, names, 'csv'));
	}
}

function getTime({ error_receive_timestamp = '0' }: MeantRecord): number {
	return Number(error_receive_timestamp) * 1000;
}

/** Creates random records. Some are equal to an adjacent record or are at the boundary of a day. */
function recordsUntil(now: number, random: Random): readonly MeantRecord[] {
	const midnight = now - (now % dayMs);
	const edges = Array.from({ length: days }, (_, index) => midnight - index * dayMs);
	const some = random.times(600, () => now - random.below(days * dayMs));
	const lately = random.times(200, () => now - random.below(Math.min(dayMs, now - midnight + hourMs)));
	return [...edges, ...some, ...lately]
		.sort((a, b) => a - b)
		.flatMap((time) => {
			const record: MeantRecord = {
				error: random.pick(['a', 'said "no", twice', 'two\nlines']),
				error_id: String(random.below(1_000_000)),
				error_receive_timestamp: String(Math.floor(time / 1000)),
			};
			return random.chance(0.1) ? [record, record] : [record];
		});
}
