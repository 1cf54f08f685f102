import { mix, toFraction } from './random';

const hour = 3600;
const day = 24 * hour;

/** How much busier a day is than its neighbours, for the error that has a bad day. */
export interface Spike {
	/** Whole days before the end. */
	readonly daysBefore: number;
	/** Further errors for each usual one. */
	readonly extra: number;
}

export interface TimelineOptions {
	readonly count: number;
	readonly days: number;
	/** Unix time, seconds; no error happens at or after it. */
	readonly end: number;
	readonly key: number;
	readonly spike: Spike;
}

/**
 * When the errors of an application happened, in order. The hours get their shares of `count` beforehand; a record's
 * time follows from its position in its hour, so nothing has to be made to find a range.
 */
export class Timeline {
	readonly start: number;
	readonly end: number;
	readonly count: number;
	private readonly key: number;
	private readonly spikeHours: { readonly from: number; readonly to: number };
	/** Position of the first record of each hour, and `count` after the last. */
	private readonly firsts: Float64Array;

	constructor({ count, days, end, key, spike }: TimelineOptions) {
		const hours = days * 24;
		this.count = count;
		this.end = end;
		this.key = key;
		this.start = end - hours * hour;
		const spikeTo = hours - spike.daysBefore * 24;
		this.spikeHours = { from: spikeTo - 24, to: spikeTo };

		this.firsts = new Float64Array(hours + 1);
		let total = 0;
		for (let index = 0; index < hours; index++) {
			const weight = usualWeight(this.start + index * hour, index / hours);
			total += this.isSpikeHour(index) ? weight * (1 + spike.extra) : weight;
			this.firsts[index + 1] = total;
		}
		for (let index = 0; index <= hours; index++) {
			this.firsts[index] = Math.floor(((this.firsts[index] ?? 0) / total) * count);
		}
		this.firsts[hours] = count;
	}

	/** Unix time, seconds; never less than that of the record before. */
	timeAt(position: number): number {
		const index = this.hourOf(position);
		const first = this.firsts[index] ?? 0;
		const inHour = (this.firsts[index + 1] ?? 0) - first;
		const place = (position - first + toFraction(mix(this.key, position))) / inHour;
		return this.start + index * hour + Math.floor(place * hour);
	}

	isInSpike(position: number): boolean {
		return this.isSpikeHour(this.hourOf(position));
	}

	/** Position of the first record at or after a time; `count` if there is none. */
	firstAtOrAfter(time: number): number {
		let [low, high] = [0, this.count];
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

	private isSpikeHour(index: number): boolean {
		return index >= this.spikeHours.from && index < this.spikeHours.to;
	}

	/** The last hour that starts at or before the position: earlier ones with the same start are empty. */
	private hourOf(position: number): number {
		let [low, high] = [0, this.firsts.length - 1];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.firsts[middle + 1] ?? Number.POSITIVE_INFINITY) <= position) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}
}

/** Few at night, fewer at weekends, more from week to week. */
function usualWeight(time: number, progress: number): number {
	const hourOfDay = (time % day) / hour;
	const daily = 1 - 0.7 * Math.cos(((hourOfDay - 4) / 24) * 2 * Math.PI);
	// 1 January 1970 was a Thursday.
	const dayOfWeek = (Math.floor(time / day) + 4) % 7;
	const weekly = dayOfWeek === 0 || dayOfWeek === 6 ? 0.7 : 1;
	return daily * weekly * (0.8 + 0.4 * progress);
}
