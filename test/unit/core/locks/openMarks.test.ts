import * as assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeOwner, nameMachine, newOwner } from '../../../../src/core/locks/lockOwner';
import { OpenMarks } from '../../../../src/core/locks/openMarks';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';

const quick = { beatMs: 20, checksUntilDead: 3 };
/** Timing for a living owner on a busy machine. */
const patient = { beatMs: 5, checksUntilDead: 100 };
/** Process ID above the maximum of every operating system. */
const noPid = 2 ** 31 - 2;

describe('markers for exports that are open in a window', () => {
	const folder = useTemporaryFolder();

	it('shows an export as open in other windows until the last window closes it', async () => {
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

	it('keeps an open marker valid as long as its window is alive, no matter how often the marker is checked', async () => {
		const [one, other] = [new OpenMarks(patient), new OpenMarks(patient)];
		await one.set([folder.path]);
		for (let look = 0; look < 2 * patient.checksUntilDead; look++) {
			assert.equal(await other.isOpen(folder.path), true);
			await delay(patient.beatMs);
		}
		await one.set([]);
	});

	it('deletes the open marker of a process that no longer exists', async () => {
		writeFileSync(
			join(folder.path, `open.${newOwner('').token}`),
			encodeOwner({ ...newOwner(await nameMachine()), pid: noPid }),
		);
		assert.equal(await new OpenMarks(quick).isOpen(folder.path), false);
		assert.deepEqual(tree(folder.path), []);
	});

	it("ignores another machine's open marker once its owner can no longer be running", async () => {
		writeFileSync(join(folder.path, `open.${newOwner('').token}`), encodeOwner(newOwner('f'.repeat(16))));
		const marks = new OpenMarks(quick);
		for (let look = 0; look <= quick.checksUntilDead; look++) {
			assert.equal(await marks.isOpen(folder.path), true, `look ${look}`);
			// A check after less than one beat does not count, and a timer can fire a fraction of a millisecond early.
			await delay(1.5 * quick.beatMs);
		}
		assert.equal(await marks.isOpen(folder.path), false);
	});

	it('recognizes an open export by any path that refers to the same folder', async () => {
		// Simulates a case-insensitive file system. The folders don't exist, so no marker file is created.
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

	it('does not recreate a deleted folder when markers of open exports are updated', async () => {
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
