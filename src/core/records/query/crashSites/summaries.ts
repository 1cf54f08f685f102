import type { Pace } from '../../../common/pace';
import type { Times } from '../work/times';
import type { DevicesOfRecords } from './devicesOfRecords';

/** What some records have in common. */
export interface Summary {
	readonly records: number;
	readonly devices: number | undefined;
	/** Unix seconds. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
	/** Codes; 0 where no record has a version. */
	readonly lowest: number;
	readonly highest: number;
	/** How many different ones. */
	readonly versions: number;
}

/** Versions of all records. */
interface RankedVersions {
	/** By record. */
	readonly codes: ArrayLike<number>;
	/** By code: its place in the order of versions. */
	readonly ranks: Uint32Array;
}

/** Summarises some of the records at a time. */
export class Summaries {
	/** By device and by version: the last summary that it was in. */
	private readonly lastOfDevice: Uint32Array;
	private readonly lastOfVersion: Uint32Array;
	private made = 0;

	/** @param records All that may be summarised. */
	constructor(
		private readonly records: Uint32Array,
		private readonly devices: DevicesOfRecords | undefined,
		private readonly times: Times | undefined,
		private readonly versions: RankedVersions | undefined,
	) {
		this.lastOfDevice = new Uint32Array(devices?.size ?? 0);
		this.lastOfVersion = new Uint32Array(versions?.ranks.length ?? 0);
	}

	/** @param places Of the records among all. */
	async of(places: Uint32Array, pace: Pace): Promise<Summary> {
		const { firstSeen, lastSeen } = await this.seen(places, pace);
		return {
			records: places.length,
			devices: this.devices && (await this.countDevices(this.devices, places, pace)),
			firstSeen,
			lastSeen,
			...(await this.versionsOf(places, pace)),
		};
	}

	private async seen(places: Uint32Array, pace: Pace): Promise<Pick<Summary, 'firstSeen' | 'lastSeen'>> {
		const { times, records } = this;
		let firstSeen: number | undefined;
		let lastSeen: number | undefined;
		await pace.walk(times ? places.length : 0, (from, to) => {
			for (let index = from; index < to; index++) {
				const time = times?.[records[places[index] ?? 0] ?? 0] ?? Number.NaN;
				if (!Number.isNaN(time)) {
					firstSeen = firstSeen === undefined ? time : Math.min(firstSeen, time);
					lastSeen = lastSeen === undefined ? time : Math.max(lastSeen, time);
				}
			}
		});
		return { firstSeen, lastSeen };
	}

	private async countDevices({ codes }: DevicesOfRecords, places: Uint32Array, pace: Pace): Promise<number> {
		const { lastOfDevice } = this;
		const own = ++this.made;
		let count = 0;
		await pace.walk(places.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const device = codes[places[index] ?? 0] ?? 0;
				if (device !== 0 && lastOfDevice[device] !== own) {
					lastOfDevice[device] = own;
					count++;
				}
			}
		});
		return count;
	}

	private async versionsOf(places: Uint32Array, pace: Pace): Promise<Pick<Summary, 'lowest' | 'highest' | 'versions'>> {
		const { versions, lastOfVersion, records } = this;
		const own = ++this.made;
		let lowest = 0;
		let highest = 0;
		let count = 0;
		const rank = (version: number) => versions?.ranks[version] ?? 0;
		await pace.walk(versions ? places.length : 0, (from, to) => {
			for (let index = from; index < to; index++) {
				const version = versions?.codes[records[places[index] ?? 0] ?? 0] ?? 0;
				if (version !== 0 && lastOfVersion[version] !== own) {
					lastOfVersion[version] = own;
					count++;
					lowest = lowest === 0 || rank(version) < rank(lowest) ? version : lowest;
					highest = highest === 0 || rank(version) > rank(highest) ? version : highest;
				}
			}
		});
		return { lowest, highest, versions: count };
	}
}
