import type { Random } from '../../../../support/random';

interface RandomRecords {
	readonly texts: readonly string[];
	readonly between: string;
}

const columns = ['error_name', 'error_timestamp', 'error_datetime', 'os_name', 'app_version_name', 'error', 'count'];
const words = [
	'crash',
	'Ошибка',
	'say "no"',
	'line\nbreak',
	'a,b',
	'',
	'12',
	'007',
	'-3',
	'2026-01-02 03:04:05',
	' x ',
];

/** A numeric column with more distinct values than this has no dictionary. */
const many = 9000;

function valueFor(name: string, random: Random, index: number, distinct: boolean): string {
	if (random.chance(0.03)) {
		return '';
	}
	switch (name) {
		case 'error_timestamp':
			return String(1_700_000_000 + (distinct ? 7 * index : random.below(50)));
		case 'error_datetime':
			return new Date(1_700_000_000_000 + 1000 * (distinct ? index : random.below(50)))
				.toISOString()
				.slice(0, 19)
				.replace('T', ' ');
		case 'count':
			return String(random.below(100));
		case 'os_name':
			return random.pick(['ios', 'android']);
		case 'app_version_name':
			return `${random.below(3)}.${random.below(20)}`;
		case 'error':
			return `java.lang.State: ${random.below(9)}\n\tat com.example.A${random.below(4)}.run(A.kt:${random.below(90)})`;
		default:
			return `${random.pick(words as [string, ...string[]])}${random.chance(0.3) ? random.below(300) : ''}`;
	}
}

function cell(value: string, random: Random): string {
	return /[",\r\n]/.test(value) || random.chance(0.1) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function randomColumns(random: Random): string[] {
	const names = columns.filter(() => random.chance(0.9));
	return names.length > 0 ? names : ['id'];
}

/** Creates records with the variations of services and users, such as malformed records and blank lines. */
export function randomRecords(random: Random, format: 'csv' | 'json', names: readonly string[]): RandomRecords {
	const large = random.chance(0.3);
	const records = large ? many + random.below(500) : random.below(60);
	// Two values that exceed the size limit of a dictionary.
	const long = random.chance(0.1) ? 'z'.repeat(3_000_000) : undefined;
	const values = (index: number) =>
		names.map((name, column) =>
			long !== undefined && column === 0 && index < 2 ? `${long}${index}` : valueFor(name, random, index, large),
		);
	if (format === 'csv') {
		const end = random.pick(['\n', '\r\n']);
		const blank = random.chance(0.3) ? 0.1 : 0;
		return {
			between: '',
			texts: random.times(records, (index) => {
				const cells = random.chance(0.02) ? ['a', 'b'] : values(index).map((value) => cell(value, random));
				return cells.join(',') + end + (random.chance(blank) ? end : '');
			}),
		};
	}
	return {
		between: random.pick([',', ',\n']),
		texts: random.times(records, (index) => {
			const made = values(index);
			const members = names.flatMap((name, column) => {
				const value = made[column] ?? '';
				return random.chance(0.05) ? [] : [[name, /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value] as const];
			});
			return random.chance(0.01) ? '{"error_name": tru}' : JSON.stringify(Object.fromEntries(members));
		}),
	};
}

export function fileText(format: 'csv' | 'json', names: readonly string[], { texts, between }: RandomRecords): string {
	return format === 'csv' ? `${names.join(',')}\n${texts.join('')}` : `{"data":[${texts.join(between)}]}`;
}
