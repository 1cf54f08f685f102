import * as assert from 'node:assert/strict';
import type { ExportErrors } from '../../../../src/core/export/download/exportErrors';
import type { ExportEntry, ExportProgress } from '../../../../src/core/export/model/entry';
import type { Plan } from '../../../../src/core/plan/plan';
import { Connections } from '../../../../src/core/service/dispatcher';
import { ServiceClient } from '../../../../src/core/service/serviceClient';
import type { TargetSource } from '../../../../src/core/service/serviceTarget';
import { createTransport } from '../../../../src/core/service/transport';
import { type SampleServer, startSampleService } from '../../../../src/sample/service';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { long } from '../../../support/length';
import { quickDelays } from '../service/quickDelays';
import { ExportHarness, getText } from './support/exportHarness';
import { recordsIn } from './support/fakeService';
import { useTemporaryFolder } from './support/temporaryFolder';

const zone = { kind: 'named', name: 'Europe/Berlin' } as const;
const fields = ['error', 'error_id', 'os_version'];

/** Clocks go back on 25 October 2026. */
const plan: Partial<Plan> = {
	fields,
	chunking: 'day',
	range: {
		kind: 'between',
		since: { year: 2026, month: 10, day: 22, hour: 12, minute: 0, second: 0 },
		until: { year: 2026, month: 10, day: 27, hour: 11, minute: 59, second: 59 },
	},
};

describe('chunked exports from the sample service', () => {
	const folder = useTemporaryFolder();
	let service: SampleServer;
	let connections: Connections;
	let renewals: number;
	let now: number;

	before(async () => {
		service = await startSampleService({ records: 4000, seed: 5, now: Date.UTC(2026, 10, 20, 9) });
	});
	after(() => service.close());
	beforeEach(() => {
		connections = new Connections(defaultNetwork, {});
		renewals = 0;
	});
	afterEach(async () => {
		service.faults.clear();
		service.requests.clear();
		await connections[Symbol.asyncDispose]();
	});

	const stage = (server = service) => new ExportHarness(folder.path, exportErrors(server));

	function exportErrors(server: SampleServer): ExportErrors {
		const client = new ServiceClient({
			transport: createTransport(connections, () => {}),
			log: () => {},
			delays: quickDelays,
		});
		let { token } = server;
		const target = () => ({ baseUrl: server.url, token, allowInsecure: false });
		const targets: TargetSource = {
			get: async () => target(),
			renew: async () => {
				token = `renewed-token-${++renewals}`;
				server.replaceToken(token);
				return target();
			},
		};
		return (question, consume, signal, onState, table, isQueued) =>
			client.exportErrors(question, table, targets, consume, {
				signal,
				onState,
				waitLimitMs: 60_000,
				noCache: !isQueued,
			});
	}

	async function assertExact({ stored, outcome, ...entry }: ExportEntry, server = service): Promise<void> {
		const expected: string[] = [];
		for await (const values of server.recordsFor(stored.question)) {
			expected.push(JSON.stringify(values));
		}
		const text = getText({ stored, outcome, ...entry });
		assert.deepEqual(recordsIn(text, stored.question.format, fields), expected.toSorted());
		assert.ok(expected.length > 100 && outcome?.rows === expected.length);
	}

	function answered(): readonly string[] {
		const urls = service.requests
			.list()
			.filter(({ status }) => status === 200)
			.map(({ url }) => url);
		assert.equal(new Set(urls).size, urls.length, 'something was fetched twice');
		return urls;
	}

	it('continues with a new token after the old token expires and downloads no chunk twice', async () => {
		service.faults.set({ name: 'tokenDies', value: '3' });
		const entry = await stage().run(plan, { zone });
		await assertExact(entry);
		assert.equal(renewals, 1);
		assert.equal(answered().length, 6);
		const refused = service.requests.list().filter(({ status }) => status === 401);
		assert.equal(refused.length, 1);
	});

	it("waits in the service's queue for each chunk and reports the chunk number and progress", async () => {
		service.faults.set({ name: 'queuedWithPercent', value: '2' });
		const reports: ExportProgress[] = [];
		await assertExact(await stage().run(plan, { zone, report: (progress) => reports.push(progress) }));
		const queued = reports.filter(({ state }) => state === 'queued').map(({ overall }) => overall);
		assert.deepEqual(
			queued.map((overall) => overall?.chunk),
			[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
		);
		assert.ok(queued.every((overall) => overall?.lastAnswer?.kind === 'queued' && overall.chunks === 6));
		answered();
	});

	for (const format of ['csv', 'json'] as const) {
		// The formats differ only in how records are parsed, which faster tests cover.
		const define = format === 'csv' ? it : long;
		for (const name of ['columnsReversed', 'shuffled', 'edgeDuplicates', 'unknownMembers', 'byteOrderMark'] as const) {
			define(`exports all records despite the service fault ${name} (${format})`, async () => {
				service.faults.set({ name, ...(name === 'edgeDuplicates' && { value: '7200' }) });
				const entry = await stage().run({ ...plan, format }, { zone });
				if (name === 'edgeDuplicates') {
					// The service returns two more hours at each end, as it does for an unchunked export.
					const { question } = entry.stored;
					const wider = { ...question, since: '2026-10-22 10:00:00', until: '2026-10-27 13:59:59' };
					await assertExact({ ...entry, stored: { ...entry.stored, question: wider } });
				} else {
					await assertExact(entry);
				}
			});
		}

		for (const ends of [['endExclusive'], ['startExclusive'], ['endExclusive', 'startExclusive']] as const) {
			define(`loses no records between chunks despite the faults ${ends.join(' and ')} (${format})`, async () => {
				service.faults.set(...ends.map((name) => ({ name })));
				const chunked = await stage().run({ ...plan, format }, { zone });
				const { chunking: _, ...whole } = plan;
				const atOnce = await stage().run({ ...whole, format }, { zone });
				assert.deepEqual(recordsIn(getText(chunked), format, fields), recordsIn(getText(atOnce), format, fields));
			});
		}

		define(`halves a range that the service rejects as too large (${format})`, async () => {
			service.faults.set({ name: 'tooLarge', value: '1' });
			const { chunking: _, ...whole } = plan;
			const entry = await stage().run({ ...whole, format }, { zone });
			await assertExact(entry);
			assert.ok((entry.outcome?.answers?.count ?? 0) > 5);
		});
	}

	for (const hours of ['24', '0']) {
		it(`exports up-to-date records despite a service cache (${hours === '0' ? 'unlimited' : `${hours} hours`})`, async () => {
			await using caching = await startSampleService({ records: 4000, now: () => now });
			now = Date.UTC(2026, 9, 26, 12);
			const cached = { name: 'cached', value: hours } as const;
			const { chunking: _, ...whole } = plan;
			const lateRows: number[] = [];
			caching.faults.set(cached, { name: 'queued', value: '1' });
			for (const asked of [plan, whole, plan, whole]) {
				const entry = await stage(caching).run(asked, { zone });
				await assertExact(entry, caching);
				lateRows.push(entry.outcome?.rows ?? 0);
				now += 10 * 3_600_000;
			}
			assert.ok(new Set(lateRows).size === 4, 'records arrived between the exports');
			caching.faults.clear();
			caching.faults.set(cached, { name: 'serverLimit', value: '100' });
			const cut = await stage(caching).verify(await stage(caching).run(whole, { zone }));
			assert.equal(cut.outcome?.proof, 'cut');
			await assertExact(await stage(caching).resume(cut), caching);
		});
	}

	it("detects the service's row limit and completes the export", async () => {
		service.faults.set({ name: 'serverLimit', value: '100' });
		const { chunking: _, ...whole } = plan;
		const entry = await stage().run(whole, { zone });
		assert.equal(entry.outcome?.rows, 100);
		const cut = await stage().verify(entry);
		assert.equal(cut.outcome?.proof, 'cut');
		const complete = await stage().resume(cut);
		await assertExact(complete);
		assert.equal(complete.outcome?.proof, 'proven');
		answered();
	});
});
