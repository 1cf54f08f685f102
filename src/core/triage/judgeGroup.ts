import { withGroup } from '../../shared/groupFilters';
import type { RecordQueries } from '../../shared/recordsApi';
import type { Group, GroupKey, RecordFilter, TableInfo } from '../../shared/results';
import type { IgnoredUntil, TriageStatus, VersionCount } from '../../shared/triage';
import { versionCount, versionsQuestion } from '../records/query/fixes/versionCounts';
import { versionKey } from '../records/query/values/versionKey';
import type { QueriedRecords } from '../report/viewFacts';
import { containsFix, lineOf } from './releaseLines';
import type { TriageEntries, TriageFile } from './triageEntries';

const groupsAtOnce = 1_000;
const all = { filters: [], sort: [] } as const;

export interface TriagedRecords {
	readonly file: TriageFile | undefined;
	readonly status: TriageStatus;
}

interface GroupWithFile extends TriagedRecords {
	readonly group: Group;
	readonly file: TriageFile;
}

type AskedGroups = Pick<RecordQueries['groups']['params'], 'view' | 'key'> &
	Partial<Pick<RecordQueries['groups']['params'], 'order' | 'descending' | 'containing' | 'trendParts'>>;

/** Yields all groups. By default, groups with the most records come first. */
export async function* readGroups(
	records: QueriedRecords,
	question: AskedGroups,
	signal: AbortSignal,
): AsyncGenerator<Group> {
	for (let start = 0, count = 1; start < count; start += groupsAtOnce) {
		const range = { start, end: start + groupsAtOnce };
		const params = { order: 'records', descending: true, trendParts: 0, ...question, ...range } as const;
		const { page, groups } = await records.query('groups', params, { signal });
		count = groups;
		yield* page;
	}
}

export async function countVersions(
	records: QueriedRecords,
	{ versionColumn: column }: Pick<TableInfo, 'versionColumn'>,
	filters: readonly RecordFilter[],
	signal: AbortSignal,
): Promise<readonly VersionCount[]> {
	if (column === undefined) {
		return [];
	}
	const { page } = await records.query('groups', versionsQuestion(column, filters), { signal });
	return page.map(versionCount);
}

/** Returns the versions in which a group was fixed before it regressed. Empty for other groups. */
export function regressedFix({ state, decision }: TriageStatus): readonly string[] {
	return state === 'regressed' && decision.state === 'fixed' ? decision.versions : [];
}

/** Returns the times of the first and last record in Unix seconds. They are infinite if no record has a time. */
export function spanOf(versions: readonly VersionCount[]): { readonly first: number; readonly last: number } {
	return {
		first: Math.min(...versions.flatMap(({ firstSeen }) => firstSeen ?? [])),
		last: Math.max(...versions.flatMap(({ lastSeen }) => lastSeen ?? [])),
	};
}

/** Determines the states of groups from their triage files and from all records of a file. Filters have no effect. */
export class TriageJudge {
	private versions: Promise<readonly VersionCount[]> | undefined;

	constructor(
		private readonly records: QueriedRecords,
		private readonly info: TableInfo,
		readonly entries: TriageEntries,
		private readonly now: Date,
		private readonly signal: AbortSignal,
	) {}

	async judge(key: GroupKey, value: Group['value']): Promise<TriagedRecords> {
		const file = this.entries.find(key, value);
		return { file, status: await this.statusOf(file, key, value) };
	}

	async groupsWithFiles(key: GroupKey): Promise<readonly GroupWithFile[]> {
		const found: GroupWithFile[] = [];
		for await (const group of readGroups(this.records, { view: all, key }, this.signal)) {
			const { file, status } = await this.judge(key, group.value);
			if (file) {
				found.push({ group, file, status });
			}
		}
		return found;
	}

	/** Returns the times of the first and last record in Unix seconds. Returns undefined if the records have no times. */
	async timeSpan(key: GroupKey): Promise<{ readonly since: number; readonly until: number } | undefined> {
		const { signal } = this;
		const params = { view: all, key, start: 0, end: 1, trendParts: 0 } as const;
		const earliest = await this.records.query(
			'groups',
			{ ...params, order: 'firstSeen', descending: false },
			{ signal },
		);
		const latest = await this.records.query('groups', { ...params, order: 'lastSeen', descending: true }, { signal });
		const [since, until] = [earliest.page[0]?.firstSeen, latest.page[0]?.lastSeen];
		return since === undefined || until === undefined ? undefined : { since, until };
	}

	private async statusOf(file: TriageFile | undefined, key: GroupKey, value: Group['value']): Promise<TriageStatus> {
		const decision = file?.entry.decision ?? ({ state: 'open' } as const);
		if (decision.state === 'ignored') {
			return { state: (await this.hasEnded(decision.until, key, value)) ? 'backAgain' : 'ignored', decision };
		}
		return decision.state === 'fixed' ? this.statusOfFix(decision, key, value) : { state: decision.state, decision };
	}

	private async hasEnded(until: IgnoredUntil, key: GroupKey, value: Group['value']): Promise<boolean> {
		const { date, version, devices, records } = until;
		if (date !== undefined && this.now.toISOString().slice(0, 10) > date) {
			return true;
		}
		if (version === undefined && devices === undefined && records === undefined) {
			return false;
		}
		const { signal } = this;
		const group = await this.records.query('group', { view: all, key, value, trendParts: 0 }, { signal });
		return (
			group !== undefined &&
			((version !== undefined && versionKey(group.lastVersion) >= versionKey(version)) ||
				(devices !== undefined && (group.devices ?? 0) > devices) ||
				(records !== undefined && group.records > records))
		);
	}

	/**
	 * Determines whether a fixed group has regressed. Only records in versions with the fix are considered, because
	 * records of earlier versions continue to arrive.
	 */
	private async statusOfFix(
		decision: Extract<TriageStatus['decision'], { state: 'fixed' }>,
		key: GroupKey,
		value: Group['value'],
	): Promise<TriageStatus> {
		const counts = await countVersions(this.records, this.info, withGroup([], key, value), this.signal);
		const unfixed = counts.filter(({ version }) => version !== '' && !containsFix(version, decision.versions));
		const recurred: VersionCount[] = [];
		for (const count of counts) {
			const isLater = count.version !== '' && containsFix(count.version, decision.versions);
			if (isLater && (await this.isAfterRelease(count, decision.versions))) {
				recurred.push(count);
			}
		}
		return {
			state: recurred.length > 0 ? 'regressed' : 'fixed',
			decision,
			...(recurred.length > 0 && { regression: totalOf(recurred) }),
			...(unfixed.length > 0 && { unfixed: totalOf(unfixed) }),
		};
	}

	private async isAfterRelease({ version, lastSeen }: VersionCount, fixedIn: readonly string[]): Promise<boolean> {
		this.versions ??= countVersions(this.records, this.info, [], this.signal);
		const line = lineOf(version, fixedIn) ?? '';
		const known = await this.versions;
		const exact = known.filter((one) => versionKey(one.version) === versionKey(line));
		const release = exact.length > 0 ? exact : known.filter((one) => isInLine(one.version, line, fixedIn));
		const first = Math.min(...release.flatMap(({ firstSeen }) => (firstSeen === undefined ? [] : [firstSeen])));
		return lastSeen === undefined || !Number.isFinite(first) || lastSeen > first;
	}
}

function isInLine(version: string, line: string, fixedIn: readonly string[]): boolean {
	return version !== '' && lineOf(version, fixedIn) === line && versionKey(version) >= versionKey(line);
}

function totalOf(counts: readonly VersionCount[]): { readonly version: string; readonly records: number } {
	const versions = counts.map(({ version }) => version);
	return {
		version: versions.reduce((one, other) => (versionKey(other) > versionKey(one) ? other : one)),
		records: counts.reduce((sum, { records }) => sum + records, 0),
	};
}
