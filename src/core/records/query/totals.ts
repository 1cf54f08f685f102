import type { RecordQueries } from '../../../shared/recordsApi';
import { Bitset } from '../../common/bitset';
import { Pace } from '../../common/pace';
import type { Prepared } from './prepared';
import { cellsOfColumn } from './work/cellSource';
import { atPositions } from './work/positions';
import type { Snapshot } from './work/snapshot';

type TotalsMethod = RecordQueries['totals'];

/** Longer texts are no numbers that anybody adds up. Bytes. */
export const longestNumber = 40;

/** Counts and adds up the values of a column in some records of a view, without rounding. */
export async function totalsOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, positions, column }: TotalsMethod['params'],
	signal: AbortSignal,
): Promise<TotalsMethod['result']> {
	const pace = new Pace(signal);
	const numbers = atPositions(await prepared.order(snapshot, view, signal), positions);
	const only = new Bitset(snapshot.records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			only.add(numbers[index] ?? 0);
		}
	});
	const sum = new ExactSum();
	let filled = 0;
	let added = 0;
	await cellsOfColumn(snapshot, column)(
		(_record, bytes, start, end) => {
			if (end > start) {
				filled++;
				added += end - start <= longestNumber && sum.add(bytes.toString('latin1', start, end)) ? 1 : 0;
			}
		},
		only,
		pace,
	);
	return { records: numbers.length, filled, numbers: added, sum: added === 0 ? undefined : sum.text };
}

/** A sum of decimal numbers, as many digits as they have. */
export class ExactSum {
	/** By the number of digits behind the point: the sum of those numbers without their point. */
	private readonly byScale = new Map<number, bigint>();
	/** Whole numbers for which a double has room. */
	private small = 0;

	/** @param times Of the same number. @returns whether the text is a number */
	add(text: string, times = 1): boolean {
		const number = /^\s*([+-]?\d+)(?:\.(\d+))?\s*$/.exec(text);
		if (!number) {
			return false;
		}
		const [, whole = '', fraction = ''] = number;
		if (times !== 1) {
			this.addScaled(fraction.length, BigInt(whole + fraction) * BigInt(times));
		} else if (fraction === '' && whole.length < 15) {
			this.small += Number(whole);
			if (Math.abs(this.small) > Number.MAX_SAFE_INTEGER / 2) {
				this.addScaled(0, BigInt(this.small));
				this.small = 0;
			}
		} else {
			this.addScaled(fraction.length, BigInt(whole + fraction));
		}
		return true;
	}

	get text(): string {
		this.addScaled(0, BigInt(this.small));
		this.small = 0;
		const scale = Math.max(...this.byScale.keys());
		let sum = 0n;
		for (const [own, part] of this.byScale) {
			sum += part * 10n ** BigInt(scale - own);
		}
		const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
		const point = digits.length - scale;
		let end = digits.length;
		while (end > point && digits[end - 1] === '0') {
			end--;
		}
		const fraction = end === point ? '' : `.${digits.slice(point, end)}`;
		return `${sum < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
	}

	private addScaled(scale: number, part: bigint): void {
		this.byScale.set(scale, (this.byScale.get(scale) ?? 0n) + part);
	}
}
