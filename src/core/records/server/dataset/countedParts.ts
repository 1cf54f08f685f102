import { AppError } from '../../../common/errors';
import type { Dataset } from './dataset';
import { type LocatedRecord, locatedBy, locating } from './locators';
import type { Days } from './mappedTable';
import type { PartLists } from './partLists';
import { lastDay } from './schema';
import { type OrderPart, orderBy, type ViewSql } from './viewSql';

/** Number of key bytes that are compared to find the first difference. */
const compared = 200;

/**
 * Maximum number of ranges in a query result. Comparing two bytes of a key can result in 65,536 ranges. Days and record
 * numbers result in fewer.
 */
const maxParts = 70_000;

/** Number of consecutive record numbers in a range. */
const numbersTogether = 65_536;

/** A range of several days can be larger than other ranges by up to this factor, because it is read once and then cached. */
const spreadFactor = 6;

/** Number of possible record numbers in a mapped table, where record numbers are hashes. */
const hashedNumbers = 2 ** 53;

interface CountedRange {
	readonly where: readonly string[];
	/** SQL condition for the first bytes of the current sort key, which are the same in all records of the range. */
	readonly beginning: string | undefined;
	readonly days: Days | undefined;
	readonly records: number;
	/**
	 * Index of the first sort column in which the records of the range can differ. After the last sort column, only the
	 * record numbers can differ.
	 */
	readonly level: number;
	readonly ofDay: boolean;
	/** Number of leading bytes that the current sort keys of all records in the range have in common. */
	readonly common: number;
	readonly whole: boolean;
	parts?: readonly CountedRange[] | undefined;
}

interface Located {
	readonly from: string;
	readonly where: string;
	readonly offset: number;
	readonly records: number;
	readonly isSpread: boolean;
}

/** Divides a view into ranges and caches their sizes, so that a page requires sorting only a few thousand records. */
export class CountedParts {
	private constructor(
		private readonly dataset: Dataset,
		private readonly view: ViewSql,
		private readonly root: CountedRange,
		private readonly sortedAtOnce: number,
	) {}

	static of(dataset: Dataset, view: ViewSql, records: number, sortedAtOnce: number): CountedParts {
		return new CountedParts(dataset, view, fresh(undefined, [], records, 0), sortedAtOnce);
	}

	get records(): number {
		return this.root.records;
	}

	async locate(position: number, signal: AbortSignal): Promise<Located> {
		let part = this.root;
		let offset = position;
		while (!this.isSmall(part)) {
			part.parts ??= await this.split(part, signal);
			let next: CountedRange | undefined;
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

	private isSmall(part: CountedRange): boolean {
		return part.whole || part.records <= this.sortedAtOnce * (isSpreadOverDays(part) ? spreadFactor : 1);
	}

	private split(part: CountedRange, signal: AbortSignal): Promise<readonly CountedRange[]> {
		const level = this.view.order[part.level];
		if (!level) {
			return this.byNumber(part, signal);
		}
		return level.isTime && !part.ofDay ? this.byDay(part, level, signal) : this.byKey(part, level, signal);
	}

	private async byNumber(part: CountedRange, signal: AbortSignal): Promise<readonly CountedRange[]> {
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

	private async byDay(
		part: CountedRange,
		{ key, descending }: OrderPart,
		signal: AbortSignal,
	): Promise<readonly CountedRange[]> {
		const day = 'toUInt32(toUInt16(_day))';
		const rows = await this.count(
			part,
			[`toString(${key} = '')`, `toString(${day})`, ...getSpan(key, 1)],
			`${key} = '', ${day}`,
			signal,
		);
		const filled: { readonly day: number; readonly part: CountedRange }[] = [];
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

	private async byKey(
		part: CountedRange,
		{ key, descending }: OrderPart,
		signal: AbortSignal,
	): Promise<readonly CountedRange[]> {
		const bytes = part.common + 2;
		const beginning = `substring(${key}, 1, ${bytes})`;
		const shown = [`hex(${beginning})`, ...getSpan(key, bytes + 1), ...daysShown];
		const rows = await this.count(part, shown, beginning, signal);
		const filled: { readonly hex: string; readonly part: CountedRange }[] = [];
		let empty = 0;
		for (const [hex = '', least = '', most = '', isOne, from, to, count] of rows) {
			if (hex === '') {
				empty += Number(count);
			} else {
				// In a mapped table, the days aren't narrowed, because other clients can add records on other days at any time.
				const days = this.dataset.isHashed ? part.days : { from: Number(from), to: Number(to) };
				// The condition for the longer beginning implies the condition of `part` and replaces it.
				const parent = { ...part, days, beginning: `${beginning} = unhex('${hex}')` };
				filled.push({ hex, part: ofKeys(parent, Number(count), { least, most, known: bytes, isOne: isOne === '1' }) });
			}
		}
		const sign = descending ? -1 : 1;
		filled.sort((a, b) => (a.hex < b.hex ? -sign : sign));
		return [...filled.map((one) => one.part), ...this.empties(part, key, empty)];
	}

	private empties(part: CountedRange, key: string, records: number): readonly CountedRange[] {
		return records === 0 ? [] : [fresh(part, [...conditionsOf(part), `${key} = ''`], records, part.level + 1)];
	}

	private count(part: CountedRange, shown: readonly string[], by: string, signal: AbortSignal) {
		const sql = `SELECT ${shown.join(', ')}, toString(count()) FROM ${this.view.from(part.days)} WHERE ${this.whereOf(part)} GROUP BY ${by}`;
		return this.dataset.rows(sql, maxParts, signal);
	}

	private whereOf(part: CountedRange): string {
		const { days } = part;
		const ofDays = days ? [`_day >= toDate(${days.from ?? 0}) AND _day <= toDate(${days.to ?? lastDay})`] : [];
		return [this.view.where, ...ofDays, ...conditionsOf(part)].map((condition) => `(${condition})`).join(' AND ');
	}
}

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
			? await lists.chunk(
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

/** Range of positions in a sorted view. The position of the first record is 0, and `end` is exclusive. */
interface Positions {
	readonly start: number;
	readonly end: number;
}

interface Selection extends Positions {
	readonly selected: readonly string[];
	readonly order: string;
}

/**
 * Selects the values of the records at the positions `start` to `end` in a sorted view. In a mapped table, several
 * records can have the same number. Ties are sorted by a hash of all values.
 */
export function selectExactly(
	dataset: Dataset,
	view: ViewSql,
	parts: CountedParts,
	{ start, end, selected }: Omit<Selection, 'order'>,
	signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
	// The hash `_row` depends on all values, so this order requires reading all columns.
	const order = `${orderBy(view.order)}, _row`;
	return collect(parts, { start, end }, signal, (located, start, end) =>
		selectOf(dataset, located, { start, end, selected, order }, signal),
	);
}

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

/** Throws if the number of records has changed. Other clients can write to a mapped table at any time. */
async function assertUnchanged(dataset: Dataset, scope: string, records: number, signal: AbortSignal): Promise<void> {
	const [[count] = []] = await dataset.rows(`SELECT toString(count()) ${scope}`, 1, signal);
	assertWhole(Number(count), records);
}

/** Throws if the number of records differs from the earlier count, because the result could be incomplete. */
export function assertWhole(found: number, wanted: number): void {
	if (found !== wanted) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'changed' });
	}
}

function fresh(
	parent: CountedRange | undefined,
	where: readonly string[],
	records: number,
	level: number,
): CountedRange {
	const days = parent?.days;
	return { where, beginning: undefined, days, records, level, ofDay: false, common: 0, whole: false };
}

interface KeySpan {
	/** Smallest and largest key in hexadecimal, without the first bytes, which all keys have in common. */
	readonly least: string;
	readonly most: string;
	readonly known: number;
	readonly isOne: boolean;
}

function ofKeys(parent: CountedRange, records: number, { least, most, known, isOne }: KeySpan): CountedRange {
	if (isOne) {
		return fresh(parent, conditionsOf(parent), records, parent.level + 1);
	}
	let common = 0;
	while (common < Math.min(least.length, most.length) && least[common] === most[common]) {
		common++;
	}
	return { ...parent, records, ofDay: true, common: known + Math.floor(common / 2), parts: undefined };
}

/** Returns false for ranges of record numbers. Their records are stored together, so reading them is fast. */
function isSpreadOverDays({ beginning, days }: CountedRange): boolean {
	return beginning !== undefined && (days === undefined || days.from !== days.to);
}

function conditionsOf({ where, beginning }: CountedRange): readonly string[] {
	return beginning === undefined ? where : [...where, beginning];
}

const daysShown = ['toString(toUInt16(min(_day)))', 'toString(toUInt16(max(_day)))'];

function getSpan(key: string, from: number): readonly string[] {
	return [
		`hex(substring(min(${key}), ${from}, ${compared}))`,
		`hex(substring(max(${key}), ${from}, ${compared}))`,
		`toString(min(${key}) = max(${key}))`,
	];
}
