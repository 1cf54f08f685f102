import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { formatRecordsLink, type LinkedGroup, type RecordsLink } from '../../src/core/links/recordsLink';
import { utc } from '../../src/core/plan/range';
import { groupFingerprint } from '../../src/core/stack/grouping/groupFingerprint';
import type { SyncPlan } from '../../src/core/sync/model/syncedSet';
import { ResultsDocument } from '../../src/features/results/document';
import { ShownDays } from '../../src/features/results/sync/shownDays';
import { FiltersToShow } from '../../src/services/results/filtersToShow';
import { DisposableStore } from '../../src/shared/disposables';
import { useExportsHarness } from '../support/host/exportsHarness';
import { theProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { StagedView } from '../support/host/resultsHarness';
import { eventually } from '../support/vscode/waiting';
import { hostileLinks } from '../unit/core/links/support/hostileLinks';

const dayMs = 86_400_000;
const extensionId = 'app-errors.app-errors';
const source = { kind: 'application', id: '101' } as const;
const key = { kind: 'frames' } as const;
const all = { filters: [], sort: [] } as const;
const asked = { key, order: 'records', descending: true, trendParts: 0 } as const;

describe('links to records', () => {
	const stage = useExportsHarness();
	let store: DisposableStore;
	let replacements: Replacements;
	let manifest: string;

	beforeEach(() => {
		store = new DisposableStore();
		replacements = new Replacements();
	});

	afterEach(async () => {
		replacements.dispose();
		store.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	const sync = async () => {
		const plan: SyncPlan = {
			application: { id: '101', name: 'Shop for [Android](command:x)' },
			format: 'csv',
			fields: ['error', 'error_name', 'app_version_name', 'error_receive_timestamp'],
			filters: [],
			skipUnavailableShards: false,
			since: new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10),
		};
		const { syncedRecords } = stage.services;
		const entry = await syncedRecords.create(stage.account, plan, utc);
		assert(entry.known);
		manifest = entry.known.manifest;
		await syncedRecords.update(stage.account, entry, utc);
	};
	const follow = async (link: RecordsLink) => {
		const text = formatRecordsLink('vscode', link);
		assert(text);
		return (await theProduct()).uriHandler.handleUri(vscode.Uri.parse(text, true));
	};
	const offered = () => {
		const offers: unknown[] = [];
		replacements.replace(stage.services.filtersToShow, 'offer', (file: vscode.Uri, filters: unknown) =>
			offers.push([file.fsPath, filters]),
		);
		return offers;
	};

	const openStaged = async () => {
		const { engine, exports, frames, syncedRecords } = stage.services;
		await frames.known;
		const filtersToShow = store.add(new FiltersToShow());
		const file = vscode.Uri.file(manifest);
		const days = new ShownDays(manifest, syncedRecords, { kind: 'all' });
		const document = store.add(new ResultsDocument(file, engine, () => exports.roots, days));
		const view = store.add(new StagedView(document, { ...stage.services, filtersToShow }));
		const { info } = await view.load();
		// The mapping files in the workspace change the groups.
		await view.heard('groupsChanged');
		const { page } = await view.ask('groups', { ...asked, view: all, start: 0, end: 3 });
		const value = page.at(-1)?.value;
		assert(value !== undefined);
		return { view, file, filtersToShow, value, columns: info.columns };
	};

	it('ignores links that are not in the exact format that App Errors writes', async () => {
		const { services, person } = stage;
		const effects: unknown[] = offered();
		const note = (name: string) => async (first: unknown) => void effects.push([name, first]);
		replacements.replace(vscode.commands, 'executeCommand', note('command'));
		replacements.replace(services.engine, 'call', note('engine'));
		replacements.replace(services.state, 'update', note('state'));
		replacements.replace(services.datasetFiles, 'write', note('file'));
		replacements.replace(globalThis, 'fetch', note('request'));
		const { uriHandler } = await theProduct();
		for (const parts of hostileLinks) {
			await uriHandler.handleUri(vscode.Uri.from({ scheme: 'vscode', authority: extensionId, ...parts }));
		}
		assert.ok(hostileLinks.length >= 40);
		assert.deepEqual(effects, []);
		assert.deepEqual([person.messageTexts, person.opened], [[], []]);
	});

	it('opens linked synced records with filters only after the user has confirmed', async () => {
		await sync();
		const offers = offered();
		const group: LinkedGroup = { by: 'name', fingerprint: '2688458094ad' };
		const filters = [{ column: 'app_version_name', test: '=', values: ['[3.1](command:x)', '3.2'] }] as const;
		const refused = follow({ source, group, filters });
		const question = stage.person.message('from a link?');
		const { text, detail, modal } = await question.read();
		assert.equal(modal, true);
		assert.equal(text, 'Open the synced records of Shop for [Android] (command:x) from a link?');
		assert.deepEqual(detail.split('\n'), [
			'Application: 101',
			'Group: 2688458094ad (by name)',
			'Filter: app_version_name = "[3.1] (command:x)", "3.2"',
			'Opening the link replaces the current filters.',
		]);
		await follow({ source: { kind: 'application', id: '102' }, filters: [] });
		assert.equal(stage.person.messageTexts.length, 1, 'asks about one link at a time');
		await question.dismiss();
		await refused;
		assert.deepEqual(offers, []);
	});

	it('opens the records that a link names, and applies the filters of the link', async () => {
		await sync();
		const offers = offered();
		const opening = follow({ source, filters: [{ column: 'error_name', test: 'contains', values: ['Cart'] }] });
		await stage.person.message('from a link?').press('Open');
		await opening;
		assert.partialDeepStrictEqual(offers, [
			[manifest, { filters: [{ kind: 'contains', column: 0, text: 'Cart' }], columnNames: { 0: 'error_name' } }],
		]);
		await eventually('the opened records', async () =>
			stage.services.recordsInView.all.some(({ uri }) => uri.fsPath === manifest),
		);
	});

	it('offers to sync linked records, or reports that the application in the link is not listed', async () => {
		await stage.services.applications.load();
		const executed: unknown[] = [];
		const original = vscode.commands.executeCommand;
		replacements.replace(vscode.commands, 'executeCommand', (command: string, ...rest: unknown[]) =>
			command === 'appErrors.syncRecords' ? Promise.resolve(executed.push(rest[0])) : original(command, ...rest),
		);
		const opening = follow({ source, filters: [] });
		await stage.person.message('has no synced records here. Sync them').press('Sync Records…');
		await opening;
		assert.partialDeepStrictEqual(executed, [{ application: { id: '101' } }]);
		await follow({ source: { kind: 'application', id: '999999' }, filters: [] });
		await stage.person.message('The link names the application 999999').read();
	});

	it('selects the group with the fingerprint in a link, and shows a message if no record belongs to it', async () => {
		await sync();
		const { view, file, filtersToShow, value } = await openStaged();
		const offer = (fingerprint: string) =>
			filtersToShow.offer(file, { filters: [], columnNames: {}, group: { by: 'frames', fingerprint } });
		offer(groupFingerprint(key, value));
		const { filters } = await view.heard('showFilters');
		assert.deepEqual(filters, [{ kind: 'group', key, values: [value] }]);
		view.told.length = 0;
		offer('0123456789ab');
		assert.deepEqual(await view.heard('showFilters'), { filters: [], columnNames: {} });
		await stage.person.message('None of these records belongs to the group 0123456789ab').read();
	});

	it('searches all records for a linked group, even if the view opens before the records have been read', async () => {
		await sync();
		const { value } = await openStaged();
		const { engine, exports, syncedRecords } = stage.services;
		const original = engine.call.bind(engine) as (...args: readonly unknown[]) => Promise<unknown>;
		const searchedAfterReading: boolean[] = [];
		let finish: () => void = () => undefined;
		const finished = new Promise<void>((resolve) => {
			finish = resolve;
		});
		replacements.replace(engine, 'call', async (method: string, params: { query?: string }, options: unknown) => {
			if (method === 'queryRecords' && params.query === 'groups') {
				searchedAfterReading.push(document.isRead);
			}
			const answer = await original(method, params, options);
			await (method === 'openRecords' && finished);
			return answer;
		});
		const days = new ShownDays(manifest, syncedRecords, { kind: 'all' });
		const file = vscode.Uri.file(manifest);
		const document = store.add(new ResultsDocument(file, engine, () => exports.roots, days));
		const filtersToShow = store.add(new FiltersToShow());
		const group = { by: 'frames', fingerprint: groupFingerprint(key, value) } as const;
		filtersToShow.offer(file, { filters: [], columnNames: {}, group });
		const view = store.add(new StagedView(document, { ...stage.services, filtersToShow }));
		await view.load();
		await view.heard('progress');
		finish();
		const { filters } = await view.heard('showFilters');
		assert.deepEqual(filters, [{ kind: 'group', key, values: [value] }]);
		assert.deepEqual([...new Set(searchedAfterReading)], [true]);
	});

	it('copies a link to a group with the filters of the view, and adds links to issue texts and reports', async () => {
		await sync();
		const { view, value, columns } = await openStaged();
		const column = columns.findIndex(({ name }) => name === 'app_version_name');
		const filters = [{ kind: 'contains', column, text: '3' }] as const;
		assert.equal(await view.ask('copyLink', { view: { ...all, filters }, key, value }), 'Copied the link');
		const group = { by: 'frames', fingerprint: groupFingerprint(key, value) } as const;
		const test = { column: 'app_version_name', test: 'contains', values: ['3'] } as const;
		const { uriScheme } = vscode.env;
		assert.equal(stage.person.clipboard, formatRecordsLink(uriScheme, { source, group, filters: [test] }));
		await view.ask('copyIssue', { view: all, about: { kind: 'group', key, value } });
		const link = formatRecordsLink(uriScheme, { source, group, filters: [] });
		assert.ok(stage.person.clipboard.includes(`**Open in VS Code:** \`${link}\`\n`), stage.person.clipboard);
		const target = vscode.Uri.file(`${manifest}.report.md`);
		const question = { ...asked, view: all, filters: [], keyWords: 'frames', timeZone: 'UTC' };
		const saving = view.ask('saveReport', question);
		await stage.person.saveDialog().answer(target);
		await saving;
		const report = await readFile(target.fsPath, 'utf8');
		assert.ok(report.includes(`Open in VS Code: \`${link}\`\n`), report);
	});
});
