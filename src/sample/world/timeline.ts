import { mix, toFraction } from './random';

const hour = 3600;

/** Monday, 6 January 2020, 00:00 UTC: hour 0 and position 0. */
const origin = 1_578_268_800;
/** The pattern of hours repeats after four weeks. */
const cycleHours = 28 * 24;

/** The day in each four weeks on which one error of the application goes wild. */
export interface Spike {
	/** 0 to 27; 0 is a Monday. */
	readonly dayOfCycle: number;
	/** Further errors for each usual one. */
	readonly extra: number;
}

interface TimelineOptions {
	/** The newest so many errors exist. */
	readonly count: number;
	/** How long it took them to happen, about. */
	readonly days: number;
	/** Unix time, seconds; no error happens at or after it. */
	readonly end: number;
	readonly key: number;
	readonly spike: Spike;
}

/**
 * When the errors of an application happened, in order. Each hour has its share of a four weeks' pattern, and a
 * record's time follows from its position in its hour: nothing has to be made to find a range, and a position has the
 * same time whenever the service is started.
 */
export class Timeline {
	readonly end: number;
	/** Positions that exist, from `first` up to, not including, `last`. */
	readonly first: number;
	readonly last: number;
	private readonly key: number;
	private readonly perCycle: number;
	private readonly spikeDay: number;
	/** The share of a cycle that lies before each of its hours; 1 after the last. */
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

	/** Unix time, seconds; never less than that of the record before. */
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

	/** Position of the first record at or after a time; `last` if there is none. */
	firstAtOrAfter(time: number): number {
		return Math.min(Math.max(this.search(time), this.first), this.last);
	}

	private search(time: number): number {
		const index = Math.floor((time - origin) / hour);
		let [low, high] = [this.firstOfHour(index), this.firstOfHour(index + 1)];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if (this.timeAt(middle) < time) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	private isSpikeHour(hourOfCycle: number): boolean {
		return Math.floor(hourOfCycle / 24) === this.spikeDay;
	}

	private firstOfHour(index: number): number {
		const cycle = Math.floor(index / cycleHours);
		return Math.floor(this.perCycle * (cycle + (this.shares[index - cycle * cycleHours] ?? 0)));
	}

	/** The last hour that starts at or before the position: earlier ones with the same start are empty. */
	private hourOf(position: number): number {
		const cycle = Math.floor(position / this.perCycle);
		// Rounding may put a position at the edge of a cycle into its neighbour.
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

/** Few at night, fewer at weekends. */
function usualWeight(hourOfCycle: number): number {
	const daily = 1 - 0.7 * Math.cos((((hourOfCycle % 24) - 4) / 24) * 2 * Math.PI);
	const dayOfWeek = Math.floor(hourOfCycle / 24) % 7;
	return daily * (dayOfWeek >= 5 ? 0.7 : 1);
}
