import type { RecordQueries, RecordSessions } from '../../shared/recordsApi';
import type { CallContext, Handlers } from '../../shared/rpc';
import { noOwnCode, type OwnCode } from '../stack/own/ownCode';
import type { ComparedTable } from './compare/selectSide';
import { setsApart } from './compare/setsApart';
import type { SiteQueries } from './query/crashSites/siteAnswers';
import { Sites } from './query/crashSites/sites';
import { Finder } from './query/find';
import { Groups } from './query/groups/groups';
import { histogramOf } from './query/histogram';
import { pageOf, positionOf, recordOf, wholeValueOf } from './query/pages';
import { Prepared } from './query/prepared';
import { topValuesOf } from './query/topValues';
import { totalsOf } from './query/totals';
import type { FoundMappings, RecordOrigin } from './query/work/foundMappings';
import { Snapshot } from './query/work/snapshot';
import type { Table } from './table/table';
import { copyText, saveFile } from './write/copyOrSave';
import { issueOf } from './write/recordIssue';

type SaveMethod = RecordSessions['saveRecords'];

/** What can be asked of one table. */
export interface TableQueries {
	readonly answer: Handlers<RecordQueries>;
	/** By which it is compared with others; undefined where it cannot be. */
	readonly compared: ComparedTable | undefined;
	save(
		params: Omit<SaveMethod['params'], 'session'>,
		context: CallContext<SaveMethod['progress']>,
	): Promise<SaveMethod['result']>;
	/** What the records say about files of one's own code. */
	readonly sites: Handlers<SiteQueries>;
	/** Where the records come from, those of most of them first. */
	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]>;
	/**
	 * Questions from then on are answered with traces that are deobfuscated by these.
	 * @returns whether they are others than before
	 */
	useMappings(found: FoundMappings): boolean;
}

/** Of a file, which can be compared. */
export interface FileQueries extends TableQueries {
	readonly compared: ComparedTable;
}

/**
 * Made once for a table, as it keeps selections, orders and keys for the questions that follow. Each question sees the
 * records that are there when it is asked.
 * @param own What the workspace declares by now; questions from then on are answered by it.
 */
export function createQueries(table: Table, own: () => OwnCode = () => noOwnCode): FileQueries {
	let mappings: FoundMappings | undefined;
	const prepared = new Prepared();
	const groups = new Groups(prepared);
	const finder = new Finder(prepared);
	const sites = new Sites(prepared);
	const now = () => new Snapshot(table, own(), mappings);
	return {
		answer: {
			page: (params, { signal }) => pageOf(prepared, now(), params, signal),
			record: ({ number }, { signal }) => recordOf(now(), number, signal),
			value: (params, { signal }) => wholeValueOf(prepared, now(), params, signal),
			positionOf: (params, { signal }) => positionOf(prepared, now(), params, signal),
			groups: (params, { signal, report }) => groups.page(now(), params, signal, report),
			group: (params, { signal }) => groups.one(now(), params, signal),
			setsApart: (params, { signal }) => setsApart(prepared, now(), params, signal),
			histogram: (params, { signal }) => histogramOf(prepared, now(), params, signal),
			topValues: (params, { signal }) => topValuesOf(prepared, now(), params, signal),
			totals: (params, { signal }) => totalsOf(prepared, now(), params, signal),
			find: (params, { signal, report }) => finder.find(now(), params, signal, report),
			copy: ({ what, limit }, { signal }) => copyText(prepared, now(), what, limit, signal),
			issue: (question, { signal }) => issueOf(prepared, now(), question, signal),
		},
		compared: { prepared, snapshot: now },
		sites: {
			crashSites: (question, { signal }) => sites.crashSites(now(), question, signal),
			countSites: (question, { signal }) => sites.count(now(), question, signal),
			filesWithSites: (question, { signal }) => sites.files(now(), question, signal),
			filesOfRecords: (question, { signal }) => sites.ofRecords(now(), question, signal),
		},
		origins: async (signal) => (await prepared.origins(now(), signal)).origins,
		useMappings: (found) => {
			const before = mappings?.id ?? '';
			mappings = found;
			return found.id !== before;
		},
		save: ({ what, path }, { signal, report }) => saveFile(prepared, now(), { what, path, onProgress: report }, signal),
	};
}
