import { AppError } from '../../../common/errors';
import type { Dataset } from './dataset';
import { type LocatedRecord, locatedBy, locating } from './locators';
import type { Days } from './mappedTable';
import type { PartLists } from './partLists';
import { lastDay } from './schema';
import { type OrderPart, orderBy, type ViewSql } from './viewSql';

/** Bytes of keys that are looked at for where they begin to differ. */
const compared = 200;

/** A count by two more bytes has no more parts; one by days or by numbers of a load fewer. */
const maxParts = 70_000;

/** Numbers of records that are counted together where these follow each other. */
const numbersTogether = 65_536;

/** Parts that are spread over several days may have so many times the records: they are listed once. */
const spreadFactor = 6;

/** Numbers that are hashes are spread over as many. */
const hashedNumbers = 2 ** 53;

/** Records that follow each other in a view. */
interface Part {
	/** Hold for them, besides what holds for the view. */
	readonly where: readonly string[];
	/** Holds as well: how their keys of this level begin, as far as that tells the part. */
	readonly beginning: string | undefined;
	/** Those that they are of. */
	readonly days: Days | undefined;
	readonly records: number;
	/** The part of the order in which they may differ; behind the last one by number alone. */
	readonly level: number;
	/** Days are told apart already. */
	readonly ofDay: boolean;
	/** Bytes that the keys of this level have in common. */
	readonly common: number;
	/** Cannot be cut further. */
	readonly whole: boolean;
	parts?: readonly Part[] | undefined;
}

/** Where records of a view are found. */
interface Located {
	readonly from: string;
	readonly where: string;
	/** Of the part, by position. */
	readonly offset: number;
	readonly records: number;
	/** They may be on any of several days. */
	readonly isSpread: boolean;
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
		return new CountedParts(dataset, view, fresh(undefined, [], records, 0), sortedAtOnce);
	}

	get records(): number {
		return this.root.records;
	}

	/** The smallest part that has the record at a position. */
	async locate(position: number, signal: AbortSignal): Promise<Located> {
		let part = this.root;
		let offset = position;
		while (!this.isSmall(part)) {
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
		const { records } = part;
		const isSpread = isSpreadOverDays(part) && !this.dataset.isHashed;
		return { from: this.view.from(part.days), where: this.whereOf(part), offset, records, isSpread };
	}

	private isSmall(part: Part): boolean {
		return part.whole || part.records <= this.sortedAtOnce * (isSpreadOverDays(part) ? spreadFactor : 1);
	}

	private split(part: Part, signal: AbortSignal): Promise<readonly Part[]> {
		const level = this.view.order[part.level];
		if (!level) {
			return this.byNumber(part, signal);
		}
		return level.isTime && !part.ofDay ? this.byDay(part, level, signal) : this.byKey(part, level, signal);
	}

	private async byNumber(part: Part, signal: AbortSignal): Promise<readonly Part[]> {
		const parts = Math.min(maxParts, Math.ceil((2 * part.records) / this.sortedAtOnce));
		const place = `intDiv(_n, ${this.dataset.isHashed ? Math.ceil(hashedNumbers / parts) : numbersTogether})`;
		const rows = await this.count(part, [`toString(${place})`], place, signal);
		return rows
			.map(([number = '', count]) => ({ number: Number(number), count: Number(count) }))
			.sort((a, b) => a.number - b.number)
			.map(({ number, count }) => ({
				...fresh(part, [...conditionsOf(part), `${place} = ${number}`], count, part.level),
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
				const day = Number(ofDay);
				const where = [...part.where, `${key} != ''`];
				const parent = { ...part, where, days: { from: day, to: day } };
				filled.push({ day, part: ofKeys(parent, Number(count), { least, most, known: 0, isOne: isOne === '1' }) });
			}
		}
		filled.sort((a, b) => (descending ? b.day - a.day : a.day - b.day));
		return [...filled.map((one) => one.part), ...this.empties(part, key, empty)];
	}

	private async byKey(part: Part, { key, descending }: OrderPart, signal: AbortSignal): Promise<readonly Part[]> {
		const bytes = part.common + 2;
		const beginning = `substring(${key}, 1, ${bytes})`;
		const shown = [`hex(${beginning})`, ...spanOf(key, bytes + 1), ...daysShown];
		const rows = await this.count(part, shown, beginning, signal);
		const filled: { readonly hex: string; readonly part: Part }[] = [];
		let empty = 0;
		for (const [hex = '', least = '', most = '', isOne, from, to, count] of rows) {
			if (hex === '') {
				empty += Number(count);
			} else {
				// What others write to a table has other days at any time.
				const days = this.dataset.isHashed ? part.days : { from: Number(from), to: Number(to) };
				// Who begins with more bytes begins with those before them.
				const parent = { ...part, days, beginning: `${beginning} = unhex('${hex}')` };
				filled.push({ hex, part: ofKeys(parent, Number(count), { least, most, known: bytes, isOne: isOne === '1' }) });
			}
		}
		const sign = descending ? -1 : 1;
		filled.sort((a, b) => (a.hex < b.hex ? -sign : sign));
		return [...filled.map((one) => one.part), ...this.empties(part, key, empty)];
	}

	private empties(part: Part, key: string, records: number): readonly Part[] {
		return records === 0 ? [] : [fresh(part, [...conditionsOf(part), `${key} = ''`], records, part.level + 1)];
	}

	private count(part: Part, shown: readonly string[], by: string, signal: AbortSignal) {
		const sql = `SELECT ${shown.join(', ')}, toString(count()) FROM ${this.view.from(part.days)} WHERE ${this.whereOf(part)} GROUP BY ${by}`;
		return this.dataset.rows(sql, maxParts, signal);
	}

	private whereOf(part: Part): string {
		const { days } = part;
		const ofDays = days ? [`_day >= toDate(${days.from ?? 0}) AND _day <= toDate(${days.to ?? lastDay})`] : [];
		return [this.view.where, ...ofDays, ...conditionsOf(part)].map((condition) => `(${condition})`).join(' AND ');
	}
}

/** The records at some positions of a view that is counted. */
export function locateRecords(
	dataset: Dataset,
	view: ViewSql,
	{ parts, lists }: { readonly parts: CountedParts; readonly lists: PartLists },
	{ start, end }: { readonly start: number; readonly end: number },
	signal: AbortSignal,
): Promise<readonly LocatedRecord[]> {
	const order = orderBy(view.order);
	const read = async (located: Located, from: number, to: number, signal: AbortSignal) =>
		(await selectOf(dataset, located, { start: from, end: to, selected, order }, signal)).map(locatedBy);
	const selected = locating(dataset);
	return collect(parts, { start, end }, signal, async (located, from, to) => {
		const listed = located.isSpread
			? await lists.slice(
					`${located.from} ${located.where} ${order}`,
					from,
					to,
					(signal) => read(located, 0, located.records, signal),
					signal,
				)
			: undefined;
		return listed ?? read(located, from, to, signal);
	});
}

/** Positions, the second one exclusive. */
interface Positions {
	readonly start: number;
	readonly end: number;
}

interface Selection extends Positions {
	readonly selected: readonly string[];
	readonly order: string;
}

/** What is selected of the records at some positions of a view; those that differ have an order, whatever their numbers. */
export function selectExactly(
	dataset: Dataset,
	view: ViewSql,
	parts: CountedParts,
	{ start, end, selected }: Omit<Selection, 'order'>,
	signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
	// All of their values are read for this.
	const order = `${orderBy(view.order)}, _row`;
	return collect(parts, { start, end }, signal, (located, start, end) =>
		selectOf(dataset, located, { start, end, selected, order }, signal),
	);
}

/** @param read Reads the records at some positions of a part. */
async function collect<T>(
	parts: CountedParts,
	{ start, end }: Positions,
	signal: AbortSignal,
	read: (located: Located, start: number, end: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
	const found: T[] = [];
	for (let position = start; position < end; ) {
		const located = await parts.locate(position, signal);
		const { offset, records } = located;
		const wanted = Math.min(end - position, records - offset);
		if (wanted <= 0) {
			break;
		}
		found.push(...(await read(located, offset, offset + wanted)));
		position += wanted;
	}
	return found;
}

async function selectOf(
	dataset: Dataset,
	{ from, where, records }: Located,
	{ start, end, selected, order }: Selection,
	signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
	const scope = `FROM ${from} WHERE ${where}`;
	if (dataset.isHashed) {
		await assertUnchanged(dataset, scope, records, signal);
	}
	const wanted = end - start;
	const sql = `SELECT ${selected.join(', ')} ${scope} ORDER BY ${order} LIMIT ${start}, ${wanted}`;
	const rows = await dataset.rows(sql, wanted, signal);
	assertWhole(rows.length, wanted);
	return rows;
}

/** What others write to a table comes between what was counted. */
async function assertUnchanged(dataset: Dataset, scope: string, records: number, signal: AbortSignal): Promise<void> {
	const [[count] = []] = await dataset.rows(`SELECT toString(count()) ${scope}`, 1, signal);
	assertWhole(Number(count), records);
}

/** Whoever deletes records after they were counted must not leave a gap that nobody sees. */
export function assertWhole(found: number, wanted: number): void {
	if (found !== wanted) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'changed' });
	}
}

/** A part of another one, of whose next level nothing is known. */
function fresh(parent: Part | undefined, where: readonly string[], records: number, level: number): Part {
	const days = parent?.days;
	return { where, beginning: undefined, days, records, level, ofDay: false, common: 0, whole: false };
}

interface KeySpan {
	/** The least and the greatest key, in hex, behind the bytes that are known to be common. */
	readonly least: string;
	readonly most: string;
	readonly known: number;
	readonly isOne: boolean;
}

/** What of a part has keys of one day or one beginning. */
function ofKeys(parent: Part, records: number, { least, most, known, isOne }: KeySpan): Part {
	if (isOne) {
		return fresh(parent, conditionsOf(parent), records, parent.level + 1);
	}
	let common = 0;
	while (common < Math.min(least.length, most.length) && least[common] === most[common]) {
		common++;
	}
	return { ...parent, records, ofDay: true, common: known + Math.floor(common / 2), parts: undefined };
}

/** Parts by number are read at once where their records were written together. */
function isSpreadOverDays({ beginning, days }: Part): boolean {
	return beginning !== undefined && (days === undefined || days.from !== days.to);
}

/** Hold for the records of a part. */
function conditionsOf({ where, beginning }: Part): readonly string[] {
	return beginning === undefined ? where : [...where, beginning];
}

/** The first and last day of some records. */
const daysShown = ['toString(toUInt16(min(_day)))', 'toString(toUInt16(max(_day)))'];

/** From where on the keys of a group differ, and whether there is one alone. */
function spanOf(key: string, from: number): readonly string[] {
	return [
		`hex(substring(min(${key}), ${from}, ${compared}))`,
		`hex(substring(max(${key}), ${from}, ${compared}))`,
		`toString(min(${key}) = max(${key}))`,
	];
}
