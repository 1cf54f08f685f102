import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { checkSync } from 'recheck';

/**
 * Why a pattern may take more than time in proportion to a text; undefined where it is known that it does not.
 *
 * Two kinds of patterns are known without looking closer: one that repeats only single characters, each at most a stated
 * number of times, and one that is bound to the beginning of the text and has one such repetition without a limit. All
 * others are decided by automata (recheck). These would be too large with repetitions such as `{1,300}`, which are made
 * small for it: they change by how much a pattern is slow, not whether its time grows with the square of the text.
 */
export function superLinear(source: string, flags: string): string | undefined {
	const shape = shapeOf(source, flags);
	if (shape.repeatsSingle && (shape.unlimited === 0 || (shape.unlimited === 1 && shape.atStart))) {
		return undefined;
	}
	const sticky = flags.includes('y');
	const checked = checkSync(sticky ? `^(?:${shape.small})` : shape.small, flags.replace(/[^imsu]/g, ''), {
		checker: 'automaton',
		recallLimit: 0,
		timeout: 60_000,
	});
	if (checked.status === 'vulnerable') {
		return `${checked.complexity.summary}, as for ${checked.attack.pattern}`;
	}
	return checked.status === 'safe' ? undefined : `not decided (${checked.error.kind})`;
}

interface Shape {
	/** The pattern with the numbers of its repetitions made small. */
	readonly small: string;
	/** Repetitions without a limit. */
	readonly unlimited: number;
	/** Nothing longer than a character is repeated, other than to be there or not. */
	readonly repeatsSingle: boolean;
	/** Every alternative begins where the text does. */
	readonly atStart: boolean;
}

const singles: ReadonlySet<AST.Node['type']> = new Set(['Character', 'CharacterClass', 'CharacterSet']);

function shapeOf(source: string, flags: string): Shape {
	const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
	const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
	const quantifiers: AST.Quantifier[] = [];
	visitRegExpAST(pattern, { onQuantifierEnter: (quantifier) => void quantifiers.push(quantifier) });
	const unlimited = quantifiers.filter(({ max }) => max === Number.POSITIVE_INFINITY).length;
	const repeatsSingle = quantifiers.every(({ element, max }) => singles.has(element.type) || max === 1);
	let small = source;
	for (const { element, end, min, max, greedy } of quantifiers.sort((one, other) => other.end - one.end)) {
		if (source.charAt(element.end) === '{') {
			small =
				small.slice(0, element.end) +
				smaller(min, max, singles.has(element.type)) +
				(greedy ? '' : '?') +
				small.slice(end);
		}
	}
	const atStart =
		!flags.includes('m') &&
		pattern.alternatives.every(({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start');
	return { small, unlimited, repeatsSingle, atStart };
}

/** Groups that are repeated often count as repeated without a limit: how often they may be matched multiplies. */
function smaller(min: number, max: number, single: boolean): string {
	const least = Math.min(min, 1);
	if (max === Number.POSITIVE_INFINITY || (!single && max > 3)) {
		return `{${least},}`;
	}
	return min === max ? `{${Math.min(min, 2)}}` : `{${least},${least + 1}}`;
}
