import * as vscode from 'vscode';
import { readableTime } from '../../core/records/write/readableTime';
import { withoutGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import { groupWords } from '../../shared/groupWords';
import type { GroupKey, IssueQuestion, RecordFilter, TableInfo, View } from '../../shared/results';
import type { IssueSubject, ResultsHost } from '../../shared/resultsProtocol';
import { describeRecordCount, formatCount, formatShare } from '../../wording/formats';
import type { ResultsDocument } from './document';

const { l10n } = vscode;

/** Of a value that is a fact about many records (characters). */
const maxValueLength = 200;

type Document = Pick<ResultsDocument, 'query' | 'opened'>;

/**
 * Puts an issue text about a group, a record or the whole view into the clipboard. What a record says in it, the engine
 * writes. @returns in words what it is about.
 */
export async function copyIssue(
	document: Document,
	asked: ResultsHost['copyIssue']['params'],
	source: readonly string[],
	signal: AbortSignal,
): Promise<string> {
	const issue = new Issue(document, (await document.opened()).progress.info, signal);
	const { about } = asked;
	const view = about.kind === 'group' ? withoutKey(asked.view, about.key) : asked.view;
	const told = about.kind === 'record' ? ofRecord(about.number) : await issue.ofRecords(view, about);
	const { filters } = view;
	const isFiltered = about.kind !== 'record' && filters.length > 0;
	const closing: IssueQuestion['closing'] = [
		// Names of applications and files, and values of filters, are anybody's.
		...source.map((value) => ({ value, from: 'record' }) as const),
		...(about.kind === 'positions' ? ([{ value: l10n.t('only the selected records'), from: 'host' }] as const) : []),
		...(isFiltered
			? ([{ value: l10n.t('only what fits the filters of the view ({0})', filters.length), from: 'host' }] as const)
			: []),
	];
	await vscode.env.clipboard.writeText(await document.query('issue', { ...told, closing }, { signal }));
	return l10n.t('Copied as issue text');
}

type Told = Omit<IssueQuestion, 'closing'>;

function ofRecord(number: number): Told {
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

/** Collects what an issue says of many records. */
class Issue {
	constructor(
		private readonly document: Document,
		private readonly info: TableInfo,
		private readonly signal: AbortSignal,
	) {}

	async ofRecords(view: View, about: Exclude<IssueSubject, { kind: 'record' }>): Promise<Told> {
		const subject = subjectOf(view, about);
		const { timeColumn, versionColumn } = this.info;
		const [all, records, devices, seen, versions, latest] = await Promise.all([
			this.count(view),
			this.count(subject),
			this.devices(subject),
			this.ends(subject, timeColumn),
			this.ends(subject, versionColumn),
			this.latest(subject),
		]);
		const [firstSeen, lastSeen] = seen;
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
			],
			record: latest === undefined ? undefined : described(latest, l10n.t('Latest record')),
		};
	}

	private async count(view: View): Promise<number> {
		return (await this.page(view, [], 0)).count;
	}

	private async devices(view: View): Promise<number | undefined> {
		const { deviceColumn } = this.info;
		if (deviceColumn === undefined) {
			return undefined;
		}
		const { signal } = this;
		return (await this.document.query('topValues', { view, column: deviceColumn, limit: 1 }, { signal })).distinct;
	}

	/** The least and the greatest value of a column, as they stand in the file. */
	private async ends(view: View, column: number | undefined): Promise<string[]> {
		if (column === undefined) {
			return [];
		}
		const known = narrowed(view, { kind: 'empty', column, not: true });
		const pages = await Promise.all(
			[false, true].map((descending) => this.page({ ...known, sort: [{ column, descending }] }, [column], 1)),
		);
		const isTime = this.info.columns[column]?.kind === 'time';
		const texts = pages.flatMap(({ rows }) => rows.map(({ cells: [text = ''] }) => text));
		return isTime ? texts.map(readableTime) : texts;
	}

	private async latest(view: View): Promise<number | undefined> {
		const { timeColumn } = this.info;
		const sort = timeColumn === undefined ? view.sort : [{ column: timeColumn, descending: true }];
		const [row] = (await this.page({ ...view, sort }, [], 1)).rows;
		return row?.number;
	}

	private page(view: View, columns: readonly number[], end: number) {
		const { signal } = this;
		return this.document.query('page', { view, start: 0, end, columns, cellLength: maxValueLength }, { signal });
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

/** The records that a group is one of, as its list counts them: a chosen group does not narrow that. */
function withoutKey(view: View, key: GroupKey): View {
	return { ...view, filters: withoutGroup(view.filters, key) };
}

function narrowed(view: View, filter: RecordFilter): View {
	return { ...view, filters: [...view.filters, filter] };
}
