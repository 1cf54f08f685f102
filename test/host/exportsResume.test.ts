import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { ExportLocks } from '../../src/core/locks/exportLock';
import { describeRetainedData } from '../../src/features/exports/interruptedMessage';
import { resumeAfterReload } from '../../src/features/exports/register';
import { stateKeys } from '../../src/ids';
import { type LeftExport, RunningExports } from '../../src/services/runningExports';
import { useExportsHarness } from '../support/host/exportsHarness';
import { MemoryMemento } from '../support/host/memory';
import { eventually } from '../support/vscode/waiting';

describe('interrupted, resumed and verified exports', () => {
	const stage = useExportsHarness(4_000);

	// While an export starts or ends, its files can be incomplete for a moment.
	const onlyEntry = () =>
		eventually('the only export', async () => {
			const { entries } = await stage.services.exports.list(stage.account);
			return entries.length === 1 ? entries[0] : undefined;
		});
	/** Sorts the records, because chunks can arrive in a different order than one response. */
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

	async function stopMidway(): Promise<ExportEntry> {
		stage.fault('trickle', '60000');
		const done = stage.run({ chunking: 'day' });
		await stage.person.progress(/Exporting errors of Shop/).reported(/chunk [4-9] of \d+/);
		await stage.person.progress(/Exporting errors of Shop/).cancel();
		assert.equal(await done, undefined);
		stage.service.faults.clear();
		return onlyEntry();
	}

	it('keeps the received chunks of a stopped export and requests only the remaining chunks on resume', async () => {
		const stopped = await stopMidway();
		assert.ok((stopped.resumable?.done ?? 0) >= 3);
		const before = stage.asked().length;
		await stage.person
			.message(/^The export was stopped\. Already fetched: \d+ of \d+ chunks · [\d,]+ records\./)
			.press('Resume');
		await stage.person.message(/^Exported Shop for Android/).read();
		const entry = await onlyEntry();
		assert(entry.outcome && stopped.resumable);
		assert.deepEqual(await held(entry), await expected(entry));
		assert.equal(stage.asked().length - before, stopped.resumable.chunks - stopped.resumable.done);
	});

	it('keeps the received records of a stopped export, marks it as incomplete and completes it on resume', async () => {
		stage.fault('trickle', '8192');
		const done = stage.run({ view: 'results' });
		await stage.person.progress(/Exporting errors of Shop/).reported(/[1-9][\d,]* records/);
		await stage.person.progress(/Exporting errors of Shop/).cancel();
		assert.equal(await done, undefined);
		stage.service.faults.clear();
		const stopped = await onlyEntry();
		assert.deepEqual(stopped.outcome?.flags, ['stopped']);
		const { buttons } = await stage.person
			.message(
				/^The export was stopped\. Records received so far: [\d,]+\. "Resume Export" requests all records again in chunks\./,
			)
			.read();
		assert.deepEqual(buttons, ['Resume', 'Open']);
		await stage.person.message(/^The export was stopped/).press('Resume');
		const entry = await eventually('the whole export', async () => {
			const found = await onlyEntry();
			const isWhole = found.outcome?.flags.length === 0 && stage.services.running.all.length === 0;
			return isWhole ? found : undefined;
		});
		assert.deepEqual(await held(entry), await expected(entry));
		assert.equal(entry.resumable, undefined);
	});

	it('resumes an interrupted export from its row in the tree', async () => {
		const stopped = await stopMidway();
		await stage.person.message(/The export was stopped/).dismiss();
		const entry = await vscode.commands.executeCommand<ExportEntry>('appErrors.resumeExport', {
			kind: 'export',
			account: stage.account,
			entry: stopped,
		});
		assert.deepEqual(await held(entry), await expected(entry));
	});

	it('reports which records a failed export has saved, and offers to resume the export', async () => {
		stage.fault('tokenDies', '5');
		const done = stage.run({ chunking: 'day' });
		await stage.person.input(/no longer accepts|does not accept/).escape();
		assert.equal(await done, undefined);
		const { text, buttons } = await stage.person
			.message(/does not accept this token.*Already fetched: 5 of \d+ chunks/)
			.read();
		assert.ok(!text.includes(stage.service.token));
		assert.deepEqual(buttons, ['Resume', 'Paste a New Token']);
	});

	it('splits the time range automatically if the service rejects it as too large', async () => {
		stage.fault('tooLarge', '7');
		const entry = await stage.run();
		assert(entry?.outcome);
		assert.deepEqual(await held(entry), await expected(entry));
		assert.ok(stage.asked().length > 4);
	});

	describe('exports left unfinished by a closed window', () => {
		const windows: RunningExports[] = [];
		afterEach(() => {
			for (const window of windows.splice(0)) {
				window.dispose();
			}
		});

		async function leave(): Promise<ExportEntry> {
			stage.fault('queued', '1');
			const done = stage.run();
			const run = await eventually('a queued export', async () =>
				stage.services.running.all.find(({ progress }) => progress?.state === 'queued'),
			);
			run.stop();
			assert.equal(await done, undefined);
			await stage.person.message(/^The export was stopped\. The service is still preparing the export\./).dismiss();
			return onlyEntry();
		}

		async function openNext(...left: LeftExport[]): Promise<RunningExports> {
			const memento = new MemoryMemento();
			await memento.update(stateKeys.leftExports, left);
			const running = new RunningExports(memento, stage.services.log);
			windows.push(running);
			await resumeAfterReload({ ...stage.services, running });
			assert.deepEqual([running.left, memento.keys()], [[], []]);
			return running;
		}

		it('resumes an unfinished export in the next window with the same request, without taking focus', async () => {
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

		it('resumes an unfinished export only after the previous window has released it', async () => {
			const { folder } = await leave();
			const locks = new ExportLocks({ beatMs: 100, checksUntilDead: 10 });
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

		it('stops an unfinished export if the service rejects the token, without prompting for a new one', async () => {
			const { folder } = await leave();
			stage.service.replaceToken('another');
			await openNext({ account: stage.account.id, folder });
			// The token prompt is still open and would fail the test's cleanup.
			await stage.person.message(/does not accept this token/).dismiss();
			assert.ok((await onlyEntry()).resumable, 'it can be resumed');
		});

		it('does not resume an export that is complete or whose account or folder was removed', async () => {
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

	it('shows running exports with the last response of the service, and stops the selected export', async () => {
		stage.fault('queuedForever', '40');
		const done = stage.run();
		await stage.person.progress(/Exporting errors of Shop/).reported(/queued by the service, 40%/);
		const shown = vscode.commands.executeCommand('appErrors.showRunningExports');
		const running = stage.person.pick(/Select an export to stop it/);
		const [row] = await running.rows();
		assert.match(row?.label ?? '', /Exporting errors of Shop for Android/);
		assert.match(
			row?.detail ?? '',
			/queued by the service, 40%.*running for .*last response at \d\d:\d\d UTC: still being prepared/,
		);
		await running.enter();
		await shown;
		assert.equal(await done, undefined);
		await stage.person.message(/^The export was stopped\. The service is still preparing the export\./).dismiss();
	});

	it('reports only the error if a failed export has not saved any records', async () => {
		stage.fault('queuedForever', '40');
		const done = stage.run();
		await stage.person.progress(/Exporting errors of Shop/).reported(/queued by the service, 40%/);
		await stage.person.progress(/Exporting errors of Shop/).cancel();
		await done;
		await stage.person.message(/^The export was stopped/).dismiss();
		const { folder, resumable } = await onlyEntry();
		assert.ok(resumable?.queued);
		const waited = new AppError({ kind: 'waitLimit', minutes: 60, percent: 40 });
		assert.ok(await describeRetainedData(stage.services, stage.account, folder, waited));
		const { text, buttons } = await stage.person.message(/within 60 minutes/).read();
		assert.match(text, /within 60 minutes \(40% done\)\..* Repeat the export later to get the result\.$/);
		assert.deepEqual(buttons, ['Resume']);
	});

	it('lists exports to resume or verify in the Command Palette, or reports that no such exports exist', async () => {
		await vscode.commands.executeCommand('appErrors.resumeExport');
		await stage.person.message(/^Nothing to resume/).dismiss();
		await vscode.commands.executeCommand('appErrors.verifyExport');
		await stage.person.message(/^No exports to verify/).dismiss();

		await stopMidway();
		await stage.person.message(/^The export was stopped/).dismiss();
		const resuming = vscode.commands.executeCommand('appErrors.resumeExport');
		const [row, ...others] = await stage.person.pick(/^Resume Export/).rows();
		assert.deepEqual([row?.label, others], ['Shop for Android · Last 30 days', []]);
		assert.match(row?.description ?? '', /^\d+ of \d+ chunks · [\d,]+ records · just now$/);
		await stage.person.pick(/^Resume Export/).enter();
		await resuming;

		const verifying = vscode.commands.executeCommand('appErrors.verifyExport');
		const [whole] = await stage.person.pick(/^Verify Export/).rows();
		assert.match(whole?.description ?? '', /^[\d,]+ records · Completeness not checked · just now$/);
		await stage.person.pick(/^Verify Export/).enter();
		await verifying;
		await stage.person.message(/^Shop for Android: Complete \(verified\)\. /).dismiss();
		await vscode.commands.executeCommand('appErrors.verifyExport');
		await stage.person.message(/^No exports to verify/).dismiss();
	});

	it('verifies an export on demand and reports it as complete', async () => {
		const entry = await stage.run();
		await stage.person.message(/^Exported Shop for Android: .* · Completeness not checked\./).read();
		await vscode.commands.executeCommand('appErrors.verifyExport', { kind: 'export', account: stage.account, entry });
		await stage.person.message(/^Shop for Android: Complete \(verified\)/).read();
		assert.equal((await onlyEntry()).outcome?.proof, 'proven');
	});

	it('detects an export truncated at an undocumented limit, and completes it', async () => {
		stage.fault('serverLimit', '1000');
		const entry = await stage.run();
		assert.equal(entry?.outcome?.rows, 1000);
		await stage.person.message(/A response with exactly 1,000 records may have reached the limit/).press('Verify');
		await stage.person.message(/^Shop for Android: Incomplete \(records missing\)/).press('Fetch Missing Records');
		const whole = await eventually('a whole export', async () => {
			const [found] = (await stage.services.exports.list(stage.account)).entries;
			return found?.outcome && found.outcome.rows > 1000 ? found : undefined;
		});
		await stage.person.progress(/Resuming the export/).ended();
		assert.deepEqual(await held(whole), await expected(whole));
	});
});
