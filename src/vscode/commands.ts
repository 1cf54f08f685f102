import * as vscode from 'vscode';
import { isCancellation } from '../core/common/errors';
import type { CommandId, CommandParameters } from '../ids';

/** Registers commands behind one boundary: whatever one throws is shown once, in words. */
export class Commands {
	constructor(private readonly onError: (error: unknown, command: CommandId) => void) {}

	register<K extends CommandId>(id: K, run: (...parameters: CommandParameters[K]) => unknown): vscode.Disposable {
		return vscode.commands.registerCommand(id, async (...parameters: unknown[]) => {
			try {
				return await run(...(parameters as CommandParameters[K]));
			} catch (error) {
				if (!isCancellation(error)) {
					this.onError(error, id);
				}
				return undefined;
			}
		});
	}
}

/** Runs one of our commands by its typed id. */
export function runCommand<K extends CommandId>(id: K, ...parameters: CommandParameters[K]): Thenable<unknown> {
	return vscode.commands.executeCommand(id, ...parameters);
}
