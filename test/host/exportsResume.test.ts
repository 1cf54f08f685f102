import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { ExportLocks } from '../../src/core/locks/exportLock';
import { tellWhatIsKept } from '../../src/features/exports/interruptedMessage';
import { resumeAfterReload } from '../../src/features/exports/resumeAfterReload';
import { stateKeys } from '../../src/ids';
import { type LeftExport, RunningExports } from '../../src/services/runningExports';
import { useExportsStage } from '../support/host/exportsStage';
import { MemoryMemento } from '../support/host/memory';
import { eventually } from '../support/vscode/waiting';

describe('exports that do not come to their end at once', () => {
	const stage = useExportsStage(4_000);

	const onlyEntry = async () => {
		const { entries } = await stage.services.exports.list(stage.account);
		assert.equal(entries.length, 1);
		return entries[0] as ExportEntry;
	};
	/** In an order of their own: slices may come in another order than one answer. */
	const held = async ({ folder, outcome }: ExportEntry) => {
		const [, ...rows] = parse(await readFile(path.join(folder, outcome?.file ?? '')), { relax_column_count: true });
		return rows.map((row: string[]) => JSON.stringify(row)).sort();
	};
	const expected = async ({ stored }: ExportEntry) => {
		const records: string[] = [];
		for await (const record of stage.service.recordsFor(stored.question)) {
			records.push(JSON.stringify([...record]));
		}
		return records.sort();
	};

	/** Begins an export by days and stops it once a few slices are there. */
	async function stopMidway(): Promise<ExportEntry> {
		stage.fault('trickle', '60000');
		const done = stage.run({ slicing: 'day' });
		await stage.person.progress(/Exporting errors of Shop/).reported(/slice [4-9] of \d+/);
		await stage.person.progress(/Exporting errors of Shop/).cancel();
		assert.equal(await done, undefined);
		stage.service.faults.clear();
		return onlyEntry();
	}

	it('keep what has arrived when stopped, and fetch only the rest when resumed', async () => {
		const stopped = await stopMidway();
		assert.ok((stopped.resumable?.done ?? 0) >= 3);
		const before = stage.asked().length;
		await stage.person.message(/^The export was stopped\. Kept: \d+ of \d+ slices · [\d,]+ records\./).press('Resume');
		await stage.person.message(/^Exported Shop for Android/).read();
		const entry = await onlyEntry();
		assert(entry.outcome && stopped.resumable);
		assert.deepEqual(await held(entry), await expected(entry));
		assert.equal(stage.asked().length - before, stopped.resumable.slices - stopped.resumable.done);
	});

	it('are resumed by their row in the tree', async () => {
		const stopped = await stopMidway();
		await stage.person.message(/The export was stopped/).dismiss();
		const entry = await vscode.commands.executeCommand<ExportEntry>('appErrors.resumeExport', {
			kind: 'export',
			account: stage.account,
			entry: stopped,
		});
		assert.deepEqual(await held(entry), await expected(entry));
	});

	it('say what is kept when they fail, and offer to resume', async () => {
		stage.fault('tokenDies', '5');
		const done = stage.run({ slicing: 'day' });
		await stage.person.input(/no longer accepts|does not accept/).escape();
		assert.equal(await done, undefined);
		const { text, buttons } = await stage.person.message(/does not accept this token.*Kept: 5 of \d+ slices/).read();
		assert.ok(!text.includes(stage.service.token));
		assert.deepEqual(buttons, ['Resume', 'Paste a New Token']);
	});

	it('are cut into halves by themselves where the service finds the range too large', async () => {
		stage.fault('tooLarge', '7');
		const entry = await stage.run();
		assert(entry?.outcome);
		assert.deepEqual(await held(entry), await expected(entry));
		assert.ok(stage.asked().length > 4);
	});

	describe('and were left when their window was closed', () => {
		const windows: RunningExports[] = [];
		afterEach(() => {
			for (const window of windows.splice(0)) {
				window.dispose();
			}
		});

		/** An export that the service was preparing when its window was closed. */
		async function leave(): Promise<ExportEntry> {
			stage.fault('queued', '1');
			const done = stage.run();
			const run = await eventually('a queued export', async () =>
				stage.services.running.all.find(({ progress }) => progress?.state === 'queued'),
			);
			run.stop();
			assert.equal(await done, undefined);
			await stage.person.message(/^The export was stopped\. The service goes on preparing it\./).dismiss();
			return onlyEntry();
		}

		/** What a window does that is opened after one that was carrying out these. */
		async function openNext(...left: LeftExport[]): Promise<RunningExports> {
			const memento = new MemoryMemento();
			await memento.update(stateKeys.leftExports, left);
			const running = new RunningExports(memento, stage.services.log);
			windows.push(running);
			await resumeAfterReload({ ...stage.services, running });
			assert.deepEqual([running.left, memento.keys()], [[], []]);
			return running;
		}

		it('resume in the next window with the identical request, without focus when done', async () => {
			const { folder } = await leave();
			await openNext({ account: stage.account.id, folder });
			const entry = await onlyEntry();
			assert(entry.outcome);
			assert.deepEqual(await held(entry), await expected(entry));
			assert.equal(new Set(stage.asked()).size, 1, 'the identical request');
			assert.equal(vscode.window.activeTextEditor, undefined);
			const { buttons } = await stage.person.message(/^Exported Shop for Android: /).read();
			assert.deepEqual(buttons, ['Open']);
			await stage.person.message(/^Exported Shop for Android: /).press('Open');
			await eventually('the records', async () => vscode.window.activeTextEditor);
		});

		it('wait for the window that is still ending', async () => {
			const { folder } = await leave();
			const locks = new ExportLocks({ beatMs: 100, looksUntilDead: 10 });
			const lock = await locks.tryLock(path.dirname(folder));
			const before = stage.asked().length;
			const memento = new MemoryMemento();
			await memento.update(stateKeys.leftExports, [{ account: stage.account.id, folder }]);
			const running = new RunningExports(memento, stage.services.log);
			windows.push(running);
			const going = resumeAfterReload({ ...stage.services, running });
			await eventually('a waiting export', async () =>
				running.all.find(({ progress }) => progress?.state === 'waitingForTurn'),
			);
			assert.equal(stage.asked().length, before);
			await lock?.[Symbol.asyncDispose]();
			await going;
			assert.ok((await onlyEntry()).outcome);
		});

		it('end when the service refuses the token, and ask for nothing', async () => {
			const { folder } = await leave();
			stage.service.replaceToken('another');
			await openNext({ account: stage.account.id, folder });
			// Its box would be open, which fails when the person leaves.
			await stage.person.message(/does not accept this token/).dismiss();
			assert.ok((await onlyEntry()).resumable, 'it can be resumed');
		});

		it('are left alone when their account is gone, or they are deleted or whole', async () => {
			const whole = await stage.run();
			assert(whole?.outcome);
			const before = stage.asked().length;
			await openNext(
				{ account: stage.account.id, folder: whole.folder },
				{ account: stage.account.id, folder: `${whole.folder}0` },
				{ account: 'nobody', folder: whole.folder },
			);
			assert.equal(stage.asked().length, before);
		});
	});

	it('are shown while they run, with the last answer, and can be stopped there', async () => {
		stage.fault('queuedForever', '40');
		const done = stage.run();
		await stage.person.progress(/Exporting errors of Shop/).reported(/queued by the service, 40%/);
		const shown = vscode.commands.executeCommand('appErrors.showRunningExports');
		const running = stage.person.pick(/Enter stops an export/);
		const [row] = await running.rows();
		assert.match(row?.label ?? '', /Exporting errors of Shop for Android/);
		assert.match(
			row?.detail ?? '',
			/queued by the service, 40%.*running for .*last answer at \d\d:\d\d: still being prepared/,
		);
		await running.enter();
		await shown;
		assert.equal(await done, undefined);
		await stage.person.message(/^The export was stopped\. The service goes on preparing it\./).dismiss();
	});

	it('say what went wrong alone while nothing is kept', async () => {
		stage.fault('queuedForever', '40');
		const done = stage.run();
		await stage.person.progress(/Exporting errors of Shop/).reported(/queued by the service, 40%/);
		await stage.person.progress(/Exporting errors of Shop/).cancel();
		await done;
		await stage.person.message(/^The export was stopped/).dismiss();
		const { folder, resumable } = await onlyEntry();
		assert.ok(resumable?.queued);
		const waited = new AppError({ kind: 'waitLimit', minutes: 60, percent: 40 });
		assert.ok(await tellWhatIsKept(stage.services, stage.account, folder, waited));
		const { text, buttons } = await stage.person.message(/within 60 minutes/).read();
		assert.match(text, /within 60 minutes \(40% done\)\..* ask again later to fetch the result\.$/);
		assert.deepEqual(buttons, ['Resume']);
	});

	it('are chosen from the palette, where there are any', async () => {
		await vscode.commands.executeCommand('appErrors.resumeExport');
		await stage.person.message(/^There is no export to resume/).dismiss();
		await vscode.commands.executeCommand('appErrors.verifyExport');
		await stage.person.message(/^There is no export to verify/).dismiss();

		await stopMidway();
		await stage.person.message(/^The export was stopped/).dismiss();
		const resuming = vscode.commands.executeCommand('appErrors.resumeExport');
		const [row, ...others] = await stage.person.pick(/^Resume an export/).rows();
		assert.deepEqual([row?.label, others], ['Shop for Android · Last 30 days', []]);
		assert.match(row?.description ?? '', /^\d+ of \d+ slices · [\d,]+ records · just now$/);
		await stage.person.pick(/^Resume an export/).enter();
		await resuming;

		const verifying = vscode.commands.executeCommand('appErrors.verifyExport');
		const [whole] = await stage.person.pick(/^Verify an export/).rows();
		assert.match(whole?.description ?? '', /^[\d,]+ records · not verified · just now$/);
		await stage.person.pick(/^Verify an export/).enter();
		await verifying;
		await stage.person.message(/^Shop for Android: complete\. /).dismiss();
		await vscode.commands.executeCommand('appErrors.verifyExport');
		await stage.person.message(/^There is no export to verify/).dismiss();
	});

	it('are verified on demand, and told to be complete', async () => {
		const entry = await stage.run();
		await stage.person.message(/^Exported Shop for Android: .* · not verified\./).read();
		await vscode.commands.executeCommand('appErrors.verifyExport', { kind: 'export', account: stage.account, entry });
		await stage.person.message(/^Shop for Android: complete/).read();
		assert.equal((await onlyEntry()).outcome?.proof, 'proven');
	});

	it('are found cut at a maximum the service does not tell, and are completed', async () => {
		stage.fault('serverLimit', '1000');
		const entry = await stage.run();
		assert.equal(entry?.outcome?.rows, 1000);
		await stage.person.message(/1,000 records in one answer look like the most/).press('Verify');
		await stage.person.message(/^Shop for Android: records missing/).press('Fetch Missing Records');
		const whole = await eventually('a whole export', async () => {
			const [found] = (await stage.services.exports.list(stage.account)).entries;
			return found?.outcome && found.outcome.rows > 1000 ? found : undefined;
		});
		await stage.person.progress(/Resuming the export/).ended();
		assert.deepEqual(await held(whole), await expected(whole));
	});
});
