import * as assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import { ExportLocks } from '../../../../src/core/locks/exportLock';
import type { Question } from '../../../../src/core/plan/plan';
import { utc } from '../../../../src/core/plan/range';
import { manifestName } from '../../../../src/core/sync/model/names';
import { partitionPaths, writeSet } from '../../../../src/core/sync/store/setFolder';
import { findSet, listSets } from '../../../../src/core/sync/store/setLibrary';
import { Random } from '../../../support/random';
import { quickFiles } from '../export/support/failingFiles';
import { FakeService } from '../export/support/fakeService';
import { service } from '../export/support/library';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';
import { SyncWorld } from './support/syncWorld';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const day = 86_400;

describe('damaged or unavailable synced sets', () => {
	const library = useTemporaryFolder();
	const list = () => listSets(library.path, service, { running: new Set(), locks: new ExportLocks() });

	async function staged() {
		const records = [0, 1, 2].map((index) => ({ at: start + index * day + 60, error: `e${index}`, os: 'ios' }));
		const answering = new PickyService(records, { zone: utc }, new Random(1));
		const world = new SyncWorld(library.path, answering.exportErrors);
		await world.begin('2026-11-17');
		world.now = (start + 5 * day) * 1000;
		await world.update();
		return { answering, world };
	}

	it('lists a synced set from a newer version as unreadable and does not modify it', async () => {
		const { world } = await staged();
		const manifest = join(world.folder, manifestName({ id: '101', name: 'Shop for Android' }));
		writeFileSync(manifest, '{"version":2}');
		const before = tree(world.folder);
		assert.deepEqual(
			(await list()).map(({ folder, set }) => [folder, set]),
			[[world.folder, 'newerVersion']],
		);
		await assertProblem(world.update(), { kind: 'unreadable', fault: 'newerVersion' });
		await assertProblem(partitionPaths(world.folder), { kind: 'unreadable', fault: 'newerVersion' });
		assert.deepEqual(tree(world.folder), before);
	});

	it('recognizes that a synced set belongs to another service, and keeps its records', async () => {
		const { world } = await staged();
		assert.equal((await list()).length, 1);
		await writeSet(world.folder, { ...(await world.set()), service: 'https://other.example' }, quickFiles);
		assert.deepEqual(
			(await list()).map(({ set }) => set),
			['otherService'],
		);
		assert.equal((await world.records()).length, 3);
	});

	it("lists a synced set as unreadable if its manifest and partitions can't be read", async () => {
		const { world } = await staged();
		for (const path of tree(world.folder)) {
			if (path.endsWith('.json')) {
				writeFileSync(join(world.folder, path), '{"version":');
			}
		}
		assert.deepEqual(
			(await list()).map(({ set }) => set),
			['unreadable'],
		);
	});

	it('reports a missing drive and finds the synced set unchanged once the drive is available again', async () => {
		const { world } = await staged();
		const before = await world.records();
		const away = `${library.path}.away`;
		renameSync(library.path, away);
		try {
			assert.deepEqual(await list(), []);
			await assertProblem(world.update(), { kind: 'disk', fault: 'missing' });
			await assertProblem(findSet(world.folder, [library.path]), { kind: 'disk' });
		} finally {
			renameSync(away, library.path);
		}
		assert.equal((await list()).length, 1);
		await world.update();
		assert.deepEqual(await world.records(), before);
	});

	it('reports the days that are rejected because the service no longer has a synced field', async () => {
		const { answering, world } = await staged();
		const before = await world.records();
		answering.lacks = 'os_name';
		world.now += 3 * day * 1000;
		const { days } = await world.update();
		assert.deepEqual(
			days.flatMap(({ day, refused }) => (refused ? [[day, refused.kind]] : [])),
			[
				['2026-11-23', 'badRequest'],
				['2026-11-24', 'badRequest'],
				['2026-11-25', 'badRequest'],
			],
		);
		assert.deepEqual(await world.records(), before);
		answering.lacks = undefined;
		assert.ok((await world.update()).days.every(({ refused }) => refused === undefined));
	});
});

class PickyService extends FakeService {
	lacks: string | undefined;

	override answer(question: Question): string {
		if (this.lacks !== undefined && question.fields.includes(this.lacks)) {
			throw new AppError({ kind: 'badRequest', words: `unknown field ${this.lacks}` });
		}
		return super.answer(question);
	}
}
