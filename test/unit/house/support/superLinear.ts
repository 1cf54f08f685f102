import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { checkSync } from 'recheck';

/**
 * Why a pattern may take more than time in proportion to a text; undefined where it is known that it does not.
 *
 * Its ways through its alternatives are looked at one by one: matching tries one after the other, so that its time is at
 * most the sum of theirs. Two kinds are known without looking closer: one that repeats only single characters, each at
 * most a stated number of times, and one that is bound to the beginning of the text and has one such repetition without a
 * limit. All others are decided by automata (recheck). These would be too large with repetitions such as `{1,300}`, which
 * are made small for it: they change by how much a pattern is slow, not whether its time grows with the square of the text.
 */
export function superLinear(source: string, flags: string): string | undefined {
	for (const way of waysThrough(source, flags)) {
		const reason = reasonOf(way, flags);
		if (reason !== undefined) {
			return reason;
		}
	}
	return undefined;
}

function reasonOf(source: string, flags: string): string | undefined {
	const { small, unlimited, repeatsSingle, atStart } = shapeOf(source, flags);
	if (repeatsSingle && (unlimited === 0 || (unlimited === 1 && atStart))) {
		return undefined;
	}
	// Sticky patterns are tried at one place.
	const pattern = flags.includes('y') ? `^(?:${small})` : small;
	const checked = checkSync(pattern, flags.replace(/[^imsu]/g, ''), {
		checker: 'automaton',
		recallLimit: 0,
		timeout: 240_000,
	});
	if (checked.status === 'vulnerable') {
		return `${checked.complexity.summary}, as for ${checked.attack.pattern}`;
	}
	return checked.status === 'safe' ? undefined : `not decided (${checked.error.kind})`;
}

/** A pattern with more ways than this is looked at as a whole. */
const maxWays = 200;

/** Patterns without alternatives that together match what the pattern does, but for those within repetitions. */
function waysThrough(source: string, flags: string): readonly string[] {
	const ways: string[] = [];
	const open = [source];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const parts = partsOf(next, flags);
		if (parts) {
			open.push(...parts);
		} else {
			ways.push(next);
		}
		if (open.length + ways.length > maxWays) {
			return [source];
		}
	}
	return [...new Set(ways)];
}

/** The pattern once for each alternative of its first group that has some; undefined where none has. */
function partsOf(source: string, flags: string): readonly string[] | undefined {
	const { alternatives } = parsed(source, flags);
	if (alternatives.length > 1) {
		return alternatives.map(({ raw }) => raw);
	}
	for (const element of alternatives[0]?.elements ?? []) {
		const optional = element.type === 'Quantifier' && element.max === 1 && element.min === 0;
		const group = optional ? element.element : element;
		if (group.type === 'Group' || group.type === 'CapturingGroup') {
			const inner = [...group.alternatives.map(({ raw }) => raw), ...(optional ? [''] : [])];
			return inner.map((raw) => source.slice(0, element.start) + raw + source.slice(element.end));
		}
	}
	return undefined;
}

interface Shape {
	/** The pattern with the numbers of its repetitions made small. */
	readonly small: string;
	/** Repetitions without a limit. */
	readonly unlimited: number;
	/** Nothing longer than a character is repeated, other than to be there or not. */
	readonly repeatsSingle: boolean;
	/** Begins where the text does. */
	readonly atStart: boolean;
}

const singles: ReadonlySet<AST.Node['type']> = new Set(['Character', 'CharacterClass', 'CharacterSet']);

function shapeOf(source: string, flags: string): Shape {
	const pattern = parsed(source, flags);
	const quantifiers: AST.Quantifier[] = [];
	visitRegExpAST(pattern, { onQuantifierEnter: (quantifier) => void quantifiers.push(quantifier) });
	const unlimited = quantifiers.filter(({ max }) => max === Number.POSITIVE_INFINITY).length;
	const repeatsSingle = quantifiers.every(({ element, max }) => singles.has(element.type) || max === 1);
	let small = source;
	for (const { element, end, min, max, greedy } of quantifiers.sort((one, other) => other.end - one.end)) {
		if (source.charAt(element.end) === '{') {
			const numbers = smaller(min, max, singles.has(element.type));
			small = small.slice(0, element.end) + numbers + (greedy ? '' : '?') + small.slice(end);
		}
	}
	const atStart =
		flags.includes('y') ||
		(!flags.includes('m') &&
			pattern.alternatives.every(({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start'));
	return { small, unlimited, repeatsSingle, atStart };
}

function parsed(source: string, flags: string): AST.Pattern {
	const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
	return new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
}

/** Groups that are repeated often count as repeated without a limit: how often they may be matched multiplies. */
function smaller(min: number, max: number, single: boolean): string {
	const least = Math.min(min, 1);
	if (max === Number.POSITIVE_INFINITY || (!single && max > 3)) {
		return `{${least},}`;
	}
	return min === max ? `{${Math.min(min, 2)}}` : `{${least},${least + 1}}`;
}
