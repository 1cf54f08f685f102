import { partitionPoint } from '../../core/common/sorting';
import { mix, toFraction } from './random';

const hour = 3600;

/** Start of the timeline: Monday, 6 January 2020, 00:00 UTC. */
const origin = 1_578_268_800;
/** Number of hours after which the hourly pattern repeats (four weeks). */
const cycleHours = 28 * 24;

export interface Spike {
	/** Day of the cycle, from 0 to 27. Day 0 is a Monday. */
	readonly dayOfCycle: number;
	readonly extra: number;
}

interface TimelineOptions {
	readonly count: number;
	readonly days: number;
	/** Unix time in seconds. All errors occur before this time. */
	readonly end: number;
	readonly key: number;
	readonly spike: Spike;
}

/** Determines when each generated error occurs. The errors per hour follow a pattern that repeats every four weeks. */
export class Timeline {
	readonly end: number;
	/** Range of positions that have errors. `first` is inclusive, and `last` is exclusive. */
	readonly first: number;
	readonly last: number;
	private readonly key: number;
	private readonly perCycle: number;
	private readonly spikeDay: number;
	/** For each hour of a cycle, the share of errors in all earlier hours. The last element is 1. */
	private readonly shares: Float64Array;

	constructor({ count, days, end, key, spike }: TimelineOptions) {
		this.end = end;
		this.key = key;
		this.perCycle = (count * cycleHours) / (days * 24);
		this.spikeDay = spike.dayOfCycle;
		this.shares = new Float64Array(cycleHours + 1);
		let total = 0;
		for (let index = 0; index < cycleHours; index++) {
			total += usualWeight(index) * (this.isSpikeHour(index) ? 1 + spike.extra : 1);
			this.shares[index + 1] = total;
		}
		for (let index = 0; index <= cycleHours; index++) {
			this.shares[index] = (this.shares[index] ?? 0) / total;
		}
		this.last = this.search(end);
		this.first = this.last - count;
	}

	/** Returns the time of the error at a position, in Unix seconds. A higher position never has an earlier time. */
	timeAt(position: number): number {
		const index = this.hourOf(position);
		const first = this.firstOfHour(index);
		const inHour = this.firstOfHour(index + 1) - first;
		const place = (position - first + toFraction(mix(this.key, position))) / inHour;
		return origin + index * hour + Math.floor(place * hour);
	}

	isInSpike(position: number): boolean {
		return this.isSpikeHour(this.hourOf(position) % cycleHours);
	}

	firstAtOrAfter(time: number): number {
		return Math.min(Math.max(this.search(time), this.first), this.last);
	}

	private search(time: number): number {
		const index = Math.floor((time - origin) / hour);
		const isBefore = (position: number) => this.timeAt(position) < time;
		return partitionPoint(this.firstOfHour(index), this.firstOfHour(index + 1), isBefore);
	}

	private isSpikeHour(hourOfCycle: number): boolean {
		return Math.floor(hourOfCycle / 24) === this.spikeDay;
	}

	private firstOfHour(index: number): number {
		const cycle = Math.floor(index / cycleHours);
		return Math.floor(this.perCycle * (cycle + (this.shares[index - cycle * cycleHours] ?? 0)));
	}

	/** Returns the last hour whose first position isn't greater than the given position. */
	private hourOf(position: number): number {
		const cycle = Math.floor(position / this.perCycle);
		// Because of rounding, the position can be in an adjacent cycle.
		let [low, high] = [(cycle - 1) * cycleHours, (cycle + 2) * cycleHours];
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (this.firstOfHour(middle) <= position) {
				low = middle;
			} else {
				high = middle;
			}
		}
		return low;
	}
}

/** Returns the relative frequency of errors in an hour. It is lower at night and on weekends. */
function usualWeight(hourOfCycle: number): number {
	const daily = 1 - 0.7 * Math.cos((((hourOfCycle % 24) - 4) / 24) * 2 * Math.PI);
	const dayOfWeek = Math.floor(hourOfCycle / 24) % 7;
	return daily * (dayOfWeek >= 5 ? 0.7 : 1);
}
