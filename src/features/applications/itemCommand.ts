import type { TreeItem } from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import type { CommandParameters } from '../../services/commands';

export function itemCommand<K extends CommandId>(
	id: K,
	title: string,
	...parameters: CommandParameters[K]
): NonNullable<TreeItem['command']> {
	return { command: id, title, arguments: parameters };
}
