import * as vscode from 'vscode';
import { refOfTag } from '../../services/revisions/repositoryTags';
import type { Revisions, VersionsOfFiles } from '../../services/revisions/revisions';
import type { GitCommit } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeNoTag, describeTouched } from '../../wording/revisionMessages';
import { askTag, nameOfUri } from './askVersion';
import { commitRows, maxCommits, showCommit } from './commitPick';

/** Files and tags that somebody asks about. */
interface Range {
	readonly files: readonly vscode.Uri[];
	readonly before: string;
	readonly after: string;
	readonly title: string;
}

/** Shows what was committed to files between two versions. That is no proof that any of it is the cause of anything. */
export async function introducedBetween(between: VersionsOfFiles | undefined, revisions: Revisions): Promise<void> {
	const range = await (between ? rangeOf(between, revisions) : askRange(revisions));
	const [first] = range?.files ?? [];
	if (!range || !first) {
		return;
	}
	const found = await revisions.repositoryOf(first);
	if (typeof found === 'string') {
		void showInformation(describeNoTag({ kind: 'unavailable', reason: found }, ''));
		return;
	}
	const { git, repository } = found;
	const touched = new Map<string, { readonly commit: GitCommit; readonly files: vscode.Uri[] }>();
	await showProgress({ title: vscode.l10n.t('Reading the history…') }, async () => {
		for (const file of range.files) {
			const commits = await repository.log({
				range: `${refOfTag(range.before)}..${refOfTag(range.after)}`,
				path: file.fsPath,
			});
			for (const commit of commits) {
				const known = touched.get(commit.hash) ?? { commit, files: [] };
				known.files.push(file);
				touched.set(commit.hash, known);
			}
		}
	});
	const all = [...touched.values()].sort((a, b) => timeOf(b.commit) - timeOf(a.commit));
	if (all.length === 0) {
		void showInformation(vscode.l10n.t('Nothing was committed to these files: {0}.', range.title));
		return;
	}
	const files = new Set(all.flatMap((one) => one.files.map(String)));
	const picked = await pickOne({
		title: range.title,
		placeholder: describeTouched(all.length, files.size, range.files.length),
		items: commitRows(
			all.slice(0, maxCommits).map(({ commit }) => commit),
			{ hashes: new Set(), title: '' },
			({ hash }) => touched.get(hash)?.files.map(nameOfUri).join(', '),
		),
	});
	if (picked.kind === 'value') {
		await showCommit(picked.value, touched.get(picked.value.hash)?.files ?? [], git, repository);
	}
}

async function rangeOf({ files, before, after }: VersionsOfFiles, revisions: Revisions): Promise<Range | undefined> {
	const [first] = files;
	const from = first && (await revisions.chooseTag(first, before));
	const to = first && from !== undefined ? await revisions.chooseTag(first, after) : undefined;
	return from === undefined || to === undefined
		? undefined
		: { files, before: from, after: to, title: titleOf(before.version, after.version) };
}

async function askRange(revisions: Revisions): Promise<Range | undefined> {
	const file = vscode.window.activeTextEditor?.document.uri;
	if (!file) {
		void showInformation(vscode.l10n.t('No file is open in an editor.'));
		return undefined;
	}
	const before = await askTag(file, vscode.l10n.t('Introduced After'), revisions);
	const after =
		before === undefined
			? undefined
			: await askTag(file, vscode.l10n.t('Introduced After {0}, up to', before), revisions);
	return before === undefined || after === undefined
		? undefined
		: { files: [file], before, after, title: titleOf(before, after) };
}

function titleOf(before: string, after: string): string {
	return vscode.l10n.t('Between {0} and {1}', before, after);
}

function timeOf({ authorDate }: GitCommit): number {
	return authorDate?.getTime() ?? 0;
}
