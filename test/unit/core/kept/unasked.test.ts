import * as assert from 'node:assert/strict';
import { dueAt } from '../../../../src/core/kept/model/nextUpdate';
import { writeSet } from '../../../../src/core/kept/store/setFolder';
import { utc } from '../../../../src/core/plan/range';
import { Random } from '../../../support/random';
import { quickFiles } from '../export/support/failingFiles';
import { FakeService } from '../export/support/fakeService';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { KeptWorld } from './support/keptWorld';

const minute = 60_000;
const day = 86_400_000;
const now = Date.parse('2026-11-20T09:00:00Z');
const every = 30 * minute;

const at = (time: number) => ({ updatedAt: new Date(time).toISOString() });

describe('dueAt', () => {
	it('is so long after the last update, and now where there was none', () => {
		assert.equal(dueAt(at(now - 10 * minute), every, now), now + 20 * minute);
		assert.equal(dueAt(at(now), every, now), now + every);
		assert.equal(dueAt(at(now - every), every, now), now);
		assert.equal(dueAt({}, every, now), now);
	});

	it('waits for no moment that only a wrong clock can have told', () => {
		assert.equal(dueAt(at(now + 3 * day), every, now), now);
		assert.equal(dueAt(at(now - 3 * day), every, now), now);
		assert.equal(dueAt(at(now + 5 * minute), every, now), now + 35 * minute);
	});
});

describe('an update that nobody asked for', () => {
	const library = useTemporaryFolder();

	async function staged() {
		const service = new FakeService([{ at: now / 1000 - 3600, error: 'e', os: 'ios' }], { zone: utc }, new Random(1));
		const world = new KeptWorld(library.path, service.exportErrors);
		await world.begin('2026-11-20');
		world.now = now;
		return { service, world, update: () => world.update(undefined, undefined, undefined, undefined, every) };
	}

	it('asks nobody where another window was quicker, and not before the time has passed', async () => {
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

	it('asks nobody about a set that another window has paused', async () => {
		const { service, world, update } = await staged();
		await writeSet(world.folder, { ...(await world.set()), paused: true }, quickFiles);
		await update();
		assert.equal(service.asked.length, 0);
		await world.update();
		assert.equal(service.asked.length, 1);
	});
});
