import { parse } from 'csv-parse/sync';
import { AppError, type Problem } from '../../../../../src/core/common/errors';
import { getSeconds } from '../../../../../src/core/export/chunks/splitRange';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { clockAt } from '../../../../../src/core/plan/civilClock';
import type { Question } from '../../../../../src/core/plan/plan';
import type { Zone } from '../../../../../src/core/plan/range';
import { formatCivil, fromUtc } from '../../../../../src/shared/civilTime';
import type { Random } from '../../../../support/random';
import { getBody } from './bodies';

export interface FakeRecord {
	/** Unix time in seconds. */
	readonly at: number;
	readonly error: string;
	readonly os: string;
}

/** Possible differences between services. Each of them exists in a real service. */
export interface Habits {
	readonly zone: Zone;
	readonly endExclusive?: boolean;
	readonly startExclusive?: boolean;
	/** The service compares Unix times. A repeated local time means its first or its last occurrence. */
	readonly byMoment?: { readonly since: 'first' | 'last'; readonly until: 'first' | 'last' };
	/** Number of additional seconds that are returned at both ends of a range. */
	readonly wider?: number;
	readonly refuseAbove?: number;
	readonly refusal?: Problem;
	/** Maximum number of records in a response. The service silently omits the others. */
	readonly maximum?: number;
	readonly shuffled?: Random;
	/** Probability that a body is interrupted. */
	readonly breaks?: number;
	readonly lineEnd?: string;
	readonly byteOrderMark?: boolean;
	readonly mixedColumns?: Random;
	/** Responses end only with the connection. The first `losing` responses silently lose half of their lines. */
	readonly untilClosed?: { readonly losing: number };
	readonly timeless?: boolean;
	/** Returns JSON as a bare array with spaces. */
	readonly bare?: boolean;
	/** Additional members of a JSON response, given the number of matching and of returned records. */
	readonly beside?: (matching: number, given: number) => Readonly<Record<string, unknown>>;
	readonly getName?: (field: string) => string;
	/** Seconds for which an identical query returns the cached response. New queries of the client bypass the cache. */
	readonly cachedFor?: number;
}

export class FakeService {
	readonly asked: Question[] = [];
	/** Queries whose response body was delivered completely. */
	readonly given: Question[] = [];
	/** Local time of the service by Unix time of a record. */
	protected readonly shown = new Map<number, number>();
	private readonly cached = new Map<string, { readonly text: string; readonly at: number }>();
	/** Actual time in Unix seconds. */
	time = 0;

	constructor(
		readonly records: FakeRecord[],
		public habits: Habits,
		private readonly random: Random,
	) {}

	readonly exportErrors: ExportErrors = async (question, consume, signal, _onState, _fields, isQueued) => {
		for (let attempt = 1; ; attempt++) {
			this.asked.push(question);
			const text = this.asSent(this.cachedAnswer(question, isQueued !== false || attempt > 1));
			const breaks = this.random.chance(this.habits.breaks ?? 0);
			const end = breaks ? this.random.below(text.length) : text.length;
			const lost = new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
			const pieces = this.random.cut(text.subarray(0, end), 4096);
			try {
				const consumed = await consume(
					getBody(pieces, {
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

	private cachedAnswer(question: Question, mayBeCached: boolean): string {
		const key = JSON.stringify(question);
		const before = this.cached.get(key);
		if (before && mayBeCached && this.time - before.at < (this.habits.cachedFor ?? 0)) {
			return before.text;
		}
		const text = this.answer(question);
		this.cached.set(key, { text, at: this.time });
		return text;
	}

	/** @throws AppError if the service refuses the query. */
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
		const [since, until] = getSeconds(question);
		const getTime = ({ at }: FakeRecord) => (byMoment ? at : this.clockAt(at));
		const first = (byMoment ? getMoment(since, zone, byMoment.since) : since) - wider;
		const last = (byMoment ? getMoment(until, zone, byMoment.until) : until) + wider;
		return this.records.filter((record) => {
			const time = getTime(record);
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
		const { lineEnd = '\n', byteOrderMark, mixedColumns, bare, getName = (field) => field } = this.habits;
		const columns = mixedColumns ? mixed(fields, mixedColumns) : fields;
		const mark = byteOrderMark ? '\ufeff' : '';
		if (format === 'csv') {
			const rows = records.map((record) => columns.map((field) => cell(this.valueIn(record, field))).join(','));
			return mark + [columns.join(','), ...rows].map((row) => row + lineEnd).join('');
		}
		const texts = records.map((record) => {
			const members = columns.map((field) => `"${getName(field)}" : ${JSON.stringify(this.valueIn(record, field))}`);
			return `{ ${members.join(' , ')} }`;
		});
		return `${mark}${bare ? '[' : '{"data" :['}\n${texts.join(',\n')}]${bare ? '' : ` , ${JSON.stringify(beside).slice(1)}`}\n`;
	}
}

/** Quotes a value if necessary, if it is empty or if it contains a space. Exports must preserve these quotes. */
function cell(value: string): string {
	return /[",\r\n ]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;
}

function getMoment(time: number, zone: Zone, which: 'first' | 'last'): number {
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
