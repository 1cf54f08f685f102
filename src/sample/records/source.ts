import type { Question } from '../../core/plan/plan';
import { civilSeconds } from '../world/civilSeconds';
import { mix } from '../world/random';
import { maxDelay, RecordCursor } from './cursor';
import { History, type HistoryOptions } from './history';
import { columnOf } from './sampleColumns';

/** The parts of a question that decide which records answer it, and what they hold. */
export type RecordQuestion = Pick<Question, 'since' | 'until' | 'dateDimension' | 'fields' | 'filters'> & {
	readonly application: { readonly id: string };
};

/** Values in the order of the question's fields. */
export type SampleRecord = readonly string[];

/** In which order records come. `number` makes the shuffled orders differ. */
type RecordOrder = { readonly kind: 'time' } | { readonly kind: 'shuffled'; readonly number: number };

interface SampleSelection {
	readonly order: RecordOrder;
	/** Leaves out the records of one shard in a hundred. */
	readonly withoutShard: boolean;
}

/** Positions looked at between two batches, so that a caller can pause however few records match. */
const batchSize = 256;

/** Seconds after which newer records are there. */
const progressStep = 3600;

/** The records of one application, made while they are read. */
export class SampleRecords {
	private made: History | undefined;

	/** @param now Unix time, seconds; its progress shows in steps, so that what was just asked can be asked again. */
	constructor(
		private readonly options: Omit<HistoryOptions, 'end'>,
		private readonly now: () => number,
	) {}

	/**
	 * Batches of matching records, some of them empty. Both ends of the range are inclusive to the second and are
	 * compared with the record's own date and time, on the application's clock.
	 */
	*batches(
		question: RecordQuestion,
		{ order, withoutShard }: SampleSelection,
	): Generator<readonly SampleRecord[], void> {
		const cursor = new RecordCursor(this.history());
		const [since, until] = [civilSeconds(question.since, 'start'), civilSeconds(question.until, 'end')];
		const byReceipt = question.dateDimension === 'receive';
		const { timeline, clock } = cursor.history;
		const first = timeline.firstAtOrAfter(since - clock.maxOffset - (byReceipt ? maxDelay : 0));
		const last = timeline.firstAtOrAfter(until - clock.minOffset + 1);

		const filters = question.filters.map(({ field, value }) => ({ column: columnOf(field), value }));
		const columns = question.fields.map(columnOf);
		const positionAt = order.kind === 'time' ? inOrder(first) : shuffled(first, last - first, order.number);

		for (let index = 0; index < last - first; index += batchSize) {
			const batch: SampleRecord[] = [];
			const end = Math.min(index + batchSize, last - first);
			for (let step = index; step < end; step++) {
				cursor.moveTo(positionAt(step));
				const moment = clock.localSeconds(byReceipt ? cursor.received : cursor.happened);
				if (moment < since || moment > until || !cursor.hasArrived) {
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

	/** Made when records are asked for, since most runs need one application only. */
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

/** Every position once, in strides of a length that shares no factor with their number: nothing has to be held. */
function shuffled(first: number, count: number, number: number): (step: number) => number {
	let stride = Math.max(1, Math.floor(count * (0.3 + (mix(number, 1) % 1000) / 2500)));
	while (commonFactor(stride, count) !== 1) {
		stride++;
	}
	const start = mix(number, 2) % Math.max(1, count);
	// Exact: counts stay below 2^26, so that the product stays below 2^53.
	return (step) => first + ((start + step * stride) % count);
}

function commonFactor(a: number, b: number): number {
	return b === 0 ? a : commonFactor(b, a % b);
}
