import { encodeGroupValue, type GroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { FixEvidence, FixLine, FixStratum, VersionCount } from '../../../../shared/triage';
import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import type { Snapshot } from '../execution/snapshot';
import type { Times } from '../execution/times';
import { type KeyCodes, textsOfCodes } from '../keys/keyCodes';
import { countCodes, countDistinct, countInOrder, tallyGroups } from '../keys/tally';
import { radixSort } from '../order/radixSort';
import { countDevicesInCells, type DeviceCell } from './countDevices';
import { dailyDispersion } from './dailyDispersion';
import { localDays } from './localDay';
import { findRenamed } from './renamedError';

export const maxFixPackages = 20;

const none = 0xffffffff;

type FixQuestion = RecordQueries['fixEvidence']['params'];

interface FixColumns {
	readonly keys: KeyCodes;
	readonly versions: KeyCodes;
	readonly devices: KeyCodes | undefined;
	readonly packages: KeyCodes | undefined;
	readonly times: Times | undefined;
}

interface CountedLine extends FixLine {
	readonly beforeCodes: ReadonlySet<number>;
	readonly afterCodes: ReadonlySet<number>;
}

interface CountedFix {
	readonly value: GroupValue;
	readonly lines: readonly CountedLine[];
	readonly numbers: Uint32Array;
	/** App packages to compare separately. Contains only `undefined` if the error occurs in only one package. */
	readonly packages: readonly (number | undefined)[];
}

/** Examines several fixes together. The number of passes over all records doesn't depend on the number of fixes. */
export async function fixEvidence(
	snapshot: CachedSnapshot,
	{ key, fixes, timeZone }: FixQuestion,
	scheduler: Scheduler,
): Promise<readonly FixEvidence[]> {
	const { signal } = scheduler;
	const column = (index: number | undefined) =>
		index === undefined ? undefined : snapshot.keyCodes({ kind: 'column', column: index }, signal);
	const { versionColumn, deviceColumn, timeColumn } = snapshot.info;
	const versions = await column(versionColumn);
	if (!versions) {
		return fixes.map(() => ({ versions: [], lines: [], renamedTo: undefined }));
	}
	const columns = {
		versions,
		keys: await snapshot.keyCodes(key, signal),
		devices: await column(deviceColumn),
		packages: await column(snapshot.indexOf('app_package_name')),
		times: timeColumn === undefined ? undefined : await snapshot.times(timeColumn, signal),
	};
	const numbers = await snapshot.selection([], signal);
	const counter = new FixCounter(snapshot, columns, scheduler, localDays(timeZone));
	const counted = await counter.split(fixes, numbers);
	const after = counted.map(({ value, lines }) => ({
		value,
		after: new Set(lines.flatMap(({ afterCodes }) => [...afterCodes])),
	}));
	const searched = { key, keys: columns.keys, numbers, fixes: after };
	const renamed = await findRenamed(snapshot, searched, scheduler);
	const evidence = await counter.count(counted, numbers);
	return evidence.map((one, place) => ({ ...one, renamedTo: renamed[place] }));
}

type DaysByVersion = ReadonlyMap<number, ReadonlyMap<number, number>>;

class FixCounter {
	constructor(
		private readonly snapshot: Snapshot,
		private readonly columns: FixColumns,
		private readonly scheduler: Scheduler,
		private readonly dayOf: (seconds: number) => number,
	) {}

	async split(fixes: FixQuestion['fixes'], all: Uint32Array): Promise<readonly CountedFix[]> {
		const { keys, versions } = this.columns;
		const counts = await countCodes(all, keys, this.scheduler);
		const own = new Map<number, Uint32Array>();
		const codes = fixes.map(({ value }) => keys.codeOf(encodeGroupValue(value)) ?? -1);
		for (const code of codes) {
			own.set(code, new Uint32Array(counts[code] ?? 0));
		}
		/** For each group code, the number of records found so far, or `none` for a group without a fix. */
		const filled = new Uint32Array(keys.size).fill(none);
		for (const code of own.keys()) {
			filled[code] = 0;
		}
		await this.scheduler.forEachBatch(all.length, (from, to) => {
			for (const number of all.subarray(from, to)) {
				const code = keys.codes[number] ?? 0;
				const place = filled[code] ?? none;
				const found = place === none ? undefined : own.get(code);
				if (found) {
					found[place] = number;
					filled[code] = place + 1;
				}
			}
		});
		const codesOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => versions.codeOf(text) ?? []));
		const counted: CountedFix[] = [];
		for (const [index, { value, lines }] of fixes.entries()) {
			const numbers = own.get(codes[index] ?? -1) ?? new Uint32Array(0);
			counted.push({
				value,
				lines: lines.map((line) => ({
					...line,
					beforeCodes: codesOf(line.before),
					afterCodes: codesOf(line.after),
				})),
				numbers,
				packages: lines.length > 0 ? await this.packagesOf(numbers) : [],
			});
		}
		return counted;
	}

	async count(
		fixes: readonly CountedFix[],
		all: Uint32Array,
	): Promise<readonly Pick<FixEvidence, 'versions' | 'lines'>[]> {
		const { columns, scheduler } = this;
		const cells = new Map<string, DeviceCell>();
		const idOf = ({ versions, package: one }: DeviceCell) => `${[...versions].join()} ${one}`;
		for (const { lines, packages } of fixes) {
			for (const one of packages) {
				for (const versions of lines.flatMap(({ beforeCodes, afterCodes }) => [beforeCodes, afterCodes])) {
					const cell = { versions, package: one };
					cells.set(idOf(cell), cell);
				}
			}
		}
		const counts = await countDevicesInCells(all, columns, [...cells.values()], scheduler);
		const devices = new Map([...cells.keys()].map((id, index) => [id, counts[index] ?? 0]));
		const exposureOf = (cell: DeviceCell) => devices.get(idOf(cell)) ?? 0;
		const days = await this.daysOf(all, new Set(fixes.flatMap(({ lines }) => lines.flatMap(beforeOf))));
		const evidence: Pick<FixEvidence, 'versions' | 'lines'>[] = [];
		for (const fix of fixes) {
			const versions = await this.versionsOf(fix.numbers);
			evidence.push({ versions, lines: await this.linesOf(fix, versions, exposureOf, days) });
		}
		return evidence;
	}

	private async linesOf(
		{ lines, numbers, packages }: CountedFix,
		versions: readonly VersionCount[],
		exposureOf: (cell: DeviceCell) => number,
		days: DaysByVersion,
	): Promise<FixEvidence['lines']> {
		const cells = lines.flatMap(({ beforeCodes }) =>
			[...packages, undefined].map((one): DeviceCell => ({ versions: beforeCodes, package: one })),
		);
		const own = await countDevicesInCells(numbers, this.columns, cells, this.scheduler);
		const ownDays = await this.daysOf(numbers, new Set(lines.flatMap(beforeOf)));
		return lines.map(({ before, beforeCodes, afterCodes }, line) => {
			const counts = own.slice(line * (packages.length + 1), (line + 1) * (packages.length + 1));
			const strata = packages.map(
				(one, index): FixStratum => ({
					before: counts[index] ?? 0,
					exposure: {
						before: exposureOf({ versions: beforeCodes, package: one }),
						after: exposureOf({ versions: afterCodes, package: one }),
					},
				}),
			);
			const texts = new Set(before);
			const known = versions.filter(({ version }) => texts.has(version));
			const last = Math.max(...known.flatMap(({ lastSeen }) => lastSeen ?? []));
			const records = known.reduce((sum, count) => sum + count.records, 0);
			const dispersion = Number.isFinite(last)
				? dailyDispersion(sumOf(days, beforeCodes), sumOf(ownDays, beforeCodes), this.dayOf(last), {
						records,
						devices: counts.at(-1),
					})
				: 1;
			return { strata, dispersion };
		});
	}

	private async packagesOf(numbers: Uint32Array): Promise<readonly (number | undefined)[]> {
		const { packages } = this.columns;
		if (!packages) {
			return [undefined];
		}
		const { counts, groups } = await countInOrder(numbers, packages, this.scheduler);
		const known = groups.filter((code) => code !== 0);
		await radixSort(known, counts, this.scheduler, true);
		return known.length < 2 ? [undefined] : [...known.subarray(0, maxFixPackages)];
	}

	private async versionsOf(numbers: Uint32Array): Promise<readonly VersionCount[]> {
		const { snapshot, scheduler } = this;
		const { versions, devices: codes, times } = this.columns;
		const { counts, groups, seen } = await tallyGroups(numbers, versions, times, scheduler);
		const devices = codes && (await countDistinct(numbers, versions, counts, codes, scheduler));
		const texts = await textsOfCodes(snapshot, versions.texts, groups, scheduler);
		const known = (time: number | undefined) => (Number.isNaN(time) ? undefined : time);
		return Array.from(groups, (code, index) => ({
			version: texts[index] ?? '',
			records: counts[code] ?? 0,
			devices: devices?.[code],
			firstSeen: known(seen?.first[code]),
			lastSeen: known(seen?.last[code]),
		}));
	}

	/** Returns the number of records on each day, for each wanted version. */
	private async daysOf(numbers: Uint32Array, wanted: ReadonlySet<number>): Promise<DaysByVersion> {
		const { dayOf } = this;
		const { times, versions } = this.columns;
		const found = new Map([...wanted].map((code) => [code, new Map<number, number>()]));
		const byCode = Array.from({ length: versions.size }, (_, code) => found.get(code));
		await this.scheduler.forEachBatch(times && wanted.size > 0 ? numbers.length : 0, (from, to) => {
			for (const number of numbers.subarray(from, to)) {
				const days = byCode[versions.codes[number] ?? 0];
				const time = times?.[number] ?? Number.NaN;
				if (days && !Number.isNaN(time)) {
					const day = dayOf(time);
					days.set(day, (days.get(day) ?? 0) + 1);
				}
			}
		});
		return found;
	}
}

function beforeOf({ beforeCodes }: CountedLine): readonly number[] {
	return [...beforeCodes];
}

function sumOf(days: DaysByVersion, versions: ReadonlySet<number>): ReadonlyMap<number, number> {
	const sum = new Map<number, number>();
	for (const version of versions) {
		for (const [day, records] of days.get(version) ?? []) {
			sum.set(day, (sum.get(day) ?? 0) + records);
		}
	}
	return sum;
}
