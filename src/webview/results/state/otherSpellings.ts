import type { ColumnKind } from '../../../shared/results';
import { secondsFromTyped } from '../../common/format/typedTime';
import { expressionFault } from './expression';

export interface FilteredColumn {
	readonly kind: ColumnKind;
	readonly timeZone: string;
}

/** `same`: the text can only mean `line`. `maybe`: it is parsed literally, but the user may mean one of the lines. */
type OtherSpelling =
	| { readonly kind: 'same'; readonly line: string }
	| { readonly kind: 'maybe'; readonly lines: readonly string[] };

export function otherSpelling(typed: string, column: FilteredColumn): OtherSpelling | undefined {
	return (
		comparison(typed, column) ??
		expression(typed) ??
		range(typed, column) ??
		alternatives(typed, column) ??
		words(typed)
	);
}

/** Whether a value in a text column is compared as a number or version. */
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
		// A space separates the operator from a value that starts with an operator character.
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
	// Text in angle brackets is a name, such as `<init>`.
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
		// The flags can't be applied, and the text may be a path, so the expression without flags is only suggested.
		return /^[dgimsuvxy]+$/.test(flags) && new Set(flags).size === flags.length ? maybeExpression(pattern) : undefined;
	}
	const bare = typed.startsWith('/') ? typed.slice(1) : typed;
	if (/\.[*+]|\\[dwsb](?![a-z])|\(\?|^\^.|.\$$/i.test(bare) && !/^[=!<>]/.test(bare)) {
		return maybeExpression(bare);
	}
	return typed.includes('*') ? wildcards(typed) : undefined;
}

/** Parses wildcards: `Cart*` matches a prefix, `*Cart` a suffix and `*Cart*` a substring. */
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
			// Versions and dates can contain a hyphen, so the text is ambiguous.
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
	// Whether the separator can't be part of a value. Numbers never contain it.
	const certain = !isEqual && kind !== 'text' && kind !== 'time' && separator !== ',' && parts.every(looksNumeric);
	return certain ? same(line) : maybe(line);
}

function words(typed: string): OtherSpelling | undefined {
	// Without a verb such as "is", a short word may be part of a name.
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

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function same(line: string): OtherSpelling {
	return { kind: 'same', line };
}

function maybe(...lines: readonly string[]): OtherSpelling {
	return { kind: 'maybe', lines };
}

/** Suggests a regular expression. Undefined if the pattern is invalid and was thus probably not meant as one. */
function maybeExpression(pattern: string): OtherSpelling | undefined {
	return pattern === '' || expressionFault(pattern) !== undefined ? undefined : maybe(`/${pattern}/`);
}
