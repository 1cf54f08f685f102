import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/shared/disposables';
import { WatchedFolder } from '../../src/vscode/workspaceFiles';
import { Replacements } from '../support/host/replacements';

describe('watched folder', () => {
	let store: DisposableStore;
	let replacements: Replacements;

	beforeEach(() => {
		store = new DisposableStore();
		replacements = new Replacements();
	});

	afterEach(() => {
		replacements.dispose();
		store.dispose();
	});

	it('reports changes even if files change continuously', async () => {
		const changed = store.add(new vscode.EventEmitter<vscode.Uri>());
		const { event } = changed;
		replacements.replace(vscode.workspace, 'createFileSystemWatcher', () => ({
			onDidCreate: event,
			onDidChange: event,
			onDidDelete: event,
			dispose: () => undefined,
		}));
		let [events, changes] = [0, 0];
		const folder = store.add(
			new WatchedFolder(
				'.app-errors',
				() => events++,
				() => changes++,
			),
		);
		folder.start();
		for (let fired = 0; changes < 3 && fired < 1_000; fired++) {
			changed.fire(vscode.Uri.file('/a.json'));
			await setTimeout(10);
		}
		assert.equal(changes, 3);
		assert.ok(events > 2 * changes, `${events} events were combined`);
	});
});
