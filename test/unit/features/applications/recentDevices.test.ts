import assert from 'node:assert/strict';
import type { EngineClient } from '../../../../src/engine/engineClient';
import { type CountedSet, RecentDevices } from '../../../../src/features/applications/recentDevices';

describe('device counts for recent days', () => {
	const span = { first: '2026-11-13', last: '2026-11-20' };
	const setOf = (name: string, records = 5): CountedSet => ({
		known: { manifest: `/library/${name}.synced.json` },
		recent: { records, span, counts: [records] },
	});
	const settled = () => new Promise((resolve) => setImmediate(resolve));

	function stage(table: { readonly deviceColumn: number | undefined } = { deviceColumn: 3 }) {
		const calls: { method: string; path?: string; days?: unknown; limit?: number }[] = [];
		const opening: (() => void)[] = [];
		const faults: unknown[] = [];
		const state = { busy: false, counted: 0, failing: false };
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
				return method === 'queryRecords' ? { distinct: 42 } : undefined;
			},
		} as unknown as Pick<EngineClient, 'call'>;
		const devices = new RecentDevices({
			engine,
			libraries: () => ['/library'],
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

	it('opens only the days to count, one synced set at a time, and then closes each set', async () => {
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

	it('returns undefined for records without device IDs', async () => {
		const { devices, calls, release } = stage({ deviceColumn: undefined });
		devices.count([setOf('a')]);
		await settled();
		await release();
		assert.equal(devices.of(setOf('a')), undefined);
		assert.equal(calls.filter(({ method }) => method === 'queryRecords').length, 0);
	});

	it('stops counting during a sync and continues afterwards', async () => {
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

	it('stops counting after the page is hidden', async () => {
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
