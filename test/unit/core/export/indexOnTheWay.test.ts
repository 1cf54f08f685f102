import * as assert from 'node:assert/strict';
import { join } from 'node:path';
import { FreshTables } from '../../../../src/core/records/read/freshTables';
import { FileTable } from '../../../../src/core/records/read/openTable';
import { Connections } from '../../../../src/core/service/dispatcher';
import { ServiceClient } from '../../../../src/core/service/serviceClient';
import { createTransport } from '../../../../src/core/service/transport';
import { type SampleServer, startSampleService } from '../../../../src/sample/service';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { quickDelays } from '../service/quickDelays';
import { neverAborted } from './support/bodies';
import { ExportHarness } from './support/exportHarness';
import { useTemporaryFolder } from './support/temporaryFolder';

describe('index built during an export', () => {
	const folder = useTemporaryFolder();
	let service: SampleServer;
	let connections: Connections;

	before(async () => {
		service = await startSampleService({ records: 3000, seed: 7 });
	});
	after(() => service.close());
	beforeEach(() => {
		connections = new Connections(defaultNetwork, {});
	});
	afterEach(async () => {
		service.faults.clear();
		await connections[Symbol.asyncDispose]();
	});

	const stage = () => {
		const client = new ServiceClient({
			transport: createTransport(connections, () => {}),
			log: () => {},
			delays: quickDelays,
		});
		const target = async () => ({ baseUrl: service.url, token: service.token, allowInsecure: false });
		return new ExportHarness(folder.path, (question, consume, signal, onState, fields) =>
			client.exportErrors(question, fields, { get: target, renew: target }, consume, {
				signal,
				onState,
				waitLimitMs: 60_000,
			}),
		);
	};

	for (const format of ['csv', 'json'] as const) {
		for (const [how, chunking, fault] of [
			['in a single response', undefined, undefined],
			['with an interrupted first response', undefined, 'cutAfter'],
			['in daily chunks', 'day', undefined],
		] as const) {
			it(`completes the index when the last byte of an export arrives: export ${how} (${format})`, async () => {
				if (fault) {
					service.faults.set({ name: fault, value: '20000', times: 1 });
				}
				const fresh = new FreshTables();
				const range = { kind: 'lastDays', days: 7 } as const;
				const { outcome, ...entry } = await stage().run(
					{ view: 'results', format, chunking, range },
					{ dependencies: { indexer: fresh } },
				);
				assert.ok(outcome && outcome.rows > 100);
				const path = join(entry.folder, outcome.file);
				const built = await fresh.take(path);
				assert.ok(built, 'nothing was kept');
				await using onTheWay = await FileTable.open(path, { built });
				await using read = await FileTable.open(path);
				assert.deepEqual(await onTheWay.load(neverAborted, () => {}), await read.load(neverAborted, () => {}));
				assert.equal(onTheWay.records, outcome.rows);
			});
		}
	}

	it('builds no index for records that will be opened as a text document', async () => {
		const fresh = new FreshTables();
		const { outcome, ...entry } = await stage().run({ view: 'document' }, { dependencies: { indexer: fresh } });
		assert.ok(outcome);
		assert.equal(await fresh.take(join(entry.folder, outcome.file)), undefined);
	});
});
