import type { RecordQueries } from '../../../../shared/recordsApi';
import { ExactSum, longestNumber } from '../../query/totals';
import { scopeAt } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';

type TotalsMethod = RecordQueries['totals'];

/** Maximum number of distinct texts summed locally. These are the texts that are not plain integers. */
const maxTexts = 200_000;

/** The server sums the upper and lower digits of numbers separately, so that no sum exceeds 64 bits. */
const half = 1_000_000_000;

export async function totalsOnServer(
	views: ServerViews,
	{ view, positions, column }: TotalsMethod['params'],
	signal: AbortSignal,
): Promise<TotalsMethod['result']> {
	const { dataset } = views;
	const asked = await views.sql(view, signal);
	const { text } = dataset.column(column);
	const scope = scopeAt(dataset, asked, positions);
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
		// Bytes are decoded as Latin-1, in the same way as for files.
		numbers += sum.add(Buffer.from(other).toString('latin1'), Number(count)) ? Number(count) : 0;
	}
	return {
		records: Number(records),
		filled: Number(filled),
		numbers,
		sum: numbers === 0 ? undefined : sum.text,
	};
}
