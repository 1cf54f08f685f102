import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { createServices } from '../../src/services/createServices';
import { type Disposable, DisposableStore } from '../../src/shared/disposables';
import { MemoryMemento, MemorySecrets } from '../support/host/memory';

class RoamingMemento extends MemoryMemento {
	roaming: readonly string[] = [];

	setKeysForSync(keys: readonly string[]): void {
		this.roaming = keys;
	}
}

/** Keeps the log channel open. VS Code shares it with the running extension, which has a channel of the same name. */
class ServicesStore extends DisposableStore {
	override add<T extends Disposable>(item: T): T {
		return 'logLevel' in item ? item : super.add(item);
	}
}

describe('extension state in Settings Sync', () => {
	const store = new ServicesStore();
	const globalState = new RoamingMemento();

	after(() => store.dispose());

	it('Settings Sync state contains only pinned and added applications', async () => {
		const folder = vscode.Uri.file(tmpdir());
		const { accounts, applications } = createServices(
			{
				extension: { id: 'app-errors.roaming' },
				extensionUri: folder,
				globalStorageUri: folder,
				globalState,
				workspaceState: new MemoryMemento(),
				secrets: new MemorySecrets(),
			} as unknown as vscode.ExtensionContext,
			store,
		);
		const account = await accounts.add({ service: 'sample', label: 'Sample data', allowInsecure: false }, '');
		await applications.pin(account, '101', true);
		await applications.add(account, '102');
		const roaming = globalState.roaming.map((key) => [key, globalState.get(key)]);
		assert.deepEqual(roaming, [['applicationMarks', { sample: { pinned: ['101'], added: ['102'] } }]]);
		assert.ok(globalState.keys().includes('currentAccount'), 'the current account stays on this device');
	});
});
