import type { RecordsFacts } from '../../../shared/comparison';
import type { GroupValue } from '../../../shared/groupValue';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { GroupKey, TableInfo } from '../../../shared/results';
import type {
	FixEvidence,
	FixLine,
	FixOutcome,
	FixReason,
	FixStratum,
	FixVerdict,
	JudgedTriage,
	Release,
	TriageStatus,
	VersionCount,
} from '../../../shared/triage';
import { proportionInterval } from '../../records/compare/statistics/binomialTest';
import { minDays } from '../../records/compare/statistics/dispersion';
import { versionKey } from '../../records/query/values/versionKey';
import type { QueriedRecords } from '../../report/viewFacts';
import { countVersions, spanOf, type TriageJudge } from '../judgeGroup';
import { containsFix, lineOf } from '../releaseLines';
import type { ActiveDevices } from './activeDevices';
import { testAbsence } from './fixStatistics';

const daySeconds = 86_400;
const maxReleases = 40;

interface Line extends FixLine {
	/** Time of the first record from a version with the fix, in Unix seconds. Undefined if no such record exists. */
	readonly since: number | undefined;
}

interface JudgedGroup {
	readonly value: GroupValue;
	readonly status: TriageStatus;
}

/** Checks in the records whether errors that are marked as fixed still occur. */
export class FixJudge {
	private versions: Promise<readonly VersionCount[]> | undefined;

	/** @param active If undefined, devices that reported any error are counted instead of active devices */
	constructor(
		private readonly records: QueriedRecords,
		private readonly info: TableInfo,
		private readonly facts: RecordsFacts | undefined,
		private readonly active: ActiveDevices | undefined,
		private readonly signal: AbortSignal,
	) {}

	/** Returns the verdict about a fix. Returns undefined if the group isn't marked as fixed. */
	async judge(key: GroupKey, value: GroupValue, status: TriageStatus): Promise<FixVerdict | undefined> {
		const [verdict] = await this.judgeAll(key, [{ value, status }]);
		return verdict;
	}

	/**
	 * Returns the verdicts about the fixes of several groups with at most two queries. The verdict is undefined for a
	 * group that isn't marked as fixed.
	 */
	async judgeAll(key: GroupKey, groups: readonly JudgedGroup[]): Promise<readonly (FixVerdict | undefined)[]> {
		const fixed = groups.filter(({ status }) => status.decision.state === 'fixed');
		if (fixed.length === 0) {
			return groups.map(() => undefined);
		}
		const versions = await this.allVersions();
		const reason = this.reasonAgainst(versions);
		const own = await this.evidence(
			key,
			fixed.map(({ value }) => ({ value, lines: [] })),
		);
		const questions = fixed.map(({ value, status: { decision, regression } }, index) => {
			const fixedIn = decision.state === 'fixed' ? decision.versions : [];
			const isDecided = regression !== undefined || reason !== undefined;
			return { value, regression, lines: isDecided ? [] : linesOf(versions, own[index]?.versions ?? [], fixedIn) };
		});
		const fixes = questions.map(({ value, lines }) => ({
			value,
			lines: lines.map(({ before, after }) => ({ before, after })),
		}));
		const evidence = fixes.some(({ lines }) => lines.length > 0) ? await this.evidence(key, fixes) : own;
		const newest = sortVersions(versions)
			.slice(-maxReleases)
			.map(({ version, devices = 0 }) => ({
				version,
				exposure: this.active ? this.activeDays([version], versions) : devices,
			}));
		const verdicts = new Map<JudgedGroup, FixVerdict>();
		for (const [index, { regression, lines }] of questions.entries()) {
			const [group, found] = [fixed[index], evidence[index]];
			if (group && found) {
				const releases = releasesOf(newest, found.versions);
				const unjudged: FixOutcome | undefined = reason && { kind: 'inconclusive', reason };
				const outcome: FixOutcome = regression
					? { kind: 'stillHappening', ...regression }
					: (unjudged ?? this.outcomeOf(versions, lines, found));
				verdicts.set(group, { ...outcome, releases });
			}
		}
		return groups.map((group) => verdicts.get(group));
	}

	private evidence(
		key: GroupKey,
		fixes: RecordQueries['fixEvidence']['params']['fixes'],
	): Promise<readonly FixEvidence[]> {
		return this.records.query('fixEvidence', { key, fixes, timeZone: this.timeZone }, { signal: this.signal });
	}

	/** Whether exposures are counts of active devices instead of counts of devices that reported any error. */
	get countsActiveDevices(): boolean {
		return this.active !== undefined;
	}

	private get timeZone(): string {
		return this.facts?.timeZone ?? 'UTC';
	}

	private reasonAgainst(versions: readonly VersionCount[]): FixReason | undefined {
		const { versionColumn, deviceColumn } = this.info;
		if (versionColumn === undefined) {
			return { kind: 'noVersions' };
		}
		if (versions.every(({ lastSeen }) => lastSeen === undefined)) {
			return { kind: 'noTimes' };
		}
		if (deviceColumn === undefined) {
			return { kind: 'noDevices' };
		}
		if (this.facts?.proof !== 'proven') {
			return { kind: this.facts?.proof === 'cut' ? 'cut' : 'unproven' };
		}
		return undefined;
	}

	private outcomeOf(versions: readonly VersionCount[], lines: readonly Line[], evidence: FixEvidence): FixOutcome {
		const inconclusive = (reason: FixReason) => ({ kind: 'inconclusive', reason }) as const;
		if (evidence.renamedTo !== undefined) {
			return inconclusive({ kind: 'renamed', to: evidence.renamedTo });
		}
		const { last } = spanOf(versions);
		const judged: { readonly missing: number | undefined; readonly chance: number; readonly moreDays: number }[] = [];
		for (const [index, line] of lines.entries()) {
			const { strata: counted = [], dispersion = 1 } = evidence.lines[index] ?? {};
			if (counted.length > 1 && this.active) {
				return inconclusive({ kind: 'packages' });
			}
			const strata = counted.map((stratum) => this.withActive(stratum, line, versions));
			if (strata.some(({ before, exposure }) => before > 0 && exposure.before === 0)) {
				return inconclusive({ kind: 'noActiveDevices' });
			}
			if (strata.some(({ before }) => before > 0)) {
				const seconds = line.since === undefined ? 0 : last - line.since;
				const moreDays = Math.max(0, minDays - Math.floor(seconds / daySeconds));
				judged.push({ ...testAbsence(strata, dispersion), moreDays });
			}
		}
		if (judged.length === 0 || judged.some(({ missing }) => missing === undefined)) {
			return inconclusive({ kind: judged.length === 0 ? 'noneBefore' : 'tooFewBefore' });
		}
		const more = judged.reduce((sum, { missing = 0 }) => sum + missing, 0);
		const moreDays = Math.max(...judged.map((one) => one.moreDays));
		return more === 0 && moreDays === 0
			? { kind: 'fixed', chance: Math.max(...judged.map(({ chance }) => chance)) }
			: { kind: 'tooEarly', moreDevices: Math.ceil(more), moreDays };
	}

	/** Replaces the counts of devices that reported errors with the counts of active devices, if these are known. */
	private withActive(stratum: FixStratum, { before, after }: Line, versions: readonly VersionCount[]): FixStratum {
		const days = (some: readonly string[]) => this.activeDays(some, versions);
		return this.active ? { ...stratum, exposure: { before: days(before), after: days(after) } } : stratum;
	}

	private activeDays(some: readonly string[], versions: readonly VersionCount[]): number {
		return some.length === 0 ? 0 : (this.active?.deviceDays(some, spanOf(versions), this.timeZone) ?? 0);
	}

	private allVersions(): Promise<readonly VersionCount[]> {
		this.versions ??= countVersions(this.records, this.info, [], this.signal).then((counts) =>
			counts.filter(({ version }) => version !== ''),
		);
		return this.versions;
	}
}

/** Returns the triage state of each group. Undefined for a group without a triage file. */
export async function judgeTriage(
	triage: TriageJudge,
	fixes: FixJudge,
	key: GroupKey,
	values: readonly GroupValue[],
): Promise<readonly (JudgedTriage | undefined)[]> {
	const judged: (JudgedGroup & { readonly hasFile: boolean })[] = [];
	for (const value of values) {
		const { file, status } = await triage.judge(key, value);
		judged.push({ value, status, hasFile: file !== undefined });
	}
	const verdicts = await fixes.judgeAll(key, judged);
	return judged.map(({ status, hasFile }, index) => (hasFile ? { status, verdict: verdicts[index] } : undefined));
}

function sortVersions(versions: readonly VersionCount[]): readonly VersionCount[] {
	return versions.toSorted((one, other) => (versionKey(one.version) < versionKey(other.version) ? -1 : 1));
}

function releasesOf(
	newest: readonly Pick<Release, 'version' | 'exposure'>[],
	own: readonly VersionCount[],
): readonly Release[] {
	const ownByVersion = new Map(own.map((count) => [count.version, count]));
	return newest.map(({ version, exposure }) => {
		const { records = 0, devices = 0 } = ownByVersion.get(version) ?? {};
		return { version, records, devices, exposure, ...proportionInterval(devices, exposure) };
	});
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

/** Omits the earliest versions without the error, unless the error may just be too rare to occur in them. */
function sinceIntroduction(versions: readonly VersionCount[], own: readonly VersionCount[]): readonly string[] {
	const ownDevices = new Map(own.map(({ version, devices = 0 }) => [version, devices]));
	const sorted = sortVersions(versions);
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
