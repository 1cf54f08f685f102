import * as assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import { dueAt } from '../../../../src/core/sync/model/nextUpdate';
import { writeSet } from '../../../../src/core/sync/store/setFolder';
import { Random } from '../../../support/random';
import { quickFiles } from '../export/support/failingFiles';
import { FakeService } from '../export/support/fakeService';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { SyncWorld } from './support/syncWorld';

const minute = 60_000;
const day = 86_400_000;
const now = Date.parse('2026-11-20T09:00:00Z');
const every = 30 * minute;

const at = (time: number) => ({ updatedAt: new Date(time).toISOString() });

describe('due time of the next automatic sync', () => {
	it('schedules the next sync one interval after the last sync, and the first sync immediately', () => {
		assert.equal(dueAt(at(now - 10 * minute), every, now), now + 20 * minute);
		assert.equal(dueAt(at(now), every, now), now + every);
		assert.equal(dueAt(at(now - every), every, now), now);
		assert.equal(dueAt({}, every, now), now);
	});

	it('ignores an impossible last sync time caused by a wrong clock', () => {
		assert.equal(dueAt(at(now + 3 * day), every, now), now);
		assert.equal(dueAt(at(now - 3 * day), every, now), now);
		assert.equal(dueAt(at(now + 5 * minute), every, now), now + 35 * minute);
	});
});

describe('automatic sync', () => {
	const library = useTemporaryFolder();

	async function staged() {
		const service = new FakeService([{ at: now / 1000 - 3600, error: 'e', os: 'ios' }], { zone: utc }, new Random(1));
		const world = new SyncWorld(library.path, service.exportErrors);
		await world.begin('2026-11-20');
		world.now = now;
		return { service, world, update: () => world.update(undefined, undefined, undefined, undefined, every) };
	}

	it('sends no request if another window has just synced or the sync interval has not elapsed', async () => {
		const { service, world, update } = await staged();
		await world.update();
		const asked = service.asked.length;
		world.now += every - 1;
		const set = await update();
		assert.equal(service.asked.length, asked);
		assert.deepEqual(set, await world.set());
		world.now += 1;
		await update();
		assert.equal(service.asked.length, asked + 1);
	});

	it('sends no request for a synced set that another window has paused', async () => {
		const { service, world, update } = await staged();
		await writeSet(world.folder, { ...(await world.set()), paused: true }, quickFiles);
		await update();
		assert.equal(service.asked.length, 0);
		await world.update();
		assert.equal(service.asked.length, 1);
	});
});
