import type { Random } from '../../../../support/random';

/** Texts of files of records that have the same columns, as far as they have them. */
export interface RandomFile {
	readonly format: 'csv' | 'json';
	readonly text: string;
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

/** More values than this in a column of numbers have no dictionary. */
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

/**
 * Records as services and people write them: broken ones, blank lines, other line ends, members that are missing.
 * @param format Of the file; `names` are its columns, all of them mostly.
 */
export function randomFile(random: Random, format: 'csv' | 'json'): RandomFile {
	const large = random.chance(0.3);
	const records = large ? many + random.below(500) : random.below(60);
	const names = columns.filter(() => random.chance(0.9));
	// Two values that are more than a dictionary holds.
	const long = random.chance(0.1) ? 'z'.repeat(3_000_000) : undefined;
	const values = (index: number) =>
		names.map((name, column) =>
			long !== undefined && column === 0 && index < 2 ? `${long}${index}` : valueFor(name, random, index, large),
		);
	if (format === 'csv') {
		const end = random.pick(['\n', '\r\n']);
		const line = (cells: readonly string[]) => cells.map((value) => cell(value, random)).join(',') + end;
		const lines = random.times(records, (index) =>
			random.chance(0.02) ? `${random.pick(['a,b', 'one', ',,,,,,,,,,,,'])}${end}` : line(values(index)),
		);
		const between = random.chance(0.3) ? () => (random.chance(0.1) ? end : '') : () => '';
		const header = names.length > 0 ? line(names) : `id${end}`;
		return { format, text: header + lines.map((text) => text + between()).join('') };
	}
	const objects = random.times(records, (index) => {
		const made = values(index);
		const members = names.flatMap((name, column) => {
			const value = made[column] ?? '';
			return random.chance(0.05) ? [] : [[name, /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value] as const];
		});
		return random.chance(0.01) ? '{"error_name": tru}' : JSON.stringify(Object.fromEntries(members));
	});
	return { format, text: `{"data":[${objects.join(random.pick([',', ',\n']))}]}` };
}
