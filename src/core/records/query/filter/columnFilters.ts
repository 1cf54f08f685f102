import type { ColumnKind } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { TextFinder } from '../../../scan/textFinder';
import type { ColumnPiece, DictionaryValues, NumberValues } from '../../table/table';
import { cellsOfColumn } from '../execution/cellSource';
import type { Idle } from '../execution/idle';
import { positionsByCode, positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { cellTester } from '../values/cellTester';
import { batchTexts, GuardedPattern } from '../values/guardedPattern';
import { getHalves } from '../values/numberText';
import { type ColumnFilter, numericEnds, valueTest } from '../values/valueTest';
import type { CodesPlace } from './codesPlace';
import { MatchingByPiece } from './matchingByPiece';

export interface IdlePlaces {
	readonly codes: Idle<CodesPlace>;
	readonly texts: Idle<TextFinder>;
}

export class ColumnFilters {
	constructor(
		private readonly snapshot: Snapshot,
		private readonly places: IdlePlaces,
		private readonly scheduler: Scheduler,
	) {}

	async filter(filter: ColumnFilter, numbers: Uint32Array): Promise<Uint32Array> {
		const inPieces = await this.filterInPieces([filter], numbers);
		if (inPieces) {
			return inPieces;
		}
		const { scheduler } = this;
		const { values, kind } = this.snapshot.column(filter.column);
		switch (values.kind) {
			case 'dictionary': {
				const { codes } = values;
				const mask =
					filter.kind === 'matches'
						? await matchingCodes(values, filter.pattern, scheduler)
						: await passingCodes(values, valueTest(filter, kind), scheduler);
				return positionsByCode(numbers, codes, mask, scheduler);
			}
			case 'number': {
				const test = numberTest(filter, kind, values);
				return test ? positionsWhere(numbers, test, scheduler) : this.filterCells(filter, numbers);
			}
			case 'raw':
				return filter.kind === 'empty'
					? positionsWhere(numbers, (number) => values.present.has(number) === (filter.not === true), scheduler)
					: this.filterCells(filter, numbers);
		}
	}

	/**
	 * Applies all filters to one partition, then to the next. Returns undefined if any filter can't be applied to
	 * partitions.
	 */
	async filterInPieces(
		filters: readonly ColumnFilter[],
		numbers: Uint32Array | undefined,
	): Promise<Uint32Array | undefined> {
		const { snapshot, scheduler } = this;
		const asked = filters.flatMap((filter) => {
			const { pieces, kind } = snapshot.column(filter.column);
			return pieces && filter.kind !== 'matches' && this.isInPieces(filter)
				? [{ filter, kind, pieces, test: remembered(valueTest(filter, kind)), seen: 1, left: 0 }]
				: [];
		});
		const [first] = asked;
		if (!first || asked.length < filters.length) {
			return undefined;
		}
		return this.places.codes.lend(async (codesPlace) => {
			const matching = new MatchingByPiece(codesPlace, numbers, snapshot.records, scheduler);
			for (const [index, piece] of first.pieces.entries()) {
				using _held = piece.hold();
				matching.beginPiece(piece);
				// Applies the most selective filter first. If no record remains, the other columns don't have to be read.
				asked.sort((a, b) => a.left / a.seen - b.left / b.seen);
				for (const one of asked) {
					const { filter, kind, pieces, test } = one;
					const own = pieces[index];
					const before = matching.count;
					if (before === 0 || !own) {
						break;
					}
					const codes = own.codes();
					const values = codes ? undefined : own.read();
					if (codes) {
						await matching.byCode(codes, await passingCodes(codes, test, scheduler));
					} else if (values?.kind === 'number') {
						await matching.where(numberTest(filter, kind, values) ?? never);
					} else {
						await matching.where(test('') ? always : never);
					}
					one.seen += before;
					one.left += matching.count;
				}
				await matching.endPiece();
			}
			return matching.end();
		});
	}

	isInPieces(filter: ColumnFilter): boolean {
		const { pieces, kind } = this.snapshot.column(filter.column);
		return filter.kind !== 'matches' && pieces?.every((piece) => supportsFilter(piece, filter, kind)) === true;
	}

	private async filterCells(filter: ColumnFilter, numbers: Uint32Array): Promise<Uint32Array> {
		const { snapshot, scheduler } = this;
		const matching = new Uint32Array(numbers.length);
		let count = 0;
		const keep = (number: number) => {
			matching[count++] = number;
		};
		const { visit, afterPart } = cellTester(filter, snapshot.column(filter.column).kind, keep);
		let only: Bitset | undefined;
		if (numbers.length < snapshot.records) {
			only = new Bitset(snapshot.records);
			for (const number of numbers) {
				only.add(number);
			}
		}
		await cellsOfColumn(snapshot, filter.column)(visit, only, scheduler, afterPart && (() => afterPart(scheduler)));
		return matching.slice(0, count);
	}
}

const maxRememberedLength = 100;

const maxRemembered = 4096;

/** Caches the results of a test, because most values of a column occur in several partitions. */
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

function supportsFilter({ kind: stored }: ColumnPiece, filter: ColumnFilter, kind: ColumnKind): boolean {
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

/** Number of values to test between two yields. Testing a value takes far longer than looking up its code. */
const valuesAtOnce = 512;

async function passingCodes(
	values: Pick<DictionaryValues, 'size' | 'value'>,
	test: (value: string) => boolean,
	scheduler: Scheduler,
): Promise<Uint8Array> {
	const mask = new Uint8Array(values.size);
	await scheduler.forEachBatch(
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

async function matchingCodes(values: DictionaryValues, pattern: string, scheduler: Scheduler): Promise<Uint8Array> {
	const guarded = new GuardedPattern(pattern);
	const mask = new Uint8Array(values.size);
	await scheduler.forEachBatch(
		mask.length,
		(from, to) => {
			const texts = Array.from({ length: to - from }, (_, index) => values.value(from + index));
			mask.set(guarded.test(texts), from);
		},
		batchTexts,
	);
	return mask;
}

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
			for (const halves of filter.values.map((value) => getHalves(form, value))) {
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

/** Splits a number into two 32-bit halves. Comparing first `high` and then `low` orders the numbers correctly. */
function splitOf(number: bigint): { readonly high: number; readonly low: number } {
	return { high: Number(number >> 32n), low: Number(number & 0xffffffffn) };
}
