import type { RecordQueries } from '../../../shared/recordsApi';
import { Bitset } from '../../common/bitset';
import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from './cachedSnapshot';
import { cellsOfColumn } from './execution/cellSource';
import { atPositions } from './execution/selectPositions';

type TotalsMethod = RecordQueries['totals'];

/** Maximum number of bytes in a number. Longer values don't count as numbers. */
export const longestNumber = 40;

export async function getTotals(
	snapshot: CachedSnapshot,
	{ view, positions, column }: TotalsMethod['params'],
	signal: AbortSignal,
): Promise<TotalsMethod['result']> {
	const scheduler = new Scheduler(signal);
	const numbers = atPositions(await snapshot.order(view, signal), positions);
	const only = new Bitset(snapshot.records);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
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
		scheduler,
	);
	return { records: numbers.length, filled, numbers: added, sum: added === 0 ? undefined : sum.text };
}

export class ExactSum {
	/** For each number of decimal places, the sum of the numbers as an integer without the decimal point. */
	private readonly byScale = new Map<number, bigint>();
	private small = 0;

	/** Adds a number one or more times. Returns false if the text is not a number. */
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
