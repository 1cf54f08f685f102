import type { Random } from '../../../../support/random';

const fragments = [
	'a',
	'",',
	'""',
	'"',
	',',
	'\n',
	'\r\n',
	'\r',
	'\\"',
	' ',
	'é',
	'漢字',
	'💥',
	'\ufeff',
	'\tat com.example.Shop.pay(Shop.kt:17)',
] as const;

const plainFragments = ['a', ' ', 'é', '漢字', '💥', 'stray"quote', "it's", '0012', '\t'] as const;

export interface HostileCsv {
	readonly text: string;
	readonly columns: number;
}

/** Creates CSV with everything that RFC 4180 and sloppy writers allow. */
export function hostileCsv(random: Random): HostileCsv {
	const columns = 1 + random.below(5);
	const header = random.times(columns, (index) => `field_${index}`);
	const rows = random.times(random.below(12), () => random.times(columns, () => cell(random)));
	const lineEnd = () => random.pick(['\n', '\r\n', '\r']);
	const lines = [header.map((name) => (random.chance(0.2) ? `"${name}"` : name)), ...rows].map((row) => row.join(','));
	let text = random.chance(0.3) ? '\ufeff' : '';
	lines.forEach((line, index) => {
		text += line;
		if (index < lines.length - 1 || random.chance(0.7)) {
			text += lineEnd();
		}
	});
	if (random.chance(0.2)) {
		text += '\n';
	}
	return { text, columns };
}

function cell(random: Random): string {
	if (random.chance(0.15)) {
		return '';
	}
	if (random.chance(0.4)) {
		return random.times(1 + random.below(4), () => random.pick(plainFragments)).join('');
	}
	const content = random.times(random.below(8), () => random.pick(fragments)).join('');
	const whole = random.chance(0.001) ? content + '"x\r\n,'.repeat(20_000) : content;
	return `"${whole.replaceAll('"', '""')}"`;
}
