import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { checkSync } from 'recheck';

/**
 * Returns why matching a pattern can take more than linear time, or undefined if its time is known to be linear. Each
 * path through the alternatives is checked separately, because the total time is at most their sum. A path is linear if
 * it repeats only single characters a limited number of times, or if it is anchored to the start and has one unlimited
 * repetition of a single character. The package `recheck` analyzes all others as automata. Bounded repetitions would
 * make the automata too large, so they are reduced.
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
	const { small, unlimited, repeatsSingle, atStart } = getShape(source, flags);
	if (repeatsSingle && (unlimited === 0 || (unlimited === 1 && atStart))) {
		return undefined;
	}
	// Sticky patterns are tried at only one position.
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

/** Maximum number of paths. A pattern with more paths is analyzed as a whole. */
const maxWays = 200;

/** Returns patterns without alternatives, except in repetitions, that together match the same texts. */
function waysThrough(source: string, flags: string): readonly string[] {
	const ways: string[] = [];
	const open = [source];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const parts = getParts(next, flags);
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

/** Returns one pattern for each alternative of the first group with alternatives, or undefined if no group has any. */
function getParts(source: string, flags: string): readonly string[] | undefined {
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
	/** The pattern with reduced repetition counts. */
	readonly small: string;
	readonly unlimited: number;
	/** Whether all repetitions are of single characters. Optional groups don't count as repetitions. */
	readonly repeatsSingle: boolean;
	readonly atStart: boolean;
}

const singles: ReadonlySet<AST.Node['type']> = new Set(['Character', 'CharacterClass', 'CharacterSet']);

function getShape(source: string, flags: string): Shape {
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

/** Groups repeated many times count as unlimited, because the numbers of possible matches multiply. */
function smaller(min: number, max: number, single: boolean): string {
	const least = Math.min(min, 1);
	if (max === Number.POSITIVE_INFINITY || (!single && max > 3)) {
		return `{${least},}`;
	}
	return min === max ? `{${Math.min(min, 2)}}` : `{${least},${least + 1}}`;
}
