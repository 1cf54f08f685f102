import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { clearLibrary, measureLibrary } from '../../../../../src/core/export/library/clearLibrary';
import type { Runners } from '../../../../../src/core/export/library/library';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { encodeOwner, newOwner } from '../../../../../src/core/locks/lockOwner';
import { addExport } from '../support/library';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

/** Lock timing for owners that have died. */
const quick = { beatMs: 20, checksUntilDead: 5 };
/** Lock timing for owners that are alive but on a busy machine. */
const patient = { beatMs: 20, checksUntilDead: 250 };

function runners(running: readonly string[] = [], timing = quick): Runners {
	return { running: new Set(running), locks: new ExportLocks(timing) };
}

describe('clearLibrary()', () => {
	const folder = useTemporaryFolder();
	const library = () => join(folder.path, 'library');

	it('deletes everything in a library that contains only exports', async () => {
		const { folder: whole } = await addExport(library(), { records: 'x'.repeat(1000) });
		const { folder: interrupted } = await addExport(library(), { name: '2026-11-20T09-02-03Z-zzzzzz' });
		await addExport(library(), { plan: { application: { id: '102' } }, records: 'x' });
		const parent = dirname(whole);
		// An export that ended immediately, files of a newer version, and files of an owner that died.
		mkdirSync(join(parent, '2026-11-20T09-02-03Z-empty0'));
		mkdirSync(join(parent, '2026-11-20T09-02-03Z-begun0'));
		writeFileSync(join(parent, '2026-11-20T09-02-03Z-begun0', 'request.json.tmp'), '{');
		mkdirSync(join(parent, '2026-11-20T09-02-03Z-future'));
		writeFileSync(join(parent, '2026-11-20T09-02-03Z-future', 'request.json'), '{"version":2}');
		mkdirSync(join(interrupted, 'chunks'));
		writeFileSync(join(interrupted, 'chunks', '1.part'), 'x', { mode: 0o400 });
		const dead = encodeOwner(newOwner('f'.repeat(16)));
		writeFileSync(join(interrupted, 'running.lock'), dead);
		writeFileSync(join(parent, 'running.lock'), dead);

		const size = await measureLibrary(library(), runners());
		assert.equal(size.exports, 6);
		assert.ok(size.bytes > 1000);
		await clearLibrary(library(), runners());
		assert.deepEqual(tree(library()), []);
		assert.deepEqual(await measureLibrary(library(), runners()), {
			isThere: true,
			exports: 0,
			bytes: 0,
			runningElsewhere: 0,
		});
	});

	it('does not delete other files from the library folder', async () => {
		const { folder: inside } = await addExport(library(), { records: 'x' });
		const { folder: outside } = await addExport(join(folder.path, 'other'), { records: 'x' });
		const application = dirname(inside);
		const mine = [
			join(library(), 'letter.txt'),
			join(library(), 'photos', '2026', 'a.jpg'),
			join(library(), 'photos', '2026', '2026-11-20T09-02-03Z-abc123', 'question.txt'),
			join(application, 'notes.txt'),
			join(application, 'copy of export', 'request.json'),
		];
		for (const path of mine) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, 'mine');
		}
		symlinkSync(outside, join(application, '2026-11-20T09-02-03Z-linked'));
		const ours = relative(folder.path, inside).replaceAll('\\', '/');
		const others = tree(folder.path).filter((path) => path !== ours && !path.startsWith(`${ours}/`));
		await clearLibrary(library(), runners());
		assert.equal(existsSync(inside), false);
		assert.deepEqual(tree(folder.path), others);
	});

	it('keeps and counts the exports that are running in other windows', async () => {
		const { folder: busy } = await addExport(library());
		const { folder: whole } = await addExport(library(), { records: 'x', name: '2026-11-20T09-02-03Z-zzzzzz' });
		await using _lock = await new ExportLocks(patient).tryLock(busy);
		assert.equal((await measureLibrary(library(), runners([], patient))).runningElsewhere, 1);
		assert.equal((await measureLibrary(library(), runners([basename(busy)]))).runningElsewhere, 0, 'runs here');
		await assertProblem(clearLibrary(library(), runners([], patient)), { kind: 'exportRunning', where: 'elsewhere' });
		assert.deepEqual([existsSync(busy), existsSync(whole)], [true, false]);
	});

	it('does nothing if the library folder does not exist', async () => {
		await clearLibrary(library(), runners());
		assert.deepEqual(await measureLibrary(library(), runners()), {
			isThere: false,
			exports: 0,
			bytes: 0,
			runningElsewhere: 0,
		});
	});
});
