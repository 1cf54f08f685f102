import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import { type ReportedView, ViewCollector } from '../../core/report/collectView';
import type { RecordsLinks } from '../../core/report/recordsLinks';
import type { TraceReader } from '../../engine/traces/traceReader';
import type { Frames } from '../../services/frames/frames';
import { writeReport } from '../../services/writeReport';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey, ReportQuestion } from '../../shared/results';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';
import { viewReport } from '../../wording/report/viewReport';
import type { ResultsDocument } from './document';
import type { PageCommits } from './pageCommits';
import type { PageTriage } from './triage/pageTriage';

const { l10n } = vscode;

export interface ReportSources {
	readonly document: Pick<ResultsDocument, 'query' | 'opened'>;
	readonly traces: Pick<TraceReader, 'read'>;
	readonly frames: Pick<Frames, 'firstOwn' | 'locate'>;
	/** Describes the source of the records. Limitations of the records are in `flags`. */
	readonly source: readonly string[];
	readonly flags: readonly string[];
	readonly commits: Pick<PageCommits, 'describe'>;
	readonly triage: Pick<PageTriage, 'describe'>;
	readonly links: RecordsLinks;
}

/** Saves a report of the view. Returns a status message, or '' if the user cancels. */
export async function saveViewReport(sources: ReportSources, question: ReportQuestion): Promise<string> {
	const title = l10n.t('Report: {0}', sources.source[0] ?? '');
	const collected = await showProgress({ title, cancellable: true }, (progress, token) => {
		const onProgress = (done: number) => progress.report({ increment: done * 100 });
		return collect(sources, question, toAbortSignal(token), onProgress).catch((error) => {
			if (isCancellation(error)) {
				return undefined;
			}
			throw error;
		});
	});
	return collected ? writeReport(viewReport(collected)) : '';
}

async function collect(
	{ document, frames, commits, triage, ...sources }: ReportSources,
	question: ReportQuestion,
	signal: AbortSignal,
	onProgress: (share: number) => void,
): Promise<ReportedView> {
	const { info } = (await document.opened()).progress;
	const inWorkspace = vscode.workspace.workspaceFolders ? frames : undefined;
	const commitOf = (key: GroupKey, value: GroupValue) => commits.describe(key, value, question.timeZone, signal);
	const triageOf = (key: GroupKey, values: readonly GroupValue[]) => triage.describe(key, values, signal);
	const all = { ...sources, records: document, info, frames: inWorkspace, commitOf, triageOf };
	const collector = new ViewCollector(all, signal);
	return collector.collect(question, onProgress);
}
