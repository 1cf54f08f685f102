import * as vscode from 'vscode';
import { aiIsOff, contextKeys, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

/** Registers the language model tools. VS Code offers them only if an export exists and AI features are enabled. */
export function registerAgentTools(
	product: FirstUse<Product>,
	{ extension, globalState }: Pick<vscode.ExtensionContext, 'extension' | 'globalState'>,
): vscode.Disposable {
	const store = new DisposableStore();
	let tools: DisposableStore | undefined;
	const update = () => {
		const isOff = vscode.workspace.getConfiguration().get(aiIsOff) === true;
		if (isOff || !tools) {
			tools?.dispose();
			tools = isOff ? undefined : registerEach(product, extension.packageJSON);
		}
	};
	store.add({ dispose: () => tools?.dispose() });
	store.add(vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(aiIsOff) && update()));
	update();
	const has = globalState.get(stateKeys.hasExports, false);
	void vscode.commands.executeCommand('setContext', contextKeys.exports, has ? 'some' : 'none');
	return store;
}

interface Manifest {
	readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

function registerEach(product: FirstUse<Product>, { contributes }: Manifest): DisposableStore {
	const store = new DisposableStore();
	for (const { name } of contributes.languageModelTools) {
		store.add(
			vscode.lm.registerTool<unknown>(name, {
				prepareInvocation: async ({ input }) => (await product.get()).agentTools.prepare(name, input),
				invoke: async (options, token) => (await product.get()).agentTools.invoke(name, options, token),
			}),
		);
	}
	return store;
}
