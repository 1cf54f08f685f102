import * as vscode from 'vscode';
import type { CommandId } from '../commands/commandTable';
import { internalCommands } from '../commands/internalCommands';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

interface Manifest {
	readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Registers all commands. Does not import their definitions, because these would make the bundle too large. */
export function registerEveryCommand(
	product: FirstUse<Product>,
	{ extension }: Pick<vscode.ExtensionContext, 'extension'>,
): vscode.Disposable {
	const { contributes }: Manifest = extension.packageJSON;
	const store = new DisposableStore();
	const declared = contributes.commands.map(({ command }) => command);
	for (const id of [...declared, ...Object.keys(internalCommands)] as readonly CommandId[]) {
		store.add(
			vscode.commands.registerCommand(id, async (...parameters: unknown[]) =>
				(await product.get()).services.commands.run(id, parameters),
			),
		);
	}
	return store;
}
