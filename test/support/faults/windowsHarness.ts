import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { applicationFolder } from '../../../src/core/export/library/library';
import type { ExportEntry, ExportProgress } from '../../../src/core/export/model/entry';
import type { Chunking } from '../../../src/core/plan/plan';
import { utc } from '../../../src/core/plan/range';
import type { ExportOrder } from '../../../src/engine/protocol';
import type { CallOptions } from '../../../src/shared/rpc';
import { type Loopback, serve } from '../network/loopback';
import { getPlan } from './faultCase';
import { finishedFiles } from './library';
import { recordsIn } from './oracle';
import { askedFields, day, makeRecords, plainBody, within } from './records';
import { evidenceFolder, secrets, seed } from './run';
import { WindowProcess } from './windowProcess';

const records = makeRecords(300, seed);
const expected = recordsIn(plainBody(records, askedFields, 'csv'), 'csv').records;

/** Runs exports in several windows. Responses start immediately, but end only when a test requests it. */
export class WindowsHarness implements AsyncDisposable {
	asked = 0;
	ranges: string[] = [];
	mostAnswering = 0;
	private answering = 0;
	private runs = 0;
	private readonly whenAsked = new Map<number, () => void>();
	private readonly windows: WindowProcess[] = [];
	private service: Loopback | undefined;
	private released: Promise<void> = Promise.resolve();
	private endAnswers = () => {};

	private constructor(
		readonly library: string,
		private readonly programs: string,
	) {}

	static async open(name: string, programs: string): Promise<WindowsHarness> {
		const stage = new WindowsHarness(evidenceFolder('windows', name), programs);
		stage.hold();
		stage.service = await serve((request, response) => stage.answer(request, response));
		return stage;
	}

	get url(): string {
		return this.service?.url ?? '';
	}

	release(): void {
		this.endAnswers();
	}

	hold(): void {
		this.released = new Promise((resolve) => {
			this.endAnswers = resolve;
		});
	}

	async askedFor(times: number): Promise<void> {
		if (this.asked < times) {
			await new Promise<void>((resolve) => this.whenAsked.set(times, resolve));
		}
	}

	open(): WindowProcess {
		const window = WindowProcess.open(this.programs, { baseUrl: this.url, token: secrets.token });
		this.windows.push(window);
		return window;
	}

	order(applicationId = '101'): ExportOrder {
		return {
			account: { accountId: 'a', service: this.url, interactive: false },
			plan: { ...getPlan('csv'), application: { id: applicationId } },
			zone: utc,
			additionalFields: [],
			library: this.library,
			waitLimitMinutes: 1,
		};
	}

	list(window: WindowProcess) {
		return window.call('listExports', { library: this.library, service: this.url });
	}

	/** Runs an export. Each export has another range, because identical exports would share a request. */
	run(window: WindowProcess, applicationId?: string, chunking?: Chunking) {
		const plain = this.order(applicationId);
		const since = { ...day.since, day: day.since.day - this.runs++ };
		const plan = { ...plain.plan, range: { kind: 'between', since, until: day.until }, chunking } as const;
		return watch((options) => window.call('runExport', { ...plain, plan }, options));
	}

	again(method: 'resumeExport' | 'verifyExport', window: WindowProcess, { folder }: ExportEntry) {
		return watch((options) => window.call(method, { ...this.order(), libraries: [this.library], folder }, options));
	}

	async onlyEntry(window: WindowProcess): Promise<ExportEntry> {
		const [entry, ...others] = (await this.list(window)).entries;
		assert.ok(entry && others.length === 0);
		return entry;
	}

	async assertWhole(count: number): Promise<void> {
		const files = await finishedFiles(this.library);
		assert.equal(files.length, count);
		for (const { held } of files) {
			assert.deepEqual(held.records, expected);
		}
		const paths = readdirSync(applicationFolder(this.library, this.url, '101'), { recursive: true, encoding: 'utf8' });
		assert.deepEqual(
			paths.filter((path) => /lock|open\.|\.tmp$|\.part$/.test(path)),
			[],
		);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.release();
		await Promise.all(this.windows.map((window) => window[Symbol.asyncDispose]()));
		await this.service?.[Symbol.asyncDispose]();
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const query = new URL(request.url ?? '', 'http://x').searchParams;
		const [since = '', until = ''] = ['date_since', 'date_until'].map((name) => query.get(name) ?? '');
		const body = plainBody(within(records, since, until), askedFields, 'csv');
		this.mostAnswering = Math.max(this.mostAnswering, ++this.answering);
		response.once('close', () => this.answering--);
		this.ranges.push(`${since} ${until}`);
		response.write(body.subarray(0, 1000));
		this.whenAsked.get(++this.asked)?.();
		await this.released;
		// The delay would allow a concurrent request, which must not occur.
		setTimeout(() => response.end(body.subarray(1000)), 50);
	}
}

function watch(start: (options: CallOptions<ExportProgress>) => Promise<ExportEntry>) {
	const waiting = new Map<ExportProgress['state'], () => void>();
	const seen = new Set<ExportProgress['state']>();
	const stop = new AbortController();
	const onProgress = ({ state }: ExportProgress) => {
		seen.add(state);
		waiting.get(state)?.();
	};
	const done = start({ onProgress, signal: stop.signal });
	done.catch(() => undefined);
	return {
		done,
		seen,
		cancel: () => stop.abort(),
		until: (state: ExportProgress['state']) =>
			seen.has(state) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(state, resolve)),
	};
}

export function getContents({ folder }: ExportEntry): readonly string[] {
	return readdirSync(folder)
		.filter((name) => !name.startsWith('running.lock'))
		.map(
			(name) =>
				`${name} ${createHash('sha256')
					.update(readFileSync(join(folder, name)))
					.digest('hex')}`,
		);
}
