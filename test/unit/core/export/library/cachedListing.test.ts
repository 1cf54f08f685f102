import * as assert from 'node:assert/strict';
import { cpSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mock } from 'node:test';
import { CachedListing } from '../../../../../src/core/export/library/cachedListing';
import { deleteExport, listExports } from '../../../../../src/core/export/library/library';
import { setExportName } from '../../../../../src/core/export/library/setExportName';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { addExport, service } from '../support/library';
import { useTemporaryFolder } from '../support/temporaryFolder';

describe('cached listing of exports', () => {
	const folder = useTemporaryFolder();
	const running = new Set<string>();
	const runners = { running, locks: new ExportLocks() };
	let listing: CachedListing;
	beforeEach(() => {
		running.clear();
		listing = new CachedListing(runners);
	});
	afterEach(() => mock.restoreAll());

	const nameOf = (index: number) => `2026-11-20T09-02-03Z-${String(index).padStart(6, '0')}`;
	const add = (index: number, records: string | undefined = 'x') =>
		addExport(folder.path, { records, name: nameOf(index) });
	const list = (rescan?: boolean) => listing.list(folder.path, service, rescan);
	const assertUpToDate = async () => assert.deepEqual(await list(), await listExports(folder.path, service, runners));
	const rename = ({ folder: path }: ExportEntry, name: string) => setExportName([folder.path], path, name);

	const callsOf = async (run: () => Promise<unknown>): Promise<number> => {
		const names = ['readdir', 'lstat', 'stat', 'readFile', 'open', 'access', 'realpath'] as const;
		const mocks = names.map((name) => mock.method(fs, name));
		await run();
		const count = mocks.reduce((sum, { mock }) => sum + mock.callCount(), 0);
		mock.restoreAll();
		return count;
	};

	it('makes as many file system calls after a change with 1,000 past exports as with 10', async () => {
		const counts: number[][] = [];
		const first = await add(0);
		const files = readdirSync(first.folder);
		let added = 1;
		for (const total of [10, 1000]) {
			for (; added < total; added++) {
				const copy = join(dirname(first.folder), nameOf(added));
				mkdirSync(copy);
				for (const file of files) {
					linkSync(join(first.folder, file), join(copy, file));
				}
			}
			assert.equal((await list()).entries.length, total);
			const extra = await add(5000);
			const afterExport = await callsOf(list);
			await listing.changing(extra.folder, () => rename(extra, 'Release'));
			const afterName = await callsOf(list);
			await listing.changing(extra.folder, () => deleteExport(folder.path, extra.folder, runners));
			const afterDeletion = await callsOf(list);
			counts.push([afterExport, afterName, afterDeletion]);
			assert.equal((await list()).entries.length, total);
		}
		assert.deepEqual(counts[1], counts[0]);
		assert.ok(
			counts[0]?.every((count) => count > 0 && count < 20),
			String(counts[0]),
		);
	});

	it('lists exports that another process added, but not exports that another process deleted', async () => {
		const [first, second] = [await add(1), await add(2)];
		await assertUpToDate();
		await add(3);
		await addExport(folder.path, { records: 'x', name: nameOf(4), plan: { application: { id: '102' } } });
		await assertUpToDate();
		rmSync(first.folder, { recursive: true, force: true });
		await assertUpToDate();
		rmSync(dirname(second.folder), { recursive: true, force: true });
		await assertUpToDate();
		assert.equal((await list()).entries.length, 1);
	});

	it('distinguishes copies of an export in folders of different applications', async () => {
		const { folder: path } = await add(1);
		await list();
		cpSync(path, join(dirname(dirname(path)), '102', basename(path)), { recursive: true });
		await assertUpToDate();
		assert.equal(new Set((await list()).entries.map(({ folder }) => folder)).size, 2);
	});

	it('rereads interrupted exports on every listing, because any process can resume them', async () => {
		await add(1, undefined);
		await assertUpToDate();
		await add(1);
		await assertUpToDate();
		assert.ok((await list()).entries[0]?.outcome);
	});

	it('reads an export again once it is no longer running', async () => {
		const entry = await add(1);
		running.add(basename(entry.folder));
		await list();
		await rename(entry, 'Release');
		running.clear();
		await assertUpToDate();
	});

	it('does not cache an export that was changed while exports were being listed', async () => {
		const entry = await add(1);
		const during = list();
		await listing.changing(entry.folder, () => rename(entry, 'Release'));
		await during;
		await assertUpToDate();
	});

	it('invalidates a cached export even if changing the export failed', async () => {
		const entry = await add(1);
		await list();
		const failing = listing.changing(entry.folder, async () => {
			await rename(entry, 'Release');
			throw new Error('after the change');
		});
		await assert.rejects(failing, /after the change/);
		await assertUpToDate();
	});

	it('detects changes by another process on a rescan of the exports', async () => {
		const entry = await add(1);
		await list();
		await rename(entry, 'Release');
		assert.equal((await list(true)).entries[0]?.name, 'Release');
		await assertUpToDate();
	});
});
