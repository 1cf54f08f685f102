import * as assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type RetentionPolicy, removeOldExports } from '../../../../../src/core/export/library/retention';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { OpenMarks } from '../../../../../src/core/locks/openMarks';
import { addExport } from '../support/library';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

/** Quick to see that an owner lives, on a busy machine as well. */
const quick = { beatMs: 20, looksUntilDead: 250 };
const today = new Date('2026-11-20T12:00:00Z');

describe('removeOldExports', () => {
	const folder = useTemporaryFolder();
	const kept = (entries: readonly ExportEntry[]) => entries.filter(({ folder }) => existsSync(folder));

	/** One export a day, the newest of today first; each of about 1 MB. */
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

	it('deletes nothing unless somebody wants it', async () => {
		const entries = await days(3);
		assert.deepEqual(await remove({}), { count: 0, bytes: 0 });
		assert.deepEqual(kept(entries), entries);
	});

	it('deletes what is older than so many days', async () => {
		const entries = await days(5);
		const { count, bytes } = await remove({ days: 3 });
		assert.equal(count, 2);
		assert.ok(bytes > 2_000_000 && bytes < 2_010_000, `${bytes}`);
		assert.deepEqual(kept(entries), entries.slice(0, 3));
		assert.deepEqual(await remove({ days: 3 }), { count: 0, bytes: 0 });
	});

	it('deletes the oldest until the rest is small enough', async () => {
		const entries = await days(5);
		assert.equal((await remove({ megabytes: 2.5 })).count, 3);
		assert.deepEqual(kept(entries), entries.slice(0, 2));
	});

	it('keeps the newest, however old and large it is', async () => {
		const entry = await addExport(folder.path, { askedAt: '2020-01-01T00:00:00Z', records: 'x'.repeat(2_000_000) });
		assert.equal((await remove({ days: 1, megabytes: 1 })).count, 0);
		assert.deepEqual(kept([entry]), [entry]);
	});

	it('keeps the newest although a clock that went wrong gave others a later time', async () => {
		const askedAt = '2027-03-01T00:00:00Z';
		const wrong = await addExport(folder.path, {
			askedAt,
			name: '2027-03-01T00-00-00Z-aaaaaa',
			records: 'x'.repeat(10),
		});
		const entries = await days(2);
		assert.equal((await remove({ megabytes: 0.5 })).count, 2);
		assert.deepEqual(kept([...entries, wrong]), entries.slice(0, 1));
		assert.equal((await remove({ days: 1 })).count, 0);
	});

	it('looks at all services together', async () => {
		const entries = await days(2);
		const plan = { application: { id: '102' } };
		const other = await addExport(folder.path, { plan, askedAt: '2026-11-01T00:00:00Z', records: 'x' });
		assert.equal((await remove({ days: 10 })).count, 1);
		assert.deepEqual(kept([...entries, other]), entries);
	});

	describe('keeps', () => {
		it('what runs, here or in another window', async () => {
			const entries = await days(4);
			const [, second, third] = entries;
			assert.ok(second && third);
			await using _lock = await new ExportLocks(quick).tryLock(second.folder);
			assert.equal((await remove({ megabytes: 0.1 }, [basename(third.folder)])).count, 1);
			assert.deepEqual(kept(entries), entries.slice(0, 3));
		});

		it('what is open, here or in another window', async () => {
			const entries = await days(4);
			const [, second, third] = entries;
			assert.ok(second && third);
			const [here, elsewhere] = [new OpenMarks(), new OpenMarks()];
			await here.set([second.folder]);
			await elsewhere.set([third.folder]);
			assert.equal((await remove({ megabytes: 0.1 }, [], here)).count, 1);
			assert.deepEqual(kept(entries), entries.slice(0, 3));
			await here.set([]);
			await elsewhere.set([]);
			assert.equal((await remove({ megabytes: 0.1 }, [], here)).count, 2);
		});

		it('what was interrupted less than a week ago', async () => {
			const entries = await days(10, 'interrupted');
			assert.equal((await remove({ days: 1 })).count, 3);
			assert.deepEqual(kept(entries), entries.slice(0, 7));
		});

		it('what went on less than a week ago and was interrupted again', async () => {
			const entries = await days(10, 'interrupted');
			const old = entries.at(-1);
			assert.ok(old);
			const journal = join(old.folder, 'journal.jsonl');
			writeFileSync(journal, '');
			utimesSync(journal, today, new Date(today.getTime() - 2 * 24 * 3600_000));
			assert.equal((await remove({ days: 1 })).count, 2);
			assert.deepEqual(kept(entries), [...entries.slice(0, 7), old]);
		});

		it('what is not an export, cannot be read, or is filed in the wrong place', async () => {
			const [newest, old, moved, linked, damaged] = await days(5);
			assert.ok(newest && old && moved && linked && damaged);
			writeFileSync(join(damaged.folder, 'question.json'), '{"version":2}');
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

	it('has nothing to do where there is no library', async () => {
		const runners = { running: new Set<string>(), locks: new ExportLocks(quick) };
		const policy = { days: 1, megabytes: 1 };
		assert.deepEqual(await removeOldExports(join(folder.path, 'none'), policy, { runners, marks: new OpenMarks() }), {
			count: 0,
			bytes: 0,
		});
	});
});
