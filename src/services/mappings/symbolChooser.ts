import path from 'node:path';
import * as vscode from 'vscode';
import type { MappingCandidate } from '../../core/stack/mapping/choose';
import type { SymbolWant } from '../../core/stack/mapping/traceNeeds';
import { withoutIcons } from '../../vscode/escaping';
import { type Choice, pickOne } from '../../vscode/quickInput';
import { formatAgo } from '../../wording/formats';

const { l10n } = vscode;

export async function promptForSymbols(
	want: SymbolWant,
	candidates: readonly MappingCandidate[],
): Promise<vscode.Uri | undefined> {
	const title = titleOf(want);
	const named = candidates
		.filter(({ path: file }) => isNamedFor(want, path.basename(file)))
		.sort((a, b) => b.modified - a.modified);
	if (named.length === 0) {
		return browse(title, want);
	}
	const answer = await pickOne<string>({
		title,
		placeholder: placeholderOf(want),
		items: [
			...named.map(toChoice),
			{ label: l10n.t('Browse…'), iconPath: new vscode.ThemeIcon('folder-opened'), alwaysShow: true, value: '' },
		],
	});
	if (answer.kind !== 'value') {
		return undefined;
	}
	return answer.value === '' ? browse(title, want) : vscode.Uri.file(answer.value);
}

function titleOf({ file }: SymbolWant): string {
	switch (file.kind) {
		case 'dSym':
			return l10n.t('Symbols for {0}', withoutIcons(file.image));
		case 'library':
			return l10n.t('Symbols for {0}', withoutIcons(file.name));
		case 'dartSymbols':
			return l10n.t('Symbols for Dart code');
	}
}

function placeholderOf({ file }: SymbolWant): string {
	switch (file.kind) {
		case 'dSym':
			return file.uuid === undefined
				? l10n.t('Choose the dSYM file of this build')
				: l10n.t('Choose the dSYM file with the UUID {0}', file.uuid);
		case 'library':
			return file.buildId === undefined
				? l10n.t('Choose the unstripped library of this build')
				: l10n.t('Choose the unstripped library with the build ID {0}', file.buildId);
		case 'dartSymbols':
			return l10n.t('Choose the app.*.symbols file of this build');
	}
}

function isNamedFor({ file }: SymbolWant, name: string): boolean {
	switch (file.kind) {
		case 'dSym':
			return name === file.image;
		case 'library':
			return name === file.name;
		case 'dartSymbols':
			return file.system === undefined || name.includes(`.${file.system}.`);
	}
}

function toChoice(candidate: MappingCandidate): Choice<string> {
	const shown = candidate.relativePath ?? candidate.path;
	return {
		label: withoutIcons(path.basename(shown)),
		description: withoutIcons(path.dirname(shown)),
		detail: formatAgo(new Date(candidate.modified)),
		iconPath: new vscode.ThemeIcon('file-binary'),
		value: candidate.path,
	};
}

async function browse(title: string, { file }: SymbolWant): Promise<vscode.Uri | undefined> {
	const [chosen] =
		(await vscode.window.showOpenDialog({
			title,
			// The user can select a folder as well as a file, because a dSYM bundle is a folder.
			canSelectFiles: true,
			canSelectFolders: file.kind === 'dSym',
		})) ?? [];
	return chosen;
}
