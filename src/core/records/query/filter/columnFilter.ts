import type { ColumnKind } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { TextFinder } from '../../../scan/textFinder';
import type { ColumnPiece, DictionaryValues, NumberValues } from '../../table/table';
import { cellTester } from '../values/cellTester';
import { batchTexts, GuardedPattern } from '../values/guardedPattern';
import { halvesOf } from '../values/numberText';
import { type ColumnFilter, numericEnds, valueTest } from '../values/valueTest';
import { cellsOfColumn } from '../work/cellSource';
import type { Idle } from '../work/idle';
import { keepByCode, keepWhere } from '../work/keep';
import type { Snapshot } from '../work/snapshot';
import type { CodesPlace } from './codesPlace';
import { KeptOfPieces } from './keptOfPieces';

/** Those of the numbers, which are in the order of the file, whose value in the filter's column passes. */
export async function filterByColumn(
	snapshot: Snapshot,
	filter: ColumnFilter,
	numbers: Uint32Array,
	pace: Pace,
	places: IdlePlaces,
): Promise<Uint32Array> {
	const inPieces = await filterInPieces(snapshot, [filter], numbers, pace, places);
	if (inPieces) {
		return inPieces;
	}
	const { values, kind } = snapshot.column(filter.column);
	switch (values.kind) {
		case 'dictionary': {
			const { codes } = values;
			const mask =
				filter.kind === 'matches'
					? await matchingCodes(values, filter.pattern, pace)
					: await passingCodes(values, valueTest(filter, kind), pace);
			return keepByCode(numbers, codes, mask, pace);
		}
		case 'number': {
			const test = numberTest(filter, kind, values);
			return test ? keepWhere(numbers, test, pace) : filterCells(snapshot, filter, numbers, pace);
		}
		case 'raw':
			return filter.kind === 'empty'
				? keepWhere(numbers, (number) => values.present.has(number) === (filter.not === true), pace)
				: filterCells(snapshot, filter, numbers, pace);
	}
}

/** Where codes of pieces are looked at, and bytes of the file; a question has one for as long as it takes. */
export interface IdlePlaces {
	readonly codes: Idle<CodesPlace>;
	readonly texts: Idle<TextFinder>;
}

/**
 * Those that pass all of the filters, by one piece of the columns after another, so that these need not come together in
 * memory, and a piece of which nothing is left is not read further.
 * @param numbers Undefined for all records.
 * @returns undefined where `isInPieces` does not hold for one of the filters
 */
export async function filterInPieces(
	snapshot: Snapshot,
	filters: readonly ColumnFilter[],
	numbers: Uint32Array | undefined,
	pace: Pace,
	places: IdlePlaces,
): Promise<Uint32Array | undefined> {
	const asked = filters.flatMap((filter) => {
		const { pieces, kind } = snapshot.column(filter.column);
		return pieces && filter.kind !== 'matches' && isInPieces(snapshot, filter)
			? [{ filter, kind, pieces, test: remembered(valueTest(filter, kind)), seen: 1, left: 0 }]
			: [];
	});
	const [first] = asked;
	if (!first || asked.length < filters.length) {
		return undefined;
	}
	return places.codes.lend(async (codesPlace) => {
		const kept = new KeptOfPieces(codesPlace, numbers, snapshot.records, pace);
		for (const [place, piece] of first.pieces.entries()) {
			using _held = piece.hold();
			kept.beginPiece(piece);
			// What left least of the pieces so far comes first: mostly the others need not be read where nothing is left.
			asked.sort((a, b) => a.left / a.seen - b.left / b.seen);
			for (const one of asked) {
				const { filter, kind, pieces, test } = one;
				const own = pieces[place];
				const before = kept.count;
				if (before === 0 || !own) {
					break;
				}
				const codes = own.codes();
				const values = codes ? undefined : own.read();
				if (codes) {
					await kept.byCode(codes, await passingCodes(codes, test, pace));
				} else if (values?.kind === 'number') {
					await kept.where(numberTest(filter, kind, values) ?? never);
				} else {
					await kept.where(test('') ? always : never);
				}
				one.seen += before;
				one.left += kept.count;
			}
			await kept.endPiece();
		}
		return kept.end();
	});
}

/** Whether pieces of the filter's column tell which records pass. */
export function isInPieces(snapshot: Snapshot, filter: ColumnFilter): boolean {
	const { pieces, kind } = snapshot.column(filter.column);
	return filter.kind !== 'matches' && pieces?.every((piece) => isTold(piece, filter, kind)) === true;
}

/** Of a value whose answer is remembered (UTF-16 units). */
const maxRememberedLength = 100;

const maxRemembered = 4096;

/** Pieces of a column mostly have the same values: of the first so many the test is asked once. */
function remembered(test: (value: string) => boolean): (value: string) => boolean {
	const answers = new Map<string, boolean>();
	return (value) => {
		const known = answers.get(value);
		if (known !== undefined) {
			return known;
		}
		const answer = test(value);
		if (answers.size < maxRemembered && value.length <= maxRememberedLength) {
			answers.set(value, answer);
		}
		return answer;
	};
}

const always = () => true;
const never = () => false;

function isTold({ kind: stored }: ColumnPiece, filter: ColumnFilter, kind: ColumnKind): boolean {
	switch (stored) {
		case 'raw':
			return false;
		case 'number':
			return (
				filter.kind === 'empty' ||
				filter.kind === 'oneOf' ||
				(filter.kind === 'range' && numericEnds(filter, kind) !== undefined)
			);
		default:
			return true;
	}
}

/** A short turn for values, each of which takes far longer than a record. */
const valuesAtOnce = 512;

async function passingCodes(
	values: Pick<DictionaryValues, 'size' | 'value'>,
	test: (value: string) => boolean,
	pace: Pace,
): Promise<Uint8Array> {
	const mask = new Uint8Array(values.size);
	await pace.walk(
		mask.length,
		(from, to) => {
			for (let code = from; code < to; code++) {
				mask[code] = test(values.value(code)) ? 1 : 0;
			}
		},
		valuesAtOnce,
	);
	return mask;
}

async function matchingCodes(values: DictionaryValues, pattern: string, pace: Pace): Promise<Uint8Array> {
	const guarded = new GuardedPattern(pattern);
	const mask = new Uint8Array(values.size);
	await pace.walk(
		mask.length,
		(from, to) => {
			const texts = Array.from({ length: to - from }, (_, index) => values.value(from + index));
			mask.set(guarded.test(texts), from);
		},
		batchTexts,
	);
	return mask;
}

/** Undefined where the numbers' texts must be looked at. */
function numberTest(
	filter: ColumnFilter,
	kind: ColumnKind,
	values: NumberValues,
): ((number: number) => boolean) | undefined {
	const { low, high, present, form } = values;
	switch (filter.kind) {
		case 'empty':
			return (number) => present.has(number) === (filter.not === true);
		case 'oneOf': {
			const wanted = filter.not !== true;
			const empty = filter.values.includes('');
			const highsByLow = new Map<number, number[]>();
			for (const halves of filter.values.map((value) => halvesOf(form, value))) {
				if (halves) {
					highsByLow.set(halves.low, [...(highsByLow.get(halves.low) ?? []), halves.high]);
				}
			}
			return (number) => {
				const isOne = present.has(number)
					? highsByLow.get(low[number] ?? 0)?.includes(high?.[number] ?? 0) === true
					: empty;
				return isOne === wanted;
			};
		}
		case 'range': {
			const ends = numericEnds(filter, kind);
			if (!ends) {
				return undefined;
			}
			const least = splitOf(ends.least);
			const most = splitOf(ends.most);
			return (number) => {
				const [a, b] = [high?.[number] ?? 0, low[number] ?? 0];
				return (
					(a > least.high || (a === least.high && b >= least.low)) &&
					(a < most.high || (a === most.high && b <= most.low)) &&
					present.has(number)
				);
			};
		}
		default:
			return undefined;
	}
}

/** Halves that compare like the number, also beyond 64 bits and below 0. */
function splitOf(number: bigint): { readonly high: number; readonly low: number } {
	return { high: Number(number >> 32n), low: Number(number & 0xffffffffn) };
}

/** By one pass over the values. */
async function filterCells(
	snapshot: Snapshot,
	filter: ColumnFilter,
	numbers: Uint32Array,
	pace: Pace,
): Promise<Uint32Array> {
	const kept = new Uint32Array(numbers.length);
	let count = 0;
	const keep = (number: number) => {
		kept[count++] = number;
	};
	const { visit, afterPart } = cellTester(filter, snapshot.column(filter.column).kind, keep);
	let only: Bitset | undefined;
	if (numbers.length < snapshot.records) {
		only = new Bitset(snapshot.records);
		for (const number of numbers) {
			only.add(number);
		}
	}
	await cellsOfColumn(snapshot, filter.column)(visit, only, pace, afterPart && (() => afterPart(pace)));
	return kept.slice(0, count);
}
