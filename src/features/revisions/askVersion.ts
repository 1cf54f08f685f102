import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import type { Revisions, VersionPlace } from '../../services/revisions/revisions';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeNoTag } from '../../wording/revisionMessages';

/** A file at a tag that somebody asks about. */
interface TaggedPlace {
	readonly file: vscode.Uri;
	readonly tag: string;
	/** As a person names it: the version, else the tag. */
	readonly label: string;
	/** Of the version's text, base 1. */
	readonly line1: number | undefined;
}

/** What is asked about: what was handed over, else the active editor's file with a tag that a person chooses. */
export async function askVersion(
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
	const tag = await askTag(file, title, revisions);
	return tag === undefined ? undefined : { file, tag, label: tag, line1: undefined };
}

/** Lets a person choose a tag of the file's repository, or says why there is none. */
export async function askTag(
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
		void showInformation(vscode.l10n.t('The repository has no tags here.'));
		return undefined;
	}
	const picked = await pickOne({
		title,
		placeholder: vscode.l10n.t('Tag of the version'),
		items: tags.map((tag) => ({ label: tag, value: tag })),
	});
	return picked.kind === 'value' ? picked.value : undefined;
}

export function nameOfUri({ path }: vscode.Uri): string {
	return baseName(path);
}
