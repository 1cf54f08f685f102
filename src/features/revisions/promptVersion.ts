import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import type { Revisions, VersionPlace } from '../../services/revisions/revisions';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeNoTag } from '../../wording/revisionMessages';

interface TaggedPlace {
	readonly file: vscode.Uri;
	readonly tag: string;
	readonly label: string;
	/** Line number in this version of the file (1-based). */
	readonly line1: number | undefined;
}

export async function promptVersion(
	of: VersionPlace | undefined,
	title: string,
	revisions: Pick<Revisions, 'chooseTag' | 'allTags'>,
): Promise<TaggedPlace | undefined> {
	if (of) {
		const { file, version, line1 } = of;
		const tag = await revisions.chooseTag(file, version);
		return tag === undefined ? undefined : { file, tag, label: version.version, line1 };
	}
	const file = vscode.window.activeTextEditor?.document.uri;
	if (!file) {
		void showInformation(vscode.l10n.t('No file is open in an editor.'));
		return undefined;
	}
	const tag = await promptTag(file, title, revisions);
	return tag === undefined ? undefined : { file, tag, label: tag, line1: undefined };
}

export async function promptTag(
	file: vscode.Uri,
	title: string,
	revisions: Pick<Revisions, 'allTags'>,
): Promise<string | undefined> {
	const tags = await revisions.allTags(file);
	if (typeof tags === 'string') {
		void showInformation(describeNoTag({ kind: 'unavailable', reason: tags }, ''));
		return undefined;
	}
	if (tags.length === 0) {
		void showInformation(vscode.l10n.t('The repository has no tags.'));
		return undefined;
	}
	const picked = await pickOne({
		title,
		placeholder: vscode.l10n.t('Choose the tag of the version'),
		items: tags.map((tag) => ({ label: withoutIcons(tag), value: tag })),
	});
	return picked.kind === 'value' ? picked.value : undefined;
}

export function nameOfUri({ path }: vscode.Uri): string {
	return baseName(path);
}
