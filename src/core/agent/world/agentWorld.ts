import type { ComparisonPage, ComparisonPageQuestion, RecordsFacts } from '../../../shared/comparison';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { TableInfo } from '../../../shared/results';
import type { SiteQueries } from '../../records/query/crashSites/siteAnswers';
import type { Located } from '../../stack/locate/frameTarget';
import type { Frame, Trace } from '../../stack/trace/model';

/** What is to be known of records before they are counted. */
export const recordsFlags = [
	'cut',
	'unproven',
	'filtered',
	'sample',
	'kept',
	'running',
	'interrupted',
	'empty',
	'shardsSkipped',
] as const;
type RecordsFlag = (typeof recordsFlags)[number];

/** An export on this machine, or a set of kept records. */
export interface KnownRecords {
	/** By which it is known as long as it is there. */
	readonly folder: string;
	/** Of the records, or of the manifest of a set; undefined as long as they are not whole. */
	readonly path: string | undefined;
	readonly application: { readonly id: string; readonly name?: string | undefined };
	/** Given by a person. */
	readonly name?: string | undefined;
	/** In the long form of the service document, on the clock of `timeZone`. */
	readonly since: string;
	readonly until: string;
	readonly timeZone: string | undefined;
	/** Which clock the range is about. */
	readonly dimension: 'default' | 'receive';
	/** Undefined as long as nobody knows. */
	readonly records: number | undefined;
	/** Milliseconds of Unix time. */
	readonly askedAt: number;
	readonly filters: readonly { readonly field: string; readonly value: string }[];
	/** In the order of `recordsFlags`. */
	readonly flags: readonly RecordsFlag[];
}

/** Records that are open for questions. */
export interface OpenedRecords {
	readonly info: TableInfo;
	/** Undefined for records of unknown origin. */
	readonly facts: RecordsFacts | undefined;
	ask<Q extends keyof RecordQueries>(
		query: Q,
		params: RecordQueries[Q]['params'],
		signal: AbortSignal,
	): Promise<RecordQueries[Q]['result']>;
	crashSites(
		question: SiteQueries['crashSites']['params'],
		signal: AbortSignal,
	): Promise<SiteQueries['crashSites']['result']>;
	countSites(
		question: SiteQueries['countSites']['params'],
		signal: AbortSignal,
	): Promise<SiteQueries['countSites']['result']>;
}

/** What answers are made of, wherever they are asked for: in an editor, or outside of one. */
export interface AgentWorld {
	readonly now: () => Date;
	/** Columns that a person declared to be personal, besides those that the service's document says are. */
	readonly personalColumns: ReadonlySet<string>;
	/** What is on this machine, the newest first. */
	list(signal: AbortSignal): Promise<readonly KnownRecords[]>;
	/** @throws AppError `unreadable` and whatever else keeps them from being read */
	open(records: KnownRecords, signal: AbortSignal): Promise<OpenedRecords>;
	compare(
		before: KnownRecords,
		after: KnownRecords,
		question: ComparisonPageQuestion,
		signal: AbortSignal,
	): Promise<ComparisonPage>;
	/** Where frames of a trace lead, in their order. */
	locate(frames: readonly Frame[], trace: Trace, signal: AbortSignal): Promise<readonly Located[]>;
}
