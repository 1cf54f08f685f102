import * as vscode from 'vscode';
import type { CommitOfFiles, Revisions } from '../../services/revisions/revisions';
import { withoutIcons } from '../../vscode/escaping';
import { type Git, type GitCommit, type GitRepository, gitResult } from '../../vscode/git';
import { showInformation } from '../../vscode/messages';
import { type Choice, separator } from '../../vscode/quickInput';
import { formatMoment } from '../../wording/formats';
import { describeNoTag } from '../../wording/revisionMessages';
import { nameOfUri } from './promptVersion';

export const maxCommits = 50;

const shortHash = 8;

export function commitRows(
	commits: readonly GitCommit[],
	first: { readonly hashes: ReadonlySet<string>; readonly title: string },
	detailOf: (commit: GitCommit) => string | undefined,
): readonly (Choice<GitCommit> | ReturnType<typeof separator>)[] {
	const rowOf = (commit: GitCommit): Choice<GitCommit> => {
		const { hash, message, authorName, authorDate } = commit;
		const detail = detailOf(commit);
		return {
			label: withoutIcons(message.split('\n', 1)[0] ?? ''),
			description: withoutIcons(
				[hash.slice(0, shortHash), authorName, authorDate && formatMoment(authorDate)].filter(Boolean).join(' · '),
			),
			...(detail !== undefined && { detail: withoutIcons(detail) }),
			value: commit,
		};
	};
	const isFirst = ({ hash }: GitCommit) => first.hashes.has(hash);
	const firsts = commits.filter(isFirst);
	const others = commits.filter((commit) => !isFirst(commit));
	if (firsts.length === 0) {
		return others.map(rowOf);
	}
	return [
		separator(first.title),
		...firsts.map(rowOf),
		...(others.length > 0 ? [separator(vscode.l10n.t('Other commits'))] : []),
		...others.map(rowOf),
	];
}

export async function showCommitOfFiles(
	{ hash, files }: CommitOfFiles,
	revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<void> {
	const [file] = files;
	const found = file && (await revisions.repositoryOf(file));
	if (typeof found === 'string') {
		void showInformation(describeNoTag({ kind: 'unavailable', reason: found }, ''));
	} else if (found) {
		const { git, repository } = found;
		await showCommit(await gitResult(repository.getCommit(hash)), files, git, repository);
	}
}

export async function showCommit(
	{ hash, parents, message }: GitCommit,
	files: readonly vscode.Uri[],
	git: Pick<Git, 'toGitUri'>,
	repository: Pick<GitRepository, 'getObjectDetails'>,
): Promise<void> {
	const [parent] = parents;
	const isAt = async (file: vscode.Uri, revision: string | undefined) =>
		revision !== undefined &&
		(await repository.getObjectDetails(revision, file.fsPath).then(
			() => true,
			() => false,
		));
	const changes: { file: vscode.Uri; before: vscode.Uri | undefined; after: vscode.Uri | undefined }[] = [];
	for (const file of files) {
		const before = (await isAt(file, parent)) ? git.toGitUri(file, parent ?? '') : undefined;
		const after = (await isAt(file, hash)) ? git.toGitUri(file, hash) : undefined;
		changes.push({ file, before, after });
	}
	const title = (file: vscode.Uri) => `${nameOfUri(file)} (${hash.slice(0, shortHash)})`;
	const [only, ...others] = changes;
	if (only && others.length === 0) {
		const { file, before, after } = only;
		const alone = after ?? before;
		if (before && after) {
			await vscode.commands.executeCommand('vscode.diff', before, after, title(file), { preview: false });
		} else if (alone) {
			await vscode.window.showTextDocument(alone, { preview: false });
		}
		return;
	}
	await vscode.commands.executeCommand(
		'vscode.changes',
		`${hash.slice(0, shortHash)} ${message.split('\n', 1)[0] ?? ''}`,
		changes.map(({ file, before, after }) => [file, before, after]),
	);
}
