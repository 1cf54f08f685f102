import * as vscode from 'vscode';
import type { AppVersion, FilesOfGroup, Revisions } from '../../services/revisions/revisions';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { type Choice, pickOne, separator } from '../../vscode/quickInput';
import { promptTag } from './promptVersion';

export type RangeEnd = AppVersion | { readonly tag: string };

export interface RangeOfFiles {
	readonly files: readonly vscode.Uri[];
	readonly before: RangeEnd;
	readonly after: RangeEnd;
}

export async function promptRange(revisions: Pick<Revisions, 'allTags'>): Promise<RangeOfFiles | undefined> {
	const file = vscode.window.activeTextEditor?.document.uri;
	if (!file) {
		void showInformation(vscode.l10n.t('No file is open in an editor.'));
		return undefined;
	}
	const before = await promptTag(file, titleBefore(), revisions);
	const after = before === undefined ? undefined : await promptTag(file, titleAfter(before), revisions);
	return before === undefined || after === undefined
		? undefined
		: { files: [file], before: { tag: before }, after: { tag: after } };
}

/** Prompts for two versions. Defaults to the first version with the group's errors and the version before it. */
export async function promptRangeOfGroup(
	{ files, application, versions, first, last }: FilesOfGroup,
	revisions: Pick<Revisions, 'allTags'>,
): Promise<RangeOfFiles | undefined> {
	const [file] = files;
	const tags = file && (await revisions.allTags(file));
	const offered: Offered = {
		application,
		tags: typeof tags === 'object' ? tags : [],
		describe: (version) => descriptionOf(version, first, last),
	};
	const place = first === undefined ? -1 : versions.indexOf(first);
	const before = await promptEnd(titleBefore(), versions, versions[place - 1] ?? first, offered);
	if (!before) {
		return undefined;
	}
	const from = 'version' in before ? versions.indexOf(before.version) + 1 : 0;
	const later = versions.slice(from);
	const usual = first !== undefined && later.includes(first) ? first : last;
	const after = await promptEnd(titleAfter(nameOfEnd(before)), later, usual, offered);
	return after && { files, before, after };
}

export function nameOfEnd(end: RangeEnd): string {
	return 'version' in end ? end.version : end.tag;
}

interface Offered {
	readonly application: string;
	readonly tags: readonly string[];
	readonly describe: (version: string) => string | undefined;
}

/** @param versions Sorted from oldest to newest */
async function promptEnd(
	title: string,
	versions: readonly string[],
	usual: string | undefined,
	{ application, tags, describe }: Offered,
): Promise<RangeEnd | undefined> {
	const rows = versions.map((version): Choice<RangeEnd> => {
		const description = describe(version);
		return { label: withoutIcons(version), value: { application, version }, ...(description && { description }) };
	});
	const ofTags = tags.map((tag): Choice<RangeEnd> => ({ label: withoutIcons(tag), value: { tag } }));
	const picked = await pickOne<RangeEnd>({
		title,
		placeholder: vscode.l10n.t('Choose an application version from the records, or a tag'),
		items: [...rows.reverse(), ...(ofTags.length > 0 ? [separator(vscode.l10n.t('Tags')), ...ofTags] : [])],
		active: (end) => 'version' in end && end.version === usual,
	});
	return picked.kind === 'value' ? picked.value : undefined;
}

function descriptionOf(version: string, first: string | undefined, last: string | undefined): string | undefined {
	if (version === first) {
		return version === last
			? vscode.l10n.t('the only version with this group')
			: vscode.l10n.t('the first version with this group');
	}
	return version === last ? vscode.l10n.t('the last version with this group') : undefined;
}

function titleBefore(): string {
	return vscode.l10n.t('Find Commits: Earlier Version');
}

function titleAfter(before: string): string {
	return vscode.l10n.t('Find Commits After {0}: Later Version', before);
}
