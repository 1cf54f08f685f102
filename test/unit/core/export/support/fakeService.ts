import { parse } from 'csv-parse/sync';
import { AppError, type Problem } from '../../../../../src/core/common/errors';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { secondsOf } from '../../../../../src/core/export/slices/cutRange';
import { clockAt } from '../../../../../src/core/plan/civilClock';
import type { Question } from '../../../../../src/core/plan/plan';
import type { Zone } from '../../../../../src/core/plan/range';
import { formatCivil, fromUtc } from '../../../../../src/shared/civilTime';
import type { Random } from '../../../../support/random';
import { bodyOf } from './bodies';

/** What a record is made of; the service tells no more of it than it is asked for. */
export interface FakeRecord {
	/** Unix time, seconds. */
	readonly at: number;
	readonly error: string;
	readonly os: string;
}

/** How a service can differ from another one; everything here is in use somewhere. */
export interface Habits {
	/** The clock of its ranges and of its text dates. */
	readonly zone: Zone;
	readonly endExclusive?: boolean;
	readonly startExclusive?: boolean;
	/** Turns the ends of a range into moments before it compares, the first or the last one that its clock shows so. */
	readonly byMoment?: { readonly since: 'first' | 'last'; readonly until: 'first' | 'last' };
	/** Answers for so many more seconds at both ends. */
	readonly wider?: number;
	/** Refuses ranges with more records than this. */
	readonly refuseAbove?: number;
	/** With this problem. */
	readonly refusal?: Problem;
	/** Gives no more records than this and does not say so. */
	readonly maximum?: number;
	/** Answers in another order each time. */
	readonly shuffled?: Random;
	/** How likely a body breaks off. */
	readonly breaks?: number;
	readonly lineEnd?: string;
	readonly byteOrderMark?: boolean;
	/** The columns come in another order each time. */
	readonly mixedColumns?: Random;
	/** Nothing but the end of the connection ends its answers; so many of the first ones lose half of their lines so. */
	readonly untilClosed?: { readonly losing: number };
	/** Tells no Unix time. */
	readonly timeless?: boolean;
	/** JSON as a bare array, with spaces in it. */
	readonly bare?: boolean;
	/** What JSON says beside the records, of which so many match and so many are given. */
	readonly beside?: (matching: number, given: number) => Readonly<Record<string, unknown>>;
	/** What it calls a field in JSON. */
	readonly nameOf?: (field: string) => string;
}

/** A service in memory. */
export class FakeService {
	/** In the order they came. */
	readonly asked: Question[] = [];
	/** Bodies that were given whole. */
	readonly given: Question[] = [];
	/** What the service's clock showed at a record's moment. */
	private readonly shown = new Map<number, number>();

	constructor(
		readonly records: FakeRecord[],
		readonly habits: Habits,
		private readonly random: Random,
	) {}

	/** Asks as a client does that repeats a request whose body broke, three times. */
	readonly exportErrors: ExportErrors = async (question, consume, signal) => {
		for (let attempt = 1; ; attempt++) {
			this.asked.push(question);
			const text = this.asSent(this.answer(question));
			const breaks = this.random.chance(this.habits.breaks ?? 0);
			const end = breaks ? this.random.below(text.length) : text.length;
			const lost = new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
			const pieces = this.random.cut(text.subarray(0, end), 4096);
			try {
				const consumed = await consume(
					bodyOf(pieces, {
						...(breaks && { failure: lost }),
						...(this.habits.untilClosed && { untilClosed: true }),
					}),
					signal,
				);
				if (consumed.kind === 'whole') {
					this.given.push(question);
					return consumed.value;
				}
			} catch (error) {
				if (error !== lost || attempt > 3) {
					throw error;
				}
			}
		}
	};

	private asSent(text: string): Buffer {
		if (this.asked.length > (this.habits.untilClosed?.losing ?? 0)) {
			return Buffer.from(text);
		}
		const lines = text.split('\n').slice(0, -1);
		return Buffer.from(`${lines.slice(0, Math.ceil(lines.length / 2)).join('\n')}\n`);
	}

	/** The whole body. @throws AppError for what the service refuses */
	answer(question: Question): string {
		const { refuseAbove, maximum, shuffled, refusal } = this.habits;
		const matching = this.matching(question);
		if (refuseAbove !== undefined && matching.length > refuseAbove) {
			throw new AppError(refusal ?? { kind: 'tooLarge', status: 400, words: 'Try to use more parts.' });
		}
		const ordered = shuffled ? mixed(matching, shuffled) : matching;
		const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, question.limit ?? Number.POSITIVE_INFINITY);
		const given = ordered.slice(0, most);
		return this.write(question, given, this.habits.beside?.(matching.length, given.length));
	}

	matching(question: Question): FakeRecord[] {
		const { zone, wider = 0, byMoment } = this.habits;
		const [since, until] = secondsOf(question);
		const timeOf = ({ at }: FakeRecord) => (byMoment ? at : this.clockAt(at));
		const first = (byMoment ? momentOf(since, zone, byMoment.since) : since) - wider;
		const last = (byMoment ? momentOf(until, zone, byMoment.until) : until) + wider;
		return this.records.filter((record) => {
			const time = timeOf(record);
			return (
				(this.habits.startExclusive ? time > first : time >= first) &&
				(this.habits.endExclusive ? time < last : time <= last)
			);
		});
	}

	private clockAt(moment: number): number {
		const shown = this.shown.get(moment) ?? clockAt(moment, this.habits.zone);
		this.shown.set(moment, shown);
		return shown;
	}

	/** The service's text for one field. */
	private valueIn({ at, error, os }: FakeRecord, field: string): string {
		switch (field) {
			case 'error':
				return error;
			case 'os_name':
				return os;
			case 'error_datetime':
			case 'error_receive_datetime':
				return formatCivil(fromUtc(this.clockAt(at) * 1000));
			default:
				return this.habits.timeless ? '' : String(at);
		}
	}

	private write(
		{ format, fields }: Question,
		records: readonly FakeRecord[],
		beside: object = { rows: 'all' },
	): string {
		const { lineEnd = '\n', byteOrderMark, mixedColumns, bare, nameOf = (field) => field } = this.habits;
		const columns = mixedColumns ? mixed(fields, mixedColumns) : fields;
		const mark = byteOrderMark ? '\ufeff' : '';
		if (format === 'csv') {
			const rows = records.map((record) => columns.map((field) => cell(this.valueIn(record, field))).join(','));
			return mark + [columns.join(','), ...rows].map((row) => row + lineEnd).join('');
		}
		const texts = records.map((record) => {
			const members = columns.map((field) => `"${nameOf(field)}" : ${JSON.stringify(this.valueIn(record, field))}`);
			return `{ ${members.join(' , ')} }`;
		});
		return `${mark}${bare ? '[' : '{"data" :['}\n${texts.join(',\n')}]${bare ? '' : ` , ${JSON.stringify(beside).slice(1)}`}\n`;
	}
}

/** Quoted when it has to be, and at times when not: the final file keeps that. */
function cell(value: string): string {
	return /[",\r\n ]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;
}

function momentOf(time: number, zone: Zone, which: 'first' | 'last'): number {
	const moments = [-86_400, 86_400]
		.map((day) => time - (clockAt(time + day, zone) - (time + day)))
		.toSorted((a, b) => a - b);
	const shown = moments.filter((moment) => clockAt(moment, zone) === time);
	const candidates = shown.length > 0 ? shown : moments;
	return (which === 'first' ? candidates[0] : candidates.at(-1)) ?? 0;
}

function mixed<T>(items: readonly T[], random: Random): T[] {
	return items
		.map((item) => ({ item, key: random.next() }))
		.toSorted((a, b) => a.key - b.key)
		.map(({ item }) => item);
}

/** The records of a text, each in one line and with its bytes as they are, sorted: what two texts are compared by. */
export function recordsIn(text: string, format: Question['format'], fields: readonly string[]): string[] {
	const plain = text.replace(/^\ufeff/, '');
	if (format === 'json') {
		const parsed = JSON.parse(plain);
		const records: readonly Record<string, string>[] = Array.isArray(parsed) ? parsed : parsed.data;
		return records.map((record) => JSON.stringify(fields.map((field) => record[field]))).toSorted();
	}
	const [header = [], ...rows]: string[][] = parse(plain, { relax_column_count: true, skip_empty_lines: true });
	const places = fields.map((field) => header.indexOf(field));
	return rows.map((row) => JSON.stringify(places.map((place) => row[place]))).toSorted();
}
