import type { Question } from '../../core/plan/plan';
import { civilSeconds } from '../world/civilSeconds';
import { mix } from '../world/random';
import { maxDelay, RecordCursor } from './cursor';
import { History, type HistoryOptions } from './history';
import { getColumn } from './sampleColumns';

export type RecordQuestion = Pick<Question, 'since' | 'until' | 'dateDimension' | 'fields' | 'filters'> & {
	readonly application: { readonly id: string };
};

/** Field values, in the order of the requested fields. */
export type SampleRecord = readonly string[];

/** Order of records. `number` selects one of many random orders. */
type RecordOrder = { readonly kind: 'time' } | { readonly kind: 'shuffled'; readonly number: number };

interface SampleSelection {
	readonly order: RecordOrder;
	/** Whether to omit the records of one shard, which are 1% of all records. */
	readonly withoutShard: boolean;
	/** Unix time in seconds. Records that were received later are omitted. */
	readonly asOf?: number | undefined;
}

/** Number of record positions in a batch. Callers can pause after each batch, even if few records match. */
const batchSize = 256;

/** Interval in seconds at which newer records become available. */
const progressStep = 3600;

export class SampleRecords {
	private made: History | undefined;

	/** @param now Returns the current Unix time in seconds */
	constructor(
		private readonly options: Omit<HistoryOptions, 'end'>,
		private readonly now: () => number,
	) {}

	/** Yields matching records in batches. `since` and `until` are inclusive local times. */
	*batches(
		question: RecordQuestion,
		{ order, withoutShard, asOf }: SampleSelection,
	): Generator<readonly SampleRecord[], void> {
		const cursor = new RecordCursor(this.history());
		const [since, until] = [civilSeconds(question.since, 'start'), civilSeconds(question.until, 'end')];
		const byReceipt = question.dateDimension === 'receive';
		const { timeline, clock } = cursor.history;
		const first = timeline.firstAtOrAfter(since - clock.maxOffset - (byReceipt ? maxDelay : 0));
		const last = timeline.firstAtOrAfter(until - clock.minOffset + 1);

		const end = Math.min(timeline.end, asOf ?? timeline.end);
		const filters = question.filters.map(({ field, value }) => ({ column: getColumn(field), value }));
		const columns = question.fields.map(getColumn);
		const positionAt = order.kind === 'time' ? inOrder(first) : shuffled(first, last - first, order.number);

		for (let index = 0; index < last - first; index += batchSize) {
			const batch: SampleRecord[] = [];
			const batchEnd = Math.min(index + batchSize, last - first);
			for (let step = index; step < batchEnd; step++) {
				cursor.moveTo(positionAt(step));
				const moment = clock.localSeconds(byReceipt ? cursor.received : cursor.happened);
				if (moment < since || moment > until || !cursor.hasArrivedBefore(end)) {
					continue;
				}
				if (withoutShard && cursor.shard === 0) {
					continue;
				}
				if (filters.every(({ column, value }) => column(cursor) === value)) {
					batch.push(columns.map((column) => column(cursor)));
				}
			}
			yield batch;
		}
	}

	private history(): History {
		const end = this.now();
		if (!this.made || end - this.made.timeline.end >= progressStep) {
			this.made = new History({ ...this.options, end });
		}
		return this.made;
	}
}

function inOrder(first: number): (step: number) => number {
	return (step) => first + step;
}

/** Returns a function that visits every position once in pseudorandom order, without storing a permutation. */
function shuffled(first: number, count: number, number: number): (step: number) => number {
	let stride = Math.max(1, Math.floor(count * (0.3 + (mix(number, 1) % 1000) / 2500)));
	while (commonFactor(stride, count) !== 1) {
		stride++;
	}
	const start = mix(number, 2) % Math.max(1, count);
	// Both factors are below 2^26, so the product is below 2^53 and therefore exact.
	return (step) => first + ((start + step * stride) % count);
}

function commonFactor(a: number, b: number): number {
	return b === 0 ? a : commonFactor(b, a % b);
}
