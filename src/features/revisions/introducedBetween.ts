import * as vscode from 'vscode';
import { refOfTag } from '../../services/revisions/repositoryTags';
import type { FilesOfGroup, Revisions, VersionsOfFiles } from '../../services/revisions/revisions';
import type { Git, GitCommit, GitRepository } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { pickOne, separator } from '../../vscode/quickInput';
import { describeNoTag, describeTouched } from '../../wording/revisionMessages';
import { commitRows, maxCommits, showCommit } from './commitPick';
import { nameOfUri } from './promptVersion';
import { nameOfEnd, promptRange, promptRangeOfGroup, type RangeEnd, type RangeOfFiles } from './rangeOfFiles';

interface RepositoryFiles {
	readonly git: Git;
	readonly repository: GitRepository;
	readonly files: vscode.Uri[];
}

interface Touched {
	readonly commit: GitCommit;
	readonly files: vscode.Uri[];
	readonly of: RepositoryFiles;
}

/** Shows commits that changed files between two versions. A commit in the list need not be the cause of an error. */
export async function introducedBetween(
	between: VersionsOfFiles | FilesOfGroup | undefined,
	revisions: Revisions,
): Promise<void> {
	const range = await getRange(between, revisions);
	if (!range) {
		return;
	}
	const { files } = range;
	const title = vscode.l10n.t('Between {0} and {1}', nameOfEnd(range.before), nameOfEnd(range.after));
	const repositories = await byRepository(files, revisions);
	if (typeof repositories === 'string') {
		void showInformation(repositories);
		return;
	}
	const touched: Touched[] = [];
	let compared = 0;
	for (const of of repositories) {
		const [first] = of.files;
		const before = first && (await tagAt(first, range.before, revisions));
		const after = first && before !== undefined ? await tagAt(first, range.after, revisions) : undefined;
		if (before !== undefined && after !== undefined) {
			compared++;
			touched.push(...(await touchedIn(of, `${refOfTag(before)}..${refOfTag(after)}`)));
		}
	}
	if (compared === 0) {
		return;
	}
	if (touched.length === 0) {
		void showInformation(vscode.l10n.t('No commits to these files: {0}.', title));
		return;
	}
	const touchedFiles = new Set(touched.flatMap((one) => one.files.map(String)));
	const picked = await pickOne({
		title,
		placeholder: describeTouched(touched.length, touchedFiles.size, files.length),
		items: repositories.flatMap((of) => getRows(of, touched, repositories.length > 1)),
	});
	const chosen = picked.kind === 'value' && touched.find(({ commit }) => commit === picked.value);
	if (chosen) {
		await showCommit(chosen.commit, chosen.files, chosen.of.git, chosen.of.repository);
	}
}

async function getRange(
	between: VersionsOfFiles | FilesOfGroup | undefined,
	revisions: Revisions,
): Promise<RangeOfFiles | undefined> {
	if (!between) {
		return promptRange(revisions);
	}
	return 'versions' in between ? promptRangeOfGroup(between, revisions) : between;
}

async function byRepository(
	files: readonly vscode.Uri[],
	revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<readonly RepositoryFiles[] | string> {
	const found = new Map<string, RepositoryFiles>();
	let why = '';
	for (const file of files) {
		const one = await revisions.repositoryOf(file);
		if (typeof one === 'string') {
			why ||= describeNoTag({ kind: 'unavailable', reason: one }, '');
			continue;
		}
		const root = one.repository.rootUri.toString();
		const known = found.get(root) ?? { ...one, files: [] };
		known.files.push(file);
		found.set(root, known);
	}
	return found.size === 0 ? why : [...found.values()];
}

async function tagAt(file: vscode.Uri, end: RangeEnd, revisions: Revisions): Promise<string | undefined> {
	if ('version' in end) {
		return revisions.chooseTag(file, end);
	}
	const all = await revisions.allTags(file);
	if (typeof all !== 'string' && all.includes(end.tag)) {
		return end.tag;
	}
	// The tag was selected in another repository. In this repository, it may have a different name.
	return revisions.chooseTag(file, { application: '', version: end.tag });
}

async function touchedIn(of: RepositoryFiles, range: string): Promise<readonly Touched[]> {
	const found = new Map<string, Touched>();
	await showProgress({ title: vscode.l10n.t('Reading the history…') }, async () => {
		for (const file of of.files) {
			for (const commit of await of.repository.log({ range, path: file.fsPath })) {
				const known = found.get(commit.hash) ?? { commit, files: [], of };
				known.files.push(file);
				found.set(commit.hash, known);
			}
		}
	});
	return [...found.values()].sort((a, b) => getTime(b.commit) - getTime(a.commit));
}

function getRows(of: RepositoryFiles, all: readonly Touched[], isNamed: boolean) {
	const touched = all.filter((one) => one.of === of).slice(0, maxCommits);
	const filesByCommit = new Map(touched.map(({ commit, files }) => [commit, files]));
	const rows = commitRows([...filesByCommit.keys()], { hashes: new Set(), title: '' }, (commit) =>
		filesByCommit.get(commit)?.map(nameOfUri).join(', '),
	);
	return isNamed && rows.length > 0 ? [separator(nameOfUri(of.repository.rootUri)), ...rows] : rows;
}

function getTime({ authorDate }: GitCommit): number {
	return authorDate?.getTime() ?? 0;
}
