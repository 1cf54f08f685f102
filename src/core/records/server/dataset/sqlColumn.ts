import type { ColumnKind } from '../../../../shared/results';
import { nameLiteral, textLiteral } from '../../../database/literals';
import type { StoredField } from './schema';

export interface SqlColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	/** SQL for the value as text, or '' if the value is empty. */
	readonly text: string;
	/** SQL for the sort key, or '' if the value is empty. The keys' byte order is the sort order of the column kind. */
	readonly order: string;
	/** SQL for the case-folded value, or '' if the value is ASCII. Undefined if the table doesn't store it. */
	readonly folded: string | undefined;
	/** SQL for the part of the value that is compared in groups and filters. */
	readonly compared: string;
	readonly few: boolean;
}

/** Maximum number of bytes that are compared. The limit must be the same as in `comparedText`. */
const comparedBytes = 16_384;

export const missingColumn: SqlColumn = {
	name: '',
	kind: 'text',
	text: "''",
	order: "''",
	folded: "''",
	compared: "''",
	few: true,
};

export function columnOfField(
	{ name, kind, column, folded, order }: StoredField,
	{ few, longestBytes }: { readonly few: boolean; readonly longestBytes: number },
): SqlColumn {
	const text = nameLiteral(column);
	return {
		name,
		kind,
		text,
		few,
		order: order === undefined ? text : nameLiteral(order),
		folded: nameLiteral(folded),
		compared: longestBytes > comparedBytes ? wholeCharacters(text) : text,
	};
}

/** Returns a column of a mapped table. The lengths of its values are unknown. */
export function mappedColumn(column: Pick<SqlColumn, 'name' | 'kind' | 'text' | 'order' | 'few'>): SqlColumn {
	return { ...column, folded: undefined, compared: wholeCharacters(column.text) };
}

/** Returns SQL for the part of a value to compare. The part ends with a complete character. */
function wholeCharacters(text: string): string {
	const isWithin = (byte: number) => `(bitAnd(reinterpretAsUInt8(substring(${text}, ${byte}, 1)), 192) = 128)`;
	const next = comparedBytes + 1;
	const cut = [0, 1, 2].reduceRight(
		(rest, back) => `if(${isWithin(next - back)}, ${rest}, ${comparedBytes - back})`,
		String(comparedBytes - 3),
	);
	return `if(length(${text}) > ${comparedBytes}, substring(${text}, 1, toUInt32(${cut})), ${text})`;
}

/** Returns an SQL condition that matches the same values as `TextSearch`. `wanted` is case-folded and not empty. */
export function containsText({ text, folded }: SqlColumn, wanted: string): string {
	const literal = textLiteral(wanted);
	return folded === undefined
		? `positionCaseInsensitiveUTF8(${text}, ${literal}) > 0`
		: `((${folded} = '' AND positionCaseInsensitive(${text}, ${literal}) > 0) OR position(${folded}, ${literal}) > 0)`;
}

export function among(expression: string, literals: readonly string[], not = false): string {
	if (literals.length === 0) {
		return not ? '1' : '0';
	}
	return `${expression} ${not ? 'NOT IN' : 'IN'} (${literals.join(', ')})`;
}

/**
 * Returns SQL for the beginning of a text. Truncates bytes instead of characters, because older servers miscount
 * characters. A UTF-16 code unit needs at most three bytes.
 */
export function getBeginning(text: string, units: number): string {
	return `substring(${text}, 1, ${3 * (units + 2)})`;
}
