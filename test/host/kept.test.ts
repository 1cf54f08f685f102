import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { utc } from '../../src/core/plan/range';
import { KeptRows } from '../../src/features/applications/keptRows';
import { tooltipOf } from '../../src/features/applications/tooltips';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { ResultsDocument } from '../../src/features/results/document';
import type { KeptInView } from '../../src/features/results/kept/pageKept';
import { describeNotices, type Remedies } from '../../src/features/results/notices/noticeContents';
import { DisposableStore } from '../../src/shared/disposables';
import { allDays, type DayState } from '../../src/shared/keptDays';
import type { FileReading } from '../../src/shared/results';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';
import { problemOf, setSetting } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { eventually } from '../support/vscode/waiting';

describe('kept records', () => {
	const stage = useExportsStage();
	let store: DisposableStore;
	let rows: KeptRows;

	beforeEach(() => {
		store = new DisposableStore();
		rows = store.add(
			new KeptRows(stage.services.kept, stage.services.keptSchedule, stage.services.keptMarks, (error) =>
				assert.fail(String(error)),
			),
		);
	});
	afterEach(() => store.dispose());

	const { application, keep, sets, only, node } = keptStage(stage);
	const update = async () => vscode.commands.executeCommand('appErrors.updateKept', await node());

	it('of an application are begun by one choice, and have what the service has', async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const { summary, plan } = known;
		assert.equal(stage.asked().length, 8);
		assert.ok(plan.fields.includes('error_receive_timestamp'));
		assert.equal(summary.days.missing + summary.days.refused, 0);
		assert.equal(summary.days.open + summary.days.settled, 8);
		assert.ok(summary.rows > 0);
		assert.ok(stage.asked().every((url) => url.includes('date_dimension=receive')));
	});

	it('are those that an export of the same days has', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const { plan, zone } = known;
		const { since: _, ...asked } = plan;
		const range = { kind: 'lastDays', days: 30 } as const;
		const exported = await vscode.commands.executeCommand<ExportEntry>('appErrors.runExport', {
			account: stage.account,
			plan: { ...firstPlan(plan.application), ...asked, range, dateDimension: 'receive', view: 'document' },
			zone,
		});
		assert.equal(known.summary.rows, exported.outcome?.rows);
	});

	it('are updated by small requests for days that are open', async () => {
		await keep('Last 7 days');
		const before = stage.asked().length;
		const { known } = await only();
		await update();
		const asked = stage.asked().slice(before);
		assert.equal(asked.length, known.summary.days.open);
		assert.equal((await only()).known.summary.rows, known.summary.rows);
	});

	it('stand under their application, with what there is to know', async () => {
		await keep('Last 7 days');
		const [row] = await rows.of(stage.account, '101');
		assert(row);
		const item = toTreeItem(row, { hasRows: false, now: new Date() });
		assert.match(String(item.label), /^Kept since [A-Z]/);
		assert.match(String(item.description), /^[\d,]+ records · current to /);
		assert.equal(item.contextValue, 'kept');
		assert.deepEqual(await rows.of(stage.account, '102'), []);
	});

	it('stay on their clock where the applications are not known yet', async () => {
		const zone = { kind: 'named', name: 'Asia/Tokyo' } as const;
		const { format, fields, filters, application, skipUnavailableShards } = firstPlan({ id: '101' });
		const plan = { format, fields, filters, application, skipUnavailableShards };
		const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
		await stage.services.kept.create(stage.account, { ...plan, since }, zone);
		// The view may just be asking for them.
		assert.match(stage.services.applications.listing.kind, /^(?:unknown|loading)$/);
		await update();
		const { known } = await only();
		assert.deepEqual(known.zone, zone);
		assert.equal(known.summary.days.missing, 0);
	});

	describe('updated by themselves', () => {
		const minute = 60_000;
		let replacements: Replacements;

		beforeEach(() => {
			replacements = new Replacements();
			replacements.replace(vscode.window, 'state', { focused: true, active: true });
		});
		afterEach(async () => {
			replacements.dispose();
			await setSetting('appErrors.keptRecords.updateEvery', undefined);
			stage.services.keptSchedule.lookAgain();
		});

		/** A set about which nobody was asked yet. */
		const begin = () => {
			const { format, fields, filters, application, skipUnavailableShards } = firstPlan({ id: '101', name: 'Shop' });
			const plan = { format, fields, filters, application, skipUnavailableShards };
			const since = new Date(Date.now() - minute).toISOString().slice(0, 10);
			return stage.services.kept.create(stage.account, { ...plan, since }, utc);
		};
		const updated = () => eventually('an update', async () => (await only()).known.updatedAt);
		const rowOf = async () => {
			const [row] = await rows.of(stage.account, '101');
			assert(row);
			const text = String(toTreeItem(row, { hasRows: false, now: new Date() }).description);
			return { text, tooltip: tooltipOf(row) ?? '' };
		};
		/** Opens the set, and closes it again. */
		const openOnce = async () => {
			await vscode.commands.executeCommand('appErrors.openKept', await node());
			await eventually('the results view', async () => vscode.window.tabGroups.activeTabGroup.activeTab);
		};
		const close = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

		it('when they are opened, and not again when that was just so', async () => {
			await begin();
			await openOnce();
			const first = await updated();
			const asked = stage.asked().length;
			assert.ok(asked > 0);
			await close();
			await openOnce();
			const { known } = await only();
			await stage.services.keptSchedule.opened(known.manifest);
			assert.deepEqual([(await only()).known.updatedAt, stage.asked().length], [first, asked]);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('not when they are paused, and not when nobody is signed in', async () => {
			const { keptSchedule, accounts } = stage.services;
			await begin();
			const { known } = await only();
			await vscode.commands.executeCommand('appErrors.pauseKept', await node());
			await keptSchedule.opened(known.manifest);
			await vscode.commands.executeCommand('appErrors.continueKept', await node());
			await accounts.remove(stage.account.id);
			await keptSchedule.opened(known.manifest);
			assert.deepEqual(stage.asked(), []);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('every so often while the window has the focus, if that is wanted', async () => {
			await begin();
			await setSetting('appErrors.keptRecords.updateEvery', 1);
			await updated();
			const { text } = await eventually('the next time', async () => {
				const row = await rowOf();
				return row.text.includes('next at') ? row : undefined;
			});
			assert.match(text, /^[\d,]+ records? · current to \d\d:\d\d · next at \d\d:\d\d$/);
			const { nextAt = 0 } = stage.services.keptSchedule.outlookOf(await only());
			// Less than five minutes counts as five.
			assert.ok(nextAt > Date.now() + 4 * minute && nextAt <= Date.now() + 5 * minute);
		});

		it('not before a busy service wants it, and the row says so without a message', async () => {
			stage.fault('throttle429', '3600');
			await begin();
			const { known } = await only();
			await stage.services.keptSchedule.opened(known.manifest);
			await stage.services.keptSchedule.opened(known.manifest);
			assert.equal(stage.asked().length, 1);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · service busy$/);
			assert.match(tooltip, /takes no more requests for now \(status 429\).* opened after \d\d:\d\d\./);
			assert.deepEqual(stage.person.messageTexts, []);
			stage.service.faults.clear();
			await update();
			assert.doesNotMatch((await rowOf()).text, /busy/);
		});

		it('by no token that the service refuses, and nobody is asked for another', async () => {
			await begin();
			stage.fault('tokenDies', '0');
			const { known } = await only();
			await stage.services.keptSchedule.opened(known.manifest);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · token not accepted$/);
			assert.match(tooltip, /until the account has a new token/);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('quietly where there is no network', async () => {
			await begin();
			const { known } = await only();
			await stage.service.close();
			await stage.services.keptSchedule.opened(known.manifest);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · service not reached$/);
			assert.match(tooltip, /refuses the connection.* opened after \d\d:\d\d\./);
			assert.deepEqual(stage.person.messageTexts, []);
		});
	});

	describe('in a container', () => {
		let replacements: Replacements;
		let folder: string;

		beforeEach(async () => {
			folder = await mkdtemp(path.join(tmpdir(), 'app-errors-mounted-'));
			replacements = new Replacements();
			replacements.replace(vscode.env, 'remoteName', 'dev-container');
		});
		afterEach(async () => {
			replacements.dispose();
			await setSetting('appErrors.exportFolder', undefined);
			await rm(folder, { recursive: true, force: true });
		});

		const question = () => stage.person.pick(/^Keep records current/);
		const begin = async () => vscode.commands.executeCommand('appErrors.keepRecords', await application());
		const tooltip = async () => {
			const [row] = await rows.of(stage.account, '101');
			assert(row);
			return tooltipOf(row) ?? '';
		};

		it('can be put in a folder that stays', async () => {
			const done = begin();
			await question().choose('Choose a Folder…');
			await stage.person.openDialog().answer(vscode.Uri.file(folder));
			await stage.person.pick(/^Keep the records of Shop for Android current/).choose('Today');
			await done;
			const entry = await only();
			assert.equal(path.relative(folder, entry.folder).startsWith('..'), false);
			assert.doesNotMatch(await tooltip(), /in the container/);
		});

		it('are kept in it all the same, and say so', async () => {
			const done = begin();
			await question().choose('Keep Them in the Container');
			await stage.person.pick(/^Keep the records of Shop for Android current/).choose('Today');
			await done;
			assert.match(await tooltip(), /These files are in the container and go with it when it is rebuilt or deleted\./);
		});

		it('are not begun when no folder is chosen', async () => {
			const done = begin();
			await question().choose('Choose a Folder…');
			await stage.person.openDialog().escape();
			await done;
			assert.deepEqual(await sets(), []);
		});
	});

	it('open as one table, which tells what came since and keeps what is shown', async () => {
		await keep('Last 7 days');
		const entry = await only();
		const { engine, kept } = stage.services;
		const manifest = vscode.Uri.file(entry.known.manifest);
		await vscode.commands.executeCommand('appErrors.openKept', await node());
		const tab = await eventually('the results view', async () => vscode.window.tabGroups.activeTabGroup.activeTab);
		assert(tab.input instanceof vscode.TabInputCustom);
		assert.equal(tab.input.viewType, 'appErrors.results');
		assert.equal(tab.input.uri.toString(), manifest.toString());
		const document = store.add(new ResultsDocument(manifest, engine, () => stage.services.exports.roots));
		const { progress } = await eventually('all records', async () => {
			const reading = await document.opened();
			return reading.done ? reading : undefined;
		});
		assert.equal(progress.records, entry.known.summary.rows);
		const described = await kept.describe(manifest.fsPath);
		assert.deepEqual(described?.known, entry.known);
	});

	it('are described by notices: what is new, what was removed and which days lack', () => {
		const noticesOn = (rows: number, ...states: readonly DayState[]) => {
			const days = states.map((state, index) => ({ day: `2026-11-0${index + 1}`, state, rows: 0 }));
			const span = { first: '2026-11-01', last: '2026-11-09' };
			const kept = { days, rows, span, choice: allDays, otherRows: 0 } as unknown as KeptInView;
			const info = { columns: [], broken: 0, truncated: false, moreColumns: false, guessed: 0 };
			const progress = { records: 10, bytes: 1, totalBytes: 1, info } as unknown as FileReading['progress'];
			const reading = { progress, done: true };
			const fetched: (readonly string[])[] = [];
			const fetchDays = async (days: readonly string[]) => fetched.push(days);
			const remedies = new Proxy(
				{ fetchDays },
				{
					get: (known, name) => (name === 'fetchDays' ? known.fetchDays : async () => undefined),
				},
			) as unknown as Remedies;
			const notices = describeNotices({ entry: undefined, kept, reading, change: 'changed' }, remedies);
			const told = notices.map(({ kind, text, remedies }) => [kind, text, ...remedies.map(({ label }) => label)]);
			return { told, fetched, press: () => notices.at(-1)?.remedies[0]?.run() };
		};
		assert.deepEqual(noticesOn(10, 'settled', 'open').told, []);
		assert.deepEqual(noticesOn(1_214, 'settled').told, [['info', '1,204 new records', 'Show']]);
		assert.deepEqual(noticesOn(9).told, [
			['warning', 'Records were removed since these were read. What is shown is from before.', 'Read Again'],
		]);
		const lacking = noticesOn(10, 'missing', 'gone', 'settled', 'inDoubt', 'missing', 'refused', 'open');
		assert.deepEqual(lacking.told, [
			[
				'warning',
				'These records are not of all days: 2 days missing, 1 day refused, 1 day in doubt, 1 day gone at the service.',
				'Fetch These Days',
			],
		]);
		void lacking.press();
		assert.deepEqual(lacking.fetched, [['2026-11-01', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07']]);
		assert.deepEqual(noticesOn(10, 'gone').told, [
			['warning', 'These records are not of all days: 1 day gone at the service.'],
		]);
	});

	it('that were stopped keep what has come, and go on from there', async () => {
		stage.fault('trickle', '100000');
		const done = vscode.commands.executeCommand('appErrors.keepRecords', await application());
		await stage.person.pick(/^Keep the records of Shop for Android current/).choose('Last 30 days');
		await eventually('three days', async () => {
			const [entry] = await sets();
			const { days } = entry?.known?.summary ?? {};
			return days && days.open + days.settled >= 3 ? true : undefined;
		});
		await vscode.commands.executeCommand('appErrors.stopKept', await node());
		await done;
		const { days } = (await only()).known.summary;
		assert.ok(days.missing > 0 && days.missing <= 28, JSON.stringify(days));
		stage.service.faults.clear();
		const before = stage.asked().length;
		await update();
		assert.equal((await only()).known.summary.days.missing, 0);
		assert.ok(stage.asked().length - before <= days.missing + days.open);
	});

	it('are not asked for while they are paused', async () => {
		await keep('Today');
		await vscode.commands.executeCommand('appErrors.pauseKept', await node());
		assert.equal((await only()).known.paused, true);
		const item = toTreeItem(await node(), { hasRows: false, now: new Date() });
		assert.equal(item.contextValue, 'kept.paused');
		await vscode.commands.executeCommand('appErrors.continueKept', await node());
		assert.equal((await only()).known.paused, false);
	});

	it('are updated once at a time', async () => {
		await keep('Today');
		const entry = await only();
		const { kept } = stage.services;
		const first = kept.update(stage.account, entry, entry.known.zone);
		assert.equal(await problemOf(kept.update(stage.account, entry, entry.known.zone)), 'exportRunning');
		await first;
	});

	it('go with all their files once that is confirmed', async () => {
		await keep('Today');
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.deleteKept', await node());
		await stage.person.message(/^Delete the kept records of Shop for Android\?/).press('Delete');
		await done;
		assert.deepEqual(await sets(), []);
		assert.equal(existsSync(folder), false);
	});

	it('go when all data is cleared', async () => {
		await keep('Today');
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.clearAllData');
		const question = stage.person.message(/^Clear all data of App Errors on this machine\?/);
		assert.match((await question.read()).detail, /The kept records of 1 application, .*, are deleted\./);
		await question.press('Clear All Data');
		await done;
		assert.equal(existsSync(folder), false);
		assert.deepEqual(await readdir(path.dirname(folder)).catch(() => []), []);
	});
});
