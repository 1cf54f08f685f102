import type { RecordQueries, RecordSessions } from '../../shared/recordsApi';
import type { TopValues } from '../../shared/results';
import type { CallContext, Handlers } from '../../shared/rpc';
import { Foreground } from '../common/foreground';
import { Scheduler } from '../common/scheduler';
import { noOwnCode, type OwnCode } from '../stack/own/ownCode';
import { commonTraits } from './compare/commonTraits';
import type { ComparedTable } from './compare/selectSide';
import { CachedSnapshot } from './query/cachedSnapshot';
import type { SiteQueries } from './query/crashSites/siteAnswers';
import { Sites } from './query/crashSites/sites';
import type { FoundMappings, RecordOrigin } from './query/execution/foundMappings';
import { positionsWhere } from './query/execution/selectPositions';
import { Finder } from './query/find';
import { fixEvidence } from './query/fixes/fixEvidence';
import { Groups } from './query/groups/groups';
import { getHistogram } from './query/histogram';
import { textsOfCodes } from './query/keys/keyCodes';
import { keysContaining } from './query/keys/keysContaining';
import { countInOrder } from './query/keys/tally';
import { radixSort } from './query/order/radixSort';
import { othersOfVersion, type ValuePlace } from './query/othersOfVersion';
import { getPage, getRecord, getWholeValue, positionOf } from './query/pages';
import { QueryCache } from './query/queryCache';
import { getTotals } from './query/totals';
import type { Table } from './table/table';
import { copyText, saveFile } from './write/copyOrSave';
import { issueOf } from './write/recordIssue';

type SaveMethod = RecordSessions['saveRecords'];

export interface TableQueries {
	readonly answer: Handlers<RecordQueries>;
	readonly compared: ComparedTable | undefined;
	save(
		params: Omit<SaveMethod['params'], 'session'>,
		context: CallContext<SaveMethod['progress']>,
	): Promise<SaveMethod['result']>;
	readonly sites: Handlers<SiteQueries>;
	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]>;
	othersOfVersion(value: ValuePlace, signal: AbortSignal): Promise<readonly string[]>;
	/** Sets the mapping files for later queries. Returns true if the mapping files have changed. */
	useMappings(found: FoundMappings): boolean;
}

export interface FileQueries extends TableQueries {
	readonly compared: ComparedTable;
}

/** Creates the queries for a table. Call this once per table, because queries cache selections, orders, and keys. */
export function createQueries(
	table: Table,
	own: () => OwnCode = () => noOwnCode,
	foreground = new Foreground(),
): FileQueries {
	let mappings: FoundMappings | undefined;
	const queryCache = new QueryCache();
	const groups = new Groups();
	const finder = new Finder();
	const sites = new Sites();
	const now = () => new CachedSnapshot(queryCache, table, own(), mappings);
	return {
		answer: {
			page: (params, { signal }) => getPage(now(), params, signal),
			record: ({ number }, { signal }) => getRecord(now(), number, signal),
			value: (params, { signal }) => getWholeValue(now(), params, signal),
			positionOf: (params, { signal }) => positionOf(now(), params, signal),
			groups: (params, { signal, report }) => groups.page(now(), params, signal, report),
			group: (params, { signal }) => groups.one(now(), params, signal),
			commonTraits: (params, { signal }) => commonTraits(now(), params, signal),
			histogram: (params, { signal }) => getHistogram(now(), params, signal),
			topValues: (params, { signal }) => getTopValues(now(), params, signal),
			totals: (params, { signal }) => getTotals(now(), params, signal),
			find: (params, { signal, report }) => finder.find(now(), params, signal, report),
			copy: ({ what, limit }, { signal }) => copyText(now(), what, limit, signal),
			issue: (question, { signal }) => issueOf(now(), question, signal),
			fixEvidence: async (question, { signal }) => {
				const mayContinue = () => foreground.untilIdle(signal);
				await mayContinue();
				const scheduler = new Scheduler(signal, undefined, undefined, mayContinue);
				return fixEvidence(now(), question, scheduler);
			},
		},
		compared: { snapshot: now },
		sites: {
			crashSites: (question, { signal }) => sites.crashSites(now(), question, signal),
			countSites: (question, { signal }) => sites.count(now(), question, signal),
			filesWithSites: (question, { signal }) => sites.files(now(), question, signal),
			filesOfRecords: (question, { signal }) => sites.ofRecords(now(), question, signal),
		},
		origins: async (signal) => (await now().origins(signal)).origins,
		othersOfVersion: (value, signal) => othersOfVersion(now(), value, signal),
		useMappings: (found) => {
			const before = mappings?.id ?? '';
			mappings = found;
			return found.id !== before;
		},
		save: ({ what, path }, { signal, report }) => saveFile(now(), { what, path, onProgress: report }, signal),
	};
}

/** Returns the most frequent nonempty values. If `containing` is given, returns only values that contain this text. */
async function getTopValues(
	snapshot: CachedSnapshot,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const scheduler = new Scheduler(signal);
	const numbers = await snapshot.selection(view.filters, signal);
	const keys = await snapshot.keyCodes({ kind: 'column', column }, signal);
	const { counts, groups } = await countInOrder(numbers, keys, scheduler);
	const values = await positionsWhere(groups, (code) => code !== 0, scheduler);
	const listed =
		containing === ''
			? values.slice()
			: await keysContaining(snapshot, { kind: 'column', column }, { keys, wanted: values, containing }, scheduler);
	await radixSort(listed, counts, scheduler, true);
	const top = listed.subarray(0, Math.max(0, limit));
	const texts = await textsOfCodes(snapshot, keys.texts, top, scheduler);
	return {
		values: texts.map((value, index) => ({ value, records: counts[top[index] ?? 0] ?? 0 })),
		distinct: values.length,
		records: numbers.length,
		empty: counts[0] ?? 0,
	};
}
