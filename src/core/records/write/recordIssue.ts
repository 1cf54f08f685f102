import { win32 } from 'node:path';
import type { Column, IssueFact, IssueQuestion } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from '../query/cachedSnapshot';
import { getRecord } from '../query/pages';
import { codeBlock, markdownText } from './markdown';
import { readableTime } from './readableTime';

/** Maximum number of characters in a trace. Issue trackers truncate or reject longer texts. */
const maxTraceLength = 30_000;
/** Maximum number of characters in a field value. A longer value, such as parameters, is omitted. */
const maxValueLength = 200;
const maxTitleLength = 300;

/** Contents of an issue. Labels, headings, and `closing` are trusted, so they aren't escaped. */
interface IssueFacts {
	readonly title: string;
	readonly facts: readonly IssueFact[];
	readonly record?: { readonly heading: string; readonly fields: readonly IssueFact[] } | undefined;
	readonly trace?: { readonly heading: string; readonly text: string } | undefined;
	/** Describes which records the facts come from and when the facts were collected. */
	readonly closing?: string | undefined;
}

export async function issueOf(snapshot: CachedSnapshot, question: IssueQuestion, signal: AbortSignal): Promise<string> {
	const { record } = question;
	const { columns } = snapshot.info;
	const values = record ? (await getRecord(snapshot, record.number, signal)).values : [];
	const written = valueIn(columns, values, 'error');
	const shown = record && (await snapshot.shownValues(signal));
	const trace = await shown?.of(record?.number ?? 0, written, new Scheduler(signal));
	return issueOfValues(columns, values, question, trace);
}

export function issueOfValues(
	columns: readonly Column[],
	values: readonly string[],
	{ title, facts, record, closing }: IssueQuestion,
	shown?: { readonly text: string; readonly paths: readonly string[] },
): string {
	const fields = getFields(columns, values);
	const { text: trace, paths } = shown ?? { text: valueIn(columns, values, 'error'), paths: [] };
	// Includes only file names, because full paths may contain private information.
	const files = [...new Set(paths.map((path) => win32.basename(path)))];
	const said: Partial<IssueFacts> = record
		? {
				facts: [
					...facts,
					...(record.fieldsHeading === undefined ? fields : []),
					{ label: record.deobfuscatedLabel, value: files.join(', '), from: 'record' },
				],
				record: record.fieldsHeading === undefined ? undefined : { heading: record.fieldsHeading, fields },
				trace: { heading: record.traceHeading, text: cut(trace, maxTraceLength, '\n…') },
			}
		: {};
	const name = valueIn(columns, values, 'error_name') || firstLine(trace);
	return issueText({
		title: cut((title ?? name) || (record?.untitled ?? ''), maxTitleLength, '…'),
		facts,
		...said,
		closing: closing.map(({ value, from }) => (from === 'host' ? value : markdownText(value))).join(' · '),
	});
}

function getFields(columns: readonly Column[], values: readonly string[]): IssueFact[] {
	return columns.flatMap(({ name, personal, kind }, column): IssueFact[] => {
		const value = values[column] ?? '';
		return personal || name === 'error' || value.length > maxValueLength
			? []
			: [{ label: markdownText(name), value: kind === 'time' ? readableTime(value) : value, from: 'record' }];
	});
}

function valueIn(columns: readonly Column[], values: readonly string[], name: string): string {
	return values[columns.findIndex((column) => column.name === name)] ?? '';
}

function firstLine(text: string): string {
	const [line = ''] = text.slice(0, maxTitleLength + 1).split(/[\r\n]/, 1);
	return line;
}

function cut(text: string, length: number, mark: string): string {
	return text.length > length ? `${text.slice(0, length)}${mark}` : text;
}

/** Returns an issue in Markdown. Text from records is formatted as code and can't end the code formatting. */
export function issueText({ title, facts, record, trace, closing = '' }: IssueFacts): string {
	const parts = [
		`## ${markdownText(title)}`,
		factList(facts),
		record && record.fields.length > 0 ? `### ${record.heading}\n\n${factList(record.fields)}` : '',
		trace && trace.text !== '' ? `### ${trace.heading}\n\n${codeBlock(trace.text)}` : '',
		closing,
	];
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function factList(facts: readonly IssueFact[]): string {
	return facts
		.filter(({ value }) => value !== '')
		.map(({ label, value, from }) => `- **${label}:** ${from === 'host' ? value : markdownText(value)}`)
		.join('\n');
}
