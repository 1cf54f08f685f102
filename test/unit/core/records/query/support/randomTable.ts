import { Random } from '../../../../../support/random';
import type { TestColumn, TestTable } from './memoryTable';

const names = ['java.lang.IllegalStateException', 'SIGSEGV', 'Ошибка сети', 'É́tat invalide', 'état invalide'] as const;
const cities = [
	'München',
	'Mu\u0308nchen',
	'MÜNCHEN',
	'Kelvin \u212a',
	'İzmir',
	'ΟΔΟΣ',
	'東京',
	'😀 face',
	'\uffee half',
] as const;
const versions = ['1.2', '1.10', '1.2.0', '2', '1.9.9', '10.0'] as const;
const letters = ['a', 'b', 'A', 'é', '"', ',', '\n', '\\', '/'] as const;

export const columnNames = [
	'error_name',
	'error',
	'city',
	'app_version_name',
	'analytics_device_id',
	'error_timestamp',
	'error_datetime',
	'count',
] as const;

/** Creates a table with repeated, empty and long values, 64-bit IDs and malformed records. */
export function randomTable(seed: number): TestTable {
	const random = new Random(seed);
	const records = random.below(400);
	const rows = random.times(records, () => {
		const second = 1_700_000_000 + random.below(random.chance(0.1) ? 100_000_000 : 100_000);
		const orEmpty = (value: string) => (random.chance(0.1) ? '' : value);
		return [
			orEmpty(random.pick(names)),
			orEmpty(errorText(random)),
			orEmpty(random.pick(cities)),
			orEmpty(random.pick(versions)),
			orEmpty(deviceId(random)),
			orEmpty(String(second)),
			orEmpty(new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')),
			orEmpty(String(random.below(3) * 99)),
		];
	});
	const pick = (...stores: [TestColumn['store'], ...TestColumn['store'][]]) => random.pick(stores);
	const columns: TestColumn[] = [
		{ name: 'error_name', kind: 'text', store: pick('dictionary', 'raw') },
		{ name: 'error', kind: 'text', store: pick('dictionary', 'raw', 'raw') },
		{ name: 'city', kind: 'text', store: pick('dictionary', 'raw') },
		{ name: 'app_version_name', kind: 'version', store: pick('dictionary', 'raw') },
		{ name: 'analytics_device_id', kind: 'integer', store: pick('dictionary', 'integer', 'raw') },
		{ name: 'error_timestamp', kind: 'time', store: pick('dictionary', 'integer', 'raw') },
		{
			name: 'error_datetime',
			kind: random.chance(0.5) ? 'time' : 'text',
			store: pick('dictionary', 'dateTime', 'raw'),
		},
		{ name: 'count', kind: random.chance(0.5) ? 'integer' : 'text', store: pick('dictionary', 'integer', 'raw') },
	];
	const broken = new Set([...rows.keys()].filter(() => random.chance(0.05)));
	return { columns, rows, broken, blockRecords: 1 + random.below(100) };
}

/** Returns an ID. Some IDs differ only in their lower 32 bits and some only in their upper 32 bits. */
function deviceId(random: Random): string {
	const high = BigInt(random.pick([0, 1, 2 ** 31, 2 ** 32 - 1]));
	return String((high << 32n) | BigInt(random.pick([0, 7, 2 ** 32 - 1])));
}

function errorText(random: Random): string {
	const common = 'java.lang.IllegalStateException: '.repeat(random.below(3));
	const tail = random.times(random.below(6), () => random.pick(letters)).join('');
	return `${common}${random.pick(names)} id ${random.below(40)}${tail}\n\tat com.example.Shop.load(Shop.kt:${random.below(4)})`;
}
