import type { RecordsFacts } from '../../../shared/comparison';
import { withGroup } from '../../../shared/groupFilters';
import { titleAndPlace } from '../../../shared/groupLabels';
import { type GroupValue, isErrorValue } from '../../../shared/groupValue';
import type { GroupKey, RecordFilter, TableInfo, View } from '../../../shared/results';
import type { FixReason, FixVerdict, Release, TriageStatus } from '../../../shared/triage';
import { zoneOffsets } from '../../../shared/zones';
import { framesInCommon } from '../../records/compare/likelySame';
import { proportionInterval } from '../../records/compare/statistics/binomialTest';
import { getDispersion, getRhythmDispersion, minDays, type Series } from '../../records/compare/statistics/dispersion';
import { versionKey } from '../../records/query/values/versionKey';
import { type QueriedRecords, ViewFacts } from '../../report/viewFacts';
import { countVersions, readGroups, spanOf, type VersionCount } from '../judgeGroup';
import { containsFix, lineOf } from '../releaseLines';
import type { ActiveDevices } from './activeDevices';
import { type AbsenceTest, type FixStratum, testAbsence } from './fixStatistics';

const daySeconds = 86_400;
const maxDays = 366;
const maxPackages = 20;
const maxReleases = 40;
const leastFrames = 3;

/** Versions of a release line without the fix (`before`) and with the fix (`after`). */
interface Line {
	readonly before: readonly string[];
	readonly after: readonly string[];
	/** Unix time, in seconds, of the first record with the fix. Undefined if no record has the fix. */
	readonly since: number | undefined;
}

interface JudgedLine {
	readonly test: AbsenceTest;
	readonly moreDays: number;
}

/** Determines from raw records whether errors that are marked as fixed still occur. */
export class FixJudge {
	private versions: Promise<readonly VersionCount[]> | undefined;

	/** @param active Active devices. If undefined, the numbers of devices that reported any error are used instead. */
	constructor(
		private readonly records: QueriedRecords,
		private readonly info: TableInfo,
		private readonly facts: RecordsFacts | undefined,
		private readonly active: ActiveDevices | undefined,
		private readonly signal: AbortSignal,
	) {}

	/** Returns undefined if the group isn't marked as fixed. */
	async judge(
		key: GroupKey,
		value: GroupValue,
		{ decision, regression }: TriageStatus,
	): Promise<FixVerdict | undefined> {
		if (decision.state !== 'fixed') {
			return undefined;
		}
		const { versions } = decision;
		const own = await countVersions(this.records, this.info, withGroup([], key, value), this.signal);
		const releases = await this.releases(own);
		if (regression) {
			return { kind: 'stillHappening', ...regression, releases };
		}
		const reason = await this.reasonAgainst(key, value, versions);
		if (reason) {
			return { kind: 'inconclusive', reason, releases };
		}
		const judged = await this.judgeLines(key, value, linesOf(await this.allVersions(), own, versions));
		if (typeof judged === 'string') {
			return { kind: 'inconclusive', reason: { kind: judged }, releases };
		}
		if (judged.some(({ test }) => test.missing === undefined)) {
			return { kind: 'inconclusive', reason: { kind: 'tooFewBefore' }, releases };
		}
		const more = judged.reduce((sum, { test }) => sum + (test.missing ?? 0), 0);
		const moreDays = Math.max(...judged.map(({ moreDays }) => moreDays));
		return more === 0 && moreDays === 0
			? { kind: 'fixed', chance: Math.max(...judged.map(({ test }) => test.chance)), releases }
			: { kind: 'tooEarly', moreDevices: Math.ceil(more), moreDays, releases };
	}

	/** True if exposures are numbers of active devices. Otherwise, they are numbers of devices that reported any error. */
	get countsActiveDevices(): boolean {
		return this.active !== undefined;
	}

	private async reasonAgainst(
		key: GroupKey,
		value: GroupValue,
		fixedIn: readonly string[],
	): Promise<FixReason | undefined> {
		const { versionColumn, deviceColumn } = this.info;
		if (versionColumn === undefined) {
			return { kind: 'noVersions' };
		}
		if ((await this.allVersions()).every(({ lastSeen }) => lastSeen === undefined)) {
			return { kind: 'noTimes' };
		}
		if (deviceColumn === undefined) {
			return { kind: 'noDevices' };
		}
		if (this.facts?.proof !== 'proven') {
			return { kind: this.facts?.proof === 'cut' ? 'cut' : 'unproven' };
		}
		const renamed = await this.renamedTo(key, value, fixedIn);
		return renamed ? { kind: 'renamed', to: renamed } : undefined;
	}

	private async judgeLines(
		key: GroupKey,
		value: GroupValue,
		lines: readonly Line[],
	): Promise<readonly JudgedLine[] | 'noneBefore' | 'packages' | 'noActiveDevices'> {
		const packages = await this.packageFilters(key, value);
		if (packages.length > 1 && this.active) {
			return 'packages';
		}
		const { last } = spanOf(await this.allVersions());
		const judged: JudgedLine[] = [];
		for (const line of lines) {
			const strata: FixStratum[] = [];
			for (const filters of packages) {
				strata.push(await this.stratum(key, value, line, filters));
			}
			if (strata.some(({ before, exposure }) => before > 0 && exposure.before === 0)) {
				return 'noActiveDevices';
			}
			if (strata.some(({ before }) => before > 0)) {
				const seconds = line.since === undefined ? 0 : last - line.since;
				judged.push({
					test: testAbsence(strata, await this.dispersion(key, value, line)),
					moreDays: Math.max(0, minDays - Math.floor(seconds / daySeconds)),
				});
			}
		}
		return judged.length === 0 ? 'noneBefore' : judged;
	}

	/** Returns a filter per app package, because white-label apps can release a version at different times. */
	private async packageFilters(key: GroupKey, value: GroupValue): Promise<readonly (readonly RecordFilter[])[]> {
		const column = this.info.columns.findIndex(({ name }) => name === 'app_package_name');
		if (column < 0) {
			return [[]];
		}
		const view = viewOf(withGroup([], key, value));
		const { signal } = this;
		const { values } = await this.records.query('topValues', { view, column, limit: maxPackages }, { signal });
		return values.length < 2 ? [[]] : values.map((one) => [{ kind: 'oneOf', column, values: [one.value] }]);
	}

	private async stratum(
		key: GroupKey,
		value: GroupValue,
		{ before, after }: Line,
		filters: readonly RecordFilter[],
	): Promise<FixStratum> {
		const [lacking, having] = [this.inVersions(before), this.inVersions(after)];
		return {
			before: await this.devices(withGroup([...filters, ...lacking], key, value)),
			exposure: {
				before: await this.exposure(before, [...filters, ...lacking]),
				after: await this.exposure(after, [...filters, ...having]),
			},
		};
	}

	private async exposure(versions: readonly string[], filters: readonly RecordFilter[]): Promise<number> {
		if (versions.length === 0) {
			return 0;
		}
		if (!this.active) {
			return this.devices(filters);
		}
		return this.active.deviceDays(versions, spanOf(await this.allVersions()), this.facts?.timeZone ?? 'UTC');
	}

	private async devices(filters: readonly RecordFilter[]): Promise<number> {
		return (await new ViewFacts(this.records, this.info, this.signal).devices(viewOf(filters))) ?? 0;
	}

	private inVersions(versions: readonly string[]): readonly RecordFilter[] {
		return [{ kind: 'oneOf', column: this.info.versionColumn ?? -1, values: versions }];
	}

	/**
	 * Returns the variance of the daily number of devices relative to its mean. A device with many records doesn't
	 * increase the result.
	 */
	private async dispersion(key: GroupKey, value: GroupValue, { before }: Line): Promise<number> {
		const filters = this.inVersions(before);
		const { signal } = this;
		const view = viewOf(filters);
		const group = await this.records.query('group', { view, key, value, trendParts: 0 }, { signal });
		if (group?.lastSeen === undefined) {
			return 1;
		}
		const since = group.lastSeen - maxDays * daySeconds;
		const recent = [...filters, { kind: 'range', column: this.info.timeColumn ?? -1, from: String(since) } as const];
		const all = await this.recordsByDay(recent);
		const own = await this.recordsByDay(withGroup(recent, key, value));
		const days = [...all.keys()].sort((a, b) => a - b);
		const series: Series[] = [
			{
				counts: days.map((day) => own.get(day) ?? 0),
				totals: days.map((day) => all.get(day) ?? 0),
				phases: days.map((day) => day % minDays),
			},
		];
		const found = days.length >= 2 * minDays ? getRhythmDispersion(series) : getDispersion(series);
		const recordsPerDevice = group.records / Math.max(1, group.devices ?? group.records);
		return Math.max(1, found / recordsPerDevice);
	}

	private async recordsByDay(filters: readonly RecordFilter[]): Promise<ReadonlyMap<number, number>> {
		const timeZone = this.facts?.timeZone ?? 'UTC';
		const asked = { view: viewOf(filters), parts: maxDays + 1, stackBy: undefined, series: 1, timeZone };
		const histogram = await this.records.query('histogram', asked, { signal: this.signal });
		const offsetOf = zoneOffsets(timeZone);
		const byDay = new Map<number, number>();
		for (const [bar, count] of (histogram?.series[0]?.counts ?? []).entries()) {
			const seconds = (histogram?.start ?? 0) + bar * (histogram?.step ?? 0);
			const day = Math.floor((seconds + offsetOf(seconds)) / daySeconds);
			byDay.set(day, (byDay.get(day) ?? 0) + count);
		}
		return byDay;
	}

	/** Returns the title of a new group with the same type and similar frames, which may result from a rename. */
	private async renamedTo(key: GroupKey, value: GroupValue, fixedIn: readonly string[]): Promise<string | undefined> {
		if (!isErrorValue(value)) {
			return undefined;
		}
		const least = Math.min(leastFrames, value.frames.length - 1);
		const asked = { view: viewOf([]), key, containing: value.title } as const;
		for await (const { value: other, firstVersion } of readGroups(this.records, asked, this.signal)) {
			const isNew = firstVersion !== '' && containsFix(firstVersion, fixedIn);
			if (
				isNew &&
				least > 0 &&
				isErrorValue(other) &&
				other.type === value.type &&
				framesInCommon(value, other) >= least
			) {
				return titleAndPlace(key, other);
			}
		}
		return undefined;
	}

	private async releases(own: readonly VersionCount[]): Promise<readonly Release[]> {
		const newest = (await this.allVersions())
			.toSorted((one, other) => (versionKey(one.version) < versionKey(other.version) ? -1 : 1))
			.slice(-maxReleases);
		const ownByVersion = new Map(own.map((count) => [count.version, count]));
		const releases: Release[] = [];
		for (const { version } of newest) {
			const { records = 0, devices = 0 } = ownByVersion.get(version) ?? {};
			const exposure = await this.exposure([version], this.inVersions([version]));
			releases.push({ version, records, devices, exposure, ...proportionInterval(devices, exposure) });
		}
		return releases;
	}

	private allVersions(): Promise<readonly VersionCount[]> {
		this.versions ??= countVersions(this.records, this.info, [], this.signal).then((counts) =>
			counts.filter(({ version }) => version !== ''),
		);
		return this.versions;
	}
}

function viewOf(filters: readonly RecordFilter[]): View {
	return { filters, sort: [] };
}

function linesOf(
	versions: readonly VersionCount[],
	own: readonly VersionCount[],
	fixedIn: readonly string[],
): readonly Line[] {
	return fixedIn.map((line) => {
		const ofLine = versions.filter(({ version }) => lineOf(version, fixedIn) === line);
		const after = ofLine.filter(({ version }) => containsFix(version, fixedIn));
		const { first } = spanOf(after);
		return {
			before: sinceIntroduction(
				ofLine.filter((count) => !after.includes(count)),
				own,
			),
			after: after.map(({ version }) => version),
			since: Number.isFinite(first) ? first : undefined,
		};
	});
}

/** Leaves out the earliest versions without the error, unless the error may only be too rare to occur in them. */
function sinceIntroduction(versions: readonly VersionCount[], own: readonly VersionCount[]): readonly string[] {
	const ownDevices = new Map(own.map(({ version, devices = 0 }) => [version, devices]));
	const sorted = versions.toSorted((one, other) => (versionKey(one.version) < versionKey(other.version) ? -1 : 1));
	const start = sorted.findIndex(({ version }) => (ownDevices.get(version) ?? 0) > 0);
	const [earliest, others] = [sorted.slice(0, Math.max(0, start)), sorted.slice(Math.max(0, start))];
	const affected = others.reduce((sum, { version }) => sum + (ownDevices.get(version) ?? 0), 0);
	const isIntroduced =
		proportionInterval(0, devicesOf(earliest)).high < proportionInterval(affected, devicesOf(others)).low;
	return (isIntroduced ? others : sorted).map(({ version }) => version);
}

function devicesOf(versions: readonly VersionCount[]): number {
	return versions.reduce((sum, { devices = 0 }) => sum + devices, 0);
}
