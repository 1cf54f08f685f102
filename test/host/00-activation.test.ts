import assert from 'node:assert/strict';
import dns from 'node:dns';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import { startWhereNeeded } from '../../src/activation/autoStart';
import { FirstUse } from '../../src/activation/firstUse';
import type { Product } from '../../src/product';
import { setSetting, startProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { eventually } from '../support/vscode/waiting';

const slots = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')] as const;
const globals = globalThis as unknown as Record<symbol, unknown>;

// The file name makes this suite run first, because activation happens only once.
describe('extension activation', () => {
	it('sets context keys during activation without accessing files, opening connections or starting threads', async () => {
		const extension = vscode.extensions.getExtension('app-errors.app-errors');
		assert(extension);
		await eventually('the activation after startup', async () => extension.isActive || undefined);
		const before = slots.map((slot) => globals[slot]);
		const touched: string[] = [];
		const replacements = new Replacements();
		const watch = <T extends object>(owner: T, names: readonly (keyof T & string)[]) => {
			for (const name of names) {
				const original = owner[name] as (...parameters: unknown[]) => unknown;
				replacements.replace(owner, name, function (this: unknown, ...parameters: unknown[]) {
					if (/[\\/]dist[\\/](?:extension|product)\.js/.test(new Error().stack ?? '')) {
						touched.push(`${name} ${String(parameters[0])}`);
					}
					return original.apply(this, parameters);
				} as T[typeof name]);
			}
		};
		watch(fs, [
			'readFileSync',
			'readFile',
			'writeFileSync',
			'writeFile',
			'mkdirSync',
			'readdirSync',
			'openSync',
			'statSync',
		]);
		watch(fs.promises, ['readFile', 'writeFile', 'mkdir', 'readdir', 'open', 'stat']);
		watch(net.Socket.prototype, ['connect']);
		watch(dns, ['lookup']);
		for (const [owner, name] of registrations) {
			replacements.replace(owner, name as never, () => ({ dispose: () => undefined }));
		}
		const contextKeys = new Map<unknown, unknown>();
		const execute = vscode.commands.executeCommand;
		replacements.replace(vscode.commands, 'executeCommand', (id: string, ...parameters: unknown[]) => {
			if (id === 'setContext') {
				contextKeys.set(parameters[0], parameters[1]);
			}
			return execute(id, ...parameters);
		});
		try {
			activateAgain(extension);
			await eventually('the context keys', async () => contextKeys.has('appErrors.accounts') || undefined);
		} finally {
			replacements.dispose();
		}
		assert.deepEqual(touched, []);
		assert.deepEqual(Object.fromEntries(contextKeys), {
			'appErrors.accounts': 'none',
			'appErrors.exports': 'none',
			'appErrors.sampleAccount': false,
		});
		assert.equal(extension.exports.started, false);
		assert.deepEqual(loadedBundles(), ['extension.js']);
		assert.deepEqual(
			slots.map((slot) => globals[slot]),
			before,
		);
	});

	it('does not load the main bundle for documents or lines without a stack trace', async () => {
		const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content: 'A shopping list\n' });
		const start = new vscode.Position(0, 0);
		const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
			'vscode.executeLinkProvider',
			document.uri,
		);
		const targets = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', document.uri, start);
		assert.deepEqual([links, targets], [[], []]);
		assert.deepEqual(loadedBundles(), ['extension.js']);
	});

	it('loads the main bundle on first use without starting a thread', async () => {
		const { engine } = await startProduct();
		assert.deepEqual(loadedBundles(), ['extension.js', 'product.js']);
		assert.equal(engine.started, false);
	});

	it('loads the main bundle at startup only if synced records are updated automatically', async () => {
		let starts = 0;
		const product = new FirstUse<Product>(async () => {
			starts++;
			return new Promise(() => undefined);
		});
		const state = { get: (_: string, usual: unknown) => usual } as unknown as vscode.Memento;
		const listening = startWhereNeeded(product, {
			workspaceState: state,
			globalState: state as vscode.ExtensionContext['globalState'],
		});
		try {
			assert.equal(starts, 0);
			await setSetting('appErrors.sync.intervalMinutes', 30);
			await eventually('the start', async () => starts || undefined);
		} finally {
			listening.dispose();
			await setSetting('appErrors.sync.intervalMinutes', undefined);
		}
	});

	it("excludes undici and csv-parse from the extension host's bundles", () => {
		const extension = vscode.extensions.getExtension('app-errors.app-errors');
		for (const name of ['extension.js', 'product.js']) {
			const bundle = fs.readFileSync(path.join(extension?.extensionPath ?? '', 'dist', name), 'utf8');
			assert.ok(!bundle.includes('undici.globalDispatcher'));
			assert.ok(!/csv-parse|CSV_INVALID/.test(bundle));
		}
	});
});

/** Functions that reject a second registration with the same ID. */
const registrations: readonly (readonly [object, string])[] = [
	[vscode.commands, 'registerCommand'],
	[vscode.authentication, 'registerAuthenticationProvider'],
	[vscode.lm, 'registerTool'],
	[vscode.window, 'createTreeView'],
	[vscode.window, 'registerCustomEditorProvider'],
	[vscode.window, 'registerUriHandler'],
	[vscode.window, 'registerWebviewPanelSerializer'],
	[vscode.workspace, 'registerTextDocumentContentProvider'],
];

/** Loads and activates a second copy of the first bundle, because VS Code activated the first copy before any test. */
function activateAgain(extension: vscode.Extension<unknown>): void {
	const file = path.join(extension.extensionPath, 'dist', 'extension.js');
	const loaded = require.cache[file];
	delete require.cache[file];
	const subscriptions: vscode.Disposable[] = [];
	const state = { get: (_: string, usual: unknown) => usual };
	const secrets = { keys: async () => [], onDidChange: () => ({ dispose: () => undefined }) };
	try {
		const { activate } = require(file) as { readonly activate: (context: unknown) => unknown };
		activate({ subscriptions, extension, secrets, globalState: state, workspaceState: state });
	} finally {
		require.cache[file] = loaded;
		for (const subscription of subscriptions) {
			subscription.dispose();
		}
	}
}

function loadedBundles(): string[] {
	const folder = path.join(vscode.extensions.getExtension('app-errors.app-errors')?.extensionPath ?? '', 'dist');
	return Object.keys(require.cache)
		.filter((file) => path.dirname(file) === folder)
		.map((file) => path.basename(file))
		.sort();
}
