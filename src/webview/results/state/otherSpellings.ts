import type { ColumnKind } from '../../../shared/results';
import { secondsFromTyped } from '../../common/words/typedTime';
import { expressionFault } from './expression';

/** What decides how a line is read. */
export interface FilteredColumn {
	readonly kind: ColumnKind;
	/** In which times are typed. */
	readonly timeZone: string;
}

/**
 * A line that looks like an operator of some other language. `same`: it can mean nothing else than this line. `maybe`: it
 * is read as it stands, and one of these lines may have been meant.
 */
type OtherSpelling =
	| { readonly kind: 'same'; readonly line: string }
	| { readonly kind: 'maybe'; readonly lines: readonly string[] };

/** @param typed Without spaces at its ends. */
export function otherSpelling(typed: string, column: FilteredColumn): OtherSpelling | undefined {
	return (
		comparison(typed, column) ??
		expression(typed) ??
		range(typed, column) ??
		alternatives(typed, column) ??
		words(typed)
	);
}

/** Whether a text in a column of texts is compared as a number or a version would be. */
export function looksNumeric(text: string): boolean {
	return /^v?\d/i.test(text);
}

const signs: readonly (readonly [other: string, sign: string])[] = [
	['!==', '!='],
	['===', '='],
	['==', '='],
	['<>', '!='],
	['≠', '!='],
	['≥', '>='],
	['≤', '<='],
];

function comparison(typed: string, { kind }: FilteredColumn): OtherSpelling | undefined {
	const [other = '', sign = ''] = signs.find(([start]) => typed.startsWith(start)) ?? [];
	if (other !== '') {
		// The space keeps a value that begins with a sign from being read with it.
		const value = typed.slice(other.length).trim();
		return same(`${sign}${/^[<>=~/]/.test(value) ? ' ' : ''}${value}`);
	}
	if (/^=[<>]/.test(typed)) {
		const line = `${typed[1]}=${typed.slice(2).trim()}`;
		const operand = typed.slice(2).trim();
		return operand === '' ? undefined : kind !== 'text' || looksNumeric(operand) ? same(line) : maybe(line);
	}
	if (/^(=~|~=|~)./.test(typed)) {
		const pattern = typed.slice(typed[1] === '=' || typed[1] === '~' ? 2 : 1).trim();
		return maybeExpression(pattern.length > 2 && /^\/.*\/$/.test(pattern) ? pattern.slice(1, -1) : pattern);
	}
	if (/^=\/.+\/$/.test(typed)) {
		return maybeExpression(typed.slice(2, -1));
	}
	// What is between angle brackets is a name, as `<init>`.
	if (kind === 'text' && /^[<>][^=]/.test(typed) && !typed.endsWith('>') && !looksNumeric(typed.slice(1).trim())) {
		return maybe(`${typed[0]}=${typed.slice(1).trim()}`);
	}
	return /^![^=]/.test(typed) ? maybe(`!=${typed.slice(1).trim()}`) : undefined;
}

function expression(typed: string): OtherSpelling | undefined {
	const end = typed.lastIndexOf('/');
	if (typed.startsWith('/') && end > 1) {
		const [pattern, flags] = [typed.slice(1, end), typed.slice(end + 1)];
		if (/^[giu]+$/.test(flags)) {
			return same(`/${pattern}/`);
		}
		// Other flags would change what it finds, and a path may end like that.
		return /^[dgimsuvxy]+$/.test(flags) && new Set(flags).size === flags.length ? maybeExpression(pattern) : undefined;
	}
	const bare = typed.startsWith('/') ? typed.slice(1) : typed;
	if (/\.[*+]|\\[dwsb](?![a-z])|\(\?|^\^.|.\$$/i.test(bare) && !/^[=!<>]/.test(bare)) {
		return maybeExpression(bare);
	}
	return typed.includes('*') ? wildcards(typed) : undefined;
}

/** `Cart*` begins so, `*Cart` ends so, `*Cart*` has it within. */
function wildcards(typed: string): OtherSpelling | undefined {
	const parts = typed.split('*');
	const [first = '', last = ''] = [parts[0], parts.at(-1)];
	const inner = parts.filter((part) => part !== '').map(escaped);
	if (inner.length === 0) {
		return undefined;
	}
	return inner.length === 1 && first === '' && last === ''
		? maybe(parts.find((part) => part !== '') ?? '')
		: maybeExpression(`${first === '' ? '' : '^'}${inner.join('.*')}${last === '' ? '' : '$'}`);
}

const between = [' to ', ' - ', ' – ', '…', '...', '–', '-'];

function range(typed: string, column: FilteredColumn): OtherSpelling | undefined {
	const { kind } = column;
	if (kind === 'text') {
		const [from = '', to = '', more] = typed.split('..');
		return more === undefined && looksNumeric(from) && looksNumeric(to) ? maybe(`>=${from} <=${to}`) : undefined;
	}
	for (const sign of between) {
		const at = typed.indexOf(sign);
		const [from, to] = [typed.slice(0, at).trim(), typed.slice(at + sign.length).trim()];
		if (at > 0 && isEnd(from, column) && isEnd(to, column)) {
			// Versions and dates have such signs themselves.
			const certain = sign !== '-' || kind === 'integer';
			return certain ? same(`${from}..${to}`) : kind === 'version' ? maybe(`${from}..${to}`) : undefined;
		}
	}
	return undefined;
}

function isEnd(text: string, { kind, timeZone }: FilteredColumn): boolean {
	switch (kind) {
		case 'time':
			return secondsFromTyped(text, 'from', timeZone) !== undefined;
		case 'integer':
			return /^\d+$/.test(text);
		default:
			return /^v?\d[\w.+]*$/i.test(text);
	}
}

function alternatives(typed: string, { kind }: FilteredColumn): OtherSpelling | undefined {
	if (/^(?:!=|[<>]|\/.*\/$)/.test(typed)) {
		return undefined;
	}
	const isEqual = typed.startsWith('=');
	if (isEqual && typed.startsWith('= ')) {
		return undefined;
	}
	const text = isEqual ? typed.slice(1) : typed;
	const separator = ['||', '|', ' OR ', ...(kind === 'text' ? [] : [' or ', ',', ';'])].find((sign) =>
		text.includes(sign),
	);
	const parts = separator === undefined ? [] : text.split(separator).map((part) => unquoted(part.trim()));
	if (parts.length < 2 || parts.includes('')) {
		return undefined;
	}
	const either = parts.map(escaped).join('|');
	const line = isEqual ? `/^(?:${either})$/` : `/${either}/`;
	// No number holds such a sign.
	const certain = !isEqual && kind !== 'text' && kind !== 'time' && separator !== ',' && parts.every(looksNumeric);
	return certain ? same(line) : maybe(line);
}

function words(typed: string): OtherSpelling | undefined {
	// Without a verb, the small word is looked for in names.
	if (/^(?:\(empty\)|\(none\)|NULL|""|''|(?:is|IS) (?:null|NULL|empty|EMPTY))$/.test(typed)) {
		return maybe('=');
	}
	if (/^(?:is )?not (?:null|empty)$/i.test(typed)) {
		return maybe('!=');
	}
	if (/^NOT ./.test(typed)) {
		return maybe(`!=${typed.slice(4).trim()}`);
	}
	const inner = unquoted(typed);
	return inner !== typed && inner !== '' ? maybe(`=${inner}`, inner) : undefined;
}

function unquoted(text: string): string {
	return text.length > 1 && /^(?:".*"|'.*'|“.*”)$/.test(text) ? text.slice(1, -1) : text;
}

/** Characters that mean something in an expression stand for themselves. */
function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function same(line: string): OtherSpelling {
	return { kind: 'same', line };
}

function maybe(...lines: readonly string[]): OtherSpelling {
	return { kind: 'maybe', lines };
}

/** Undefined for what is no expression: then it was hardly meant as one. */
function maybeExpression(pattern: string): OtherSpelling | undefined {
	return pattern === '' || expressionFault(pattern) !== undefined ? undefined : maybe(`/${pattern}/`);
}
