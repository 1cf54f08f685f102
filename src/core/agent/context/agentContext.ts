import type { ComparisonPage, ComparisonPageQuestion, RecordsFacts } from '../../../shared/comparison';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { TableInfo } from '../../../shared/results';
import type { SiteQueries } from '../../records/query/crashSites/siteAnswers';
import type { Located } from '../../stack/locate/frameTarget';
import type { OwnCode } from '../../stack/own/ownCode';
import type { Frame, Trace } from '../../stack/trace/model';
import type { SuspectQuestion, Suspects } from '../../suspects/suspects';
import type { TriageEntries } from '../../triage/triageEntries';
import type { FoundSource } from './findSourceFile';

export const recordsFlags = [
	'incomplete',
	'unverified',
	'filtered',
	'sample',
	'synced',
	'running',
	'interrupted',
	'empty',
	'partial',
] as const;
type RecordsFlag = (typeof recordsFlags)[number];

export interface KnownRecords {
	/** Path of the folder that contains the records. It also serves as their ID. */
	readonly folder: string;
	/** Path of the records file or of the manifest of synced records. Undefined while the export is incomplete. */
	readonly path: string | undefined;
	readonly application: { readonly id: string; readonly name?: string | undefined };
	readonly name?: string | undefined;
	/** Start of the exported time range, such as `2026-03-01 12:00:00`, in the time zone `timeZone`. */
	readonly since: string;
	readonly until: string;
	readonly timeZone: string | undefined;
	readonly dimension: 'default' | 'receive';
	readonly records: number | undefined;
	/** Time of the export request, in Unix milliseconds. */
	readonly askedAt: number;
	readonly filters: readonly { readonly field: string; readonly value: string }[];
	readonly flags: readonly RecordsFlag[];
}

export interface OpenedRecords {
	readonly info: TableInfo;
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

export interface AgentContext {
	readonly now: () => Date;
	/** Columns that the user marked as personal, in addition to the columns that are always personal. */
	readonly personalColumns: ReadonlySet<string>;
	readonly own: () => OwnCode;
	list(signal: AbortSignal): Promise<readonly KnownRecords[]>;
	open(records: KnownRecords, signal: AbortSignal): Promise<OpenedRecords>;
	compare(
		before: KnownRecords,
		after: KnownRecords,
		question: ComparisonPageQuestion,
		signal: AbortSignal,
	): Promise<ComparisonPage>;
	/** Finds the source lines of frames in the workspace. Returns one result per frame, in the same order. */
	locate(frames: readonly Frame[], trace: Trace, signal: AbortSignal): Promise<readonly Located[]>;
	/** Returns the contents of the workspace's triage files. Undefined if the application has no triage files. */
	triage(application: string): Promise<TriageEntries | undefined>;
	/** Finds suspect commits. Undefined if Git can't be started, for example in a workspace that isn't trusted. */
	readonly findSuspects:
		| ((question: Pick<SuspectQuestion, 'lines' | 'versions'>, signal: AbortSignal) => Promise<Suspects>)
		| undefined;
	findSource(path: string, signal: AbortSignal): Promise<FoundSource>;
}
