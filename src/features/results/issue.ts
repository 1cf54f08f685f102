import * as vscode from 'vscode';
import type { RecordsLinks } from '../../core/report/recordsLinks';
import { narrowed, ViewFacts } from '../../core/report/viewFacts';
import { withoutGroup } from '../../shared/groupFilters';
import { groupWords } from '../../shared/groupLabels';
import type { GroupValue } from '../../shared/groupValue';
import type { IssueSubject, ResultsHost } from '../../shared/protocols/resultsProtocol';
import type { GroupKey, IssueQuestion, TableInfo, View } from '../../shared/results';
import { describeRecordCount, formatCount, formatShare } from '../../wording/formats';
import type { ResultsDocument } from './document';

const { l10n } = vscode;

type Document = Pick<ResultsDocument, 'query' | 'opened'>;

/** Provides additional texts for the description of an issue. */
interface GroupTexts {
	/** Describes the commit that is most likely related to a group. Returns '' if no commit was found. */
	readonly commitOf: (group: { readonly key: GroupKey; readonly value: GroupValue }) => Promise<string>;
	readonly links: RecordsLinks;
}

/** Returns the description of an issue in Markdown. The engine formats the parts that contain data from records. */
export async function describeIssue(
	document: Document,
	params: ResultsHost['copyIssue']['params'],
	source: readonly string[],
	texts: GroupTexts,
	signal: AbortSignal,
): Promise<string> {
	const issue = new Issue(document, (await document.opened()).progress.info, texts, signal);
	const { about } = params;
	const view = about.kind === 'group' ? withoutKey(params.view, about.key) : params.view;
	const described = about.kind === 'record' ? ofRecord(about.number) : await issue.ofRecords(view, about);
	const { filters } = view;
	const isFiltered = about.kind !== 'record' && filters.length > 0;
	const closing: IssueQuestion['closing'] = [
		// Application names, file names, and filter values are marked as untrusted text from records.
		...source.map((value) => ({ value, from: 'record' }) as const),
		...(about.kind === 'positions' ? ([{ value: l10n.t('only the selected records'), from: 'host' }] as const) : []),
		...(isFiltered
			? ([{ value: l10n.t("only records that match the view's filters ({0})", filters.length), from: 'host' }] as const)
			: []),
	];
	return document.query('issue', { ...described, closing }, { signal });
}

type IssueContent = Omit<IssueQuestion, 'closing'>;

function ofRecord(number: number): IssueContent {
	return { title: undefined, facts: [], record: described(number, undefined) };
}

function described(number: number, fieldsHeading: string | undefined): IssueQuestion['record'] {
	const untitled = l10n.t('Record {0}', formatCount(number + 1));
	return {
		number,
		untitled,
		fieldsHeading,
		traceHeading: l10n.t('Stack trace'),
		deobfuscatedLabel: l10n.t('Deobfuscated with'),
	};
}

class Issue {
	private readonly facts: ViewFacts;

	constructor(
		document: Document,
		private readonly info: TableInfo,
		private readonly texts: GroupTexts,
		signal: AbortSignal,
	) {
		this.facts = new ViewFacts(document, info, signal);
	}

	async ofRecords(view: View, about: Exclude<IssueSubject, { kind: 'record' }>): Promise<IssueContent> {
		const subject = subjectOf(view, about);
		const { timeColumn, versionColumn } = this.info;
		const [all, records, devices, seen, versions, latest, commit] = await Promise.all([
			this.facts.count(view),
			this.facts.count(subject),
			this.facts.devices(subject),
			this.facts.ends(subject, timeColumn),
			this.facts.ends(subject, versionColumn),
			this.facts.latest(subject),
			about.kind === 'group' ? this.texts.commitOf(about) : '',
		]);
		const [firstSeen, lastSeen] = seen;
		// The link contains no filters, because filters may contain personal data that users might not notice in a link.
		const link = about.kind === 'group' ? this.texts.links.toGroup([], about.key, about.value) : undefined;
		return {
			title:
				about.kind === 'group' && about.value !== ''
					? nameOfGroup(about.key, about.value)
					: latest === undefined
						? describeRecordCount(records)
						: undefined,
			facts: [
				{
					label: l10n.t('Records'),
					value:
						subject !== view
							? l10n.t('{0} of {1} ({2})', formatCount(records), formatCount(all), formatShare(records, all))
							: formatCount(records),
					from: 'host',
				},
				{ label: l10n.t('Devices'), value: devices === undefined ? '' : formatCount(devices), from: 'host' },
				{ label: l10n.t('Versions'), value: [...new Set(versions)].join(' → '), from: 'record' },
				{ label: l10n.t('First seen'), value: firstSeen ?? '', from: 'record' },
				{ label: l10n.t('Last seen'), value: lastSeen ?? '', from: 'record' },
				{ label: l10n.t('Commits'), value: commit, from: 'record' },
				// Issue trackers remove links with schemes other than `https`, so the link is formatted as code.
				{ label: l10n.t('Open in VS Code'), value: link === undefined ? '' : `\`${link}\``, from: 'host' },
			],
			record: latest === undefined ? undefined : described(latest, l10n.t('Latest record')),
		};
	}
}

function nameOfGroup(key: GroupKey, value: GroupValue): string {
	const { title, place, message } = groupWords(key, value);
	if (place !== '') {
		return l10n.t('{0} in {1}', title, place);
	}
	return message === '' ? title : `${title}: ${message}`;
}

function subjectOf(view: View, about: Exclude<IssueSubject, { kind: 'record' }>): View {
	switch (about.kind) {
		case 'group':
			return narrowed(view, { kind: 'group', key: about.key, values: [about.value] });
		case 'positions':
			return narrowed(view, { kind: 'positions', of: view, positions: about.positions });
		case 'view':
			return view;
	}
}

function withoutKey(view: View, key: GroupKey): View {
	return { ...view, filters: withoutGroup(view.filters, key) };
}
