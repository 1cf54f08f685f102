import type { Random } from '../../../../support/random';

const texts = [
	'',
	'plain',
	'"quoted"',
	'back\\slash',
	'\\',
	'{"data":[',
	']}',
	'漢字',
	'💥',
	'\n\r\t\u0000',
	'1'.repeat(300),
];

export function hostileJson(random: Random): string {
	const records = random.times(random.below(10), () => hostileRecord(random));
	const list = write(records, random);
	if (random.chance(0.2)) {
		return space(random) + list + space(random);
	}
	const before = random.times(random.below(3), (index) =>
		member(`before_${index}`, write(value(random, 2), random), random),
	);
	const after = random.times(random.below(3), (index) =>
		member(`after_${index}`, write(value(random, 2), random), random),
	);
	const name = random.chance(0.1) ? '"d\\u0061ta"' : '"data"';
	const data = `${space(random)}${name}${space(random)}:${list}`;
	return `${random.chance(0.2) ? '\ufeff' : ''}${space(random)}{${[...before, data, ...after].join(',')}}${space(random)}`;
}

export function hostileRecord(random: Random): unknown {
	const names = ['error', 'error_json', 'data', 'mcc', 'x'];
	return Object.fromEntries(names.filter(() => random.chance(0.7)).map((name) => [name, value(random, 2)]));
}

function value(random: Random, depth: number): unknown {
	const kinds = depth === 0 ? 4 : 6;
	switch (random.below(kinds)) {
		case 0:
			return random.pick([null, true, false]);
		case 1:
			return random.pick([0, -1.5, 1e300, 13_204_567_890, 1.25e-7]);
		case 4:
			return random.times(random.below(4), () => value(random, depth - 1));
		case 5:
			return Object.fromEntries(
				random.times(random.below(4), (index) => [`data${index || ''}`, value(random, depth - 1)]),
			);
		default:
			return texts[random.below(texts.length)];
	}
}

function member(name: string, text: string, random: Random): string {
	return `${space(random)}"${name}"${space(random)}:${text}`;
}

function write(content: unknown, random: Random): string {
	const indent = random.pick([undefined, 1, '\t', '\r\n ']);
	return space(random) + JSON.stringify(content, null, indent) + space(random);
}

function space(random: Random): string {
	return random.chance(0.7) ? '' : random.pick([' ', '\n', '\t\r\n  ']);
}
