import { civilNow, type Zone } from '../../core/plan/range';
import { toUtc } from '../../shared/civilTime';

const hour = 3600;

/** What an application's clock shows, from `start` to `end` (Unix time, seconds). */
export class ZoneClock {
	/** Seconds east of UTC, for each hour of Unix time. */
	private readonly offsets: Int32Array;
	private readonly firstHour: number;
	readonly minOffset: number;
	readonly maxOffset: number;

	constructor(zone: Zone, start: number, end: number) {
		this.firstHour = Math.floor(start / hour);
		this.offsets = new Int32Array(Math.floor(end / hour) - this.firstHour + 1);
		this.fill(zone);
		this.minOffset = Math.min(...this.offsets);
		this.maxOffset = Math.max(...this.offsets);
	}

	/** Seconds on the clock's own calendar, as if it were UTC's: fit for comparison and formatting only. */
	localSeconds(time: number): number {
		return time + (this.offsets[Math.floor(time / hour) - this.firstHour] ?? 0);
	}

	/** Asks the runtime once a day, and every hour of a day that ends on another offset: asking is slow. */
	private fill(zone: Zone): void {
		const last = this.offsets.length - 1;
		for (let from = 0; from <= last; from += 24) {
			const to = Math.min(from + 24, last);
			const offset = this.ask(zone, from);
			const changes = this.ask(zone, to) !== offset;
			for (let index = from; index <= to; index++) {
				this.offsets[index] = changes ? this.ask(zone, index) : offset;
			}
		}
	}

	private ask(zone: Zone, index: number): number {
		const instant = (this.firstHour + index) * hour * 1000;
		return (toUtc(civilNow(new Date(instant), zone)) - instant) / 1000;
	}
}
