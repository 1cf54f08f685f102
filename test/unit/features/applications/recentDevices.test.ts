import assert from 'node:assert/strict';
import { versionKey } from '../../../../src/core/records/query/values/versionKey';
import type { ActiveDevices } from '../../../../src/core/triage/fixed/activeDevices';
import type { EngineClient } from '../../../../src/engine/engineClient';
import { type CountedSet, RecentDevices } from '../../../../src/features/applications/recentDevices';
import type { RecordsFacts } from '../../../../src/shared/comparison';

describe('device counts for recent days', () => {
	const span = { first: '2026-11-13', last: '2026-11-20' };
	const plan = { application: { id: '101' } } as CountedSet['known']['plan'];
	const setOf = (name: string, records = 5, activeFile?: string): CountedSet => ({
		known: { manifest: `/library/${name}.synced.json`, plan },
		recent: { records, span, counts: [records] },
		activeFile,
	});
	const active = {
		days: ['2026-11-12', '2026-11-13', '2026-11-19', '2026-11-20'],
		on: () => new Map([[versionKey('3.1'), { version: '3.1', devices: 10 }]]),
	} as unknown as ActiveDevices;
	const facts: RecordsFacts = {
		application: '101',
		filters: [],
		dimension: 'receive',
		timeZone: 'UTC',
		proof: 'unproven',
		covers: [{ since: Date.UTC(2026, 10, 1) / 1000, until: Date.UTC(2026, 10, 20, 9) / 1000 }],
		askedAt: Date.UTC(2026, 10, 20, 9) / 1000,
	};
	const settled = () => new Promise((resolve) => setImmediate(resolve));

	function stage(change: { readonly deviceColumn?: undefined } = {}) {
		const table = { timeColumn: 1, versionColumn: 2, deviceColumn: 3, ...change };
		const calls: { method: string; path?: string; days?: unknown; limit?: number }[] = [];
		const opening: (() => void)[] = [];
		const faults: unknown[] = [];
		const state = { busy: false, counted: 0, failing: false, isInvalid: false };
		const engine = {
			async call(method: string, params: never, { signal }: { signal?: AbortSignal } = {}) {
				const { path, days, params: query } = params as { path?: string; days?: unknown; params?: { limit: number } };
				calls.push({ method, ...(path && { path, days }), ...(query && { limit: query.limit }) });
				if (method === 'openRecords') {
					await new Promise<void>((resolve, reject) => {
						opening.push(resolve);
						signal?.addEventListener('abort', () => reject(signal.reason));
					});
					if (state.failing) {
						throw new Error('unreadable');
					}
					return { ...table, changed: [] };
				}
				const page = [{ value: '3.1', records: 5, devices: 2 }];
				return method === 'queryRecords' ? { page, count: 0, distinct: 42 } : undefined;
			},
		} as unknown as Pick<EngineClient, 'call'>;
		const devices = new RecentDevices({
			engine,
			libraries: () => ['/library'],
			facts: async () => facts,
			activeDevices: {
				of: async () => {
					if (state.isInvalid) {
						throw new Error('invalid');
					}
					return active;
				},
			},
			isBusy: () => state.busy,
			onDidCount: () => state.counted++,
			onFault: (error) => faults.push(error),
		});
		const opened = () => calls.filter(({ method }) => method === 'openRecords').map(({ path }) => path);
		const release = async () => {
			opening.shift()?.();
			await settled();
		};
		return { devices, calls, state, faults, opened, release };
	}

	it('opens one synced set at a time, with only the days to count, and closes each set after the count', async () => {
		const { devices, calls, opened, release } = stage();
		const [a, b] = [setOf('a'), setOf('b')];
		devices.count([a, b]);
		await settled();
		assert.deepEqual(opened(), ['/library/a.synced.json']);
		assert.deepEqual(calls[0]?.days, span);
		assert.equal(devices.of(a), 'counting');
		await release();
		assert.equal(devices.of(a), 42);
		assert.equal(devices.of(b), 'counting');
		await release();
		assert.equal(devices.of(b), 42);
		assert.equal(calls.filter(({ method }) => method === 'closeRecords').length, 2);
		assert.equal(calls.find(({ method }) => method === 'queryRecords')?.limit, 0, 'no values are transferred');
	});

	it('counts a synced set again only if the records of its days have changed', async () => {
		const { devices, opened, release } = stage();
		devices.count([setOf('a')]);
		await release();
		devices.count([setOf('a')]);
		await settled();
		assert.equal(opened().length, 1);
		assert.equal(devices.of(setOf('a', 6)), 'counting');
		devices.count([setOf('a', 6)]);
		await release();
		assert.equal(opened().length, 2);
		assert.equal(devices.of(setOf('a', 6)), 42);
	});

	it('returns the share of active devices with errors, ignoring the last day of the records', async () => {
		const { devices, release } = stage();
		const set = setOf('a', 5, 'version 1');
		devices.count([set]);
		assert.deepEqual([devices.ratesOf(set), devices.ratesOf(setOf('a'))], ['counting', undefined]);
		await release();
		assert.equal(devices.of(set), 42);
		assert.deepEqual(devices.ratesOf(set), {
			span: { first: '2026-11-13', last: '2026-11-19' },
			total: { affected: 4, active: 20 },
			versions: [{ version: '3.1', affected: 4, active: 20 }],
		});
		assert.equal(devices.of(setOf('a', 5, 'version 2')), 'counting', 'the file with active devices has changed');
	});

	it('counts devices, but shows no rates, if the file with active devices is missing or invalid', async () => {
		const { devices, state, faults, release } = stage();
		const [without, invalid] = [setOf('a'), setOf('b', 5, 'version 1')];
		state.isInvalid = true;
		devices.count([without, invalid]);
		await release();
		await release();
		assert.deepEqual([devices.of(without), devices.ratesOf(without)], [42, undefined]);
		assert.deepEqual([devices.of(invalid), devices.ratesOf(invalid)], [42, undefined]);
		assert.equal(faults.length, 1);
	});

	it('returns no device count for records without device IDs', async () => {
		const { devices, calls, release } = stage({ deviceColumn: undefined });
		devices.count([setOf('a')]);
		await settled();
		await release();
		assert.equal(devices.of(setOf('a')), undefined);
		assert.equal(calls.filter(({ method }) => method === 'queryRecords').length, 0);
	});

	it('stops counting devices during a sync and continues after the sync', async () => {
		const { devices, state, opened, release } = stage();
		devices.count([setOf('a')]);
		await settled();
		state.busy = true;
		devices.count([setOf('a')]);
		await settled();
		assert.equal(devices.of(setOf('a')), 'counting');
		state.busy = false;
		devices.count([setOf('a')]);
		await settled();
		assert.equal(opened().length, 2);
		await release();
		await release();
		assert.equal(devices.of(setOf('a')), 42);
	});

	it('stops counting devices after the page is hidden', async () => {
		const { devices, opened } = stage();
		devices.count([setOf('a'), setOf('b')]);
		await settled();
		devices.count([]);
		await settled();
		assert.equal(opened().length, 1);
		assert.equal(devices.of(setOf('a')), 'counting');
	});

	it('reports an error and continues with the next synced set', async () => {
		const { devices, state, faults, opened, release } = stage();
		state.failing = true;
		devices.count([setOf('a'), setOf('b')]);
		await release();
		assert.equal(faults.length, 1);
		assert.equal(devices.of(setOf('a')), undefined);
		assert.equal(opened().length, 2);
	});
});
