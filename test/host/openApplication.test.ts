import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ApplicationNode } from '../../src/services/treeNodes';
import { useExportsHarness } from '../support/host/exportsHarness';
import { syncHarness } from '../support/host/syncHarness';

describe('opening an application', () => {
	const stage = useExportsHarness();
	const { keep, only } = syncHarness(stage);

	const node = (): ApplicationNode => ({
		kind: 'application',
		account: stage.account,
		application: { id: '101', name: 'Shop for Android', details: [] },
		pinned: false,
		added: false,
		listed: true,
	});
	const open = () => vscode.commands.executeCommand('appErrors.openApplication', node());
	const openFile = () => {
		const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
		return input instanceof vscode.TabInputCustom ? input.uri.fsPath : undefined;
	};

	it('opens the newest export of the application', async () => {
		await stage.run({ view: 'results', range: { kind: 'yesterday' } });
		const newest = await stage.run({ view: 'results' });
		await stage.run({ view: 'results', application: { id: '102', name: 'Shop for iOS' } });
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await open();
		assert.ok(openFile()?.startsWith(newest?.folder ?? '?'), openFile());
	});

	it('opens synced records instead of exports if both exist', async () => {
		await keep('Last 7 days');
		await stage.run({ view: 'results' });
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await open();
		assert.equal(openFile(), (await only()).known.manifest);
	});

	it('starts the wizard if the application has neither synced records nor exports', async () => {
		const done = open();
		await stage.person.pick(/Export Errors: Shop for Android/).escape();
		await done;
	});
});
