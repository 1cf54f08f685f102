import type { CommonTraits } from '../../shared/comparison';
import { withGroup, withoutGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { Column, Group, GroupKey, GroupPage, Histogram, ReportQuestion, TableInfo } from '../../shared/results';
import type { ReportLink } from '../records/write/report/report';
import { type FrameLocator, newestThrownFrom, type RecordTraceReader } from './newestThrownFrom';
import type { RecordsLinks } from './recordsLinks';
import { type QueriedRecords, ViewFacts } from './viewFacts';

const reportedGroups = 20;
/**
 * Number of groups whose common traits and commits are reported. Each of these groups requires queries over all records
 * of the view.
 */
const reportedTraits = 10;
const trendParts = 24;
const histogramParts = 40;

interface Sources {
	readonly records: QueriedRecords;
	readonly info: TableInfo;
	readonly traces: RecordTraceReader;
	readonly frames: FrameLocator | undefined;
	readonly source: readonly string[];
	readonly flags: readonly string[];
	/**
	 * Describes the commit that changed a group's code. Returns an empty string if the commit is unknown. The description
	 * is untrusted.
	 */
	readonly commitOf: (key: GroupKey, value: GroupValue) => Promise<string>;
	/** Returns the triage states of groups. Undefined if there are no triage files. */
	readonly triageOf: (key: GroupKey, values: readonly GroupValue[]) => Promise<readonly (ReportedTriage | undefined)[]>;
	readonly links: RecordsLinks;
}

export class ViewCollector {
	constructor(
		private readonly sources: Sources,
		private readonly signal: AbortSignal,
	) {}

	/**
	 * Collects the report. The progress callback receives the fraction of the work that was completed since its previous
	 * call.
	 */
	async collect(
		{ view, key, order, descending, filters, keyWords, timeZone }: ReportQuestion,
		onProgress: (share: number) => void,
	): Promise<ReportedView> {
		const { signal } = this;
		const { records: file, info, source, flags, links } = this.sources;
		const facts = new ViewFacts(file, info, signal);
		const asOf = new Date();
		const records = await facts.count(view);
		const devices = await facts.devices(view);
		const [times, versions] = [await facts.ends(view, info.timeColumn), await facts.ends(view, info.versionColumn)];
		const histogram = { view, parts: histogramParts, stackBy: undefined, series: 1, timeZone };
		const overTime = await file.query('histogram', histogram, { signal });
		const listed = { view, key, order, descending, start: 0, end: reportedGroups, trendParts };
		const { page, ...rest } = await file.query('groups', listed, { signal });
		onProgress(0.2);
		const isPersonal = key.kind === 'column' && (info.columns[key.column]?.personal ?? false);
		const groups: ReportedGroup[] = [];
		const values = isPersonal ? [] : page.map(({ value }) => value);
		const triage = await this.sources.triageOf(key, values);
		for (const group of isPersonal ? [] : page) {
			const others = { ...view, filters: withoutGroup(view.filters, key) };
			const found =
				groups.length < reportedTraits
					? await file.query('commonTraits', { view: others, key, value: group.value, timeZone }, { signal })
					: undefined;
			groups.push({
				group,
				traits: found,
				triage: triage[groups.length],
				commit: groups.length < reportedTraits ? await this.sources.commitOf(key, group.value) : '',
				link: links.toGroup(view.filters, key, group.value),
				code: await newestThrownFrom(
					{ ...view, filters: withGroup(view.filters, key, group.value) },
					{ ...this.sources, facts },
					signal,
				),
			});
			onProgress(0.8 / page.length);
		}
		return {
			source,
			timeZone,
			flags,
			filters,
			records,
			devices,
			times,
			versions,
			overTime,
			keyWords,
			groups,
			asOf,
			key: isPersonal ? undefined : key,
			page: rest,
			columns: info.columns,
		};
	}
}

export interface ReportedTriage {
	readonly status: string;
	/** Describes whether the fix works. Empty if the group isn't marked as fixed. */
	readonly fix: string;
}

export interface ReportedGroup {
	readonly group: Group;
	readonly traits: CommonTraits | undefined;
	readonly link: string | undefined;
	readonly code: ReportLink | undefined;
	readonly commit: string;
	readonly triage: ReportedTriage | undefined;
}

export interface ReportedView {
	readonly source: readonly string[];
	readonly timeZone: string;
	readonly flags: readonly string[];
	readonly filters: readonly string[];
	readonly records: number;
	readonly devices: number | undefined;
	/** Times of the first and last record, as written in the file. */
	readonly times: readonly string[];
	readonly versions: readonly string[];
	readonly overTime: Histogram | undefined;
	/** Undefined if the values of the groups are personal and therefore omitted. */
	readonly key: GroupKey | undefined;
	readonly keyWords: string;
	readonly page: Omit<GroupPage, 'page'>;
	readonly groups: readonly ReportedGroup[];
	readonly asOf: Date;
	readonly columns: readonly Column[];
}
