import * as assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { KeyedQueue } from '../../../src/core/common/keyedQueue';
import { ExportLocks } from '../../../src/core/locks/exportLock';
import { hashedDevices } from '../../../src/core/plan/fields';
import { utc } from '../../../src/core/plan/range';
import { isPartitionFolderName, manifestName } from '../../../src/core/sync/model/names';
import type { SyncedSet, SyncPlan } from '../../../src/core/sync/model/syncedSet';
import { readSet } from '../../../src/core/sync/store/setFolder';
import { removeSupersededIn, syncHandlers } from '../../../src/engine/syncHandlers';
import { Random } from '../../support/random';
import { FakeService } from '../core/export/support/fakeService';
import { service } from '../core/export/support/library';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const day = 86_400;

describe('engine requests that change a synced set', () => {
	const library = useTemporaryFolder();
	const context = { signal: new AbortController().signal, report: () => {} };

	let isOpen = false;

	async function stage() {
		const records = [0, 1, 2].map((index) => ({ at: start + index * day + 60, error: `e${index}`, os: 'ios' }));
		const dependencies = {
			exportErrors: new FakeService(records, { zone: utc }, new Random(1)).exportErrors,
			queue: new KeyedQueue(),
			running: new Set<string>(),
			locks: new ExportLocks(),
			now: () => new Date(time * 1000),
		};
		let time = start + 1.5 * day;
		const options: Parameters<typeof syncHandlers>[0] = {
			offline: () => dependencies,
			isOpen: async () => isOpen,
			onFault: (error) => assert.fail(String(error)),
			asking: async () => dependencies,
			keyed: async (plan): Promise<SyncPlan> =>
				plan.fields.includes(hashedDevices.name) ? { ...plan, deviceKey: 'key of this machine' } : plan,
		};
		const handlers = syncHandlers(options);
		const plan: SyncPlan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: ['error', 'os_name', 'error_receive_timestamp'],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-16',
		};
		const { folder } = await handlers.createSyncedSet({ library: library.path, service, plan, zone: utc }, context);
		const order = { libraries: [library.path], folder };
		const update = () =>
			handlers.updateSyncedSet(
				{
					...order,
					account: { accountId: 'a', service, interactive: true },
					zone: utc,
					additionalFields: [],
					waitLimitMinutes: 1,
					days: undefined,
					unlessWithinMs: undefined,
				},
				context,
			);
		const read = async (): Promise<SyncedSet> => {
			const found = await readSet(folder);
			assert.ok(found);
			return found.set;
		};
		const updateAt = (at: number) => {
			time = at;
			records.push({ at: at - 60, error: `late ${at}`, os: 'ios' });
			return update();
		};
		const partitions = () => readdirSync(folder).filter(isPartitionFolderName).sort();
		const isClean = async () => {
			const { days } = await read();
			return isDeepStrictEqual(
				partitions(),
				days.flatMap(({ partition }) => partition?.folder ?? []),
			);
		};
		return { options, handlers, order, folder, update, updateAt, read, partitions, isClean };
	}

	it('stores the ID of the hashing key when hashed device IDs are added to the fields', async () => {
		const { handlers, order, read } = await stage();
		const { plan } = await read();
		const fields = [...plan.fields, hashedDevices.name];
		await handlers.changeSyncedSet({ ...order, change: { fields } }, context);
		assert.deepEqual((await read()).plan, { ...plan, fields, deviceKey: 'key of this machine' });
	});

	type Stage = Awaited<ReturnType<typeof stage>>;

	for (const [event, remove] of [
		['its view is closed', async ({ options, folder }: Stage) => removeSupersededIn([folder], options)],
		[
			'the extension restarts',
			async ({ options, isClean }: Stage) => {
				await syncHandlers(options).listSyncedSets({ library: library.path, service }, context);
				while (!(await isClean())) {
					await setTimeout(5);
				}
			},
		],
	] as const) {
		it(`deletes replaced days of a synced set when ${event}`, async () => {
			const staged = await stage();
			isOpen = true;
			for (const hours of [36, 37, 38]) {
				await staged.updateAt(start + hours * 3600);
			}
			await removeSupersededIn([staged.folder], staged.options);
			assert.equal(staged.partitions().length, 3 + 2);
			const rows = (await staged.read()).days.map(({ partition }) => partition?.rows);
			isOpen = false;
			await remove(staged);
			assert.ok(await staged.isClean());
			assert.deepEqual(
				(await staged.read()).days.map(({ partition }) => partition?.rows),
				rows,
			);
		});
	}

	for (const [damage, change] of [
		['deleted', (path: string) => rmSync(path)],
		['damaged', (path: string) => writeFileSync(path, Buffer.alloc(100))],
	] as const) {
		it(`keeps all settings of a synced set if its manifest is ${damage}`, async () => {
			const { handlers, order, folder, update, read } = await stage();
			await update();
			const { plan } = await read();
			const fields = [...plan.fields, hashedDevices.name];
			await handlers.changeSyncedSet({ ...order, change: { fields, retentionDays: 40, since: '2026-11-01' } }, context);
			await handlers.pauseSyncedSet({ ...order, paused: true }, context);
			const settings = {
				plan: { ...plan, fields, since: '2026-11-01', deviceKey: 'key of this machine' },
				retentionDays: 40,
				paused: true,
			};
			const found = ({ plan, retentionDays, paused }: SyncedSet) => ({ plan, retentionDays, paused });
			assert.deepEqual(found(await read()), settings);
			change(join(folder, manifestName(plan.application)));
			assert.deepEqual(found(await read()), settings);
			await update();
			change(join(folder, manifestName(plan.application)));
			assert.deepEqual(found(await read()), settings);
			await handlers.pauseSyncedSet({ ...order, paused: false }, context);
			change(join(folder, manifestName(plan.application)));
			assert.equal((await read()).paused, undefined);
		});
	}
});
