import * as assert from 'node:assert/strict';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { FieldTable } from '../../../../src/core/plan/fields';
import { TableBuilder } from '../../../../src/core/records/read/tableBuilder';
import { grownMemory } from '../../../support/grownMemory';
import { Random } from '../../../support/random';
import { build, buildText, remembered } from './support/tables';

function getColumn(values: readonly string[]) {
	const lines = values.map((value) => `"${value.replaceAll('"', '""')}"\n`);
	const table = buildText('csv', `a\n${lines.join('')}`);
	const column = table.index.columns[0];
	assert.ok(column);
	return { table, column, values: column.values, texts: () => values.map((_, number) => remembered(table, number)[0]) };
}

function different(count: number, make: (index: number) => string): string[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

function dateTime(second: number): string {
	return new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

describe('column storage', () => {
	it('assigns codes to column values in order of first use and counts the values', () => {
		const { values, texts } = getColumn(['x', '', 'y', 'x', 'é', 'x']);
		assert.equal(values.kind, 'dictionary');
		assert.deepEqual([...values.codes.subarray(0, 6)], [1, 0, 2, 1, 3, 1]);
		assert.deepEqual([...values.counts], [1, 3, 1, 1]);
		assert.deepEqual(texts(), ['x', '', 'y', 'x', 'é', 'x']);
		assert.deepEqual([values.getCode('é'), values.getCode(''), values.getCode('z')], [3, 0, undefined]);
		assert.equal(values.empty, 1);
	});

	it('a column dictionary returns the same codes as a Map for many different values', () => {
		const random = new Random(65);
		const pieces = ['a', 'b', 'é', '漢', '💥', '"', ',', '\n', '12345678', 'x'.repeat(300)] as const;
		const known = random.times(3000, () => random.times(random.below(12), () => random.pick(pieces)).join(''));
		const list = random.times(20_000, () => known[random.below(known.length)] ?? '');
		const { values, texts } = getColumn(list);
		assert.equal(values.kind, 'dictionary');
		assert.deepEqual(texts(), list);
		assert.equal(values.size, new Set([...list, '']).size);
		for (const value of known.slice(0, 200)) {
			const count = list.filter((one) => one === value).length;
			const code = values.getCode(value);
			assert.equal(code === undefined ? 0 : values.counts[code], count);
		}
	});

	it('stores up to 65,535 distinct non-empty values in a dictionary', () => {
		const full = getColumn([...different(65_535, (index) => `v${index}`), 'v7', '']);
		assert.equal(full.values.kind, 'dictionary');
		assert.equal(full.values.size, 65_536);
		assert.equal(full.texts()[65_534], 'v65534');
		const over = getColumn([...different(65_536, (index) => `v${index}`), '']);
		assert.equal(over.values.kind, 'raw');
		assert.equal(over.values.empty, 1);
	});

	it('stores a column without a dictionary if its values are few but long', () => {
		const { values } = getColumn(different(100, (index) => `${index}`.padEnd(100_000, 'x')));
		assert.equal(values.kind, 'raw');
		assert.equal(values.present.count(100), 100);
	});

	it('treats invalid UTF-8 bytes in the same way as the replacement character', () => {
		const bytes = Buffer.concat([
			Buffer.from('a\nx'),
			Buffer.from([0xff]),
			Buffer.from('\nx\ufffd\nx'),
			Buffer.from([0xfe, 0x0a]),
		]);
		const table = buildText('csv', bytes);
		const values = table.index.columns[0]?.values;
		assert.equal(values?.kind, 'dictionary');
		assert.deepEqual([...values.codes.subarray(0, 3)], [1, 1, 1]);
		assert.equal(values.getCode('x\ufffd'), 1);
	});

	it('stores many integers as numbers and returns all of their digits', () => {
		const list = different(70_000, (index) => (BigInt(index) * 263_000_000_000_003n).toString());
		list.push('', '18446744073709551615');
		const { values, texts } = getColumn(list);
		assert.equal(values.kind, 'number');
		assert.equal(values.form, 'integer');
		assert.deepEqual(texts(), list);
		assert.equal(values.empty, 1);
	});

	for (const [name, list, kind] of [
		[
			'distinct numbers from a timestamp column',
			['a_timestamp', different(20_000, (index) => String(index * 7))],
			'number',
		],
		['distinct times from a date column', ['a_datetime', different(20_000, dateTime)], 'number'],
		[
			'distinct numbers that occur three times each',
			['a_timestamp', different(60_000, (index) => String(Math.floor(index / 3)))],
			'dictionary',
		],
		['distinct numbers and one other value', ['a_timestamp', ['?', ...different(20_000, String)]], 'dictionary'],
		['distinct numbers from an arbitrary column', ['a', different(20_000, String)], 'dictionary'],
	] as const) {
		it(`stores 20,000 ${name} with storage kind ${kind}`, () => {
			const [column, texts] = list;
			const table = build('csv', new Random(8).cut(Buffer.from([column, ...texts].join('\n')), 65_536));
			assert.equal(table.index.columns[0]?.values.kind, kind);
			assert.deepEqual(
				texts.map((_, number) => remembered(table, number)[0]),
				texts,
			);
		});
	}

	it('uses less memory for unique strings if the file length is known in advance', () => {
		const bytes = Buffer.from(`a\n${different(300_000, (index) => `text ${index}`).join('\n')}\n`);
		const [told, untold] = [bytes.length, 0].map((announced) =>
			grownMemory(() => {
				const builder = new TableBuilder('csv', 0, new FieldTable(), announced);
				for (let at = 0; at < bytes.length; at += 65_536) {
					runSynchronously(builder.push(bytes.subarray(at, at + 65_536)));
				}
				runSynchronously(builder.end());
				assert.equal(builder.index.columns[0]?.values.kind, 'raw');
				assert.equal(builder.index.info.bytes, bytes.length);
			}),
		);
		assert.ok(told !== undefined && untold !== undefined && told < 0.5 * untold, `${told} against ${untold} bytes`);
	});

	it('allocates no memory for announced data that never arrives', () => {
		const taken = grownMemory(() => {
			const builder = new TableBuilder('csv', 0, new FieldTable(), Number.MAX_SAFE_INTEGER);
			runSynchronously(builder.push(Buffer.from('a,b\n1,2\n')));
			runSynchronously(builder.end());
			assert.equal(builder.index.info.bytes, 8);
		});
		assert.ok(taken <= 1024 * 1024, `${taken} bytes`);
	});

	for (const odd of ['18446744073709551616', '007', '-1', '1.5', '1e3', ' 1', 'x', '100000000000000000000']) {
		it(`does not store a column as numbers if one value is ${odd}`, () => {
			assert.equal(getColumn([...different(70_000, String), odd]).values.kind, 'raw');
			assert.equal(getColumn([odd, ...different(70_000, String)]).values.kind, 'raw');
		});
	}

	it('stores dates with times as numbers, across leap years and centuries', () => {
		const list = different(70_000, (index) => dateTime(index * 61_000 + (index % 60)));
		list.push('2000-02-29 23:59:59', '2100-02-28 00:00:00', '2106-02-07 06:28:15', '');
		const { values, texts } = getColumn(list);
		assert.equal(values.kind, 'number');
		assert.equal(values.form, 'dateTime');
		assert.deepEqual(texts(), list);
		assert.equal(values.low[1234], 1234 * 61_000 + (1234 % 60));
	});

	for (const odd of [
		'2023-02-29 00:00:00',
		'2100-02-29 00:00:00',
		'2024-13-01 00:00:00',
		'2024-01-01 24:00:00',
		'2024-1-01 00:00:00',
		'1969-12-31 23:59:59',
		'2106-02-07 06:28:16',
	]) {
		it(`does not store a column as times if one value is ${odd}`, () => {
			assert.equal(getColumn([...different(70_000, dateTime), odd]).values.kind, 'raw');
		});
	}

	it('infers the type of a column from its values only if the type is unambiguous', () => {
		const kindOf = (...list: string[]) => getColumn(list).column.kind;
		assert.equal(kindOf('1', '', '-20'), 'integer');
		assert.equal(kindOf('1', '02'), 'text');
		assert.equal(kindOf('1', 'x'), 'text');
		assert.equal(kindOf('', ''), 'text');
		assert.equal(kindOf('1.5'), 'text');
	});
});
