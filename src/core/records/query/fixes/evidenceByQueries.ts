import { withGroup } from '../../../../shared/groupFilters';
import { titleAndPlace } from '../../../../shared/groupLabels';
import type { GroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { GroupKey, RecordFilter, TableInfo, View } from '../../../../shared/results';
import type { Handlers } from '../../../../shared/rpc';
import type { FixEvidence, FixLine, FixStratum } from '../../../../shared/triage';
import { dailyDispersion, maxFixDays } from './dailyDispersion';
import { maxFixPackages } from './fixEvidence';
import { localDays } from './localDay';
import { canBeRenamed, isRenamed } from './renamedError';
import { versionCount, versionsQuestion } from './versionCounts';

const daySeconds = 86_400;
const groupsAtOnce = 1000;

type Answers = Pick<Handlers<RecordQueries>, 'groups' | 'group' | 'histogram' | 'topValues'>;

/** Examines each fix separately with several queries. */
export async function evidenceByQueries(
	answers: Answers,
	info: TableInfo,
	{ key, fixes, timeZone }: RecordQueries['fixEvidence']['params'],
	signal: AbortSignal,
): Promise<readonly FixEvidence[]> {
	const counter = new FixQueries(answers, info, key, timeZone, signal);
	const evidence: FixEvidence[] = [];
	for (const { value, lines } of fixes) {
		evidence.push(await counter.count(value, lines));
	}
	return evidence;
}

class FixQueries {
	private readonly context: { readonly signal: AbortSignal; readonly report: () => void };

	constructor(
		private readonly answers: Answers,
		private readonly info: TableInfo,
		private readonly key: GroupKey,
		private readonly timeZone: string,
		signal: AbortSignal,
	) {
		this.context = { signal, report: () => undefined };
	}

	async count(value: GroupValue, lines: readonly FixLine[]): Promise<FixEvidence> {
		const { versionColumn: column } = this.info;
		if (column === undefined) {
			return { versions: [], lines: [], renamedTo: undefined };
		}
		const { page } = await this.answers.groups(versionsQuestion(column, this.inGroup([], value)), this.context);
		const packages = lines.length > 0 ? await this.packageFilters(value) : [];
		const counted: FixEvidence['lines'][number][] = [];
		for (const line of lines) {
			const strata: FixStratum[] = [];
			for (const filters of packages) {
				strata.push(await this.stratum(value, line, filters));
			}
			counted.push({ strata, dispersion: await this.dispersion(value, line) });
		}
		const after = new Set(lines.flatMap((line) => line.after));
		const renamedTo = after.size > 0 ? await this.renamedTo(value, after) : undefined;
		return { versions: page.map(versionCount), lines: counted, renamedTo };
	}

	/**
	 * Returns the filters for each app package, because a white-label product can release its apps at different times.
	 */
	private async packageFilters(value: GroupValue): Promise<readonly (readonly RecordFilter[])[]> {
		const column = this.info.columns.findIndex(({ name }) => name === 'app_package_name');
		if (column < 0) {
			return [[]];
		}
		const params = { view: viewOf(this.inGroup([], value)), column, limit: maxFixPackages };
		const { values } = await this.answers.topValues(params, this.context);
		return values.length < 2 ? [[]] : values.map((one) => [{ kind: 'oneOf', column, values: [one.value] }]);
	}

	private async stratum(
		value: GroupValue,
		{ before, after }: FixLine,
		filters: readonly RecordFilter[],
	): Promise<FixStratum> {
		const exposed = async (versions: readonly string[]) =>
			versions.length === 0 ? 0 : this.devices([...filters, ...this.inVersions(versions)]);
		return {
			before: await this.devices(this.inGroup([...filters, ...this.inVersions(before)], value)),
			exposure: { before: await exposed(before), after: await exposed(after) },
		};
	}

	private async devices(filters: readonly RecordFilter[]): Promise<number> {
		const { deviceColumn: column } = this.info;
		const params = { view: viewOf(filters), column: column ?? -1, limit: 1 };
		return column === undefined ? 0 : ((await this.answers.topValues(params, this.context)).distinct ?? 0);
	}

	private async dispersion(value: GroupValue, { before }: FixLine): Promise<number> {
		const filters = this.inVersions(before);
		const params = { view: viewOf(filters), key: this.key, value, trendParts: 0 };
		const group = await this.answers.group(params, this.context);
		if (group?.lastSeen === undefined) {
			return 1;
		}
		const { lastSeen, records, devices } = group;
		const around = (maxFixDays + 1) * daySeconds;
		const [from, to] = [String(lastSeen - around), String(lastSeen + around)];
		const recent = [...filters, { kind: 'range', column: this.info.timeColumn ?? -1, from, to } as const];
		const all = await this.recordsByDay(recent);
		const own = await this.recordsByDay(this.inGroup(recent, value));
		return dailyDispersion(all, own, localDays(this.timeZone)(lastSeen), { records, devices });
	}

	private async recordsByDay(filters: readonly RecordFilter[]): Promise<ReadonlyMap<number, number>> {
		const { timeZone } = this;
		const parts = 2 * maxFixDays + 4;
		const params = { view: viewOf(filters), parts, stackBy: undefined, series: 1, timeZone };
		const histogram = await this.answers.histogram(params, this.context);
		const dayOf = localDays(timeZone);
		const byDay = new Map<number, number>();
		for (const [bar, count] of (histogram?.series[0]?.counts ?? []).entries()) {
			const seconds = (histogram?.start ?? 0) + bar * (histogram?.step ?? 0);
			const day = dayOf(seconds);
			byDay.set(day, (byDay.get(day) ?? 0) + count);
		}
		return byDay;
	}

	private async renamedTo(value: GroupValue, after: ReadonlySet<string>): Promise<string | undefined> {
		if (!canBeRenamed(value)) {
			return undefined;
		}
		const params = { view: viewOf([]), key: this.key, containing: value.title, trendParts: 0 };
		for (let start = 0, count = 1; start < count; start += groupsAtOnce) {
			const range = { order: 'records', descending: true, start, end: start + groupsAtOnce } as const;
			const { page, groups } = await this.answers.groups({ ...params, ...range }, this.context);
			count = groups;
			const found = page.find((other) => after.has(other.firstVersion) && isRenamed(value, other.value));
			if (found) {
				return titleAndPlace(this.key, found.value);
			}
		}
		return undefined;
	}

	private inGroup(filters: readonly RecordFilter[], value: GroupValue): readonly RecordFilter[] {
		return withGroup(filters, this.key, value);
	}

	private inVersions(versions: readonly string[]): readonly RecordFilter[] {
		return [{ kind: 'oneOf', column: this.info.versionColumn ?? -1, values: versions }];
	}
}

function viewOf(filters: readonly RecordFilter[]): View {
	return { filters, sort: [] };
}
