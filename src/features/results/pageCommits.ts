import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { newestOwnLines, type RecordTraceReader } from '../../core/report/newestThrownFrom';
import { ViewFacts } from '../../core/report/viewFacts';
import { GroupSuspects } from '../../core/suspects/groupSuspects';
import { ownersOfFiles, type SuspectCommit, type SuspectReason, type Suspects } from '../../core/suspects/suspects';
import { regressedFix } from '../../core/triage/judgeGroup';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { withGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { ResultsHost, ShownCommits } from '../../shared/protocols/resultsProtocol';
import type { GroupKey } from '../../shared/results';
import type { Handlers } from '../../shared/rpc';
import { formatMoment, plural } from '../../wording/formats';
import { describeSuspectReason, describeSuspects } from '../../wording/revisionMessages';
import type { ResultsDocument } from './document';
import type { PageTriage } from './triage/pageTriage';

/** Problems that prevent finding commits but that the user can resolve. Other problems are not shown. */
const remediable: readonly SuspectReason['kind'][] = ['noTag', 'sameTag', 'shallow', 'gitFailed'];

type CommitServices = Pick<Services, 'engine' | 'frames' | 'revisions'>;

/** Finds commits that changed the code of the groups on a page. */
export class PageCommits {
	private readonly files = new Map<string, readonly vscode.Uri[]>();

	constructor(
		private readonly document: Pick<ResultsDocument, 'query' | 'opened'>,
		private readonly traces: RecordTraceReader,
		private readonly services: CommitServices,
		private readonly triage: Pick<PageTriage, 'statusOf'>,
		private readonly application: () => string,
	) {}

	handlers(): Pick<Handlers<ResultsHost>, 'groupCommits' | 'showCommit'> {
		return {
			groupCommits: ({ key, value }, { signal }) => this.show(key, value, signal),
			showCommit: async ({ hash }) => {
				const files = this.files.get(hash);
				await (files && runCommand('appErrors.showCommit', { hash, files }));
			},
		};
	}

	/** Describes the commit that is most likely related to a group. Returns '' if no commit was found. */
	async describe(key: GroupKey, value: GroupValue, timeZone: string | undefined, signal: AbortSignal): Promise<string> {
		const found = await this.find(key, value, signal);
		return found?.kind === 'found' ? describeSuspects(found, timeZone) : '';
	}

	private async show(key: GroupKey, value: GroupValue, signal: AbortSignal): Promise<ShownCommits | undefined> {
		const found = await this.find(key, value, signal);
		if (found?.kind === 'found') {
			this.files.clear();
			const root = vscode.Uri.file(found.root);
			for (const { hash, files } of found.commits) {
				this.files.set(
					hash,
					files.map(({ path }) => vscode.Uri.joinPath(root, path)),
				);
			}
		}
		return found && (found.kind === 'found' || remediable.includes(found.reason.kind))
			? showSuspects(found)
			: undefined;
	}

	private async find(key: GroupKey, value: GroupValue, signal: AbortSignal): Promise<Suspects | undefined> {
		const { document, traces } = this;
		const { engine, frames, revisions } = this.services;
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
		const search = folder && key.kind !== 'column' && (await revisions.suspectSearch(folder, this.application()));
		if (typeof search !== 'object') {
			return undefined;
		}
		const { info } = (await document.opened()).progress;
		const view = { filters: withGroup([], key, value), sort: [] };
		const facts = new ViewFacts(document, info, signal);
		const suspects = new GroupSuspects(
			document,
			info,
			(question) => engine.call('findSuspects', { ...question, ...search }, { signal }),
			signal,
		);
		const fixedIn = regressedFix(await this.triage.statusOf(key, value, signal));
		return suspects.of(key, value, { isIncrease: false, fixedIn }, () =>
			newestOwnLines(view, { info, facts, traces, frames }, signal),
		);
	}
}

function showSuspects(suspects: Suspects): ShownCommits {
	if (suspects.kind === 'inconclusive') {
		return { heading: vscode.l10n.t('Commits: {0}', describeSuspectReason(suspects.reason)), commits: [] };
	}
	const { good, bad, commits, total } = suspects;
	const forms = { one: 'Touched since {1}: {0} commit', other: 'Touched since {1}: {0} commits' };
	return {
		heading:
			total === 0
				? vscode.l10n.t('No commit touched this code between {0} and {1}', good.version, bad.version)
				: plural(total, forms, good.version),
		commits: commits.map((commit) => ({ hash: commit.hash, subject: commit.subject, facts: commitFacts(commit) })),
	};
}

function commitFacts({ author, authoredAt, files, onlyFormatting }: SuspectCommit): string {
	return [
		author,
		formatMoment(new Date(authoredAt * 1000), 'date'),
		files.map(({ path }) => baseName(path)).join(', '),
		ownersOfFiles(files).join(', '),
		...(onlyFormatting ? [vscode.l10n.t('only white space')] : []),
	]
		.filter((part) => part !== '')
		.join(' · ');
}
