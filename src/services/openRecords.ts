import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportEntry, Outcome } from '../core/export/model/entry';
import type { OutputView } from '../core/plan/plan';
import { editors } from '../ids';
import { recordsShownIn } from '../vscode/openFiles';
import type { FiltersToShow, WaitingFilters } from './results/filtersToShow';

export async function openRecords(file: vscode.Uri, view: OutputView, viewColumn?: vscode.ViewColumn): Promise<void> {
	// `openTextDocument` would reject large files.
	await vscode.commands.executeCommand('vscode.openWith', file, view === 'results' ? editors.results : 'default', {
		preview: false,
		...(viewColumn !== undefined && { viewColumn }),
	});
}

/** Opens a records file with the given filters. If the file is already open, uses its editor group. */
export async function openFiltered(
	filtersToShow: Pick<FiltersToShow, 'offer'>,
	file: vscode.Uri,
	filters: WaitingFilters,
): Promise<void> {
	filtersToShow.offer(file, filters);
	const shown = vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some((tab) => recordsShownIn(tab)?.toString() === file.toString()),
	);
	await openRecords(file, 'results', shown?.viewColumn);
}

/**
 * Returns the complete file of an export.
 * @throws AppError `disk` if the export was interrupted and has no complete file
 */
export function wholeFile({ folder, outcome }: ExportEntry): { readonly file: vscode.Uri; readonly outcome: Outcome } {
	if (!outcome) {
		throw new AppError({ kind: 'disk', fault: 'missing', path: folder, code: 'interrupted' });
	}
	return { file: vscode.Uri.joinPath(vscode.Uri.file(folder), outcome.file), outcome };
}
