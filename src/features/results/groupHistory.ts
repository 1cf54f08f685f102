import * as vscode from 'vscode';
import type { EngineClient } from '../../engine/engineClient';
import { runCommand } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import { withoutGroup } from '../../shared/groupFilters';
import type { ResultsHost } from '../../shared/resultsProtocol';
import { toAbortSignal } from '../../vscode/cancellation';
import { showInformation, showProgress } from '../../vscode/messages';
import type { ResultsDocument } from './document';

/** Of one group; more would take long to look for. */
const maxFiles = 50;
/** Versions that a person can choose from. */
const maxVersions = 500;

interface GroupServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Pick<Frames, 'locate'>;
}

/** Shows what was committed to the own files of a group's traces between versions that a person chooses. */
export async function historyOfGroup(
	document: Pick<ResultsDocument, 'ask' | 'query' | 'opened'>,
	{ view, key, value }: ResultsHost['introducedBetween']['params'],
	application: string,
	{ engine, frames }: GroupServices,
	signal: AbortSignal,
): Promise<void> {
	const filters = [...withoutGroup(view.filters, key), { kind: 'group', key, values: [value] } as const];
	const title = vscode.l10n.t('Looking for the files of the group…');
	const found = await showProgress({ title, cancellable: true }, async (_progress, token) => {
		const ending = AbortSignal.any([signal, toAbortSignal(token)]);
		const { versionColumn } = (await document.opened()).progress.info;
		const [files, group, versions] = await Promise.all([
			filesOf(document, filters, { engine, frames }, ending),
			document.query('group', { view: { filters, sort: [] }, key, value, trendParts: 1 }, { signal: ending }),
			versionColumn === undefined ? [] : versionsIn(document, versionColumn, ending),
		]);
		return { files, group, versions };
	});
	const { files, group, versions } = found;
	if (files.length === 0) {
		void showInformation(vscode.l10n.t('No frame of this group leads to a file of the workspace.'));
		return;
	}
	await runCommand('appErrors.introducedBetween', {
		files,
		application,
		versions,
		first: group?.firstVersion || undefined,
		last: group?.lastVersion || undefined,
	});
}

/** Files that frames of the records lead to beyond doubt, each once. */
async function filesOf(
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

/** Of all records, the oldest first. */
async function versionsIn(
	document: Pick<ResultsDocument, 'query'>,
	column: number,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const asked = {
		view: { filters: [], sort: [] },
		key: { kind: 'column', column },
		order: 'value',
		descending: true,
		start: 0,
		end: maxVersions,
		trendParts: 1,
	} as const;
	const { page } = await document.query('groups', asked, { signal });
	return page.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : [])).reverse();
}
