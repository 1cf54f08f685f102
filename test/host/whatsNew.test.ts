import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { utc } from '../../src/core/plan/range';
import { showNewsBadge } from '../../src/features/applications/register';
import { SyncedSetRows } from '../../src/features/applications/syncedSetRows';
import { getTooltip } from '../../src/features/applications/tooltips';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { DisposableStore } from '../../src/shared/disposables';
import { chosenMeanwhile, StagedComparison } from '../support/host/comparisonHarness';
import { useExportsHarness } from '../support/host/exportsHarness';
import { setSetting } from '../support/host/product';
import { syncHarness } from '../support/host/syncHarness';
import { long } from '../support/length';
import { eventually } from '../support/vscode/waiting';

const dayMs = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('new errors in synced records', () => {
	const stage = useExportsHarness(20_000);
	const { only, node } = syncHarness(stage);
	let store: DisposableStore;
	let rows: SyncedSetRows;

	beforeEach(() => {
		const { syncedRecords, watermarks, syncSchedule } = stage.services;
		store = new DisposableStore();
		rows = store.add(new SyncedSetRows(syncedRecords, syncSchedule, watermarks, (error) => assert.fail(String(error))));
	});
	afterEach(async () => {
		store.dispose();
		await setSetting('appErrors.whatsNew.showBadge', undefined);
		await stage.services.watermarks.forgetAll();
	});

	/** One day before the sample data's last app version, which is released 12 days before the start of the month. */
	const now = new Date();
	const released = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 13 * dayMs;
	const daysFrom = (first: number) => Array.from({ length: 14 }, (_, index) => dayText(first + index * dayMs));
	const earlier = daysFrom(released - 14 * dayMs);
	const later = daysFrom(released);

	const retainEarlier = async () => {
		const { syncedRecords } = stage.services;
		const plan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: [
				'error',
				'error_name',
				'os_name',
				'error_timestamp',
				'error_receive_timestamp',
				'analytics_device_id',
				'app_version_name',
			],
			filters: [],
			skipUnavailableShards: false,
			since: earlier[0] ?? '',
		} as const;
		const entry = await syncedRecords.create(stage.account, plan, utc);
		await syncedRecords.pause(entry, true);
		await syncedRecords.update(stage.account, entry, utc, { days: earlier });
		return only();
	};
	// Updates don't sync all days until now, because the number of these days depends on the date of the test.
	const update = async () => stage.services.syncedRecords.update(stage.account, await only(), utc, { days: later });
	const open = async () => vscode.commands.executeCommand('appErrors.openSyncedRecords', await node());
	const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
	const watermark = async () => stage.services.watermarks.of((await only()).folder);
	const news = async () => {
		const { folder } = await only();
		return eventually('what is new', async () => stage.services.watermarks.newsOf(folder));
	};
	const row = async () => {
		const [found] = await rows.of(stage.account, '101');
		assert(found);
		const item = toTreeItem(found, { hasRows: false, now: new Date() });
		return {
			text: String(item.description),
			spoken: item.accessibilityInformation?.label ?? '',
			tooltip: getTooltip(found) ?? '',
		};
	};
	const badge = (): (() => vscode.ViewBadge | undefined) => {
		const view: Pick<vscode.TreeView<unknown>, 'badge'> = { badge: undefined };
		store.add(showNewsBadge(view, stage.services));
		return () => view.badge;
	};
	const compared = async (choose: () => Promise<unknown>) => {
		const done = vscode.commands.executeCommand('appErrors.whatsNew', await node());
		const chosen = await chosenMeanwhile(async () => {
			await choose();
			await done;
		});
		const view = store.add(await StagedComparison.of(chosen));
		const start = await view.load();
		return { start, head: await view.ask('compare', start.asked) };
	};
	const question = () => stage.person.pick(/^What's New in Shop for Android/);
	const opened = () =>
		eventually('the mark', async () => {
			await open();
			return watermark();
		});

	it('shows new errors in the tree and as a badge after an update until they are reviewed', async () => {
		await retainEarlier();
		const [span] = (await stage.services.exports.facts((await only()).known.manifest))?.covers ?? [];
		const { at } = await opened();
		assert.equal(at, span?.until);
		const shown = badge();
		assert.equal(shown(), undefined);
		assert.doesNotMatch((await row()).text, /new/);
		await closeAll();

		await update();
		const { appeared, increased } = await news();
		assert.ok(appeared > 0);
		const { text, spoken, tooltip } = await row();
		assert.match(
			text,
			new RegExp(`^${appeared} new · ${increased > 0 ? `${increased} increased · ` : ''}paused · [\\d,]+ records`),
		);
		assert.match(spoken, new RegExp(`^Synced since .*, ${appeared} new errors?, `));
		assert.match(tooltip, /^Since last reviewed \(.*\): \d+ new errors?.*compared with the preceding weeks\./);
		assert.equal(shown()?.value, appeared);
		assert.match(shown()?.tooltip ?? '', /in synced records since your last review\nShop for Android: \d+$/);
		await setSetting('appErrors.whatsNew.showBadge', false);
		await eventually('no badge', async () => shown() === undefined || undefined);
		assert.match((await row()).text, /^\d+ new/);
		await setSetting('appErrors.whatsNew.showBadge', undefined);
		await eventually('the badge', async () => shown());

		const { head } = await compared(() => question().choose(/^Since last reviewed/));
		assert.deepEqual([head.groups.new, head.groups.increased], [appeared, increased]);
		assert.equal(shown(), undefined);
		assert.doesNotMatch((await row()).text, /new/);
		assert.ok(((await watermark())?.at ?? 0) > at);
		assert.deepEqual(stage.person.messageTexts, []);
	});

	long(
		'clears the new errors when the records are opened, and can restore the previous last reviewed date',
		async () => {
			await retainEarlier();
			const { at } = await opened();
			await closeAll();
			await update();
			const before = await news();
			await open();
			await eventually('a look', async () => ((await watermark())?.at !== at ? true : undefined));
			assert.doesNotMatch((await row()).text, /new/);

			const done = vscode.commands.executeCommand('appErrors.whatsNew', await node());
			await question().choose(/^Set Last Reviewed Date/);
			await stage.person.pick(/^Set Last Reviewed Date/).choose(/^Restore previous date/);
			await done;
			assert.equal((await watermark())?.at, at);
			assert.deepEqual(await news(), before);
		},
	);

	long('neither reports new errors nor runs a comparison after an update without new records', async () => {
		await retainEarlier();
		await opened();
		await closeAll();
		await update();
		await news();
		const { engine } = stage.services;
		const call = engine.call.bind(engine);
		const asked: string[] = [];
		engine.call = ((method, params, options) => {
			asked.push(method);
			return call(method, params, options);
		}) as typeof engine.call;
		const newest = async () => (await only()).known.summary.newest;
		try {
			// Repeated until an update returns no new records, because they would be reported.
			await eventually('an update that brings none', async () => {
				const before = await newest();
				assert(before);
				await eventually('the comparison of earlier records', async () => {
					const { at = 0, compared } = (await watermark()) ?? {};
					return Math.max(at, compared?.until ?? 0) >= before ? true : undefined;
				});
				asked.length = 0;
				await update();
				await new Promise((resolve) => setTimeout(resolve, 4_000));
				return before === (await newest()) ? true : undefined;
			});
		} finally {
			engine.call = call;
		}
		assert.ok(asked.includes('updateSyncedSet'));
		assert.ok(!asked.includes('compareRecords') && !asked.includes('openRecords'), asked.join(', '));
	});

	long('finds errors that are new since an app version or since a date', async () => {
		await retainEarlier();
		await update();
		const { start, head } = await compared(async () => {
			await question().choose(/^Since a version/);
			await stage.person.pick(/^What's New Since a Version/).choose(/^2\.4\.1$/);
		});
		assert.match(start.labels.before, /^Versions before 2\.4\.1 in /);
		assert.match(start.labels.after, /^Version 2\.4\.1 and later in /);
		assert.match(head.basis.join(' '), /This assumes that other errors did not change/);
		assert.ok(head.groups.new > 0);
		assert.equal(await watermark(), undefined);

		const since = await compared(async () => {
			await question().choose(/^Since a date/);
			const box = stage.person.input(/^What's New Since a Date/);
			await box.type('2026-02-30');
			assert.match(await box.words(), /30 February 2026 does not exist/);
			await box.type('1999-01-01');
			assert.match(await box.words(), /No synced records before /);
			await box.answer(dayText(released));
		});
		assert.ok(since.head.groups.new > 0);
		assert.ok(await watermark());
	});

	it('deletes the last reviewed date together with the synced records', async () => {
		await retainEarlier();
		await opened();
		await closeAll();
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.deleteSyncedRecords', await node());
		await stage.person.message(/^Delete the synced records of Shop for Android\?/).press('Delete');
		await done;
		assert.equal(stage.services.watermarks.of(folder), undefined);
	});
});
