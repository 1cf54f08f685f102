import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Histogram } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { getBars, inOrder } from '../../query/histogram';
import { hasTime } from '../dataset/schema';
import type { ServerViews } from '../dataset/views';
import { exactOrSampled, inSample } from './sample';

/** Maximum number of counts in the result. The number of bars multiplied by the number of series is always lower. */
const maxCounts = 1_000_000;

export async function histogramOnServer(
	views: ServerViews,
	{ view, parts, stackBy, series, timeZone }: RecordQueries['histogram']['params'],
	signal: AbortSignal,
): Promise<Histogram | undefined> {
	const { dataset } = views;
	if (dataset.info.timeColumn === undefined) {
		return undefined;
	}
	const scope = await views.scope(view.filters, signal);
	const params = { parts, stackBy, series, timeZone };
	return exactOrSampled(views, {
		id: `histogram ${stackBy} ${scope}`,
		exact: () => histogramOf(views, scope, params, 1, signal),
		sampled: (share) => histogramOf(views, `${scope} AND ${inSample('_n', share)}`, params, share, signal),
	});
}

/** @param share Reciprocal of the sampling rate: with 10, `scope` contains a tenth of the records */
async function histogramOf(
	views: ServerViews,
	scope: string,
	{ parts, stackBy, series, timeZone }: Omit<RecordQueries['histogram']['params'], 'view'>,
	share: number,
	signal: AbortSignal,
): Promise<Histogram> {
	const { dataset } = views;
	const [[records = '0', timed = '0', first, last] = []] = await dataset.rows(
		`SELECT toString(count()), toString(countIf(${hasTime})), toString(minIf(_time, ${hasTime})), toString(maxIf(_time, ${hasTime})) ${scope}`,
		1,
		signal,
	);
	const without = Number(records) - Number(timed);
	const span = { first: Number(first), last: Number(last), without };
	const { start, step, length } = getBars(span, Number(records), parts, timeZone);
	const stack = await stackOf(views, scope, stackBy, series, signal);
	const counts = stack.series.map(() => new Array<number>(length).fill(0));
	const bar = `intDiv(_time - toInt64('${start}'), ${step})`;
	const rows =
		length === 0
			? []
			: await dataset.rows(
					`SELECT toString(${stack.place}), toString(${bar}), toString(count()) ${scope} AND ${hasTime} GROUP BY ${stack.place}, ${bar}`,
					maxCounts,
					signal,
				);
	for (const [place, index, count] of rows) {
		const bars = counts[stack.order[Number(place)] ?? 0];
		if (bars) {
			bars[Number(index)] = Number(count) * share;
		}
	}
	return {
		start,
		step,
		series: stack.series.map((one, place) => ({ ...one, counts: counts[place] ?? [] })),
		without: without * share,
		...(share > 1 && { approximate: true }),
	};
}

interface ServerStack {
	readonly series: readonly { readonly value: string; readonly other: boolean }[];
	/** SQL for the rank of a value by frequency, from 1 on, or 0 if the value has no series of its own. */
	readonly place: string;
	readonly order: readonly number[];
}

async function stackOf(
	views: ServerViews,
	scope: string,
	column: number | undefined,
	most: number,
	signal: AbortSignal,
): Promise<ServerStack> {
	if (column === undefined) {
		return { series: [{ value: '', other: false }], place: 'toUInt8(0)', order: [0] };
	}
	const { dataset } = views;
	const { compared, kind } = dataset.column(column);
	const shown = Math.max(0, most);
	const rows = await dataset.rows(
		`SELECT _v FROM (SELECT ${compared} AS _v, count() AS _c, min(_n) AS _f ${scope} GROUP BY _v) WHERE _c > 0 ORDER BY _c DESC, _f LIMIT ${shown + 1}`,
		shown + 1,
		signal,
	);
	const values = rows.slice(0, shown).map(([value = '']) => value);
	const order = inOrder(values, kind);
	const series = order.map((from) => ({ value: values[from] ?? '', other: false }));
	const places = [series.length, ...values.map((_, from) => order.indexOf(from))];
	return {
		series: rows.length > shown ? [...series, { value: '', other: true }] : series,
		place: values.length === 0 ? 'toUInt8(0)' : `indexOf([${values.map(textLiteral).join(', ')}], ${compared})`,
		order: places,
	};
}
