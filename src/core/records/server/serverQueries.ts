import { fold } from '../../../shared/fold';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { IssueQuestion, TopValues } from '../../../shared/results';
import { AppError, type OnlyInFiles } from '../../common/errors';
import type { TableQueries } from '../queries';
import { evidenceByQueries } from '../query/fixes/evidenceByQueries';
import { ExactSum, longestNumber } from '../query/totals';
import { issueOfValues } from '../write/recordIssue';
import type { Dataset } from './dataset/dataset';
import { containsText } from './dataset/sqlColumn';
import { scopeAt } from './dataset/viewSql';
import { ServerViews } from './dataset/views';
import { commonTraitsOnServer } from './queries/commonTraits';
import { copyOnServer, saveOnServer } from './queries/copying';
import { findOnServer } from './queries/find';
import { groupOnServer, groupsOnServer } from './queries/groups';
import { histogramOnServer } from './queries/histogram';
import { pageOnServer, positionOnServer, recordOnServer, valueOnServer } from './queries/pages';
import { exactOrSampled, inSample } from './queries/sample';

/** Creates the queries for a dataset. Call this once per dataset. Queries that only files support throw an error. */
export function createServerQueries(dataset: Dataset, sortedAtOnce?: number): TableQueries {
	const views = new ServerViews(dataset, sortedAtOnce);
	const refuse = (what: OnlyInFiles) => () => Promise.reject(new AppError({ kind: 'onlyInFiles', what }));
	const answer: TableQueries['answer'] = {
		page: (params, { signal }) => pageOnServer(views, params, signal),
		record: ({ number }, { signal }) => recordOnServer(views, number, signal),
		value: (params, { signal }) => valueOnServer(views, params, signal),
		positionOf: (params, { signal }) => positionOnServer(views, params, signal),
		groups: (params, { signal, report }) => groupsOnServer(views, params, signal, report),
		group: (params, { signal }) => groupOnServer(views, params, signal),
		commonTraits: (params, { signal }) => commonTraitsOnServer(views, params, signal),
		histogram: (params, { signal }) => histogramOnServer(views, params, signal),
		topValues: (params, { signal }) => topValuesOnServer(views, params, signal),
		totals: (params, { signal }) => totalsOnServer(views, params, signal),
		find: (params, { signal, report }) => findOnServer(views, params, signal, report),
		copy: (params, { signal }) => copyOnServer(views, params, signal),
		issue: (question, { signal }) => issueOnServer(views, question, signal),
		fixEvidence: (question, { signal }) => evidenceByQueries(answer, dataset.info, question, signal),
	};
	return {
		answer,
		compared: undefined,
		sites: {
			crashSites: refuse('sites'),
			countSites: refuse('sites'),
			filesWithSites: refuse('sites'),
			filesOfRecords: refuse('sites'),
		},
		origins: async () => [],
		othersOfVersion: async () => [],
		useMappings: () => false,
		save: (what, { signal, report }) => saveOnServer(views, what, report, signal),
	};
}

async function issueOnServer(views: ServerViews, question: IssueQuestion, signal: AbortSignal): Promise<string> {
	const { record } = question;
	const values = record ? (await recordOnServer(views, record.number, signal)).values : [];
	return issueOfValues(views.dataset.info.columns, values, question);
}

async function topValuesOnServer(
	views: ServerViews,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const { dataset } = views;
	const sqlColumn = dataset.column(column);
	const { compared } = sqlColumn;
	const scope = await views.scope(view.filters, signal);
	const listed = containing === '' ? '' : ` AND (${containsText(sqlColumn, fold(containing))})`;
	const most = Math.max(0, limit);
	const valuesIn = async (share: number): Promise<TopValues['values']> => {
		const sample = share === 1 ? '' : ` AND ${inSample('_n', share)}`;
		const rows =
			most === 0
				? []
				: await dataset.rows(
						`SELECT _v, toString(_c) FROM (SELECT ${compared} AS _v, count() AS _c, min(_n) AS _f ${scope} AND ${compared} != ''${listed}${sample} GROUP BY _v) WHERE _c > 0 ORDER BY _c DESC, _f LIMIT ${most}`,
						most,
						signal,
					);
		const approximate = share === 1 ? {} : ({ approximate: true } as const);
		return rows.map(([value = '', count]) => ({ value, records: Number(count) * share, ...approximate }));
	};
	const countsIn = async (distinct: string, share: number) => {
		const sample = share === 1 ? '' : ` AND ${inSample('_n', share)}`;
		const sql = `SELECT ${distinct}, toString(count()), toString(countIf(${compared} = '')) ${scope}${sample}`;
		const [[distinctCount = '', records = '0', empty = '0'] = []] = await dataset.rows(sql, 1, signal);
		return {
			distinct: distinctCount === '' ? undefined : Number(distinctCount),
			records: Number(records) * share,
			empty: Number(empty) * share,
		};
	};
	const filled = `${compared}, ${compared} != ''`;
	// The number of distinct values is omitted, because a sample doesn't show the number in all records.
	const estimated = (share: number) =>
		exactOrSampled(views, {
			id: `topValues ${column} counts ${scope}`,
			exact: () => countsIn(`toString(uniqCombinedIf(${filled}))`, 1),
			sampled: (reduced) => countsIn(`''`, Math.max(reduced, share)),
		});
	return exactOrSampled<TopValues>(views, {
		id: `topValues ${column}`,
		exact: async () => ({ ...(await countsIn(`toString(uniqExactIf(${filled}))`, 1)), values: await valuesIn(1) }),
		sampled: async (share) => ({
			...(await estimated(share)),
			values: await valuesIn(share),
			approximate: true,
		}),
	});
}

type TotalsMethod = RecordQueries['totals'];

/** Maximum number of distinct values to add up in this process. The server adds up plain integers itself. */
const maxTexts = 200_000;

/** The server adds up the upper and the lower digits separately, so that the sums fit into 64 bits. */
const half = 1_000_000_000;

async function totalsOnServer(
	views: ServerViews,
	{ view, positions, column }: TotalsMethod['params'],
	signal: AbortSignal,
): Promise<TotalsMethod['result']> {
	const { dataset } = views;
	const sqlView = await views.sql(view, signal);
	const { text } = dataset.column(column);
	const scope = scopeAt(dataset, sqlView, positions);
	const isPlain = `match(${text}, '^-?[0-9]{1,17}$')`;
	const value = `toInt64OrZero(if(${isPlain}, ${text}, '0'))`;
	const [[records = '0', filled = '0', plain = '0', highs = '0', lows = '0'] = []] = await dataset.rows(
		`SELECT toString(count()), toString(countIf(${text} != '')), toString(countIf(${isPlain})), toString(sum(intDiv(${value}, ${half}))), toString(sum(${value} % ${half})) ${scope}`,
		1,
		signal,
	);
	const others = await dataset.rows(
		`SELECT ${text}, toString(count()) ${scope} AND length(${text}) <= ${longestNumber} AND match(${text}, '[0-9]') AND NOT ${isPlain} GROUP BY ${text}`,
		maxTexts,
		signal,
	);
	const sum = new ExactSum();
	let numbers = Number(plain);
	if (numbers > 0) {
		sum.add(String(BigInt(highs) * BigInt(half) + BigInt(lows)));
	}
	for (const [other = '', count] of others) {
		// Decodes the bytes as Latin-1, so that the result is the same as for record files.
		numbers += sum.add(Buffer.from(other).toString('latin1'), Number(count)) ? Number(count) : 0;
	}
	return {
		records: Number(records),
		filled: Number(filled),
		numbers,
		sum: numbers === 0 ? undefined : sum.text,
	};
}
