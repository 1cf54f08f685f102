import * as vscode from 'vscode';
import { openRecords } from '../../services/openRecords';
import type { Services } from '../../services/services';
import { decodeError } from '../../shared/groupValue';
import { recordsShownIn } from '../../vscode/openFiles';

export async function showGroup(
	path: string,
	key: string,
	{ filtersToShow }: Pick<Services, 'filtersToShow'>,
): Promise<void> {
	const file = vscode.Uri.file(path);
	const filter = { kind: 'group', key: { kind: 'frames' }, values: [decodeError(key)] } as const;
	filtersToShow.offer(file, { filters: [filter], columnNames: {}, showsFirst: true });
	const shown = vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some((tab) => recordsShownIn(tab)?.toString() === file.toString()),
	);
	await openRecords(file, 'results', shown?.viewColumn);
}
