import { civilNow, type Zone } from '../../core/plan/range';
import { toUtc } from '../../shared/civilTime';

const hour = 3600;

/** Converts times between `start` and `end` (Unix seconds) to an application's time zone. */
export class ZoneClock {
	/** UTC offset for each hour of Unix time, in seconds. Positive east of UTC. */
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

	/** Returns the local time as if it were UTC. The result is only suitable for comparison and formatting. */
	localSeconds(time: number): number {
		return time + (this.offsets[Math.floor(time / hour) - this.firstHour] ?? 0);
	}

	/** Looks up offsets hourly only on days on which they change, because time zone lookups are slow. */
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
