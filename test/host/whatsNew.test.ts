import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { utc } from '../../src/core/plan/range';
import { KeptRows } from '../../src/features/applications/keptRows';
import { showNewsBadge } from '../../src/features/applications/newsBadge';
import { tooltipOf } from '../../src/features/applications/tooltips';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { DisposableStore } from '../../src/shared/disposables';
import { chosenMeanwhile, StagedComparison } from '../support/host/comparisonStage';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';
import { setSetting } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';

const dayMs = 86_400_000;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

describe("what's new in kept records", () => {
	const stage = useExportsStage(20_000);
	const { only, node } = keptStage(stage);
	let store: DisposableStore;
	let rows: KeptRows;

	beforeEach(() => {
		const { kept, keptMarks, keptSchedule } = stage.services;
		store = new DisposableStore();
		rows = store.add(new KeptRows(kept, keptSchedule, keptMarks, (error) => assert.fail(String(error))));
	});
	afterEach(async () => {
		store.dispose();
		await setSetting('appErrors.whatsNew.badge', undefined);
		await stage.services.keptMarks.forgetAll();
	});

	/** The sample's last version has errors of its own, and is out since twelve days before the month. */
	const now = new Date();
	const released = Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 13 * dayMs;
	const days = Math.ceil((now.getTime() - released) / dayMs);
	const first = released - days * dayMs;

	/** Keeps what came before the last version. It stays as it is where nobody updates it. */
	const keepEarlier = async () => {
		const { kept } = stage.services;
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
			since: dayText(first),
		} as const;
		const entry = await kept.create(stage.account, plan, utc);
		await kept.pause(entry, true);
		const earlier = Array.from({ length: days }, (_, index) => dayText(first + index * dayMs));
		await kept.update(stage.account, entry, utc, { days: earlier });
		return only();
	};
	const update = async () => stage.services.kept.update(stage.account, await only(), utc);
	const open = async () => vscode.commands.executeCommand('appErrors.openKept', await node());
	const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
	const mark = async () => stage.services.keptMarks.of((await only()).folder);
	const news = async () => {
		const { folder } = await only();
		return eventually('what is new', async () => stage.services.keptMarks.newsOf(folder));
	};
	const row = async () => {
		const [found] = await rows.of(stage.account, '101');
		assert(found);
		const item = toTreeItem(found, { hasRows: false, now: new Date() });
		return {
			text: String(item.description),
			spoken: item.accessibilityInformation?.label ?? '',
			tooltip: tooltipOf(found) ?? '',
		};
	};
	const badge = (): (() => vscode.ViewBadge | undefined) => {
		const view: Pick<vscode.TreeView<unknown>, 'badge'> = { badge: undefined };
		store.add(showNewsBadge(view, stage.services));
		return () => view.badge;
	};
	/** What the command shows. */
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
	const question = () => stage.person.pick(/^What's new in the kept records of Shop for Android/);
	const opened = () =>
		eventually('the mark', async () => {
			await open();
			return mark();
		});

	it('is told in the tree and on the view after an update, until somebody looks', async () => {
		await keepEarlier();
		const [span] = (await stage.services.exports.facts((await only()).known.manifest))?.covers ?? [];
		const { at } = await opened();
		assert.equal(at, span?.until);
		const shown = badge();
		assert.equal(shown(), undefined);
		assert.doesNotMatch((await row()).text, /new/);
		await closeAll();

		await update();
		const { appeared, grown } = await news();
		assert.ok(appeared > 0);
		const { text, spoken, tooltip } = await row();
		assert.match(
			text,
			new RegExp(`^${appeared} new · ${grown > 0 ? `${grown} grown · ` : ''}paused · [\\d,]+ records`),
		);
		assert.match(spoken, new RegExp(`^Kept since .*, ${appeared} new groups? of errors, `));
		assert.match(tooltip, /^Since you last looked \(.*\): \d+ new groups? of errors.*beside as long before\./);
		assert.equal(shown()?.value, appeared);
		assert.match(shown()?.tooltip ?? '', /in kept records since you last looked\nShop for Android: \d+$/);
		await setSetting('appErrors.whatsNew.badge', false);
		await eventually('no badge', async () => shown() === undefined || undefined);
		assert.match((await row()).text, /^\d+ new/);
		await setSetting('appErrors.whatsNew.badge', undefined);
		await eventually('the badge', async () => shown());

		const { head } = await compared(() => question().choose(/^Since you last looked/));
		assert.deepEqual([head.groups.new, head.groups.grown], [appeared, grown]);
		assert.equal(shown(), undefined);
		assert.doesNotMatch((await row()).text, /new/);
		assert.ok(((await mark())?.at ?? 0) > at);
		assert.deepEqual(stage.person.messageTexts, []);
	});

	it('is gone once the records are opened, and can be had back', async () => {
		await keepEarlier();
		const { at } = await opened();
		await closeAll();
		await update();
		const before = await news();
		await open();
		await eventually('a look', async () => ((await mark())?.at !== at ? true : undefined));
		assert.doesNotMatch((await row()).text, /new/);

		const done = vscode.commands.executeCommand('appErrors.whatsNew', await node());
		await question().choose(/^Move the Mark/);
		await stage.person.pick(/^Move the mark/).choose(/^Back to where it was/);
		await done;
		assert.equal((await mark())?.at, at);
		assert.deepEqual(await news(), before);
	});

	it('is no news where an update brings none, which compares nothing', async () => {
		await keepEarlier();
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
			// A record may come just then, which is news.
			await eventually('an update that brings none', async () => {
				const before = await newest();
				asked.length = 0;
				await update();
				await new Promise((resolve) => setTimeout(resolve, 4_000));
				return before === (await newest()) ? true : undefined;
			});
		} finally {
			engine.call = call;
		}
		assert.ok(asked.includes('updateKept'));
		assert.ok(!asked.includes('compareRecords') && !asked.includes('openRecords'), asked.join(', '));
	});

	it('is asked since a version, and since a date that is checked', async () => {
		await keepEarlier();
		await update();
		const { start, head } = await compared(async () => {
			await question().choose(/^Since a version/);
			await stage.person.pick(/^What's new since a version/).choose(/^2\.4\.1$/);
		});
		assert.match(start.labels.before, /^Versions before 2\.4\.1 in /);
		assert.match(start.labels.after, /^Version 2\.4\.1 and later in /);
		assert.match(head.basis.join(' '), /this assumes that other errors did not change/);
		assert.ok(head.groups.new > 0);
		// Nobody has looked at what came since some time.
		assert.equal(await mark(), undefined);

		const since = await compared(async () => {
			await question().choose(/^Since a date/);
			const box = stage.person.input(/^What's new since a date/);
			await box.type('2026-02-30');
			assert.match(await box.words(), /30 February 2026 does not exist/);
			await box.type('1999-01-01');
			assert.match(await box.words(), /The records begin at /);
			await box.answer(dayText(released));
		});
		assert.ok(since.head.groups.new > 0);
		assert.ok(await mark());
	});

	it('goes with the records', async () => {
		await keepEarlier();
		await opened();
		await closeAll();
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.deleteKept', await node());
		await stage.person.message(/^Delete the kept records of Shop for Android\?/).press('Delete');
		await done;
		assert.equal(stage.services.keptMarks.of(folder), undefined);
	});
});
