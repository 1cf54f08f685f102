import type { Format } from '../../../src/core/plan/plan';
import { Random } from '../random';

/** Values of a record by field name. Section 2.1 of the service document lists the fields. */
export type MeantRecord = Readonly<Record<string, string>>;

export const day = {
	since: { year: 2026, month: 11, day: 19, hour: 0, minute: 0, second: 0 },
	until: { year: 2026, month: 11, day: 19, hour: 23, minute: 59, second: 59 },
} as const;

const daySeconds = 86_400;
const firstSecond = Date.UTC(2026, 10, 19) / 1000;

const texts = [
	'java.lang.IllegalStateException: cart is empty\n\tat com.example.shop.Cart.pay(Cart.kt:17)',
	'said "no", twice',
	'Ошибка: нет сети',
	'支払いに失敗しました',
	'',
	'one line',
] as const;

/** Creates random records. Some records are equal to an adjacent record. */
export function makeRecords(count: number, seed: number): readonly MeantRecord[] {
	const random = new Random(seed);
	const records = random.times(count, (index): MeantRecord => {
		const second = firstSecond + Math.floor((index * daySeconds) / count);
		return {
			error: random.pick(texts),
			error_datetime: new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' '),
			// This number exceeds the precision of a double.
			error_id: `18${random.times(17, () => random.below(10)).join('')}`,
			error_name: random.pick(['CartError', 'Network, lost', 'x"y']),
			error_timestamp: String(second),
			city: random.pick(['Berlin', 'São Paulo', '東京', '']),
		};
	});
	return records.map((record, index) => (index % 50 === 49 ? (records[index - 1] ?? record) : record));
}

export const askedFields = ['error', 'error_datetime', 'error_id', 'error_name', 'error_timestamp', 'city'] as const;

export function within(records: readonly MeantRecord[], since: string, until: string): readonly MeantRecord[] {
	return records.filter(({ error_datetime = '' }) => error_datetime >= since && error_datetime <= until);
}

export type BodyWriter = (records: readonly MeantRecord[], fields: readonly string[], format: Format) => Buffer;

export const plainBody: BodyWriter = (records, fields, format) => {
	const rows = records.map((record) => fields.map((field) => record[field] ?? ''));
	if (format === 'json') {
		const members = rows.map((row) => JSON.stringify(Object.fromEntries(row.map((value, at) => [fields[at], value]))));
		return Buffer.from(`{"data":[${members.join(',\n')}]}`);
	}
	return Buffer.from([fields, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''));
};

export function quoted(value: string): string {
	return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function upToHalf(body: Buffer): Buffer {
	let end = Math.floor(body.length / 2);
	do {
		end = body.indexOf('\n', end) + 1;
		// If the line break is inside a quoted value, an odd number of quotation marks precedes it.
	} while (body.subarray(0, end).filter((byte) => byte === 0x22).length % 2 === 1);
	return body.subarray(0, end);
}
