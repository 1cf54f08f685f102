import * as vscode from 'vscode';
import { recordVersions } from '../../core/report/recordVersions';
import type { EngineClient } from '../../engine/engineClient';
import { runCommand } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import { withoutGroup } from '../../shared/groupFilters';
import type { ResultsHost } from '../../shared/protocols/resultsProtocol';
import { toAbortSignal } from '../../vscode/cancellation';
import { showInformation, showProgress } from '../../vscode/messages';
import type { ResultsDocument } from './document';

/** Maximum number of files per group. Searching the history of more files takes too long. */
const maxFiles = 50;

interface GroupServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Pick<Frames, 'locate'>;
}

export async function historyOfGroup(
	document: Pick<ResultsDocument, 'ask' | 'query' | 'opened'>,
	{ view, key, value }: ResultsHost['introducedBetween']['params'],
	application: string,
	{ engine, frames }: GroupServices,
	signal: AbortSignal,
): Promise<void> {
	const filters = [...withoutGroup(view.filters, key), { kind: 'group', key, values: [value] } as const];
	const title = vscode.l10n.t('Finding the source files of the group…');
	const found = await showProgress({ title, cancellable: true }, async (_progress, token) => {
		const ending = AbortSignal.any([signal, toAbortSignal(token)]);
		const { versionColumn } = (await document.opened()).progress.info;
		const [files, group, versions] = await Promise.all([
			getFiles(document, filters, { engine, frames }, ending),
			document.query('group', { view: { filters, sort: [] }, key, value, trendParts: 1 }, { signal: ending }),
			versionColumn === undefined ? [] : recordVersions(document, versionColumn, ending),
		]);
		return { files, group, versions };
	});
	const { files, group, versions } = found;
	if (files.length === 0) {
		void showInformation(vscode.l10n.t('No stack frame of this group refers to a file in the workspace.'));
		return;
	}
	await runCommand('appErrors.findCommitsBetweenVersions', {
		files,
		application,
		versions,
		first: group?.firstVersion || undefined,
		last: group?.lastVersion || undefined,
	});
}

async function getFiles(
	document: Pick<ResultsDocument, 'ask'>,
	filters: ResultsHost['introducedBetween']['params']['view']['filters'],
	{ engine, frames }: GroupServices,
	signal: AbortSignal,
): Promise<readonly vscode.Uri[]> {
	const named = await document.ask(signal, (session) =>
		engine.call('filesOfRecords', { session, filters, max: maxFiles }, { signal }),
	);
	const files = new Map<string, vscode.Uri>();
	for (const question of named.frames) {
		const located = await frames.locate(question, signal);
		if (located.kind === 'target') {
			const uri = vscode.Uri.parse(located.target.file.uri, true);
			files.set(uri.toString(), uri);
		}
	}
	return [...files.values()];
}
