import { CodesOf64Bits } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import type { Times } from '../execution/times';

export interface Summary {
	readonly records: number;
	readonly devices: number | undefined;
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
	/** Code of the lowest version, or 0 if no record has a version. */
	readonly lowest: number;
	readonly highest: number;
	readonly versions: number;
}

interface RankedVersions {
	readonly codes: ArrayLike<number>;
	readonly ranks: Uint32Array;
}

export class Summaries {
	private readonly lastOfDevice: Uint32Array;
	private readonly lastOfVersion: Uint32Array;
	private made = 0;

	constructor(
		private readonly records: Uint32Array,
		private readonly devices: DevicesOfRecords | undefined,
		private readonly times: Times | undefined,
		private readonly versions: RankedVersions | undefined,
	) {
		this.lastOfDevice = new Uint32Array(devices?.size ?? 0);
		this.lastOfVersion = new Uint32Array(versions?.ranks.length ?? 0);
	}

	async of(places: Uint32Array, scheduler: Scheduler): Promise<Summary> {
		const { firstSeen, lastSeen } = await this.seen(places, scheduler);
		return {
			records: places.length,
			devices: this.devices && (await this.countDevices(this.devices, places, scheduler)),
			firstSeen,
			lastSeen,
			...(await this.getVersions(places, scheduler)),
		};
	}

	private async seen(places: Uint32Array, scheduler: Scheduler): Promise<Pick<Summary, 'firstSeen' | 'lastSeen'>> {
		const { times, records } = this;
		let firstSeen: number | undefined;
		let lastSeen: number | undefined;
		await scheduler.forEachBatch(times ? places.length : 0, (from, to) => {
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

	private async countDevices({ codes }: DevicesOfRecords, places: Uint32Array, scheduler: Scheduler): Promise<number> {
		const { lastOfDevice } = this;
		const own = ++this.made;
		let count = 0;
		await scheduler.forEachBatch(places.length, (from, to) => {
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

	private async getVersions(
		places: Uint32Array,
		scheduler: Scheduler,
	): Promise<Pick<Summary, 'lowest' | 'highest' | 'versions'>> {
		const { versions, lastOfVersion, records } = this;
		const own = ++this.made;
		let lowest = 0;
		let highest = 0;
		let count = 0;
		const rank = (version: number) => versions?.ranks[version] ?? 0;
		await scheduler.forEachBatch(versions ? places.length : 0, (from, to) => {
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

interface DevicesOfRecords {
	/** Code of each record's device, or 0 if the record has no device. */
	readonly codes: Uint32Array;
	readonly size: number;
}

export async function devicesOfRecords(
	snapshot: CachedSnapshot,
	records: Uint32Array,
	scheduler: Scheduler,
): Promise<DevicesOfRecords | undefined> {
	const { deviceColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const codes = new Uint32Array(records.length);
	const { values } = snapshot.column(column);
	if (values.kind === 'number') {
		const known = new CodesOf64Bits();
		const { low, high, present } = values;
		await scheduler.forEachBatch(records.length, (from, to) => {
			for (let place = from; place < to; place++) {
				const record = records[place] ?? 0;
				if (present.has(record)) {
					codes[place] = known.add(low[record] ?? 0, high?.[record] ?? 0) + 1;
				}
			}
		});
		return { codes, size: known.size + 1 };
	}
	const keys = await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal);
	await scheduler.forEachBatch(records.length, (from, to) => {
		for (let place = from; place < to; place++) {
			codes[place] = keys.codes[records[place] ?? 0] ?? 0;
		}
	});
	return { codes, size: keys.size };
}
