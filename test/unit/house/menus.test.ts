import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { evaluateWhen } from './support/whenClause';

interface MenuItem {
	readonly command?: string;
	readonly submenu?: string;
	readonly when?: string;
	readonly group: string;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuItem[]>> };
};
const maxItems = 9;

/** Context values of all kinds of rows in the Applications view. */
const rows = [
	'application',
	'application.pinned.added.synced',
	'running',
	'export.otherWindow',
	'export.interrupted',
	'export.interrupted.resumable',
	'export.complete',
	'export.complete.unverified',
	'export.complete.unverified.document.shownInEditor',
	'export.complete.resumable.document',
	'synced',
	'synced.paused',
	'synced.syncing',
	'synced.otherWindow',
	'synced.unreadable',
	'database',
	'dataset',
	'mappedTable',
];

function itemsOf(menu: string, context: Readonly<Record<string, string>>): readonly string[] {
	const [group, place] = [
		({ group }: MenuItem) => group.split('@')[0] ?? '',
		({ group }: MenuItem) => Number(group.split('@')[1] ?? 0),
	];
	return (contributes.menus[menu] ?? [])
		.filter(({ when = 'true', group }) => !/^(?:inline|navigation)/.test(group) && evaluateWhen(when, context))
		.filter(({ submenu }) => submenu === undefined || itemsOf(submenu, context).length > 0)
		.toSorted((a, b) => group(a).localeCompare(group(b)) || place(a) - place(b))
		.map(({ command, submenu }) => command ?? submenu ?? '');
}

describe('menu contributions', () => {
	for (const viewItem of rows) {
		const context = { view: 'appErrors.applications', viewItem };
		const items = itemsOf('view/item/context', context);

		it(`limits the context menu of ${viewItem} rows to ${maxItems} items`, () => {
			assert.ok(items.length <= maxItems, items.join(', '));
		});

		it(`puts the command that opens the row first in the context menu of ${viewItem} rows, if it exists`, () => {
			const opening = items.findIndex((command) => /\.open(?:Export|SyncedRecords|Application|Dataset)$/.test(command));
			const isOpened = /^(?:application|export\.complete|synced(?!\.unreadable)|dataset|mappedTable)/.test(viewItem);
			assert.equal(opening, isOpened ? 0 : -1, items.join(', '));
		});
	}

	it('offers the results view in the Explorer for records files, but not for other JSON files', () => {
		const { when = '' } = contributes.menus['explorer/context']?.find(
			({ command }) => command === 'appErrors.openResultsView',
		) ?? { group: '' };
		for (const name of [
			'a.csv',
			'a.TSV',
			'a.jsonl',
			'a.csv.gz',
			'a.parquet',
			'a.errors.json',
			'a.errors-dataset.json',
		]) {
			assert.ok(evaluateWhen(when, { resourceFilename: name }), name);
		}
		for (const name of ['package.json', 'tsconfig.json', 'a.json', 'csv', 'a.csv.txt']) {
			assert.ok(!evaluateWhen(when, { resourceFilename: name }), name);
		}
	});

	for (const menu of ['view/title', 'editor/title']) {
		it(`limits the menu ${menu} to ${maxItems} items besides its buttons`, () => {
			const items = itemsOf(menu, {
				view: 'appErrors.applications',
				'appErrors.accounts': 'some',
				'appErrors.sampleAccount': 'true',
				activeCustomEditorId: 'appErrors.results',
				resourceFilename: 'shop.synced.json',
			});
			assert.ok(items.length <= maxItems, items.join(', '));
		});
	}

	it('puts the commands for comparing, saving and copying records into submenus', () => {
		const context = { view: 'appErrors.applications', viewItem: 'synced' };
		assert.deepEqual(itemsOf('appErrors.compare', context), [
			'appErrors.whatsNew',
			'appErrors.compareWith',
			'appErrors.compareVersions',
		]);
		assert.deepEqual(itemsOf('appErrors.saveAndCopy', context), [
			'appErrors.exportSyncedRecords',
			'appErrors.copyAs',
			'appErrors.loadIntoDatabase',
			'appErrors.revealSyncedRecords',
		]);
	});
});
