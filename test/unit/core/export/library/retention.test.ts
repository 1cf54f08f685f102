import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type RetentionPolicy, removeOldExports } from '../../../../../src/core/export/library/retention';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { OpenMarks } from '../../../../../src/core/locks/openMarks';
import { addExport } from '../support/library';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

/** Lock timing that quickly detects a living owner, even on a busy machine. */
const quick = { beatMs: 20, checksUntilDead: 250 };
const today = new Date('2026-11-20T12:00:00Z');

describe('removeOldExports()', () => {
	const folder = useTemporaryFolder();
	const retained = (entries: readonly ExportEntry[]) => entries.filter(({ folder }) => existsSync(folder));

	async function days(count: number, end: 'whole' | 'interrupted' = 'whole'): Promise<ExportEntry[]> {
		const entries: ExportEntry[] = [];
		const records = end === 'whole' ? 'x'.repeat(1_000_000) : undefined;
		for (let age = 0; age < count; age++) {
			const askedAt = new Date(today.getTime() - age * 24 * 3600_000 - 60_000).toISOString();
			const name = `${askedAt.slice(0, 19).replaceAll(':', '-')}Z-aaaaaa`;
			entries.push(await addExport(folder.path, { askedAt, name, records }));
		}
		return entries;
	}

	async function remove(policy: Partial<RetentionPolicy>, running: readonly string[] = [], marks = new OpenMarks()) {
		const runners = { running: new Set(running), locks: new ExportLocks(quick) };
		return removeOldExports(folder.path, { days: 0, megabytes: 0, ...policy }, { runners, marks, now: () => today });
	}

	it('deletes no exports without a retention policy', async () => {
		const entries = await days(3);
		assert.deepEqual(await remove({}), { count: 0, bytes: 0 });
		assert.deepEqual(retained(entries), entries);
	});

	it('deletes exports older than the given number of days', async () => {
		const entries = await days(5);
		const { count, bytes } = await remove({ days: 3 });
		assert.equal(count, 2);
		assert.ok(bytes > 2_000_000 && bytes < 2_010_000, `${bytes}`);
		assert.deepEqual(retained(entries), entries.slice(0, 3));
		assert.deepEqual(await remove({ days: 3 }), { count: 0, bytes: 0 });
	});

	it('deletes the oldest exports until the remaining exports fit the size limit', async () => {
		const entries = await days(5);
		assert.equal((await remove({ megabytes: 2.5 })).count, 3);
		assert.deepEqual(retained(entries), entries.slice(0, 2));
	});

	it('keeps the newest export regardless of its age and size', async () => {
		const entry = await addExport(folder.path, { askedAt: '2020-01-01T00:00:00Z', records: 'x'.repeat(2_000_000) });
		assert.equal((await remove({ days: 1, megabytes: 1 })).count, 0);
		assert.deepEqual(retained([entry]), [entry]);
	});

	it('keeps the newest export even if a wrong clock dated another export in the future', async () => {
		const askedAt = '2027-03-01T00:00:00Z';
		const wrong = await addExport(folder.path, {
			askedAt,
			name: '2027-03-01T00-00-00Z-aaaaaa',
			records: 'x'.repeat(10),
		});
		const entries = await days(2);
		assert.equal((await remove({ megabytes: 0.5 })).count, 2);
		assert.deepEqual(retained([...entries, wrong]), entries.slice(0, 1));
		assert.equal((await remove({ days: 1 })).count, 0);
	});

	it('applies the retention policy across the exports of all services', async () => {
		const entries = await days(2);
		const plan = { application: { id: '102' } };
		const other = await addExport(folder.path, { plan, askedAt: '2026-11-01T00:00:00Z', records: 'x' });
		assert.equal((await remove({ days: 10 })).count, 1);
		assert.deepEqual(retained([...entries, other]), entries);
	});

	describe('exports that are always retained', () => {
		it('keeps exports that are running in this window or another one', async () => {
			const entries = await days(4);
			const [, second, third] = entries;
			assert.ok(second && third);
			await using _lock = await new ExportLocks(quick).tryLock(second.folder);
			assert.equal((await remove({ megabytes: 0.1 }, [basename(third.folder)])).count, 1);
			assert.deepEqual(retained(entries), entries.slice(0, 3));
		});

		it('keeps exports that are open in this window or another one', async () => {
			const entries = await days(4);
			const [, second, third] = entries;
			assert.ok(second && third);
			const [here, elsewhere] = [new OpenMarks(), new OpenMarks()];
			await here.set([second.folder]);
			await elsewhere.set([third.folder]);
			assert.equal((await remove({ megabytes: 0.1 }, [], here)).count, 1);
			assert.deepEqual(retained(entries), entries.slice(0, 3));
			await here.set([]);
			await elsewhere.set([]);
			assert.equal((await remove({ megabytes: 0.1 }, [], here)).count, 2);
		});

		it('keeps exports that were interrupted less than a week ago', async () => {
			const entries = await days(10, 'interrupted');
			assert.equal((await remove({ days: 1 })).count, 3);
			assert.deepEqual(retained(entries), entries.slice(0, 7));
		});

		it('keeps resumed exports that were interrupted again less than a week ago', async () => {
			const entries = await days(10, 'interrupted');
			const old = entries.at(-1);
			assert.ok(old);
			const journal = join(old.folder, 'journal.jsonl');
			writeFileSync(journal, '');
			utimesSync(journal, today, new Date(today.getTime() - 2 * 24 * 3600_000));
			assert.equal((await remove({ days: 1 })).count, 2);
			assert.deepEqual(retained(entries), [...entries.slice(0, 7), old]);
		});

		it('keeps unreadable exports, exports in wrong folders and folders that are not exports', async () => {
			const [newest, old, moved, linked, damaged] = await days(5);
			assert.ok(newest && old && moved && linked && damaged);
			writeFileSync(join(damaged.folder, 'request.json'), '{"version":2}');
			const away = join(folder.path, 'other-service', '101', basename(moved.folder));
			mkdirSync(dirname(away), { recursive: true });
			renameSync(moved.folder, away);
			const elsewhere = join(folder.path, 'elsewhere');
			renameSync(linked.folder, elsewhere);
			symlinkSync(elsewhere, linked.folder);
			mkdirSync(join(dirname(old.folder), 'my notes'));
			const before = tree(folder.path);
			assert.equal((await remove({ megabytes: 0.1 })).count, 1);
			assert.deepEqual(
				tree(folder.path),
				before.filter((path) => !path.includes(basename(old.folder))),
			);
		});
	});

	it('ignores the retention policy if the library folder does not exist', async () => {
		const runners = { running: new Set<string>(), locks: new ExportLocks(quick) };
		const policy = { days: 1, megabytes: 1 };
		assert.deepEqual(await removeOldExports(join(folder.path, 'none'), policy, { runners, marks: new OpenMarks() }), {
			count: 0,
			bytes: 0,
		});
	});
});
