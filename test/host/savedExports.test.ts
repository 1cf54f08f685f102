import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Filter, firstPlan, type Plan } from '../../src/core/plan/plan';
import { serializeSavedExport } from '../../src/core/savedExports/serializeSavedExport';
import { ApplicationsHarness, news, shop } from '../support/host/applicationsHarness';
import { useExportsHarness } from '../support/host/exportsHarness';
import { Replacements } from '../support/host/replacements';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';
import { eventually, succeeds } from '../support/vscode/waiting';

const plan: Plan = {
	...firstPlan({ id: '101', name: 'Shop for Android' }),
	view: 'document',
	range: { kind: 'lastDays', days: 30 },
	fields: ['error_id', 'os_version'],
};

describe('saved exports in the editor', () => {
	const stage = useExportsHarness();
	const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
	const folder = () => path.join(root(), '.app-errors', 'exports');

	beforeEach(async () => {
		checkouts++;
		await mkdir(folder(), { recursive: true });
	});

	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await rm(path.join(root(), '.app-errors'), { recursive: true, force: true });
	});

	/** Each test opens a file of its own, because VS Code can still hold the text of a file that was closed and deleted. */
	async function open(text: string): Promise<vscode.TextDocument> {
		const file = path.join(folder(), `opened-${checkouts}.json`);
		await writeFile(file, text);
		const document = await vscode.workspace.openTextDocument(file);
		await vscode.window.showTextDocument(document);
		return document;
	}

	const lensesOf = (document: vscode.TextDocument) =>
		vscode.commands
			.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri)
			.then((lenses) => lenses.flatMap(({ command }) => (command?.command.startsWith('appErrors.') ? [command] : [])));
	/** Confirmations are stored by content, so each test needs a file of its own. */
	let checkouts = 0;
	const text = (change: Partial<Plan> = {}) =>
		serializeSavedExport({ name: `Checkout ${checkouts}`, plan: { ...plan, ...change } });
	const runLens = async (document: vscode.TextDocument) => {
		const [lens] = await lensesOf(document);
		assert.ok(lens);
		return vscode.commands.executeCommand(lens.command, ...(lens.arguments ?? []));
	};
	const question = () => stage.person.message(/^Run the saved export "Checkout \d+"\?/);
	/** Waits until a message was shown for the given time, because a locator also finds earlier messages. */
	const shown = (pattern: RegExp, times: number) =>
		eventually('the message', async () =>
			stage.person.messageTexts.filter((words) => pattern.test(words)).length >= times ? true : undefined,
		);

	it('code lens of a saved export prompts for confirmation only before the first run', async () => {
		const document = await open(text());
		const run = runLens(document);
		const { modal, detail } = await question().read();
		assert.equal(modal, true);
		assert.match(detail, /Shop for Android[\s\S]*Device time[\s\S]*Fields: error_id, os_version[\s\S]*Account: Work/);
		assert.deepEqual(stage.asked(), []);
		await question().press('Run Export');
		await run;
		assert.equal(stage.asked().length, 1);
		assert.match(
			stage.asked()[0] ?? '',
			/application_id=101&.*fields=error_id%2Cos_version|fields=error_id,os_version/,
		);
		assert.equal(stage.services.plans.last(stage.account)?.range.kind, 'lastDays');
		await runLens(document);
		assert.equal(stage.asked().length, 2);
	});

	it('prompts for confirmation again if the file has changed, and runs no export if the user declines', async () => {
		const document = await open(text());
		const first = runLens(document);
		await question().press('Run Export');
		await first;
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.uri, document.positionAt(document.getText().indexOf('"error_id"')), '"profile_id", ');
		await vscode.workspace.applyEdit(edit);
		const second = runLens(document);
		const changed = stage.person.message(/Personal fields: profile_id/);
		await changed.dismiss();
		await second;
		assert.equal(stage.asked().length, 1);
		await vscode.commands.executeCommand('workbench.action.files.revert');
	});

	it('prompts for confirmation before every export in Restricted Mode', async () => {
		const document = await open(text());
		const replacements = new Replacements();
		replacements.replace(vscode.workspace, 'isTrusted', false);
		try {
			for (const runs of [1, 2]) {
				const run = runLens(document);
				await shown(/^Run the saved export/, runs);
				await question().press('Run Export');
				await run;
				assert.equal(stage.asked().length, runs);
			}
		} finally {
			replacements.dispose();
		}
	});

	it('asks for confirmation before exporting an application that the account does not list', async () => {
		const document = await open(text({ application: { id: '999', name: 'Other' } }));
		const run = runLens(document);
		const message = stage.person.message(/^The account "Work" does not list the application Other\./);
		assert.deepEqual((await message.read()).buttons, ['Export Anyway', 'Switch Account…']);
		await message.dismiss();
		await run;
		assert.deepEqual(stage.asked(), []);
	});

	it('reports problems at their positions in a saved export, and shows no code lens for an invalid export', async () => {
		const document = await open(text({ fields: ['error', 'branch'] }).replace('"format"', '"token": "x",\n  "format"'));
		const own = () =>
			vscode.languages
				.getDiagnostics(document.uri)
				.filter(({ source }) => source === 'App Errors')
				.map(({ range, message, severity }) => [document.getText(range), message, severity]);
		await eventually('diagnostics', async () => own()[1]);
		const [unknown, ignored] = own();
		assert.equal(unknown?.[0], '"branch"');
		assert.match(`${unknown?.[1]}`, /branch/);
		assert.equal(unknown?.[2], vscode.DiagnosticSeverity.Error);
		assert.deepEqual(ignored, ['"token"', 'App Errors ignores "token".', vscode.DiagnosticSeverity.Information]);
		assert.deepEqual(await lensesOf(document), []);
	});

	it("validates and completes saved exports with the editor's JSON support", async () => {
		const document = await open(text().replace('"csv"', '"xml"'));
		const diagnostics = () => vscode.languages.getDiagnostics(document.uri);
		const found = await eventually(
			() => JSON.stringify(diagnostics()),
			async () => diagnostics().find(({ source }) => source !== 'App Errors'),
			20_000,
		);
		assert.equal(document.getText(found.range), '"xml"');
		const at = document.positionAt(document.getText().indexOf('"timeBasis"'));
		const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
			'vscode.executeCompletionItemProvider',
			document.uri,
			at,
		);
		const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
		assert.ok(labels.includes('filters') && labels.includes('partialResults'), labels.join());
	});

	describe('saving an export to the workspace', () => {
		const save = (change: Partial<Plan> = {}) =>
			vscode.commands.executeCommand('appErrors.savePlan', {
				account: stage.account,
				plan: { ...plan, ...change },
				zone: { kind: 'named', name: 'UTC' },
			});
		const typeName = (name?: string) => stage.person.input(/Save This Export to Workspace/).answer(name);

		it('saves an export as a file that runs without confirmation, and opens the file', async () => {
			const saving = save({ deviceKey: 'k' });
			await typeName(`Checkout ${checkouts}`);
			assert.equal(await saving, true);
			assert.equal(await readFile(path.join(folder(), `checkout-${checkouts}.json`), 'utf8'), text());
			const document = vscode.window.activeTextEditor?.document;
			assert.equal(document?.uri.fsPath, path.join(folder(), `checkout-${checkouts}.json`));
			await runLens(document);
			assert.equal(stage.asked().length, 1);
		});

		it('never overwrites a file without confirmation, and keeps unknown properties of a file that it replaces', async () => {
			const file = path.join(folder(), 'checkout.json');
			const before = text().replace('"format"', '"owner": { "team": 1 },\n  "format"');
			await writeFile(file, before);
			for (const [index, answer] of [undefined, 'Keep Both', 'Replace'].entries()) {
				const saving = save({ format: 'json' });
				await typeName('Checkout');
				await shown(/already exists/, index + 1);
				const message = stage.person.message(/checkout\.json already exists/);
				await (answer === undefined ? message.dismiss() : message.press(answer));
				assert.equal(await saving, answer !== undefined);
				const isReplaced = answer === 'Replace';
				const content = await readFile(file, 'utf8');
				assert.equal(content === before, !isReplaced);
				assert.match(content, /"owner": \{ "team": 1 \}/);
			}
			assert.deepEqual((await readdir(folder())).sort(), ['checkout-2.json', 'checkout.json']);
		});

		it('warns before saving a filter on a personal field', async () => {
			const filters: readonly Filter[] = [{ field: 'profile_id', value: 'ana' }];
			const saving = save({ filters });
			await typeName();
			const message = stage.person.message(/^Save personal data in the file\? .*profile_id/);
			assert.doesNotMatch((await message.read()).detail, /ana\b/);
			await message.dismiss();
			assert.equal(await saving, false);
			assert.deepEqual(await readdir(folder()), []);
		});

		it('saves an export from its row in the Applications view', async () => {
			const entry = await stage.run({ fields: ['error_id'] });
			assert.ok(entry);
			const saving = vscode.commands.executeCommand('appErrors.saveExportToWorkspace', {
				kind: 'export',
				account: stage.account,
				entry,
			});
			await typeName();
			await saving;
			assert.deepEqual(await readdir(folder()), ['shop-for-android-last-30-days.json']);
		});

		it('saves an export from the wizard instead of running it, and returns to the wizard if saving is canceled', async () => {
			const { account, person } = stage;
			const application = { id: '101', name: 'Shop for Android', details: [] };
			const node = { kind: 'application', account, application, pinned: false, added: false, listed: true };
			const wizard = vscode.commands.executeCommand('appErrors.exportErrors', node);
			const hub = person.pick(/Export Errors: Shop for Android/);
			await hub.choose(/Save This Export to Workspace/);
			await person.input(/Save This Export to Workspace/).escape();
			await hub.choose(/Save This Export to Workspace/);
			await typeName('From the wizard');
			await wizard;
			const { range, fields } = JSON.parse(await readFile(path.join(folder(), 'from-the-wizard.json'), 'utf8'));
			assert.deepEqual([range, fields], [{ lastDays: 7 }, 'standard']);
			assert.deepEqual(stage.asked(), []);
		});

		it('does not write an export file through a symbolic link', async () => {
			if (process.platform === 'win32') {
				return;
			}
			await rm(path.join(root(), '.app-errors'), { recursive: true });
			await symlink(path.join(root(), '..'), path.join(root(), '.app-errors'));
			const saving = save();
			await typeName('Checkout');
			await stage.person.message(/\.app-errors/).dismiss();
			assert.notEqual(await saving, true);
			assert.equal((await readdir(path.join(root(), '..'))).includes('exports'), false);
		});
	});
});

describe('saved exports in the Applications view', () => {
	let stage: ApplicationsHarness;
	const root = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
	const folder = () => path.join(root(), '.app-errors', 'exports');
	const write = (name: string, change: Partial<Plan>, bundle?: string) =>
		writeFile(
			path.join(folder(), `${name}.json`),
			serializeSavedExport({ name, plan: { ...plan, ...change }, ...(bundle && { bundle }) }),
		);

	beforeEach(async () => {
		stage = new ApplicationsHarness();
		await mkdir(folder(), { recursive: true });
	});

	afterEach(async () => {
		stage.dispose();
		await rm(path.join(root(), '.app-errors'), { recursive: true, force: true });
	});

	it('lists saved exports below their application, and hides saved exports of other applications', async () => {
		await write('Android 14', { filters: [{ field: 'os_version', value: '14' }] });
		await write('Other', { application: { id: '999' } });
		await writeFile(path.join(folder(), 'broken.json'), '{');
		if (process.platform !== 'win32') {
			await symlink(path.join(folder(), 'Android 14.json'), path.join(folder(), 'link.json'));
		}
		await stage.list([shop, news]);
		assert.deepEqual(await describeTree(stage.provider), [
			'[robot] Shop for Android · 101',
			['[bookmark] Android 14 · Last 30 days · os_version = 14'],
			'[device-mobile] News · 102',
		]);
	});

	it('opens the file of a saved export from its row, and shows the request in the tooltip', async () => {
		await write('Android', {});
		await stage.list([shop]);
		const row = await findRow(stage.provider, 'Android');
		const { command, contextValue } = stage.provider.getTreeItem(row);
		assert.equal(contextValue, 'savedExport');
		assert.equal(command?.command, 'vscode.open');
		assert.match(`${await tooltipAt(stage.provider, row)}`, /Range: Last 30 days\n[\s\S]*File: .*Android\.json/);
		assert.deepEqual(stage.provider.getParent(row), await findRow(stage.provider, 'Shop for Android'));
	});

	it('identifies an application by its bundle ID if the file has no application ID', async () => {
		await writeFile(
			path.join(folder(), 'a.json'),
			JSON.stringify({
				type: 'app-errors/export@1',
				name: 'By bundle',
				application: { bundle: 'test.example.shop' },
				range: 'today',
				fields: 'standard',
			}),
		);
		await stage.list([shop, news]);
		assert.deepEqual(await describeTree(stage.provider), [
			'[robot] Shop for Android · 101',
			['[bookmark] By bundle · Today'],
			'[device-mobile] News · 102',
		]);
	});

	it('refreshes the rows of saved exports when a file is added', async () => {
		await stage.list([shop]);
		assert.deepEqual(await describeTree(stage.provider), ['[robot] Shop for Android · 101']);
		await eventually('the row of the new file', async () => {
			// The editor starts to watch files with a delay.
			await write('Android', {});
			return succeeds(findRow(stage.provider, 'Android'));
		});
	});
});
