import { withGroup, withoutGroup } from '../../shared/groupFilters';
import type { TableInfo } from '../../shared/results';
import type { ReportQuestion } from '../../shared/resultsProtocol';
import { apartLines } from '../apartLines';
import type { Frames } from '../frames/frames';
import { type QueriedRecords, ViewFacts } from '../results/viewFacts';
import type { TraceReader } from '../traces/traceReader';
import { newestThrownFrom } from './newestThrownFrom';
import type { ReportedGroup, ReportedView } from './viewReport';

/** So many groups are told. */
const toldGroups = 20;
/** Of these, what sets so many apart: each asks about all records of the view. */
const toldApart = 10;
const trendParts = 24;
const histogramParts = 40;

interface Sources {
	readonly records: QueriedRecords;
	readonly info: TableInfo;
	readonly traces: Pick<TraceReader, 'read'>;
	/** Undefined without a workspace. */
	readonly frames: Pick<Frames, 'firstOwn' | 'locate'> | undefined;
	/** What the records are of, and what must be known of them. */
	readonly source: readonly string[];
	readonly flags: readonly string[];
}

/** Asks for all that a report of a view tells. */
export class ViewCollector {
	constructor(
		private readonly sources: Sources,
		private readonly signal: AbortSignal,
	) {}

	/** @param told Of the work, a share that is done more. */
	async collect(
		{ view, key, order, descending, filters, keyWords, timeZone }: ReportQuestion,
		told: (share: number) => void,
	): Promise<ReportedView> {
		const { signal } = this;
		const { records: file, info, source, flags } = this.sources;
		const facts = new ViewFacts(file, info, signal);
		const asOf = new Date();
		const records = await facts.count(view);
		const devices = await facts.devices(view);
		const [times, versions] = [await facts.ends(view, info.timeColumn), await facts.ends(view, info.versionColumn)];
		const histogram = { view, parts: histogramParts, stackBy: undefined, series: 1, timeZone };
		const overTime = await file.query('histogram', histogram, { signal });
		const listed = { view, key, order, descending, start: 0, end: toldGroups, trendParts };
		const { page, ...rest } = await file.query('groups', listed, { signal });
		told(0.2);
		const isPersonal = key.kind === 'column' && (info.columns[key.column]?.personal ?? false);
		const groups: ReportedGroup[] = [];
		for (const group of isPersonal ? [] : page) {
			const others = { ...view, filters: withoutGroup(view.filters, key) };
			const found =
				groups.length < toldApart
					? await file.query('setsApart', { view: others, key, value: group.value, timeZone }, { signal })
					: undefined;
			groups.push({
				group,
				apart: found && apartLines(found, info.columns),
				code: await newestThrownFrom(
					{ ...view, filters: withGroup(view.filters, key, group.value) },
					{ ...this.sources, facts },
					signal,
				),
			});
			told(0.8 / page.length);
		}
		return {
			...{ source, timeZone, flags, filters, records, devices, times, versions, overTime, keyWords, groups, asOf },
			key: isPersonal ? undefined : key,
			page: rest,
		};
	}
}
