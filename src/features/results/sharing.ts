import { env, l10n } from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import type { RecordsLinks } from '../../core/report/recordsLinks';
import type { RecordMappings } from '../../services/mappings/recordMappings';
import type { ResultsHost } from '../../shared/protocols/resultsProtocol';
import type { Handlers } from '../../shared/rpc';
import type { ResultsDocument } from './document';
import { describeIssue } from './issue';
import type { PageCommits } from './pageCommits';
import type { PageTriage } from './triage/pageTriage';

/** Maximum time in milliseconds to search for commits. If it is exceeded, the issue names no commit. */
const maxCommitMs = 5_000;

interface SharedRecords {
	readonly document: ResultsDocument;
	readonly commits: Pick<PageCommits, 'describe'>;
	readonly mappings: Pick<RecordMappings, 'settled'>;
	readonly triage: Pick<PageTriage, 'createIssue'>;
	readonly source: () => readonly string[];
	readonly links: () => Promise<RecordsLinks>;
}

/** Returns handlers that create issues and shareable links. */
export function sharingHandlers({
	document,
	commits,
	mappings,
	triage,
	source,
	links,
}: SharedRecords): Pick<Handlers<ResultsHost>, 'copyIssue' | 'createIssue' | 'copyLink'> {
	const issueText = async (params: ResultsHost['copyIssue']['params'], signal: AbortSignal) => {
		await mappings.settled;
		const texts: Parameters<typeof describeIssue>[3] = {
			commitOf: async ({ key, value }) =>
				(await withinMs(commits.describe(key, value, undefined, signal), maxCommitMs)) ?? '',
			links: await links(),
		};
		return describeIssue(document, params, source(), texts, signal);
	};
	return {
		copyIssue: async (params, { signal }) => {
			await env.clipboard.writeText(await issueText(params, signal));
			return l10n.t('Copied as issue text');
		},
		createIssue: ({ view, key, value }, { signal }) =>
			triage.createIssue(key, value, () => issueText({ view, about: { kind: 'group', key, value } }, signal)),
		copyLink: async ({ view, key, value }) => {
			await mappings.settled;
			const link = (await links()).toGroup(view.filters, key, value);
			if (link === undefined) {
				return l10n.t('Links can refer only to exports, synced records, and datasets.');
			}
			await env.clipboard.writeText(link);
			return l10n.t('Copied the link');
		},
	};
}
