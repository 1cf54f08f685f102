import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeOwner, nameMachine, newOwner } from '../../../../src/core/locks/lockOwner';
import { OpenMarks } from '../../../../src/core/locks/openMarks';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';

const quick = { beatMs: 20, looksUntilDead: 3 };
/** For one that lives, on a machine that has much else to do. */
const patient = { beatMs: 5, looksUntilDead: 100 };
/** Above what any system gives. */
const noPid = 2 ** 31 - 2;

describe('OpenMarks', () => {
	const folder = useTemporaryFolder();

	it('tells other windows what is open, in as many as have it open', async () => {
		const [one, two, other] = [new OpenMarks(quick), new OpenMarks(quick), new OpenMarks(quick)];
		await one.set([folder.path]);
		await two.set([folder.path]);
		assert.equal(await other.isOpen(folder.path), true);
		await one.set([]);
		assert.deepEqual([await one.isOpen(folder.path), await other.isOpen(folder.path)], [true, true]);
		await two.set([]);
		assert.deepEqual([await one.isOpen(folder.path), await other.isOpen(folder.path)], [false, false]);
		assert.deepEqual(tree(folder.path), []);
	});

	it('lives as long as its window, however often one looks', async () => {
		const [one, other] = [new OpenMarks(patient), new OpenMarks(patient)];
		await one.set([folder.path]);
		for (let look = 0; look < 2 * patient.looksUntilDead; look++) {
			assert.equal(await other.isOpen(folder.path), true);
			await delay(patient.beatMs);
		}
		await one.set([]);
	});

	it('is taken away when its window is gone', async () => {
		writeFileSync(
			join(folder.path, `open.${newOwner('').token}`),
			encodeOwner({ ...newOwner(await nameMachine()), pid: noPid }),
		);
		assert.equal(await new OpenMarks(quick).isOpen(folder.path), false);
		assert.deepEqual(tree(folder.path), []);
	});

	it('counts while it may live, and not for ever', async () => {
		writeFileSync(join(folder.path, `open.${newOwner('').token}`), encodeOwner(newOwner('f'.repeat(16))));
		const marks = new OpenMarks(quick);
		for (let look = 0; look <= quick.looksUntilDead; look++) {
			assert.equal(await marks.isOpen(folder.path), true, `look ${look}`);
			// A timer may be early by a fraction of a millisecond, and such a look does not count.
			await delay(1.5 * quick.beatMs);
		}
		assert.equal(await marks.isOpen(folder.path), false);
	});

	it('knows what is open here by any path that the disk takes for the same', async () => {
		// As on a disk that does not tell capitals apart; nothing can be marked in what is not there.
		const sameInCapitals = async (path: string) => path.toLowerCase();
		const marks = new OpenMarks(quick, new Set(), sameInCapitals);
		const opened = join(folder.path, 'Library', 'Export');
		await marks.set([opened]);
		assert.equal(await marks.isOpen(join(folder.path, 'LIBRARY', 'eXPORT')), true);
		assert.equal(await marks.isOpen(join(folder.path, 'Library', 'Other')), false);
		symlinkSync(folder.path, `${folder.path}-link`);
		try {
			const linked = new OpenMarks(quick);
			await linked.set([join(`${folder.path}-link`, 'export')]);
			assert.equal(await linked.isOpen(join(folder.path, 'export')), true);
		} finally {
			rmSync(`${folder.path}-link`);
		}
		await marks.set([]);
	});

	it('does not bring back a folder that was deleted', async () => {
		const gone = join(folder.path, 'export');
		mkdirSync(gone);
		const marks = new OpenMarks(quick);
		await marks.set([gone, join(folder.path, 'never there')]);
		assert.equal(readdirSync(gone).length, 1);
		rmSync(gone, { recursive: true });
		await delay(2 * quick.beatMs);
		await marks.set([]);
		assert.deepEqual(tree(folder.path), []);
	});
});
