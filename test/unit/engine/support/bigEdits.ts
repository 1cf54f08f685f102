import { Random } from '../../../support/random';

export function bigEdits(): Readonly<Record<string, { readonly before: string; readonly after: string }>> {
	const random = new Random(11);
	const lines = random.times(60_000, (index) => `\tval item${index} = items.get(${index % 700})`);
	const ofTwo = () => random.times(30_000, () => random.pick(['}', '{'])).join('\n');
	const doubled = random.times(8_000, (index) => `doubled ${index % 4_000}`);
	const words = () => random.times(60_000, () => `a${random.below(90)} b${random.below(90)} c${random.below(90)}`);
	return {
		'of many lines': {
			before: lines.join('\n'),
			after: lines.filter((_line, index) => index % 9 !== 0).join('\r\n'),
		},
		reversed: { before: lines.join('\n'), after: lines.toReversed().join('\n') },
		'of two different lines': { before: ofTwo(), after: ofTwo() },
		'of lines that are there twice': { before: doubled.join('\n'), after: doubled.toReversed().join('\n') },
		'of nothing in common': { before: words().join('\n'), after: words().join('\n') },
		'of spaces': { before: lines.join('\n'), after: lines.join('\n').replaceAll('\t', '    ') },
		'of one line': { before: 'a '.repeat(3_000_000), after: 'b '.repeat(3_000_000) },
	};
}
