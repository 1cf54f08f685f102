import * as vscode from 'vscode';
import { openFiltered } from '../../services/openRecords';
import type { Services } from '../../services/services';
import { decodeError } from '../../shared/groupValue';

export async function showGroup(
	path: string,
	key: string,
	{ filtersToShow }: Pick<Services, 'filtersToShow'>,
): Promise<void> {
	const filter = { kind: 'group', key: { kind: 'frames' }, values: [decodeError(key)] } as const;
	await openFiltered(filtersToShow, vscode.Uri.file(path), { filters: [filter], columnNames: {}, showsFirst: true });
}
