import * as assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import { manifestName } from '../../../../src/core/kept/model/names';
import { partPaths, writeSet } from '../../../../src/core/kept/store/setFolder';
import { findSet, listSets } from '../../../../src/core/kept/store/setLibrary';
import { ExportLocks } from '../../../../src/core/locks/exportLock';
import type { Question } from '../../../../src/core/plan/plan';
import { utc } from '../../../../src/core/plan/range';
import { Random } from '../../../support/random';
import { quickFiles } from '../export/support/failingFiles';
import { FakeService } from '../export/support/fakeService';
import { service } from '../export/support/library';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';
import { KeptWorld } from './support/keptWorld';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const day = 86_400;

describe('a set of kept records that something is wrong with', () => {
	const library = useTemporaryFolder();
	const list = () => listSets(library.path, service, { running: new Set(), locks: new ExportLocks() });

	/** With a record on each of three days. */
	async function staged() {
		const records = [0, 1, 2].map((index) => ({ at: start + index * day + 60, error: `e${index}`, os: 'ios' }));
		const answering = new PickyService(records, { zone: utc }, new Random(1));
		const world = new KeptWorld(library.path, answering.exportErrors);
		await world.begin('2026-11-17');
		world.now = (start + 5 * day) * 1000;
		await world.update();
		return { answering, world };
	}

	it('of a newer version, is listed as one that cannot be read, and is not changed', async () => {
		const { world } = await staged();
		const manifest = join(world.folder, manifestName({ id: '101', name: 'Shop for Android' }));
		writeFileSync(manifest, '{"version":2}');
		const before = tree(world.folder);
		assert.deepEqual(
			(await list()).map(({ folder, set }) => [folder, set]),
			[[world.folder, 'newerVersion']],
		);
		await assertProblem(world.update(), { kind: 'unreadable', fault: 'newerVersion' });
		await assertProblem(partPaths(world.folder), { kind: 'unreadable', fault: 'newerVersion' });
		assert.deepEqual(tree(world.folder), before);
	});

	it('of another service, is not asked for at the one whose folder it is in', async () => {
		const { world } = await staged();
		assert.equal((await list()).length, 1);
		await writeSet(world.folder, { ...(await world.set()), service: 'https://other.example' }, quickFiles);
		assert.deepEqual(
			(await list()).map(({ set }) => set),
			['otherService'],
		);
		assert.equal((await world.records()).length, 3);
	});

	it('without a manifest and parts that can be read, is listed as that', async () => {
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

	it('on a drive that is away, is told as that, and is whole when the drive is back', async () => {
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

	it('with a field that the service has no more, says which days are refused', async () => {
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

/** A service that knows no more of a field than its name. */
class PickyService extends FakeService {
	lacks: string | undefined;

	override answer(question: Question): string {
		if (this.lacks !== undefined && question.fields.includes(this.lacks)) {
			throw new AppError({ kind: 'badRequest', words: `unknown field ${this.lacks}` });
		}
		return super.answer(question);
	}
}
