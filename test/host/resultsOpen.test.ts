import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { firstPlan, type Plan } from '../../src/core/plan/plan';
import type { EngineClient } from '../../src/engine/engineClient';
import { ResultsDocument } from '../../src/features/results/document';
import { editors } from '../../src/ids';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { Account } from '../../src/services/accounts';
import type { Services } from '../../src/services/services';
import { Person } from '../support/host/person';
import { forgetEverything, startProduct } from '../support/host/product';
import { StagedView, startEngine } from '../support/host/resultsHarness';
import { eventually } from '../support/vscode/waiting';

const shop = { id: '101', name: 'Shop for Android' };

describe('opening the results view', () => {
	let services: Services;
	let person: Person;
	let folder: string;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(folder, { recursive: true, force: true });
		}
	});

	const write = async (name: string) => {
		const file = vscode.Uri.file(path.join(folder, name));
		await writeFile(file.fsPath, 'error,os_name\nboom,android\n');
		return file;
	};
	const tabs = () =>
		vscode.window.tabGroups.all.flatMap(({ tabs }) =>
			tabs.map(({ input, isActive }) => {
				const kind = input instanceof vscode.TabInputCustom && input.viewType === editors.results ? 'results' : 'text';
				const { uri } = input as vscode.TabInputCustom | vscode.TabInputText;
				return `${isActive ? '> ' : ''}${kind} ${path.basename(uri.path)}`;
			}),
		);
	const shows = (...expected: string[]) =>
		eventually(
			() => `the tabs ${expected.join(', ')} instead of ${tabs().join(', ')}`,
			async () => (JSON.stringify(tabs()) === JSON.stringify(expected) ? true : undefined),
		);

	for (const name of ['a.csv', 'a.json', 'a.ndjson', 'shop.errors.csv']) {
		it(`opens the results view for the file ${name}`, async () => {
			await vscode.commands.executeCommand('appErrors.openResultsView', await write(name));
			await shows(`> results ${name}`);
		});
	}

	it('opens a file from another program in the results view, and reopens it with a different format', async () => {
		const file = vscode.Uri.file(path.join(folder, 'a.csv'));
		await writeFile(file.fsPath, Buffer.from('id;St\u00fcck\n1;\u00d6l\n', 'latin1'));
		await vscode.commands.executeCommand('appErrors.openResultsView', file);
		await shows('> results a.csv');
		const reading = vscode.commands.executeCommand('appErrors.reopenWithFormat');
		const encoding = person.pick('Choose the text encoding');
		await encoding.choose('UTF-8');
		await person.pick('Choose the delimiter').choose('Comma');
		await person.pick('Choose the line of the header, or enter its number').choose('Line 1');
		await reading;
		await shows('> results a.csv');
	});

	it('copies code for reading a file of the chosen format in another program', async () => {
		const file = vscode.Uri.file(path.join(folder, "it's.csv"));
		await writeFile(file.fsPath, Buffer.from('id;St\u00fcck\n1;\u00d6l\n', 'latin1'));
		await vscode.commands.executeCommand('appErrors.openResultsView', file);
		await shows("> results it's.csv");
		const copying = vscode.commands.executeCommand('appErrors.copyAs');
		await person.pick(/Choose a tool to read the records with/).choose('pandas');
		await copying;
		assert.match(person.clipboard, /it\\'s\.csv'/);
		assert.match(person.clipboard, /sep=';', encoding='cp1252'/);
	});

	it('opens a Parquet file without a choice of format, and copies code for reading it', async () => {
		const file = vscode.Uri.file(path.join(folder, 'a.parquet'));
		await copyFile('test/fixtures/parquet/duckdb-groups.parquet', file.fsPath);
		await vscode.commands.executeCommand('appErrors.openResultsView', file);
		await shows('> results a.parquet');
		await vscode.commands.executeCommand('appErrors.reopenWithFormat');
		await person.message('A Parquet file specifies its own format.').read();
		const copying = vscode.commands.executeCommand('appErrors.copyAs');
		await person.pick(/Choose a tool to read the records with/).choose('DuckDB');
		await copying;
		assert.match(person.clipboard, /read_parquet\('.*a\.parquet'\)/);
	});

	it('replaces the active document with the results view, and switches back', async () => {
		const file = await write('a.csv');
		await vscode.window.showTextDocument(await write('other.csv'), { preview: false });
		await vscode.window.showTextDocument(file, { preview: false });
		await vscode.commands.executeCommand('appErrors.openResultsView');
		await shows('text other.csv', '> results a.csv');
		await vscode.commands.executeCommand('appErrors.openResultsAsText');
		await shows('text other.csv', '> text a.csv');
	});

	it('opens the results view without closing a document with unsaved changes', async () => {
		const file = await write('a.csv');
		const editor = await vscode.window.showTextDocument(file, { preview: false });
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'x'));
		await vscode.commands.executeCommand('appErrors.openResultsView');
		await shows('text a.csv', '> results a.csv');
		await vscode.window.showTextDocument(file, { preview: false });
		await shows('> text a.csv', 'results a.csv');
		await vscode.commands.executeCommand('workbench.action.files.revert');
		await eventually('the document as it is on disk', async () => (editor.document.isDirty ? undefined : true));
	});

	it('prompts for a file to open in the results view if no document is active', async () => {
		const file = await write('a.csv');
		const opening = vscode.commands.executeCommand('appErrors.openResultsView');
		await person.openDialog().answer(file);
		await opening;
		await shows('> results a.csv');
	});

	it('opens several results views of the same file', async () => {
		await vscode.commands.executeCommand('appErrors.openResultsView', await write('a.csv'));
		await shows('> results a.csv');
		await vscode.commands.executeCommand('workbench.action.splitEditorRight');
		await shows('> results a.csv', '> results a.csv');
	});

	it('reports that the results view can open only files on disk', async () => {
		const document = await vscode.workspace.openTextDocument({ content: 'error\nboom\n' });
		await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand('appErrors.openResultsView');
		assert.match((await person.message(/can only open files on disk/).read()).text, /\(untitled\)/);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	describe('results view of an export', () => {
		let service: SampleServer;
		let account: Account;
		let engine: EngineClient;
		const open: vscode.Disposable[] = [];

		before(() => {
			engine = startEngine(services.extensionUri);
		});

		after(() => engine.dispose());

		beforeEach(async () => {
			service = await startSampleService({ records: 2_000, token: 'good-token' });
			await forgetEverything(services);
			account = await services.accounts.add(
				{ service: service.url, label: 'Work', allowInsecure: false },
				service.token,
			);
		});

		afterEach(async () => {
			for (const item of open.splice(0)) {
				item.dispose();
			}
			await rm(services.exports.root, { recursive: true, force: true });
			await forgetEverything(services);
			await service.close();
		});

		const run = (over: Partial<Plan> = {}) =>
			vscode.commands.executeCommand<ExportEntry | undefined>('appErrors.runExport', {
				account,
				plan: { ...firstPlan(shop), ...over },
				zone: { kind: 'named', name: 'UTC' },
			});
		const node = (entry: ExportEntry) => ({ kind: 'export', account, entry });
		const asked = () =>
			service.requests
				.list()
				.map(({ url }) => new URL(url, service.url))
				.filter(({ pathname }) => pathname.includes('/export/'))
				.map(({ searchParams }) => Object.fromEntries(searchParams));

		it('opens a finished export in the results view without an additional message', async () => {
			const entry = await run();
			await shows(`> results ${entry?.outcome?.file}`);
			await run({ limit: 10 });
			assert.deepEqual(person.messageTexts, []);
		});

		it('explains in the results view why an export is empty, and offers buttons to repeat it', async () => {
			const filters = [{ field: 'os_name', value: 'windows' }];
			const entry = await run({ filters });
			assert.equal(entry?.outcome?.rows, 0);
			await shows(`> results ${entry.outcome.file}`);
			assert.deepEqual(person.messageTexts, []);

			const document = new ResultsDocument(
				vscode.Uri.file(path.join(entry.folder, entry.outcome.file)),
				services.engine,
			);
			const view = new StagedView(document, services);
			open.push(view, document);
			const { emptyReasons } = await view.load();
			await view.press(emptyReasons, 'Use Last 14 days');
			await view.press(emptyReasons, 'Use Server Time');
			await view.press(emptyReasons, 'Remove os_name = windows');
			const [first, wider, received, unfiltered] = asked();
			assert(first && wider && received && unfiltered);
			assert.ok((wider['date_since'] ?? '') < (first['date_since'] ?? ''), 'the wider range begins earlier');
			assert.deepEqual([first['date_dimension'], received['date_dimension']], [undefined, 'receive']);
			assert.deepEqual([first['os_name'], unfiltered['os_name']], ['windows', undefined]);
			await services.deviceOffers.choose(false);
			const choosing = view.press(emptyReasons, 'Choose Application…');
			await person.pick(/Choose an application/).choose('Shop for iOS');
			await person.pick(/Export Errors: Shop for iOS/).escape();
			await choosing;
			await services.deviceOffers.choose(undefined);
		});

		it('opens an export of a removed account, without sending a request to another service', async () => {
			const entry = await run({ limit: 10 });
			assert(entry?.outcome);
			await forgetEverything(services);
			const document = new ResultsDocument(
				vscode.Uri.file(path.join(entry.folder, entry.outcome.file)),
				services.engine,
			);
			const view = new StagedView(document, services);
			open.push(view, document);
			const { notices } = await view.load();
			await assert.rejects(view.press(notices, 'Export Without Limit'), { message: /signed out/ });
			assert.equal(asked().length, 1);
		});

		it('opens a past export in the editor that was chosen for the export', async () => {
			const results = await run();
			const text = await run({ view: 'document' });
			assert(results?.outcome && text?.outcome);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openExport', node(results));
			await shows(`> results ${results.outcome.file}`);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openExport', node(text));
			await shows(`> text ${text.outcome.file}`);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('appErrors.openResultsView', node(text));
			await shows(`> results ${text.outcome.file}`);
		});

		it('offers the results view for an export that is too large for a text document', async () => {
			const entry = await run({ view: 'document' });
			assert(entry?.outcome);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			const large = { ...entry, outcome: { ...entry.outcome, bytes: 60_000_000 } };
			const opening = vscode.commands.executeCommand('appErrors.openExport', node(large));
			const message = person.message(/can open files up to 50 MB/);
			assert.deepEqual((await message.read()).buttons, ['Open Results View', 'Open Containing Folder', 'Save As…']);
			await message.press('Open Results View');
			await opening;
			await shows(`> results ${entry.outcome.file}`);
		});
	});
});
