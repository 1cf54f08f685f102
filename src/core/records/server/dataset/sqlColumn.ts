import type { ColumnKind } from '../../../../shared/results';
import { nameLiteral, textLiteral } from '../../../database/literals';
import type { StoredField } from './schema';

/** What is said in SQL about a column of the records. */
export interface SqlColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	/** Its value as text, '' for none. */
	readonly text: string;
	/** Text whose bytes are in the order of the kind; '' for no value. */
	readonly order: string;
	/** The value folded, '' where it is ASCII alone; undefined where that is not stored. */
	readonly folded: string | undefined;
	/** So much of the value as tells it from others where records are grouped or picked by equal values. */
	readonly compared: string;
	/** Few different values. */
	readonly few: boolean;
}

/** As `comparedText` has it (bytes). */
const comparedLength = 16_384;

/** A column that the records do not have: every one is empty there. */
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
	{ few, longest }: { readonly few: boolean; readonly longest: number },
): SqlColumn {
	const text = nameLiteral(column);
	return {
		...{ name, kind, text, few },
		order: order === undefined ? text : nameLiteral(order),
		folded: nameLiteral(folded),
		compared: longest > comparedLength ? wholeCharacters(text) : text,
	};
}

/** A column of others, of whose values nothing is known. */
export function mappedColumn(column: Pick<SqlColumn, 'name' | 'kind' | 'text' | 'order' | 'few'>): SqlColumn {
	return { ...column, folded: undefined, compared: wholeCharacters(column.text) };
}

/** The beginning of a text that is compared; a character that it would cut in two is not in it. */
function wholeCharacters(text: string): string {
	const isWithin = (byte: number) => `(bitAnd(reinterpretAsUInt8(substring(${text}, ${byte}, 1)), 192) = 128)`;
	const next = comparedLength + 1;
	const cut = [0, 1, 2].reduceRight(
		(rest, back) => `if(${isWithin(next - back)}, ${rest}, ${comparedLength - back})`,
		String(comparedLength - 3),
	);
	return `if(length(${text}) > ${comparedLength}, substring(${text}, 1, toUInt32(${cut})), ${text})`;
}

/** Whether a text occurs, as `TextSearch` finds it. @param folded Of what is looked for; not ''. */
export function containsText({ text, folded }: SqlColumn, wanted: string): string {
	const literal = textLiteral(wanted);
	return folded === undefined
		? `positionCaseInsensitiveUTF8(${text}, ${literal}) > 0`
		: `((${folded} = '' AND positionCaseInsensitive(${text}, ${literal}) > 0) OR position(${folded}, ${literal}) > 0)`;
}

/** Whether it is one of some values. */
export function among(expression: string, literals: readonly string[], not = false): string {
	if (literals.length === 0) {
		return not ? '1' : '0';
	}
	return `${expression} ${not ? 'NOT IN' : 'IN'} (${literals.join(', ')})`;
}

/**
 * The beginning of a text: more than so many UTF-16 units, or all of it. What counts characters is wrong about some on old
 * servers, so it ends by bytes, of which a unit has three at most; the last character may be cut in two.
 */
export function beginningOf(text: string, units: number): string {
	return `substring(${text}, 1, ${3 * (units + 2)})`;
}
