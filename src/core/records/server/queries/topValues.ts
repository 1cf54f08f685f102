import { fold } from '../../../../shared/fold';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { TopValues } from '../../../../shared/results';
import { containsText } from '../dataset/sqlColumn';
import type { ServerViews } from '../dataset/views';
import { exactOrSampled, inSample } from './sample';

export async function topValuesOnServer(
	views: ServerViews,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const { dataset } = views;
	const asked = dataset.column(column);
	const { compared } = asked;
	const scope = await views.scope(view.filters, signal);
	const listed = containing === '' ? '' : ` AND (${containsText(asked, fold(containing))})`;
	const most = Math.max(0, limit);
	const query = async (distinctSql: string, share: number): Promise<TopValues> => {
		const [[distinct = '0', records = '0', empty = '0'] = []] = await dataset.rows(
			`SELECT toString(${distinctSql}), toString(count()), toString(countIf(${compared} = '')) ${scope}`,
			1,
			signal,
		);
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
		return {
			values: rows.map(([value = '', count]) => ({ value, records: Number(count) * share, ...approximate })),
			distinct: Number(distinct),
			records: Number(records),
			empty: Number(empty),
			...approximate,
		};
	};
	return exactOrSampled(views, {
		id: `topValues ${column}`,
		exact: () => query(`uniqExactIf(${compared}, ${compared} != '')`, 1),
		sampled: (share) => query(`uniqCombinedIf(${compared}, ${compared} != '')`, share),
	});
}
