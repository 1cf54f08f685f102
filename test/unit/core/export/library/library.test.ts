import * as assert from 'node:assert/strict';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { deleteExport, listExports, type Runners, removeFolder } from '../../../../../src/core/export/library/library';
import { serviceFolderName } from '../../../../../src/core/export/model/names';
import { onDisk } from '../../../../../src/core/files/diskError';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { systemError } from '../support/failingFiles';
import { addExport, service } from '../support/library';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const none = runners();

function runners(...running: string[]): Runners {
	return { running: new Set(running), locks: new ExportLocks({ beatMs: 20, checksUntilDead: 250 }) };
}

describe('listExports()', () => {
	const folder = useTemporaryFolder();

	it('lists the exports of all applications, including interrupted exports, with the newest first', async () => {
		const old = await addExport(folder.path, {
			askedAt: '2026-11-18T09:00:00Z',
			records: 'x',
			name: '2026-11-18T09-00-00Z-aaaaaa',
		});
		const interrupted = await addExport(folder.path, {
			plan: { application: { id: '102' } },
			askedAt: '2026-11-19T09:00:00Z',
			name: '2026-11-19T09-00-00Z-aaaaaa',
		});
		const newest = await addExport(folder.path, {
			askedAt: '2026-11-20T09:00:00Z',
			records: 'x',
			name: '2026-11-20T09-00-00Z-aaaaaa',
		});
		assert.deepEqual(await listExports(folder.path, service, none), {
			entries: [newest, interrupted, old],
			unreadable: 0,
		});
		assert.deepEqual(
			await listExports(folder.path, `${service}/`, none),
			await listExports(folder.path, service, none),
		);
	});

	it('does not list running exports or exports of other services', async () => {
		const entry = await addExport(folder.path);
		assert.deepEqual(await listExports(folder.path, service, runners(basename(entry.folder))), {
			entries: [],
			unreadable: 0,
		});
		assert.deepEqual(await listExports(folder.path, 'sample', none), { entries: [], unreadable: 0 });
	});

	it('lists a complete export while it is being verified', async () => {
		const entry = await addExport(folder.path, { records: 'x' });
		const { entries } = await listExports(folder.path, service, runners(basename(entry.folder)));
		assert.deepEqual(entries, [entry]);
	});

	it('returns no exports if the library folder does not exist', async () => {
		assert.deepEqual(await listExports(join(folder.path, 'none'), service, none), { entries: [], unreadable: 0 });
	});

	it('skips files that are not exports and counts unreadable exports', async () => {
		const entry = await addExport(folder.path, { records: 'x' });
		const application = dirname(entry.folder);
		const root = dirname(application);
		writeFileSync(join(root, 'notes.txt'), 'mine');
		writeFileSync(join(root, '7'), 'a file named like an application');
		mkdirSync(join(root, 'not-an-id', '2026-11-20T09-02-03Z-abc123'), { recursive: true });
		mkdirSync(join(application, 'holiday pictures'));
		writeFileSync(join(application, '.DS_Store'), '');
		symlinkSync(entry.folder, join(application, '2026-11-20T09-02-03Z-linked'));
		mkdirSync(join(application, '2026-11-20T09-02-03Z-empty0'));
		mkdirSync(join(application, '2026-11-20T09-02-03Z-broken'));
		writeFileSync(join(application, '2026-11-20T09-02-03Z-broken', 'request.json'), '{"version":');
		mkdirSync(join(application, '2026-11-20T09-02-03Z-future'));
		writeFileSync(join(application, '2026-11-20T09-02-03Z-future', 'request.json'), '{"version":2}');
		assert.deepEqual(await listExports(folder.path, service, none), { entries: [entry], unreadable: 3 });
	});

	it('distinguishes an export that is running in another window from an interrupted export', async () => {
		const entry = await addExport(folder.path);
		const beginning = join(dirname(entry.folder), '2026-11-20T09-02-09Z-begins');
		mkdirSync(beginning);
		const { locks } = runners();
		{
			await using _runs = await locks.tryLock(entry.folder);
			// This export has not saved its query yet.
			await using _begins = await locks.tryLock(beginning);
			assert.deepEqual(await listExports(folder.path, service, none), {
				entries: [{ ...entry, runsElsewhere: true }],
				unreadable: 0,
			});
		}
		assert.deepEqual(await listExports(folder.path, service, none), { entries: [entry], unreadable: 1 });
	});

	it('returns no exports if the library path is a file', async () => {
		writeFileSync(join(folder.path, serviceFolderName(service)), '');
		assert.deepEqual(await listExports(folder.path, service, none), { entries: [], unreadable: 0 });
	});
});

describe('deleteExport()', () => {
	const folder = useTemporaryFolder();
	const library = () => join(folder.path, 'library');

	it('deletes an export even if its records file is read-only', async () => {
		const whole = await addExport(library(), { records: 'x' });
		const interrupted = await addExport(library(), { name: '2026-11-20T09-02-03Z-zzzzzz' });
		assert.equal(statSync(join(whole.folder, whole.outcome?.file ?? '')).mode & 0o222, 0);
		await deleteExport(library(), whole.folder, none);
		assert.deepEqual((await listExports(library(), service, none)).entries, [interrupted]);
		await deleteExport(library(), `${interrupted.folder}/`, none);
		assert.deepEqual((await listExports(library(), service, none)).entries, []);
	});

	it('deletes an export from a library that is accessed through a symbolic link', async () => {
		const entry = await addExport(library(), { records: 'x' });
		const link = join(folder.path, 'link');
		symlinkSync(library(), link);
		await deleteExport(link, join(link, relative(library(), entry.folder)), none);
		assert.equal(existsSync(entry.folder), false);
	});

	it('deletes the symbolic links in an export without touching their targets', async () => {
		const entry = await addExport(library(), { records: 'x' });
		const elsewhere = join(folder.path, 'elsewhere');
		mkdirSync(elsewhere);
		writeFileSync(join(elsewhere, 'mine'), 'mine', { mode: 0o400 });
		const { mode } = statSync(join(elsewhere, 'mine'));
		symlinkSync(elsewhere, join(entry.folder, 'link-to-folder'));
		symlinkSync(join(elsewhere, 'mine'), join(entry.folder, 'link-to-file'));
		await deleteExport(library(), entry.folder, none);
		assert.equal(existsSync(entry.folder), false);
		assert.equal(readFileSync(join(elsewhere, 'mine'), 'utf8'), 'mine');
		assert.equal(statSync(join(elsewhere, 'mine')).mode, mode);
	});

	it('deletes an export without a lock if the disk is full, unless another process holds the lock', async () => {
		const entry = await addExport(library(), { records: 'x' });
		const full = {
			running: new Set<string>(),
			locks: {
				isLocked: none.locks.isLocked.bind(none.locks),
				tryLock: () => onDisk(entry.folder, () => Promise.reject(systemError('ENOSPC'))),
			},
		};
		{
			await using _lock = await runners().locks.tryLock(entry.folder);
			await assertProblem(deleteExport(library(), entry.folder, full), { kind: 'disk', fault: 'full' });
		}
		await deleteExport(library(), entry.folder, full);
		assert.equal(existsSync(entry.folder), false);
	});

	it("can still delete an export later if its records file can't be deleted now", async () => {
		const entry = await addExport(library(), { records: 'x' });
		const rm: typeof nodeFiles.rm = async (path, options) => {
			for (const inside of [String(path), ...tree(String(path)).map((name) => join(String(path), name))]) {
				if (inside.endsWith('.errors.csv')) {
					// Windows does not delete a file that is open in a spreadsheet program, but deletes the other files.
					throw systemError('EBUSY');
				}
				await nodeFiles.rm(inside, { force: true }).catch(() => undefined);
			}
			await nodeFiles.rm(path, options);
		};
		await assert.rejects(removeFolder(entry.folder, { ...nodeFiles, rm }));
		assert.deepEqual((await listExports(library(), service, none)).entries, [entry]);
		await deleteExport(library(), entry.folder, none);
		assert.equal(existsSync(entry.folder), false);
	});

	it('reports a missing folder if the export was already deleted', async () => {
		const entry = await addExport(library());
		rmSync(entry.folder, { recursive: true });
		await assertProblem(deleteExport(library(), entry.folder, none), { kind: 'disk', fault: 'missing' });
	});

	describe('refused deletions', () => {
		for (const [name, path] of [
			['the library folder', () => library()],
			['the folder of a service', (export_: string) => dirname(dirname(export_))],
			['the folder of an application', (export_: string) => dirname(export_)],
			['a file in an export', (export_: string) => join(export_, 'request.json')],
			['a folder in an export', (export_: string) => join(export_, 'inner')],
			['the parent folder of the library', () => folder.path],
			['the root folder', () => '/'],
			['an empty path', () => ''],
			[
				'an export outside the library',
				(export_: string) => join(dirname(export_), '..', '..', '..', 'other', relative(library(), export_)),
			],
			[
				'an export outside the library through .. in its path',
				(export_: string) => `${library()}/../other/${relative(library(), export_)}`,
			],
			[
				'an export outside the library through a symbolic link',
				() => join(library(), 'linked', '101', '2026-11-20T09-02-03Z-abc123'),
			],
			['an export next to the library', (export_: string) => join(folder.path, '101', basename(export_))],
			['a symbolic link to an export', (export_: string) => join(dirname(export_), '2026-11-20T09-02-03Z-linked')],
			[
				'a folder that is named like an export but contains no query',
				(export_: string) => join(dirname(export_), '2026-11-20T09-02-03Z-empty0'),
			],
		] as const) {
			it(`refuses to delete ${name}`, async () => {
				const { folder: inside } = await addExport(library(), { records: 'x' });
				mkdirSync(join(inside, 'inner'));
				const { folder: outside } = await addExport(join(folder.path, 'other'), { records: 'x' });
				cpSync(inside, join(folder.path, '101', basename(inside)), { recursive: true });
				symlinkSync(dirname(dirname(outside)), join(library(), 'linked'));
				symlinkSync(inside, join(dirname(inside), '2026-11-20T09-02-03Z-linked'));
				mkdirSync(join(dirname(inside), '2026-11-20T09-02-03Z-empty0'));
				writeFileSync(join(dirname(inside), '2026-11-20T09-02-03Z-empty0', 'mine.txt'), '');
				const before = tree(folder.path);
				await assertProblem(deleteExport(library(), path(inside), none), { kind: 'disk', fault: 'denied' });
				assert.deepEqual(tree(folder.path), before);
			});
		}

		it('refuses to delete a running export', async () => {
			const { folder: inside } = await addExport(library());
			await assertProblem(deleteExport(library(), inside, runners(basename(inside))), {
				kind: 'exportRunning',
				where: 'here',
			});
			assert.ok(existsSync(inside));
		});

		it('refuses to delete an export while it is running in another window', async () => {
			const { folder: inside } = await addExport(library());
			{
				await using _lock = await runners().locks.tryLock(inside);
				const before = tree(inside);
				await assertProblem(deleteExport(library(), inside, none), { kind: 'exportRunning', where: 'elsewhere' });
				assert.deepEqual(tree(inside), before);
			}
			await deleteExport(library(), inside, none);
			assert.equal(existsSync(inside), false);
		});

		it('refuses to delete an export that was moved to the wrong folder', async () => {
			const { folder: inside } = await addExport(library());
			const moved = join(library(), basename(inside));
			renameSync(inside, moved);
			await assertProblem(deleteExport(library(), moved, none), { fault: 'denied' });
			assert.ok(existsSync(moved));
		});
	});
});
