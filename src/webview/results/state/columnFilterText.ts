import type { Column, RecordFilter } from '../../../shared/results';
import { secondsFromTyped, typedFromSeconds } from '../words/typedTime';
import { sameFilter } from './viewFilters';

/** What reading depends on: how the column compares, and the zone in which times are typed. */
export interface FilteredColumn {
	readonly kind: Column['kind'];
	readonly timeZone: string;
}

/** What a person types into the box under a column's name, as a filter; or what is wrong with it. */
export type TypedFilter =
	| { readonly kind: 'none' }
	| { readonly kind: 'filter'; readonly filter: RecordFilter }
	| { readonly kind: 'fault'; readonly fault: 'expression' | 'number' | 'time'; readonly message: string };

/**
 * `text` contains · `=text` equals · `!=text` differs · `=` empty · `!=` not empty · `/x/` expression ·
 * `>=a`, `<=b`, `a..b` range. A leading backslash takes the rest as it stands.
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
	const range = readRange(typed, column.kind);
	return range ? toRange(range, index, column) : filter({ kind: 'contains', column: index, text: typed });
}

/** The text that `parseColumnFilter` reads as this very filter; undefined for filters that no line says. */
export function columnFilterText(held: RecordFilter, column: FilteredColumn): string | undefined {
	const text = 'column' in held ? lineOf(held, column) : undefined;
	// A field of one line drops line ends; spaces at the ends, signs and zones can make a line read as something else.
	if (!('column' in held) || text === undefined || /[\r\n]/.test(text)) {
		return undefined;
	}
	const read = parseColumnFilter(text, held.column, column);
	return read.kind === 'filter' && sameFilter(read.filter, held) ? text : undefined;
}

function lineOf(held: RecordFilter, column: FilteredColumn): string | undefined {
	switch (held.kind) {
		case 'contains':
			return isPlain(held.text, column.kind) ? held.text : `\\${held.text}`;
		case 'oneOf':
			return held.values.length === 1 && held.values[0] !== ''
				? `${held.not ? '!=' : '='}${held.values[0]}`
				: undefined;
		case 'empty':
			return held.not ? '!=' : '=';
		case 'matches':
			return `/${held.pattern}/`;
		case 'range': {
			const show = (end: string) => (column.kind === 'time' ? typedFromSeconds(end, column.timeZone) : end);
			if (held.from !== undefined && held.to !== undefined) {
				return `${show(held.from)}..${show(held.to)}`;
			}
			return held.from !== undefined ? `>=${show(held.from)}` : `<=${show(held.to ?? '')}`;
		}
		default:
			return undefined;
	}
}

export function checkExpression(pattern: string, column: number): TypedFilter {
	try {
		// Made at run time: by a person, and only to see whether it is one.
		new RegExp(pattern, 'iu');
		return filter({ kind: 'matches', column, pattern });
	} catch (error) {
		// The engine's own words, without the expression that stands before them.
		const words = error instanceof Error ? error.message : '';
		return { kind: 'fault', fault: 'expression', message: words.slice(words.lastIndexOf(': ') + 1).trim() };
	}
}

interface Ends {
	readonly from?: string;
	readonly to?: string;
}

function readRange(typed: string, kind: Column['kind']): Ends | undefined {
	const sign = typed.slice(0, 2);
	if (sign === '>=' || sign === '<=') {
		const end = typed.slice(2).trim();
		return end === '' ? undefined : sign === '>=' ? { from: end } : { to: end };
	}
	const dots = typed.indexOf('..');
	// Texts may well hold two dots; only what is compared by size has ranges of this form.
	if (dots === -1 || kind === 'text') {
		return undefined;
	}
	const [from, to] = [typed.slice(0, dots).trim(), typed.slice(dots + 2).trim()];
	return from === '' && to === '' ? undefined : { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) };
}

function toRange(ends: Ends, index: number, { kind, timeZone }: FilteredColumn): TypedFilter {
	const read: { from?: string; to?: string } = {};
	for (const end of ['from', 'to'] as const) {
		const text = ends[end];
		if (text === undefined) {
			continue;
		}
		const value = kind === 'time' ? secondsFromTyped(text, end, timeZone) : text;
		if (value === undefined || (kind === 'integer' && !/^-?\d+$/.test(value))) {
			return { kind: 'fault', fault: kind === 'time' ? 'time' : 'number', message: text };
		}
		read[end] = value;
	}
	return filter({ kind: 'range', column: index, ...read });
}

function isPlain(text: string, kind: Column['kind']): boolean {
	return text === text.trim() && !/^([\\=/]|!=|>=|<=)/.test(text) && readRange(text, kind) === undefined;
}

function filter(made: RecordFilter): TypedFilter {
	return { kind: 'filter', filter: made };
}
