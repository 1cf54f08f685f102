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
import { quickDelays } from '../service/quickDelays';
import { ExportStage, textOf } from './support/exportStage';
import { recordsIn } from './support/fakeService';
import { useTemporaryFolder } from './support/temporaryFolder';

const zone = { kind: 'named', name: 'Europe/Berlin' } as const;
const fields = ['error', 'error_id', 'os_version'];

/** The clocks are put back on 25 October 2026. */
const plan: Partial<Plan> = {
	fields,
	slicing: 'day',
	range: {
		kind: 'between',
		since: { year: 2026, month: 10, day: 22, hour: 12, minute: 0, second: 0 },
		until: { year: 2026, month: 10, day: 27, hour: 11, minute: 59, second: 59 },
	},
};

describe('An export in slices, from the sample service', () => {
	const folder = useTemporaryFolder();
	let service: SampleServer;
	let connections: Connections;
	let renewals: number;

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

	const stage = () => new ExportStage(folder.path, exportErrors());

	function exportErrors(): ExportErrors {
		const client = new ServiceClient({
			transport: createTransport(connections, () => {}),
			log: () => {},
			delays: quickDelays,
		});
		let { token } = service;
		const target = () => ({ baseUrl: service.url, token, allowInsecure: false });
		const targets: TargetSource = {
			get: async () => target(),
			renew: async () => {
				token = `renewed-token-${++renewals}`;
				service.replaceToken(token);
				return target();
			},
		};
		return (question, consume, signal, onState, table) =>
			client.exportErrors(question, table, targets, consume, { signal, onState, waitLimitMs: 60_000 });
	}

	async function assertExact({ stored, outcome, ...entry }: ExportEntry): Promise<void> {
		const expected: string[] = [];
		for await (const values of service.recordsFor(stored.question)) {
			expected.push(JSON.stringify(values));
		}
		const text = textOf({ stored, outcome, ...entry });
		assert.deepEqual(recordsIn(text, stored.question.format, fields), expected.toSorted());
		assert.ok(expected.length > 100 && outcome?.rows === expected.length);
	}

	/** What was answered with records, each once. */
	function answered(): readonly string[] {
		const urls = service.requests
			.list()
			.filter(({ status }) => status === 200)
			.map(({ url }) => url);
		assert.equal(new Set(urls).size, urls.length, 'something was fetched twice');
		return urls;
	}

	it('goes on with a new token where the old one died, and fetches nothing twice', async () => {
		service.faults.set({ name: 'tokenDies', value: '3' });
		const entry = await stage().run(plan, { zone });
		await assertExact(entry);
		assert.equal(renewals, 1);
		assert.equal(answered().length, 6);
		const refused = service.requests.list().filter(({ status }) => status === 401);
		assert.equal(refused.length, 1);
	});

	it('waits in the queue for each slice, and tells which one and how it stands', async () => {
		service.faults.set({ name: 'queuedWithPercent', value: '2' });
		const reports: ExportProgress[] = [];
		await assertExact(await stage().run(plan, { zone, report: (progress) => reports.push(progress) }));
		const queued = reports.filter(({ state }) => state === 'queued').map(({ overall }) => overall);
		assert.deepEqual(
			queued.map((overall) => overall?.slice),
			[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
		);
		assert.ok(queued.every((overall) => overall?.lastAnswer?.kind === 'queued' && overall.slices === 6));
		answered();
	});

	for (const format of ['csv', 'json'] as const) {
		for (const name of ['columnsReversed', 'shuffled', 'edgeDuplicates', 'unknownMembers', 'byteOrderMark'] as const) {
			it(`holds what the service has in spite of ${name} (${format})`, async () => {
				service.faults.set({ name, ...(name === 'edgeDuplicates' && { value: '7200' }) });
				const entry = await stage().run({ ...plan, format }, { zone });
				if (name === 'edgeDuplicates') {
					// It answers for two hours more at both ends, as in one piece.
					const { question } = entry.stored;
					const wider = { ...question, since: '2026-10-22 10:00:00', until: '2026-10-27 13:59:59' };
					await assertExact({ ...entry, stored: { ...entry.stored, question: wider } });
				} else {
					await assertExact(entry);
				}
			});
		}

		for (const ends of [['endExclusive'], ['startExclusive'], ['endExclusive', 'startExclusive']] as const) {
			it(`loses no second between slices with ${ends.join(' and ')} (${format})`, async () => {
				service.faults.set(...ends.map((name) => ({ name })));
				const sliced = await stage().run({ ...plan, format }, { zone });
				const { slicing: _, ...whole } = plan;
				const atOnce = await stage().run({ ...whole, format }, { zone });
				assert.deepEqual(recordsIn(textOf(sliced), format, fields), recordsIn(textOf(atOnce), format, fields));
			});
		}

		it(`halves what the service calls too large (${format})`, async () => {
			service.faults.set({ name: 'tooLarge', value: '1' });
			const { slicing: _, ...whole } = plan;
			const entry = await stage().run({ ...whole, format }, { zone });
			await assertExact(entry);
			assert.ok((entry.outcome?.answers?.count ?? 0) > 5);
		});
	}

	it('finds out that the service sends no more than so many, and completes the export', async () => {
		service.faults.set({ name: 'serverLimit', value: '100' });
		const { slicing: _, ...whole } = plan;
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
