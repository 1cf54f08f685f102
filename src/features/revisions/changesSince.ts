import * as vscode from 'vscode';
import type { EngineClient } from '../../engine/engineClient';
import { refOfTag } from '../../services/revisions/repositoryTags';
import type { Revisions, VersionPlace } from '../../services/revisions/revisions';
import { toAbortSignal } from '../../vscode/cancellation';
import type { GitRepository } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeNoTag } from '../../wording/revisionMessages';
import { commitRows, maxCommits, showCommit } from './commitPick';
import { nameOfUri, promptVersion } from './promptVersion';

/** Shows the commits that changed a file since a version. Commits that changed the given line come first. */
export async function changesSince(
	of: VersionPlace | undefined,
	revisions: Revisions,
	engine: Pick<EngineClient, 'call'>,
): Promise<void> {
	const { activeTextEditor } = vscode.window;
	const cursor1 = activeTextEditor && activeTextEditor.selection.active.line + 1;
	const choice = await promptVersion(of, vscode.l10n.t('Show Changes Since Version'), revisions);
	if (!choice) {
		return;
	}
	const { file, tag, label, line1: reportedLine1 } = choice;
	const found = await revisions.repositoryOf(file);
	if (typeof found === 'string') {
		void showInformation(describeNoTag({ kind: 'unavailable', reason: found }, label));
		return;
	}
	const { git, repository } = found;
	const path = file.fsPath;
	const { commits, ofLine } = await showProgress(
		{ title: vscode.l10n.t('Reading the history of {0}…', nameOfUri(file)), cancellable: true },
		async (_progress, token) => {
			const signal = toAbortSignal(token);
			const all = await repository.log({ range: `${refOfTag(tag)}..HEAD`, path });
			const commits = all.slice(0, maxCommits);
			const base = all[maxCommits]?.hash ?? refOfTag(tag);
			const hashes = commits.map(({ hash }) => hash);
			if (reportedLine1 !== undefined) {
				const there = await revisions.fileAt(file, tag);
				const text = there ? await getTexts(repository, there.file.fsPath)(refOfTag(tag)) : '';
				const steps = all.map(({ hash }) => ({ revision: hash, hash })).reverse();
				const from = { text, line1: reportedLine1 };
				return { commits, ofLine: await commitsOfLine(from, steps, getTexts(repository, path), engine, signal) };
			}
			if (cursor1 === undefined) {
				return { commits, ofLine: new Set<string>() };
			}
			const text = (await vscode.workspace.openTextDocument(file)).getText();
			const steps = [...hashes, base].map((revision, index) => ({ revision, hash: hashes[index - 1] }));
			const from = { text, line1: cursor1 };
			return { commits, ofLine: await commitsOfLine(from, steps, getTexts(repository, path), engine, signal) };
		},
	);
	if (commits.length === 0) {
		void showInformation(vscode.l10n.t('{0} has no commits since {1}.', nameOfUri(file), label));
		return;
	}
	const picked = await pickOne({
		title: vscode.l10n.t('Changes in {0} Since {1}', nameOfUri(file), label),
		placeholder: vscode.l10n.t('Choose a commit to show'),
		items: commitRows(
			commits,
			{ hashes: ofLine, title: vscode.l10n.t('Commits that changed the line') },
			() => undefined,
		),
	});
	if (picked.kind === 'value') {
		await showCommit(picked.value, [file], git, repository);
	}
}

interface LineOfText {
	readonly text: string;
	readonly line1: number;
}

/** Version of a file in the list, and the commit that changed the previous version into this version. */
interface LineStep {
	readonly revision: string;
	/** Hash of the commit. Undefined for uncommitted changes. */
	readonly hash: string | undefined;
}

async function commitsOfLine(
	from: LineOfText,
	steps: readonly LineStep[],
	textAt: (revision: string) => Promise<string>,
	engine: Pick<EngineClient, 'call'>,
	signal: AbortSignal,
): Promise<ReadonlySet<string>> {
	const touched = new Set<string>();
	let { text, line1 } = from;
	for (const { revision, hash } of steps) {
		signal.throwIfAborted();
		const next = await textAt(revision);
		const [found] = (await engine.call('mapLines', { before: text, after: next, lines: [line1] }, { signal })) ?? [];
		if (hash !== undefined && found?.kind !== 'same' && found?.kind !== 'shifted') {
			touched.add(hash);
		}
		if (found === undefined || !('line1' in found)) {
			return touched;
		}
		[text, line1] = [next, found.line1];
	}
	return touched;
}

function getTexts(repository: Pick<GitRepository, 'show'>, path: string): (revision: string) => Promise<string> {
	return (revision) => repository.show(revision, path).catch(() => '');
}
