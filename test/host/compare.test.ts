import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { runCommand } from '../../src/services/commands';
import type { ExportNode, SyncedSetNode } from '../../src/services/treeNodes';
import type { ChosenComparison } from '../../src/shared/comparison';
import { type ComparisonAsked, type ComparisonHead, foldNames } from '../../src/shared/protocols/comparisonProtocol';
import { chosenMeanwhile, getRecords, StagedComparison } from '../support/host/comparisonHarness';
import { useExportsHarness } from '../support/host/exportsHarness';
import { setSetting } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';

const dayMs = 86_400_000;
/** Records without stack traces are grouped by error name. */
const fields = [
	'error_name',
	'error_timestamp',
	'error_receive_timestamp',
	'analytics_device_id',
	'app_version_name',
	'os_version',
];

describe('comparisons', () => {
	const stage = useExportsHarness(6_000);
	const open: vscode.Disposable[] = [];

	const civil = (daysAgo: number, end: boolean) => {
		const date = new Date(Date.now() - daysAgo * dayMs);
		const clock = end ? { hour: 23, minute: 59, second: 59 } : { hour: 0, minute: 0, second: 0 };
		return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), ...clock };
	};
	const exported = async (from: number, to: number, over = {}): Promise<ExportEntry> => {
		const entry = await stage.run({
			fields,
			range: { kind: 'between', since: civil(from, false), until: civil(to, true) },
			...over,
		});
		assert(entry?.outcome);
		return entry;
	};
	const nodeOf = (entry: ExportEntry): ExportNode => ({ kind: 'export', account: stage.account, entry });
	const getPath = ({ folder, outcome }: ExportEntry) => join(folder, outcome?.file ?? '');
	const compareWith = (node: ExportNode | SyncedSetNode, row: RegExp) =>
		chosenMeanwhile(async () => {
			const compared = vscode.commands.executeCommand('appErrors.compareWith', node);
			await stage.person.pick(/^Compare /).choose(row);
			await compared;
		});
	const sideOf = (entry: ExportEntry, label: string) => ({ path: getPath(entry), label });
	const chosenOf = (before: ExportEntry, after: ExportEntry): ChosenComparison => ({
		application: 'Shop',
		before: sideOf(before, 'Earlier'),
		after: sideOf(after, 'Later'),
		exposure: 'time',
	});
	const staged = async (chosen: ChosenComparison) => {
		const view = await StagedComparison.of(chosen);
		open.push(view);
		const start = await view.load();
		return { view, start, head: await view.ask('compare', start.asked) };
	};
	const plainly = async (entry: ExportEntry, column: string) => {
		const rows: Record<string, string>[] = parse(await readFile(getPath(entry)), { columns: true });
		const { since, until } = entry.stored.question;
		const [from, to] = [since, until].map((time) => Date.parse(`${time}Z`) / 1000);
		const inRange = rows.filter(
			({ error_timestamp: time }) => time && Number(time) >= (from ?? 0) && Number(time) <= (to ?? 0),
		);
		return Map.groupBy(inRange, (record) => record[column] ?? '');
	};
	const texts = ({ caveats }: Pick<ComparisonHead, 'caveats'>) => caveats.map(({ text }) => text).join('\n');
	const rowsOfAll = async (view: StagedComparison, asked: ComparisonAsked) => {
		const pages = await Promise.all(foldNames.map((fold) => view.rows(asked, fold)));
		return pages.flat();
	};

	afterEach(async () => {
		for (const item of open.splice(0)) {
			item.dispose();
		}
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	it('compares two exports, shows counts that match an independent count, and saves a report', async () => {
		const [before, after] = [await exported(29, 16), await exported(14, 1)];
		// The comparison is started on the newer export, but the older one still becomes the baseline.
		const chosen = await compareWith(nodeOf(after), /–/);
		assert.deepEqual([chosen.before.path, chosen.after.path], [getPath(before), getPath(after)]);
		const { view, start, head } = await staged(chosen);
		const [one, other] = [await plainly(before, 'error_name'), await plainly(after, 'error_name')];
		const counts = Object.values(head.groups).reduce((sum, count) => sum + count, 0);
		assert.equal(counts, new Set([...one.keys(), ...other.keys()]).size);
		assert.deepEqual(
			Object.values(getRecords(head)),
			[one, other].map((groups) => [...groups.values()].flat().length),
		);
		const rows = await rowsOfAll(view, start.asked);
		assert.ok(rows.length > 5);
		for (const row of rows) {
			const groups = [one, other].map((all) => all.get(String(row.value)) ?? []);
			const devices = groups.map(
				(records) => new Set(records.flatMap((record) => record['analytics_device_id'] || [])).size,
			);
			assert.deepEqual([row.before?.devices ?? 0, row.after?.devices ?? 0], devices, String(row.value));
			assert.deepEqual(
				[row.before?.records ?? 0, row.after?.records ?? 0],
				groups.map(({ length }) => length),
			);
			assert.match(row.words, /\.$/);
		}
		assert.match(texts(head), /Records may be missing on the "before" side\./);
		assert.match(head.flags.before.join(), /Completeness not checked/);
		assert.match(head.spans.before, /\d{4}, 00:00/);

		const folder = await mkdtemp(join(tmpdir(), 'app-errors-report-'));
		try {
			const target = vscode.Uri.file(join(folder, 'report.md'));
			const saved = view.ask('saveReport', {
				asked: start.asked,
				filters: ['os_name = android'],
				keyWords: 'frames',
			});
			await stage.person.saveDialog().answer(target);
			assert.match(await saved, /^Saved to .*report\.md$/);
			const text = await readFile(target.fsPath, 'utf8');
			assert.match(text, /^# Comparison: Shop for Android$/m);
			assert.match(text, /^- Filter \(both sides\): `os_name = android`$/m);
			assert.match(text, /^before ▕.{24}▏ \nafter {2}▕.{24}▏ $/m);
			const [, ofBefore, ofAfter] = /^\| Records \| ([\d,]+) \| ([\d,]+) \|$/m.exec(text) ?? [];
			assert.deepEqual(
				[ofBefore, ofAfter].map((count) => Number(count?.replaceAll(',', ''))),
				Object.values(getRecords(head)),
			);
		} finally {
			await rm(folder, { recursive: true });
		}
	});

	it('compares a group with the previous period or with the last used baseline', async () => {
		const [earlier, latest] = [await exported(29, 21), await exported(20, 1)];
		const file = vscode.Uri.file(getPath(latest));
		const group = { file, key: { kind: 'name' as const }, value: 'TimeoutException', filters: [], columnNames: {} };
		const first = await chosenMeanwhile(() => Promise.resolve(runCommand('appErrors.compareGroup', group)));
		const { range: before } = first.before;
		const { range: after } = first.after;
		assert.deepEqual([first.before.path, first.after.path], [getPath(latest), getPath(latest)]);
		assert.deepEqual(
			[(after?.since ?? 0) - 1, (before?.until ?? 0) - (before?.since ?? 0) + 1],
			[before?.until, 7 * 86_400],
		);
		await compareWith(nodeOf(latest), /^(?!Last).*–/);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		const second = await chosenMeanwhile(() => Promise.resolve(runCommand('appErrors.compareGroup', group)));
		assert.deepEqual([second.before.path, second.after.path], [getPath(earlier), getPath(latest)]);
	});

	it("opens a group's stack traces from both sides of a comparison in the diff editor", async () => {
		const [before, after] = [
			await exported(29, 16, { fields: [...fields, 'error'] }),
			await exported(14, 1, { fields: [...fields, 'error'] }),
		];
		const { view, start } = await staged(chosenOf(before, after));
		const rows = await rowsOfAll(view, start.asked);
		const row = rows.find((each) => each.before && each.after) ?? assert.fail('no group is on both sides');
		const numbers = { before: row.before?.firstRecord ?? 0, after: row.after?.firstRecord ?? 0 };
		const trace = await view.ask('trace', { side: 'after', number: numbers.after });
		assert.ok((trace?.lines.length ?? 0) > 1);
		assert.equal(await view.ask('compareTraces', { ...numbers, title: 'A group' }), '');
		const input = await eventually('the diff editor', async () => {
			const { label, input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
			return label === 'A group (Before ↔ After)' && input instanceof vscode.TabInputTextDiff ? input : undefined;
		});
		const texts = [input.original, input.modified].map(async (uri) =>
			(await vscode.workspace.openTextDocument(uri)).getText(),
		);
		assert.equal((await texts[1])?.split('\n')[0], trace?.lines[0]?.text);
		assert.ok((await texts[0]) !== '');
		assert.match(input.original.path, /^\/Before /);
		assert.match(input.modified.path, /^\/After /);
	});

	it('links the changed groups in a saved report to the source lines that threw the errors', async () => {
		await stage.services.frames.ready;
		const withTraces = { fields: [...fields, 'error'] };
		const { view, start } = await staged(
			chosenOf(await exported(29, 13, withTraces), await exported(11, 1, withTraces)),
		);
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert(folder);
		const target = vscode.Uri.joinPath(folder.uri, 'comparison.md');
		const saved = view.ask('saveReport', { asked: start.asked, filters: [], keyWords: 'frames' });
		try {
			await stage.person.saveDialog().answer(target);
			await saved;
			const text = await readFile(target.fsPath, 'utf8');
			const links = [...text.matchAll(/^Thrown from: \[`([^`]+):(\d+)`\]\(\.\/([^)]+)#L\2\)$/gm)];
			assert.ok(links.length > 0, text);
			for (const [, , , path = ''] of links) {
				await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder.uri, decodeURI(path)));
			}
		} finally {
			await rm(target.fsPath, { force: true });
		}
	});

	it('excludes overlapping days from both sides of a comparison', async () => {
		const { head } = await staged(chosenOf(await exported(9, 2), await exported(9, 2)));
		assert.deepEqual(getRecords(head), { before: 0, after: 0 });
		assert.match(
			texts(head),
			/The ranges overlap by 8 days \([\d,]+ records\)\. The overlap is counted on neither side\./,
		);
	});

	it('reports an empty baseline and does not mark any group as new', async () => {
		const [empty, full] = [await exported(2000, 1990), await exported(9, 2)];
		assert.equal(empty.outcome?.rows, 0);
		const { head } = await staged(chosenOf(empty, full));
		assert.match(
			texts(head),
			/There are no records on the "before" side\. For this reason, no group is marked as new, increased, decreased, or gone\./,
		);
		assert.equal(head.groups.new, 0);
	});

	it('compares two app versions of one export and opens the records of one version', async () => {
		const entry = await exported(29, 1);
		const versions = await plainly(entry, 'app_version_name');
		let picked: readonly string[] = [];
		const chosen = await chosenMeanwhile(async () => {
			const compared = vscode.commands.executeCommand('appErrors.compareVersions', nodeOf(entry));
			const newer = stage.person.pick(/newer version/);
			const [newest = ''] = await newer.labels();
			await newer.choose(newest);
			const older = stage.person.pick(/older version/);
			const [next = ''] = await older.labels();
			await older.choose(next);
			picked = [next, newest];
			await compared;
		});
		const { view, start, head } = await staged(chosen);
		assert.deepEqual(
			Object.values(getRecords(head)),
			picked.map((version) => versions.get(version)?.length),
		);
		assert.match(head.basis.join(' '), /This assumes that other errors did not change/);
		await view.ask('openRecords', { asked: start.asked, value: undefined, side: 'before' });
		const { totals } = await shownRecords(chosen.before.path);
		assert.equal(totals, getRecords(head).before);
	});

	const shownRecords = async (path: string) => {
		const file = vscode.Uri.file(path);
		const state = await eventually('filters in the results view', async () => {
			const retained = stage.services.resultsViews.of(file);
			return retained && retained.view.filters.length > 0 ? retained : undefined;
		});
		const session = crypto.randomUUID();
		const { engine } = stage.services;
		await engine.call('openRecords', { session, path });
		const params = { view: state.view, start: 0, end: 1, columns: [0], cellLength: 10 };
		const page = (await engine.call('queryRecords', { session, query: 'page', params })) as { count: number };
		await engine.call('closeRecords', { session });
		return { state, totals: page.count };
	};

	it('opens the records of a compared group with the filters of its side', async () => {
		const [before, after] = [await exported(29, 16), await exported(14, 1)];
		const { view, start } = await staged(chosenOf(before, after));
		const system = start.info.columns.findIndex(({ name }) => name === 'os_version');
		const top = await view.ask('topValues', { asked: start.asked, column: system, limit: 3 });
		const [one, other] = [await plainly(before, 'os_version'), await plainly(after, 'os_version')];
		const first = top.values[0]?.value ?? '';
		assert.equal(top.values[0]?.records, (one.get(first)?.length ?? 0) + (other.get(first)?.length ?? 0));
		const asked: ComparisonAsked = {
			...start.asked,
			filters: [{ kind: 'oneOf', column: system, values: [first] }],
		};
		const rows = await rowsOfAll(view, asked);
		const row = rows.find(({ before }) => (before?.records ?? 0) > 1) ?? assert.fail('a group is there before');
		await view.ask('openRecords', { asked, value: row.value, side: 'before' });
		const { totals } = await shownRecords(getPath(before));
		assert.equal(totals, row.before?.records);

		const elsewhere = rows.find(({ before, value }) => before && value !== row.value) ?? assert.fail();
		await view.ask('openRecords', { asked, value: elsewhere.value, side: 'before' });
		const tabs = () =>
			vscode.window.tabGroups.all.flatMap(({ tabs }) =>
				tabs.filter(({ input }) => input instanceof vscode.TabInputCustom && input.uri.fsPath === getPath(before)),
			);
		const { state } = await eventually('the other group', async () => {
			const shown = await shownRecords(getPath(before));
			return shown.totals === elsewhere.before?.records &&
				JSON.stringify(shown.state.view).includes(String(elsewhere.value))
				? shown
				: undefined;
		});
		assert.equal(tabs().length, 1);
		await vscode.commands.executeCommand('appErrors.undoFilterChange');
		await eventually('the former filters', async () => {
			const retained = stage.services.resultsViews.of(vscode.Uri.file(getPath(before)));
			return JSON.stringify(retained?.view) === JSON.stringify(state.view) ? undefined : retained;
		});
	});

	it('shows common traits of a group only for columns that exist on both sides', async () => {
		const { view, start } = await staged(chosenOf(await exported(29, 16), await exported(14, 1)));
		const [row] = await rowsOfAll(view, start.asked);
		const traits = await view.ask('commonTraits', { asked: start.asked, value: row?.value ?? '', side: 'after' });
		assert.match(traits.note, /devices with errors/);
		for (const { filter } of traits.lines) {
			assert.ok(filter === undefined || ('column' in filter && start.sharedColumns.includes(filter.column)));
		}
	});

	it('starts a comparison with the filters of the results view', async () => {
		const [before, after] = [await exported(29, 16), await exported(14, 1)];
		const uri = vscode.Uri.file(getPath(after));
		await runCommand('appErrors.openResultsView', uri);
		const state = await eventually('the view', (tryMs) => changed(uri, tryMs));
		const column = fields.indexOf('os_version');
		await stage.services.resultsViews.keep(uri, {
			...state,
			view: { filters: [{ kind: 'empty', column, not: true }], sort: [] },
			columnNames: { [column]: 'os_version' },
		});
		const chosen = await chosenMeanwhile(async () => {
			const compared = vscode.commands.executeCommand('appErrors.compareWith', uri);
			await stage.person.pick(/^Compare /).choose(/–/);
			await compared;
		});
		const { start } = await staged(chosen);
		const names = start.asked.filters.map((filter) => 'column' in filter && start.info.columns[filter.column]?.name);
		assert.deepEqual(names, ['os_version']);
		assert.equal(chosen.before.path, getPath(before));
	});

	const changed = async (uri: vscode.Uri, tryMs: number) => {
		await vscode.commands.executeCommand('appErrors.toggleResultsPane', 'timeline');
		const saved = async () => {
			const state = stage.services.resultsViews.of(uri);
			// The view may save its state again while it loads.
			await new Promise((resolve) => setTimeout(resolve, 1000));
			return JSON.stringify(stage.services.resultsViews.of(uri)) === JSON.stringify(state) ? state : undefined;
		};
		return eventually('the view', saved, tryMs).catch(() => undefined);
	};

	it('verifies an unverified side of a comparison and then repeats the comparison', async () => {
		const { view, start, head } = await staged(chosenOf(await exported(29, 16), await exported(14, 1)));
		await view.press(head.caveats, 'Verify');
		await view.heard('recordsChanged');
		const { flags, caveats } = await view.ask('compare', start.asked);
		assert.match(flags.before.join(), /Complete \(verified\)/);
		assert.doesNotMatch(texts({ caveats }), /Records may be missing on the "before" side/);
	});

	it('repeats the export of one side of a comparison with the fields or filters of the other side', async () => {
		const few = ['error_name', 'error_timestamp', 'analytics_device_id'];
		const filters = [{ field: 'os_name', value: 'android' }];
		const before = await exported(29, 16, { fields: few });
		const { view, start, head } = await staged(chosenOf(before, await exported(14, 1, { filters })));
		assert.match(texts(head), /Only one side was filtered by os_name/);
		await view.press(head.caveats, 'Use the Same Filters');
		await eventually('the page is loaded anew', async () => (view.loads > 1 ? true : undefined));
		const again = await view.load();
		assert.notEqual(again.comparison.before.path, start.comparison.before.path);
		const asked = await view.ask('compare', again.asked);
		assert.doesNotMatch(texts(asked), /filtered by/);

		const version = start.info.columns.findIndex(({ name }) => name === 'app_version_name');
		const byVersion = await view.ask('compare', { ...again.asked, key: { kind: 'column', column: version } });
		await view.press(byVersion.caveats, 'Use the Same Fields');
		await eventually('the page is loaded anew', async () => (view.loads > 2 ? true : undefined));
		const last = await view.load();
		assert.deepEqual(
			last.sharedColumns.map((column) => last.info.columns[column]?.name),
			last.info.columns.map(({ name }) => name),
		);
	});

	it('normalizes counts by active devices if a setting specifies a file with their numbers', async () => {
		const [earlier, later] = [await exported(29, 16), await exported(14, 1)];
		const { view, start } = await staged(chosenOf(earlier, later));
		const asked = { ...start.asked, exposure: 'devices' as const };
		const byErrors = await view.ask('compare', asked);
		assert.match(byErrors.basis.join(' '), /normalized by all devices with errors/);
		const versions = [earlier, later].map(async (entry) => [...(await plainly(entry, 'app_version_name')).keys()]);
		const names = new Set((await Promise.all(versions)).flat());
		const days = [earlier, later].flatMap(({ stored: { question } }) => [question.since, question.until]);
		const rows = days.flatMap((time) => [...names].map((name) => `${time.slice(0, 10)},${name},100`));
		const file = join(earlier.folder, 'active.csv');
		await writeFile(file, ['date,version,devices', ...rows].join('\n'));
		try {
			await setSetting('appErrors.activeDevices', { 101: file });
			const byActive = await view.ask('compare', asked);
			assert.match(byActive.basis.join(' '), /normalized by active devices/);
			assert.ok((byActive.sides.before.tested.activeDevices ?? 0) >= 100);
		} finally {
			await setSetting('appErrors.activeDevices', undefined);
		}
	});

	it('continues a comparison after the engine was terminated', async () => {
		const { view, start, head } = await staged(chosenOf(await exported(29, 16), await exported(14, 1)));
		const { engine } = stage.services;
		await (engine as unknown as { running: { worker: { terminate(): Promise<number> } } }).running.worker.terminate();
		const asked = await view.ask('compare', { ...start.asked, exposure: 'devices' });
		assert.deepEqual(getRecords(asked), getRecords(head));
	});

	it('restores a comparison and its view state after the window is reloaded', async () => {
		const chosen = chosenOf(await exported(29, 16), await exported(14, 1));
		const { view, start, head } = await staged(chosen);
		const state = {
			asked: { ...start.asked, exposure: 'devices' as const },
			columnNames: {},
			order: 'after' as const,
			unfolded: ['gone' as const],
			selected: { value: 'x', fold: 'gone' as const, index: 0 },
			top: 12,
		};
		await view.ask('saveState', state);
		assert.deepEqual((await view.load()).state, state);
		view.dispose();

		const restored = await StagedComparison.restore(JSON.parse(JSON.stringify({ comparison: chosen, state })));
		open.push(restored);
		const again = await restored.load();
		assert.deepEqual([again.state, again.comparison], [state, chosen]);
		assert.deepEqual(getRecords(await restored.ask('compare', again.asked)), getRecords(head));
	});

	it('reports a missing file of a comparison and repeats the comparison once the file is restored', async () => {
		const [before, after] = [await exported(29, 16), await exported(14, 1)];
		const [folder, away] = [dirname(getPath(before)), `${dirname(getPath(before))}-away`];
		await rename(folder, away);
		const view = await StagedComparison.of(chosenOf(before, after));
		open.push(view);
		await assert.rejects(view.load(), /does not exist\. It may have been moved or deleted\./);
		await rename(away, folder);
		const start = await view.load();
		assert.ok((await view.ask('compare', start.asked)).sides.before.records > 0);
	});

	it('closes a restored comparison if its saved state is invalid', async () => {
		for (const retained of [undefined, {}, { comparison: { application: 'Shop' } }]) {
			const view = await StagedComparison.restore(retained);
			assert.equal(view.loads, 0);
		}
	});

	it('shows a comparison that another feature requests, and reuses the tab for a repeated request', async () => {
		const entry = await exported(29, 1);
		const facts = await stage.services.exports.facts(getPath(entry));
		assert(facts);
		const [{ until } = assert.fail('it covers no time')] = facts.covers;
		const path = getPath(entry);
		const asked: ChosenComparison = {
			application: 'Shop',
			before: { path, label: 'Earlier', range: { since: until - 14 * 86_400 + 1, until: until - 7 * 86_400 } },
			after: { path, label: 'Later', range: { since: until - 7 * 86_400 + 1, until } },
			exposure: 'time',
		};
		assert.deepEqual(await chosenMeanwhile(async () => runCommand('appErrors.showComparison', asked)), asked);
		await runCommand('appErrors.showComparison', asked);
		const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
		const comparisons = () => labels().filter((label) => label.startsWith('Comparison'));
		await eventually('its tab', async () => comparisons().length > 0 || undefined);
		assert.deepEqual(comparisons(), ['Comparison: Shop']);
		const { head, start } = await staged(asked);
		assert.deepEqual(start.labels, { before: 'Earlier', after: 'Later' });
		assert.ok(head.sides.before.records > 0 && head.sides.after.records > 0);
	});

	const clock = { kind: 'named', name: 'Europe/Berlin' } as const;
	const keptSince = async (daysAgo: number): Promise<SyncedSetNode> => {
		const { syncedRecords: retained } = stage.services;
		const plan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields,
			filters: [],
			skipUnavailableShards: false,
			since: new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10),
		} as const;
		const entry = await retained.create(stage.account, plan, clock);
		await retained.update(stage.account, entry, clock);
		const [updated] = await retained.list(stage.account);
		assert(updated);
		return { kind: 'syncedSet', account: stage.account, entry: updated, update: undefined };
	};

	it('fetches the days that are missing in compared synced records', async () => {
		const node = await keptSince(16);
		const manifest = node.entry.known?.manifest ?? '';
		const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10);
		const chosen = await compareWith(node, /^Last 7 days vs\. previous 7 days$/);
		const whole = await staged(chosen);
		const set = JSON.parse(await readFile(manifest, 'utf8')) as { days: readonly { day: string }[] };
		await writeFile(manifest, JSON.stringify({ ...set, days: set.days.filter((known) => known.day !== day) }));
		const { view, start, head } = await staged(chosen);
		assert.match(
			texts(head),
			/^The "after" side has no data for .* of its range\. This time is excluded from the comparison\./,
		);
		const asked = stage.asked().length;
		await view.press(head.caveats, 'Fetch These Days');
		await view.heard('recordsChanged');
		assert.equal(stage.asked().length, asked + 1);
		const again = await view.ask('compare', start.asked);
		assert.deepEqual(getRecords(again), getRecords(whole.head));
		assert.equal(texts(again), texts(whole.head));
	});

	it('fetches the missing records for a truncated side of a comparison', async () => {
		stage.fault('serverLimit', '300');
		const before = await exported(29, 16);
		const verified = vscode.commands.executeCommand('appErrors.verifyExport', nodeOf(before));
		await stage.person.message(/^Shop for Android: Incomplete \(records missing\)/).dismiss();
		await verified;
		const now = async () => {
			const { entries } = await stage.services.exports.list(stage.account);
			return entries.find(({ folder }) => folder === before.folder)?.outcome;
		};
		assert.equal((await now())?.proof, 'cut');
		stage.service.faults.clear();
		const { view, head } = await staged(chosenOf(before, await exported(14, 1)));
		await view.press(head.caveats, 'Fetch Missing Records');
		await view.heard('recordsChanged');
		const completed = await now();
		assert.notEqual(completed?.proof, 'cut');
		assert.ok((completed?.rows ?? 0) > 300);
	});

	it('compares the last days of synced records with the preceding days', async () => {
		const node = await keptSince(16);
		const chosen = await compareWith(node, /^Last 7 days vs\. previous 7 days$/);
		const { view, start, head } = await staged(chosen);
		assert.match(start.labels.before, /7 days up to/);
		const { before, after } = getRecords(head);
		assert.ok(before > 0 && after > 0);
		assert.doesNotMatch(texts(head), /The ranges overlap by/);
		// Only the partitions of the compared days are read, including boundary partitions shared by adjacent days.
		const { rows = 0 } = node.entry.known?.summary ?? {};
		assert.ok(start.info.total < rows && start.info.total >= before + after, `${start.info.total} of ${rows}`);
		await view.ask('openRecords', { asked: start.asked, value: undefined, side: 'after' });
		assert.equal((await shownRecords(chosen.after.path)).totals, after);
	});
});
