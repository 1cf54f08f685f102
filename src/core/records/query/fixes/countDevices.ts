import type { Scheduler } from '../../../common/scheduler';
import type { KeyCodes } from '../keys/keyCodes';

/** Number of `DeviceCell`s to count in one pass over the records. Each of them needs one bit per device. */
const cellsAtOnce = 32;

/** Selects the records to count by version and optionally by app package. */
export interface DeviceCell {
	readonly versions: ReadonlySet<number>;
	readonly package: number | undefined;
}

interface CountedColumns {
	readonly versions: KeyCodes;
	readonly devices: KeyCodes | undefined;
	readonly packages: KeyCodes | undefined;
}

export async function countDevicesInCells(
	numbers: Uint32Array,
	{ versions, devices, packages }: CountedColumns,
	cells: readonly DeviceCell[],
	scheduler: Scheduler,
): Promise<readonly number[]> {
	const counts = cells.map(() => 0);
	if (!devices) {
		return counts;
	}
	for (let start = 0; start < cells.length; start += cellsAtOnce) {
		const ofVersion = new Uint32Array(versions.size);
		const ofPackage = new Uint32Array(packages?.size ?? 1);
		for (const [bit, cell] of cells.slice(start, start + cellsAtOnce).entries()) {
			const mask = 1 << bit;
			for (const version of cell.versions) {
				ofVersion[version] = (ofVersion[version] ?? 0) | mask;
			}
			for (const one of cell.package === undefined ? ofPackage.keys() : [cell.package]) {
				ofPackage[one] = (ofPackage[one] ?? 0) | mask;
			}
		}
		const masks = { ofVersion, ofPackage, counted: new Uint32Array(devices.size) };
		const codes = { versions: versions.codes, devices: devices.codes, packages: packages?.codes };
		await scheduler.forEachBatch(numbers.length, (from, to) =>
			countPart(numbers.subarray(from, to), codes, masks, (bit) => {
				counts[start + bit] = (counts[start + bit] ?? 0) + 1;
			}),
		);
	}
	return counts;
}

interface Codes {
	readonly versions: KeyCodes['codes'];
	readonly devices: KeyCodes['codes'];
	readonly packages: KeyCodes['codes'] | undefined;
}

interface Masks {
	readonly ofVersion: Uint32Array;
	readonly ofPackage: Uint32Array;
	/** For each device, one bit per `DeviceCell` in which the device was counted. */
	readonly counted: Uint32Array;
}

function countPart(
	numbers: Uint32Array,
	{ versions, devices, packages }: Codes,
	{ ofVersion, ofPackage, counted }: Masks,
	count: (bit: number) => void,
): void {
	for (const number of numbers) {
		const device = devices[number] ?? 0;
		const known = counted[device] ?? 0;
		let fresh = (ofVersion[versions[number] ?? 0] ?? 0) & (ofPackage[packages?.[number] ?? 0] ?? 0) & ~known;
		if (device === 0 || fresh === 0) {
			continue;
		}
		counted[device] = known | fresh;
		while (fresh !== 0) {
			const bit = 31 - Math.clz32(fresh);
			count(bit);
			fresh &= ~(1 << bit);
		}
	}
}
