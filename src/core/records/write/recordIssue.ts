import type { Column, IssueFact, IssueQuestion } from '../../../shared/results';
import { baseName } from '../../common/baseName';
import { Pace } from '../../common/pace';
import { recordOf } from '../query/pages';
import type { Prepared } from '../query/prepared';
import type { Snapshot } from '../query/work/snapshot';
import { type IssueFacts, issueText } from './issueText';
import { markdownText } from './markdown';
import { readableTime } from './readableTime';

/** Trackers cut or refuse longer texts (characters). */
const maxTraceLength = 30_000;
/** Of a field's value; what is longer is a text of its own, such as parameters, and not asked for here (characters). */
const maxValueLength = 200;
/** A heading is of one line, of so many characters. */
const maxTitleLength = 300;

/** An issue in Markdown, with what one of the records says. Fields that may point at a person are left out. */
export async function issueOf(
	prepared: Prepared,
	snapshot: Snapshot,
	question: IssueQuestion,
	signal: AbortSignal,
): Promise<string> {
	const { record } = question;
	const { columns } = snapshot.info;
	const values = record ? (await recordOf(snapshot, record.number, signal)).values : [];
	const written = valueIn(columns, values, 'error');
	const shown = record && (await prepared.shownValues(snapshot, signal));
	const trace = await shown?.of(record?.number ?? 0, written, new Pace(signal));
	return issueOfValues(columns, values, question, trace);
}

/** The same of values that are at hand. @param shown Their trace, where it is not shown as it was written. */
export function issueOfValues(
	columns: readonly Column[],
	values: readonly string[],
	{ title, facts, record, closing }: IssueQuestion,
	shown?: { readonly text: string; readonly paths: readonly string[] },
): string {
	const fields = fieldsOf(columns, values);
	const { text: trace, paths } = shown ?? { text: valueIn(columns, values, 'error'), paths: [] };
	// Names only: where the file is on this machine is nobody's business.
	const files = [...new Set(paths.map(baseName))];
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

function fieldsOf(columns: readonly Column[], values: readonly string[]): IssueFact[] {
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
