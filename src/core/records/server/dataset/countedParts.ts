import { AppError } from '../../../common/errors';
import type { Dataset } from './dataset';
import { type OrderPart, orderBy, type ViewSql } from './viewSql';

/** Bytes of keys that are looked at for where they begin to differ. */
const compared = 200;

/** A count by two more bytes has no more parts; one by days or by numbers of a load fewer. */
const maxParts = 70_000;

/** Numbers of records that are counted together. */
const numbersTogether = 65_536;

/** Records that follow each other in a view. */
interface Part {
	/** Holds for them, besides what holds for the view. */
	readonly where: readonly string[];
	readonly records: number;
	/** The part of the order in which they may differ; behind the last one by number alone. */
	readonly level: number;
	/** Days are told apart already. */
	readonly ofDay: boolean;
	/** Bytes that the keys of this level have in common. */
	readonly common: number;
	/** Cannot be cut further. */
	readonly whole: boolean;
	parts?: readonly Part[];
}

/** Where records of a view are found. */
interface Located {
	readonly where: string;
	/** Of the part, by position. */
	readonly offset: number;
	readonly records: number;
}

/**
 * The records of a view cut into parts that follow each other, so that a page in the middle of millions puts a few thousand
 * in order and not all. What is counted once holds for as long as the view, which does not change.
 */
export class CountedParts {
	private constructor(
		private readonly dataset: Dataset,
		private readonly view: ViewSql,
		private readonly root: Part,
		private readonly sortedAtOnce: number,
	) {}

	/** @param sortedAtOnce Parts of so many records are not cut further. */
	static of(dataset: Dataset, view: ViewSql, records: number, sortedAtOnce: number): CountedParts {
		return new CountedParts(dataset, view, fresh([], records, 0), sortedAtOnce);
	}

	get records(): number {
		return this.root.records;
	}

	/** The smallest part that has the record at a position. */
	async locate(position: number, signal: AbortSignal): Promise<Located> {
		let part = this.root;
		let offset = position;
		while (part.records > this.sortedAtOnce && !part.whole) {
			part.parts ??= await this.split(part, signal);
			let next: Part | undefined;
			for (const one of part.parts) {
				if (offset < one.records) {
					next = one;
					break;
				}
				offset -= one.records;
			}
			if (!next) {
				break;
			}
			part = next;
		}
		const where = [this.view.where, ...part.where].map((condition) => `(${condition})`).join(' AND ');
		return { where, offset, records: part.records };
	}

	private split(part: Part, signal: AbortSignal): Promise<readonly Part[]> {
		const level = this.view.order[part.level];
		if (!level) {
			return this.byNumber(part, signal);
		}
		return level.isTime && !part.ofDay ? this.byDay(part, level, signal) : this.byKey(part, level, signal);
	}

	private async byNumber(part: Part, signal: AbortSignal): Promise<readonly Part[]> {
		const place = `intDiv(_n, ${numbersTogether})`;
		const rows = await this.count(part, [`toString(${place})`], place, signal);
		return rows
			.map(([number = '', count]) => ({ number: Number(number), count: Number(count) }))
			.sort((a, b) => a.number - b.number)
			.map(({ number, count }) => ({
				...fresh([...part.where, `${place} = ${number}`], count, part.level),
				whole: true,
			}));
	}

	private async byDay(part: Part, { key, descending }: OrderPart, signal: AbortSignal): Promise<readonly Part[]> {
		const day = 'toUInt32(toUInt16(_day))';
		const rows = await this.count(
			part,
			[`toString(${key} = '')`, `toString(${day})`, ...spanOf(key, 1)],
			`${key} = '', ${day}`,
			signal,
		);
		const filled: { readonly day: number; readonly part: Part }[] = [];
		let empty = 0;
		for (const [isEmpty, ofDay = '', least = '', most = '', isOne, count] of rows) {
			if (isEmpty === '1') {
				empty += Number(count);
			} else {
				const where = [...part.where, `${key} != ''`, `_day = toDate(${ofDay})`];
				filled.push({
					day: Number(ofDay),
					part: this.ofKeys(where, Number(count), part.level, 0, least, most, isOne === '1'),
				});
			}
		}
		filled.sort((a, b) => (descending ? b.day - a.day : a.day - b.day));
		return [...filled.map((one) => one.part), ...this.empties(part, key, empty)];
	}

	private async byKey(part: Part, { key, descending }: OrderPart, signal: AbortSignal): Promise<readonly Part[]> {
		const bytes = part.common + 2;
		const beginning = `substring(${key}, 1, ${bytes})`;
		const rows = await this.count(part, [`hex(${beginning})`, ...spanOf(key, bytes + 1)], beginning, signal);
		const filled: { readonly hex: string; readonly part: Part }[] = [];
		let empty = 0;
		for (const [hex = '', least = '', most = '', isOne, count] of rows) {
			if (hex === '') {
				empty += Number(count);
			} else {
				const where = [...part.where, `${beginning} = unhex('${hex}')`];
				filled.push({ hex, part: this.ofKeys(where, Number(count), part.level, bytes, least, most, isOne === '1') });
			}
		}
		const sign = descending ? -1 : 1;
		filled.sort((a, b) => (a.hex < b.hex ? -sign : sign));
		return [...filled.map((one) => one.part), ...this.empties(part, key, empty)];
	}

	/** @param least Of the keys, in hex, what follows the bytes that are known to be common. */
	private ofKeys(
		where: readonly string[],
		records: number,
		level: number,
		known: number,
		least: string,
		most: string,
		isOne: boolean,
	): Part {
		if (isOne) {
			return fresh(where, records, level + 1);
		}
		let common = 0;
		while (common < Math.min(least.length, most.length) && least[common] === most[common]) {
			common++;
		}
		return { ...fresh(where, records, level), ofDay: true, common: known + Math.floor(common / 2) };
	}

	private empties(part: Part, key: string, records: number): readonly Part[] {
		return records === 0 ? [] : [fresh([...part.where, `${key} = ''`], records, part.level + 1)];
	}

	private count(part: Part, shown: readonly string[], by: string, signal: AbortSignal) {
		const where = [this.view.where, ...part.where].map((condition) => `(${condition})`).join(' AND ');
		const sql = `SELECT ${shown.join(', ')}, toString(count()) FROM ${this.dataset.from} WHERE ${where} GROUP BY ${by}`;
		return this.dataset.rows(sql, maxParts, signal);
	}
}

/** The records at some positions of a view that is counted. */
export async function locateRecords(
	dataset: Dataset,
	view: ViewSql,
	parts: CountedParts,
	start: number,
	end: number,
	signal: AbortSignal,
): Promise<readonly { readonly number: number; readonly day: number }[]> {
	const found: { readonly number: number; readonly day: number }[] = [];
	for (let position = start; position < end; ) {
		const { where, offset, records } = await parts.locate(position, signal);
		const wanted = Math.min(end - position, records - offset);
		if (wanted <= 0) {
			break;
		}
		const rows = await dataset.rows(
			`SELECT toString(_n), toString(toUInt16(_day)) FROM ${dataset.from} WHERE ${where} ORDER BY ${orderBy(view.order)} LIMIT ${offset}, ${wanted}`,
			wanted,
			signal,
		);
		assertWhole(rows.length, wanted);
		found.push(...rows.map(([number, day]) => ({ number: Number(number), day: Number(day) })));
		position += wanted;
	}
	return found;
}

/** Whoever deletes records after they were counted must not leave a gap that nobody sees. */
export function assertWhole(found: number, wanted: number): void {
	if (found !== wanted) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'changed' });
	}
}

function fresh(where: readonly string[], records: number, level: number): Part {
	return { where, records, level, ofDay: false, common: 0, whole: false };
}

/** From where on the keys of a group differ, and whether there is one alone. */
function spanOf(key: string, from: number): readonly string[] {
	return [
		`hex(substring(min(${key}), ${from}, ${compared}))`,
		`hex(substring(max(${key}), ${from}, ${compared}))`,
		`toString(min(${key}) = max(${key}))`,
	];
}
