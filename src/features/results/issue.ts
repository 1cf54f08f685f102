import * as vscode from 'vscode';
import { type IssueFact, type IssueFacts, issueText } from '../../core/records/write/issueText';
import { markdownText } from '../../core/records/write/markdown';
import { groupWords } from '../../shared/groupWords';
import type { GroupKey, RecordDetail, RecordFilter, TableInfo, View } from '../../shared/results';
import type { ResultsHost } from '../../shared/resultsProtocol';
import { describeRecordCount, formatCount, formatShare } from '../../vscode/words';
import type { ResultsDocument } from './document';

const { l10n } = vscode;

/** Trackers cut or refuse longer texts (characters). */
const longestTrace = 30_000;
/** Of a field's value; what is longer is a text of its own, such as parameters, and not asked for here (characters). */
const longestValue = 200;

type Document = Pick<ResultsDocument, 'query' | 'opened'>;

/** Puts an issue text about a group, a record or the whole view into the clipboard. @returns in words what it is about. */
export async function copyIssue(
	document: Document,
	asked: ResultsHost['copyIssue']['params'],
	source: readonly string[],
	signal: AbortSignal,
): Promise<string> {
	const issue = new Issue(document, (await document.opened()).progress.info, signal);
	const facts = await (asked.number === undefined ? issue.ofRecords(asked) : issue.ofRecord(asked.number));
	const { filters } = asked.view;
	const text = issueText({
		...facts,
		closing: [
			// Names of applications and files, and values of filters, are anybody's.
			...source.map(markdownText),
			...(asked.number === undefined && filters.length > 0
				? [l10n.t('only what fits the filters of the view ({0})', filters.length)]
				: []),
		].join(' · '),
	});
	await vscode.env.clipboard.writeText(text);
	return l10n.t('Copied as issue text');
}

/** Collects what an issue says. Fields that may point at a person are left out. */
class Issue {
	constructor(
		private readonly document: Document,
		private readonly info: TableInfo,
		private readonly signal: AbortSignal,
	) {}

	async ofRecord(number: number): Promise<IssueFacts> {
		const record = await this.document.query('record', { number }, { signal: this.signal });
		return { title: this.titleOf(record), facts: this.fieldsOf(record), trace: this.traceOf(record) };
	}

	async ofRecords({ view, key, value }: ResultsHost['copyIssue']['params']): Promise<IssueFacts> {
		const isGroup = key !== undefined && value !== undefined;
		const subject = isGroup ? narrowed(view, { kind: 'group', key, value }) : view;
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
				isGroup && value !== ''
					? nameOfGroup(key, value)
					: latest
						? this.titleOf(latest)
						: describeRecordCount(records),
			facts: [
				{
					label: l10n.t('Records'),
					value: isGroup
						? l10n.t('{0} of {1} ({2})', formatCount(records), formatCount(all), formatShare(records, all))
						: formatCount(records),
					from: 'host',
				},
				{ label: l10n.t('Devices'), value: devices === undefined ? '' : formatCount(devices), from: 'host' },
				{ label: l10n.t('Versions'), value: [...new Set(versions)].join(' → '), from: 'record' },
				{ label: l10n.t('First seen'), value: firstSeen ?? '', from: 'record' },
				{ label: l10n.t('Last seen'), value: lastSeen ?? '', from: 'record' },
			],
			record: latest && { heading: l10n.t('Latest record'), fields: this.fieldsOf(latest) },
			trace: latest && this.traceOf(latest),
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
		return pages.flatMap(({ rows }) => rows.map(({ cells: [text = ''] }) => this.readable(column, text)));
	}

	private async latest(view: View): Promise<RecordDetail | undefined> {
		const { timeColumn } = this.info;
		const sort = timeColumn === undefined ? view.sort : [{ column: timeColumn, descending: true }];
		const [row] = (await this.page({ ...view, sort }, [], 1)).rows;
		return row && this.document.query('record', { number: row.number }, { signal: this.signal });
	}

	private page(view: View, columns: readonly number[], end: number) {
		const { signal } = this;
		return this.document.query('page', { view, start: 0, end, columns, cellLength: longestValue }, { signal });
	}

	private titleOf(record: RecordDetail): string {
		const [firstLine = ''] = this.valueOf(record, 'error').split(/[\r\n]/, 1);
		return this.valueOf(record, 'error_name') || firstLine || l10n.t('Record {0}', formatCount(record.number + 1));
	}

	private traceOf(record: RecordDetail): IssueFacts['trace'] {
		const text = this.valueOf(record, 'error');
		const cut = text.length > longestTrace ? `${text.slice(0, longestTrace)}\n…` : text;
		return { heading: l10n.t('Stack trace'), text: cut };
	}

	private fieldsOf({ values }: RecordDetail): IssueFact[] {
		return this.info.columns
			.map(({ name, personal }, column) => ({ label: name, value: values[column] ?? '', personal, column }))
			.filter(({ label, value, personal }) => !personal && label !== 'error' && value.length <= longestValue)
			.map(({ label, value, column }) => ({
				label: markdownText(label),
				value: this.readable(column, value),
				from: 'record',
			}));
	}

	private valueOf({ values }: RecordDetail, name: string): string {
		return values[this.info.columns.findIndex((column) => column.name === name)] ?? '';
	}

	/** Unix seconds say little to a reader; times that are written out stay as they are. */
	private readable(column: number, text: string): string {
		return this.info.columns[column]?.kind === 'time' && /^\d{1,11}$/.test(text)
			? new Date(Number(text) * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
			: text;
	}
}

function nameOfGroup(key: GroupKey, value: string): string {
	const { title, place, message } = groupWords(key, value);
	if (place !== '') {
		return l10n.t('{0} in {1}', title, place);
	}
	return message === '' ? title : `${title}: ${message}`;
}

function narrowed(view: View, filter: RecordFilter): View {
	return { ...view, filters: [...view.filters, filter] };
}
