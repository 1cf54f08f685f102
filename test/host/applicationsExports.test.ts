import assert from 'node:assert/strict';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { TreeItem } from 'vscode';
import { Ages } from '../../src/features/applications/ages';
import type { TreeNode } from '../../src/features/applications/nodes';
import {
	ApplicationsHarness,
	type EntryOptions,
	many,
	nameless,
	news,
	pastExport,
	shop,
} from '../support/host/applicationsHarness';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';

describe('past exports in the Applications view', () => {
	let stage: ApplicationsHarness;
	beforeEach(() => {
		stage = new ApplicationsHarness();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);

	it('lists past exports below their application, newest first', async () => {
		stage.export(
			pastExport('101', 'd', { hoursAgo: 0, format: 'json', rows: 1 }),
			pastExport('102', 'c', { range: { kind: 'yesterday' }, rows: 0, flags: ['empty'] }),
			pastExport('101', 'b', {
				range: { kind: 'between', since: day(1), until: { ...day(31), hour: 23, minute: 59, second: 59 } },
				rows: 1_234_567,
				flags: ['limitReached', 'shardsSkipped'],
				hoursAgo: 26,
			}),
			pastExport('101', 'a', { interrupted: true, range: { kind: 'last24Hours' } }),
		);
		await stage.list([shop, news, nameless]);
		assert.deepEqual(await picture(), [
			'[robot] Shop for Android · 3 exports · 101',
			[
				'[json] Last 7 days · 1 record · just now · 4.1 MB',
				'[warning] Oct 1 – 31 · 1.2M records · Incomplete (limit reached) · May be incomplete · 1 d ago · 4.1 MB',
				'[circle-slash] Last 24 hours · Interrupted · Repeat · 3 h ago',
			],
			'[device-mobile] News · 1 export · 102',
			['[table] Yesterday · 0 records · 3 h ago · 4.1 MB'],
			'[device-mobile] 103',
		]);
	});

	it('marks past exports that are open in the editor', async () => {
		stage.export(pastExport('101', 'a', { format: 'json', rows: 1 }));
		await stage.list([shop]);
		const row = await findRow(stage.provider, 'Last 7 days');
		assert.ok(row.kind === 'export');
		assert.doesNotMatch(stage.provider.getTreeItem(row).contextValue ?? '', /shownInEditor/);
		const { folder, outcome } = row.entry;
		await stage.usedInCode.set(join(folder, outcome?.file ?? ''), true);
		const { contextValue, description } = stage.provider.getTreeItem(row);
		assert.match(contextValue ?? '', /^export\.complete\.unverified\.shownInEditor$/);
		assert.match(String(description), / · shown in editor · /);
	});

	it('distinguishes past exports of the same relative range by their filters or dates', async () => {
		const crashes = { filters: [{ field: 'type', value: 'crash' }] };
		stage.export(
			pastExport('101', 'd', { question: crashes, hoursAgo: 1 }),
			pastExport('101', 'c', { hoursAgo: 2 }),
			pastExport('101', 'b', { question: { since: '2026-11-01 00:00:00', until: '2026-11-08 09:00:00' } }),
			pastExport('101', 'a', { range: { kind: 'yesterday' } }),
		);
		await stage.list([shop]);
		const [, rows] = await picture();
		assert.deepEqual(rows, [
			'[table] Nov 13, 00:00 – Nov 20, 09:00 · type = crash · Last 7 days · 12,431 records · 1 h ago · 4.1 MB',
			'[table] Nov 13, 00:00 – Nov 20, 09:00 · no filters · Last 7 days · 12,431 records · 2 h ago · 4.1 MB',
			'[table] Nov 1, 00:00 – Nov 8, 09:00 · no filters · Last 7 days · 12,431 records · 3 h ago · 4.1 MB',
			'[table] Yesterday · 12,431 records · 3 h ago · 4.1 MB',
		]);
	});

	it('shows the request time if past exports have the same range and filters', async () => {
		const range = { kind: 'yesterday' } as const;
		stage.export(pastExport('101', 'b', { range, hoursAgo: 40 }), pastExport('101', 'a', { range, hoursAgo: 300 }));
		await stage.list([shop]);
		const labels = (await picture())[1];
		assert(Array.isArray(labels));
		for (const label of labels) {
			assert.match(label, /^\[table\] requested [A-Z][a-z]+ \d+, 2026, \d\d:\d\d · Yesterday · 12,431 records/);
		}
		assert.notEqual(labels[0], labels[1]);
	});

	it('collapses all but the newest three unnamed exports of a day, and keeps named exports visible', async () => {
		const until = { hour: 23, minute: 59, second: 59 };
		const of = (date: number): EntryOptions => ({
			range: { kind: 'between', since: day(date), until: { ...day(date), ...until } },
			hoursAgo: 50,
		});
		stage.export(
			...[2, 3, 4, 5, 6].map((count) => pastExport('101', `f${count}`, of(count))),
			pastExport('101', 'e', { ...of(7), named: 'Before the fix' }),
			pastExport('101', 'd', { ...of(8), interrupted: true }),
			pastExport('101', 'c', { range: { kind: 'yesterday' }, hoursAgo: 80 }),
		);
		await stage.list([shop]);
		const [, rows] = await picture();
		assert(Array.isArray(rows));
		assert.deepEqual(
			rows.map((row) => (Array.isArray(row) ? row.length : row.replace(/ · (12,431|Interrupted).*/, ''))),
			[
				'[table] Oct 2',
				'[table] Oct 3',
				'[table] Oct 4',
				rows[3],
				2,
				'[table] Before the fix · Oct 7',
				'[circle-slash] Oct 8',
				'[table] Yesterday',
			],
		);
		assert.match(String(rows[3]), /^\[history\] 2 older exports from [A-Z][a-z]+ \d+, 2026$/);
		const folded = await findRow(stage.provider, 'Oct 6');
		assert.equal(stage.provider.getParent(folded), stage.provider.find('101'));
	});

	it('shows an export that runs in another window, without commands to open or delete it', async () => {
		stage.export({ ...pastExport('101', 'a', { interrupted: true, range: { kind: 'today' } }), runsElsewhere: true });
		await stage.list([shop]);
		assert.deepEqual(await picture(), [
			'[robot] Shop for Android · 1 export · 101',
			['[sync] Today · Running in another window · 3 h ago'],
		]);
		const row = await findRow(stage.provider, 'Today');
		const { command, contextValue } = stage.provider.getTreeItem(row);
		assert.deepEqual([command, contextValue], [undefined, 'export.otherWindow']);
		assert.match(String(await tooltipAt(stage.provider, row)), /^This export is running in another window\./);
	});

	it('opens a complete export with one click, and repeats an interrupted export', async () => {
		stage.export(pastExport('101', 'b'), pastExport('101', 'a', { interrupted: true, range: { kind: 'today' } }));
		await stage.list([shop]);
		const whole = await findRow(stage.provider, 'Last 7 days');
		const interrupted = await findRow(stage.provider, 'Today');
		assert.deepEqual(click(stage.provider.getTreeItem(whole)), ['appErrors.openExport', whole]);
		assert.deepEqual(click(stage.provider.getTreeItem(interrupted)), ['appErrors.repeatExport', interrupted]);
		assert.deepEqual(
			[whole, interrupted].map((node) => stage.provider.getTreeItem(node).contextValue),
			['export.complete.unverified', 'export.interrupted'],
		);
	});

	it('keeps past exports of applications that the service no longer lists', async () => {
		stage.export(pastExport('55', 'a', { name: 'Gone' }), pastExport('56', 'b'));
		await stage.list([shop]);
		assert.deepEqual(
			(await picture()).filter((row) => typeof row === 'string'),
			['[robot] Shop for Android · 101', '[device-mobile] Gone · 1 export · 55', '[device-mobile] 56 · 1 export'],
		);
		const gone = await findRow(stage.provider, 'Gone');
		assert.match(String(await tooltipAt(stage.provider, gone)), /Not in the service's list$/);
	});

	it('reads the past exports only once, regardless of the number of applications', async () => {
		stage.export(pastExport('101', 'a'));
		await stage.list(many(200));
		await picture();
		await picture();
		assert.equal(stage.looks, 1);
	});

	it('refreshes only the application row whose past exports changed', async () => {
		const old = pastExport('101', 'a');
		stage.export(old);
		await stage.list([shop, news]);
		await picture();
		const rows = stage.provider.find('101');
		const refreshed = new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
		stage.export(pastExport('101', 'b'), old);
		assert.deepEqual(await refreshed, [rows]);
		assert.equal((await picture()).length, 3);
	});

	it('refreshes all rows when an application becomes expandable, so that the rows stay aligned', async () => {
		const old = pastExport('101', 'a');
		stage.export(old);
		await stage.list([shop, news]);
		await picture();
		const refreshed = new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
		stage.export(pastExport('102', 'b'), old);
		assert.equal(await refreshed, undefined);
		assert.equal((await picture()).length, 4);
	});

	it('shows up-to-date past exports if the library changes while it is being read', async () => {
		await stage.list([shop]);
		await picture();
		const looking = stage.holdLibrary();
		stage.export(pastExport('101', 'a'));
		stage.export(pastExport('101', 'b'), pastExport('101', 'a'));
		const refreshed = new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
		looking.release();
		assert.equal(await refreshed, undefined);
		assert.deepEqual((await picture())[1]?.length, 2);
	});

	it('removes an unlisted application together with its last export', async () => {
		stage.export(pastExport('55', 'a'));
		await stage.list([shop]);
		await picture();
		const refreshed = new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
		stage.export();
		assert.equal(await refreshed, undefined);
		assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
	});

	it('updates the age of past exports when their rows are redrawn', async () => {
		stage.export(pastExport('101', 'a'));
		await stage.list([shop, news]);
		let refreshed: unknown;
		stage.provider.onDidChangeTreeData((rows) => {
			refreshed = rows;
		});
		stage.provider.redrawOpened();
		assert.equal(refreshed, undefined);
		await picture();
		stage.provider.redrawOpened();
		assert.deepEqual(refreshed, [await findRow(stage.provider, 'Shop for Android')]);
	});

	it('returns the application row as the parent of a past export', async () => {
		stage.export(pastExport('101', 'a'));
		await stage.list([shop]);
		await picture();
		const past = await findRow(stage.provider, 'Last 7 days');
		assert.equal(stage.provider.getParent(past), stage.provider.find('101'));
	});

	it('shows the request and the result of a past export in its tooltip', async () => {
		stage.export(pastExport('101', 'a', { flags: ['limitReached'], limit: 12_431 }));
		await stage.list([shop]);
		const text = String(await tooltipAt(stage.provider, await findRow(stage.provider, 'Last 7 days')));
		const lines = text.split('\n');
		assert.equal(
			lines[0],
			'The limit of 12,431 was reached. These records are an arbitrary subset in no particular order.',
		);
		for (const line of [
			'Range: Last 7 days',
			'Dates: 2026-11-13 00:00:00 – 2026-11-20 09:00:00',
			'Time basis: Device time (when the error happened)',
			'Limit: 12,431',
			'Format: CSV',
			'Records: 12,431',
			'Size: 4.1 MB',
			'Duration: 1m 5s',
		]) {
			assert(lines.includes(line), `no line "${line}" in:\n${text}`);
		}
		assert(!text.includes('Filters:'), 'a fact without a value');
	});
});

describe('ages of past exports', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'Date'] }));
	afterEach(() => mock.timers.reset());

	it('redraws the ages of past exports every minute while the view is visible, and when the view reappears', () => {
		let drawn = 0;
		const ages = new Ages(() => drawn++);
		ages.setVisible(true);
		mock.timers.tick(59_999);
		assert.equal(drawn, 0);
		mock.timers.tick(60_001);
		assert.equal(drawn, 2);
		ages.setVisible(false);
		mock.timers.tick(600_000);
		assert.equal(drawn, 2);
		ages.setVisible(true);
		assert.equal(drawn, 3);
		ages.setVisible(false);
		ages.setVisible(true);
		assert.equal(drawn, 3);
		ages.dispose();
		mock.timers.tick(600_000);
		assert.equal(drawn, 3);
	});
});

function day(number: number) {
	return { year: new Date().getFullYear(), month: 10, day: number, hour: 0, minute: 0, second: 0 };
}

function click({ command }: TreeItem): [string | undefined, TreeNode] {
	return [command?.command, command?.arguments?.[0]];
}
