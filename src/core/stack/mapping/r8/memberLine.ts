import type { LineRange, MemberRange } from './classMapping';

/** `minified` and what it stands for, of one indented line; notes are on the lines below. */
export type MemberLine =
	| { readonly kind: 'field'; readonly name: string }
	| { readonly kind: 'method'; readonly range: Omit<MemberRange, 'notes'> };

const noLines: LineRange = { first: 0, last: 0 };

/** The minified name at the end of a line such as `    1:1:void run():25 -> a`; undefined for what is no member. */
export function minifiedName(line: string): string | undefined {
	const arrow = line.lastIndexOf('->');
	if (arrow < 0) {
		return undefined;
	}
	const name = line.slice(arrow + 2).trim();
	return name === '' || /\s/.test(name) ? undefined : name;
}

/** `[s:e:]type name` or `[s:e:]type [holder.]name(parameters)[:os[:oe]] -> name`; undefined for anything else. */
export function parseMemberLine(line: string): MemberLine | undefined {
	const left = line.slice(0, Math.max(0, line.lastIndexOf('->'))).trim();
	const [prefix = '', first, last] = /^(\d{1,9}):(\d{1,9}):\s*/.exec(left) ?? [];
	const rest = left.slice(prefix.length);
	const space = rest.search(/\s/);
	// A type begins with no digit: these were lines of a range that is none.
	if (space <= 0 || /^\d/.test(rest)) {
		return undefined;
	}
	const type = rest.slice(0, space);
	const member = rest.slice(space).trimStart();
	const open = member.indexOf('(');
	const close = member.indexOf(')', open);
	if (open < 0) {
		return member === '' || /\s/.test(member) ? undefined : { kind: 'field', name: member };
	}
	if (open === 0 || close < 0) {
		return undefined;
	}
	const name = member.slice(0, open);
	const dot = name.lastIndexOf('.');
	return {
		kind: 'method',
		range: {
			minified: rangeOf(first, last),
			original: originalLines(member.slice(close + 1).trim()),
			holder: dot > 0 ? name.slice(0, dot) : undefined,
			method: name.slice(dot + 1),
			signature: `${type} ${member.slice(0, close + 1)}`,
		},
	};
}

/** A range that ends before it begins says nothing. */
function rangeOf(first: string | undefined, last: string | undefined): LineRange | undefined {
	if (first === undefined || last === undefined || Number(first) > Number(last)) {
		return undefined;
	}
	return { first: Number(first), last: Number(last) };
}

function originalLines(text: string): LineRange | undefined {
	if (text === '') {
		return undefined;
	}
	const [, first, last = first] = /^:(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
	return rangeOf(first, last) ?? noLines;
}
