import { textLiteral } from '../../../database/literals';
import {
	chooseType,
	longestTyped,
	type ParquetColumnType,
	type TypedColumn,
	typedColumns,
} from '../../write/parquet/columnType';
import type { Dataset } from '../dataset/dataset';

/** Number of records examined first. They rule out types for most columns, so that fewer texts need to be read. */
const sampledRecords = 1000;

/** Pattern of timestamps that can be read back unchanged. Matching takes linear time, because the server uses RE2. */
const timestamp = [
	String.raw`^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`,
	String.raw`|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`,
	String.raw` (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3}(?:\d{3})?)?$`,
].join('');
const paddedFraction = String.raw`\.(?:\d{3})?000$`;

const conditions: Readonly<Record<TypedColumn, (text: string) => string>> = {
	boolean: (text) => `${text} IN ('true', 'false')`,
	int64: (text) => `toString(toInt64OrZero(${text})) = ${text}`,
	uint64: (text) => `toString(toUInt64OrZero(${text})) = ${text}`,
	timestamp: (text) =>
		`(match(${text}, ${textLiteral(timestamp)}) AND NOT match(${text}, ${textLiteral(paddedFraction)}))`,
};

export async function typesOnServer(
	dataset: Dataset,
	columns: readonly number[],
	signal: AbortSignal,
): Promise<readonly ParquetColumnType[]> {
	const sampled = await possibleTypes(dataset, columns, ` LIMIT ${sampledRecords}`, signal);
	const candidates = columns.filter((_, place) => !sampled[place]?.hasTexts || sampled[place]?.types.size > 0);
	const found = candidates.length === 0 ? [] : await possibleTypes(dataset, candidates, '', signal);
	const chosen = new Map(candidates.map((column, place) => [column, chooseType(found[place])]));
	return columns.map((column) => chosen.get(column) ?? 'text');
}

async function possibleTypes(dataset: Dataset, columns: readonly number[], limit: string, signal: AbortSignal) {
	const name = (place: number) => `_t${place}`;
	const texts = columns.map((column, place) => `${dataset.column(column).text} AS ${name(place)}`);
	const counts = columns.flatMap((_, place) => {
		const text = name(place);
		const wrong = typedColumns.map(
			(type) => `countIf(${text} != '' AND NOT (length(${text}) <= ${longestTyped} AND ${conditions[type](text)}))`,
		);
		return [`countIf(${text} != '')`, ...wrong].map((count) => `toString(${count})`);
	});
	const from = `(SELECT ${texts.join(', ')} FROM ${dataset.from} WHERE ${dataset.condition}${limit})`;
	const [row = []] = await dataset.rows(`SELECT ${counts.join(', ')} FROM ${from}`, 1, signal);
	return columns.map((_, place) => {
		const [filled, ...wrong] = row.slice(place * (typedColumns.length + 1), (place + 1) * (typedColumns.length + 1));
		return { hasTexts: filled !== '0', types: new Set(typedColumns.filter((_type, index) => wrong[index] === '0')) };
	});
}
