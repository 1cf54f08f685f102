import type { ColumnKind, RecordFilter } from '../../../shared/results';
import { secondsFromTyped, typedFromSeconds } from '../../common/format/typedTime';
import { sameFilter } from '../../common/state/viewFilters';

export interface FilteredColumn {
	readonly kind: ColumnKind;
	readonly timeZone: string;
}

export type TypedFilter =
	| { readonly kind: 'none' }
	| { readonly kind: 'filter'; readonly filter: RecordFilter }
	| { readonly kind: 'fault'; readonly fault: 'expression' | 'number' | 'time'; readonly message: string };

/**
 * Parses the text of a column filter. After a leading backslash, or a space after `=`, all text is literal.
 * - `text` contains, `=text` equals, `!=text` doesn't equal
 * - `=` is empty, `!=` is not empty
 * - `/x/` matches a regular expression
 * - `>a`, `>=a`, `<b`, `<=b`, `a..b`, `>a <=b` is in a range
 */
export function parseColumnFilter(text: string, index: number, column: FilteredColumn): TypedFilter {
	const typed = text.trim();
	if (typed === '') {
		return { kind: 'none' };
	}
	if (typed.startsWith('\\')) {
		return filter({ kind: 'contains', column: index, text: typed.slice(1) });
	}
	if (typed === '=' || typed === '!=') {
		return filter({ kind: 'empty', column: index, ...(typed === '!=' ? { not: true } : {}) });
	}
	if (typed.startsWith('!=')) {
		return filter({ kind: 'oneOf', column: index, values: [typed.slice(2).trim()], not: true });
	}
	if (typed.startsWith('=')) {
		return filter({ kind: 'oneOf', column: index, values: [typed.slice(1).trim()] });
	}
	const expression = /^\/(.+)\/i?$/.exec(typed)?.[1];
	if (expression !== undefined) {
		return checkExpression(expression, index);
	}
	const ends = readEnds(typed, column.kind);
	return ends ? toRange(ends, index, column) : filter({ kind: 'contains', column: index, text: typed });
}

/** Returns the text that `parseColumnFilter` parses as this filter. Undefined if no such text exists. */
export function columnFilterText(held: RecordFilter, column: FilteredColumn): string | undefined {
	if (!('column' in held)) {
		return undefined;
	}
	return getLines(held, column).find((text) => {
		// The text is parsed to check it, because spaces at its ends, filter operators, and time zones can change its
		// meaning.
		const read = /[\r\n]/.test(text) ? undefined : parseColumnFilter(text, held.column, column);
		return read?.kind === 'filter' && sameFilter(read.filter, held);
	});
}

/** Returns possible texts for a filter, starting with the shortest text. */
function getLines(held: RecordFilter, { kind, timeZone }: FilteredColumn): readonly string[] {
	switch (held.kind) {
		case 'contains':
			return [held.text, `\\${held.text}`];
		case 'oneOf': {
			const [value = ''] = held.values;
			const sign = held.not ? '!=' : '=';
			return held.values.length === 1 && value !== '' ? [`${sign}${value}`, `${sign} ${value}`] : [];
		}
		case 'empty':
			return [held.not ? '!=' : '='];
		case 'matches':
			return [`/${held.pattern}/`];
		case 'range': {
			const show = (end: string) => (kind === 'time' ? typedFromSeconds(end, timeZone) : end);
			const from = held.from === undefined ? [] : [`${held.fromOpen ? '>' : '>='}${show(held.from)}`];
			const to = held.to === undefined ? [] : [`${held.toOpen ? '<' : '<='}${show(held.to)}`];
			const dots = from.length > 0 && to.length > 0 ? [`${show(held.from ?? '')}..${show(held.to ?? '')}`] : [];
			return [...dots, [...from, ...to].join(' ')];
		}
		default:
			return [];
	}
}

export function checkExpression(pattern: string, column: number): TypedFilter {
	const message = expressionFault(pattern);
	return message === undefined
		? filter({ kind: 'matches', column, pattern })
		: { kind: 'fault', fault: 'expression', message };
}

interface End {
	readonly text: string;
	/** True for `<` and `>`, false for `<=` and `>=`. */
	readonly open: boolean;
}

interface Ends {
	readonly from?: End;
	readonly to?: End;
}

function readEnds(typed: string, kind: ColumnKind): Ends | undefined {
	if (typed.startsWith('>') || typed.startsWith('<')) {
		return readSigns(typed, kind);
	}
	const dots = typed.indexOf('..');
	// In text columns, two dots can be part of a value, so they don't denote a range.
	if (dots === -1 || kind === 'text') {
		return undefined;
	}
	const closed = (text: string) => ({ text, open: false });
	const [from, to] = [typed.slice(0, dots).trim(), typed.slice(dots + 2).trim()];
	return from === '' && to === ''
		? undefined
		: { ...(from === '' ? {} : { from: closed(from) }), ...(to === '' ? {} : { to: closed(to) }) };
}

/** Parses a range with one or two bounds, such as `>=a`, `<b` or `>=a <b`. */
function readSigns(typed: string, kind: ColumnKind): Ends | undefined {
	const other = typed.startsWith('>') ? '<' : '>';
	const at = typed.indexOf(other);
	const both = at === -1 ? [] : [withoutAnd(typed.slice(0, at).trim()), typed.slice(at)].map(readSign);
	const read =
		both.every((end) => end && (kind !== 'text' || looksNumeric(end.text))) && both.length > 0
			? both
			: [readSign(typed)];
	const ends: { from?: End; to?: End } = {};
	for (const end of read) {
		// Text can contain angle brackets, so text columns accept `<` and `>` only before numbers and versions.
		if (end === undefined || (end.open && kind === 'text' && !looksNumeric(end.text))) {
			return undefined;
		}
		ends[end.side] = { text: end.text, open: end.open };
	}
	return ends;
}

function withoutAnd(text: string): string {
	return text.replace(/(?:,| and|&&?)$/i, '');
}

function readSign(typed: string): (End & { readonly side: 'from' | 'to' }) | undefined {
	const open = typed[1] !== '=';
	const text = typed.slice(open ? 1 : 2).trim();
	return text === '' ? undefined : { text, open, side: typed.startsWith('>') ? 'from' : 'to' };
}

function toRange(ends: Ends, index: number, { kind, timeZone }: FilteredColumn): TypedFilter {
	const read: { from?: string; to?: string } = {};
	const open: { fromOpen?: true; toOpen?: true } = {};
	for (const side of ['from', 'to'] as const) {
		const end = ends[side];
		if (end === undefined) {
			continue;
		}
		const value = kind === 'time' ? timeOfEnd(end, side, timeZone) : end.text;
		if (value === undefined || (kind === 'integer' && !/^-?\d+$/.test(value))) {
			return { kind: 'fault', fault: kind === 'time' ? 'time' : 'number', message: end.text };
		}
		read[side] = value;
		if (end.open && kind !== 'time') {
			open[`${side}Open`] = true;
		}
	}
	return filter({ kind: 'range', column: index, ...read, ...open });
}

/** Converts a bound to a time. If the bound is a date and `open` is true, the range excludes the whole day. */
function timeOfEnd({ text, open }: End, side: 'from' | 'to', timeZone: string): string | undefined {
	if (!open) {
		return secondsFromTyped(text, side, timeZone);
	}
	const seconds = secondsFromTyped(text, side === 'from' ? 'to' : 'from', timeZone);
	return seconds === undefined ? undefined : String(BigInt(seconds) + (side === 'from' ? 1n : -1n));
}

function filter(made: RecordFilter): TypedFilter {
	return { kind: 'filter', filter: made };
}

function looksNumeric(text: string): boolean {
	return /^v?\d/i.test(text);
}

/** Returns the JavaScript engine's error message for an invalid regular expression. */
function expressionFault(pattern: string): string | undefined {
	try {
		// Made at run time: compiled only to validate the user's input, and never run.
		new RegExp(pattern, 'iu');
		return undefined;
	} catch (error) {
		const words = error instanceof Error ? error.message : '';
		// Removes the start of the message, which repeats the regular expression.
		return words.slice(words.lastIndexOf(': ') + 1).trim();
	}
}
