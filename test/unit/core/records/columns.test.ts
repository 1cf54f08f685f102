import * as assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/common/steps';
import { FieldTable } from '../../../../src/core/plan/fields';
import { TableBuilder } from '../../../../src/core/records/read/tableBuilder';
import { grownMemory } from '../../../support/grownMemory';
import { Random } from '../../../support/random';
import { build, buildText, remembered } from './support/tables';

/** A table of one column, each value in quotes. */
function columnOf(values: readonly string[]) {
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

describe('columns', () => {
	it('keep a code for each value, in the order of first use, and count them', () => {
		const { values, texts } = columnOf(['x', '', 'y', 'x', 'é', 'x']);
		assert.equal(values.kind, 'dictionary');
		assert.deepEqual([...values.codes.subarray(0, 6)], [1, 0, 2, 1, 3, 1]);
		assert.deepEqual([...values.counts], [1, 3, 1, 1]);
		assert.deepEqual(texts(), ['x', '', 'y', 'x', 'é', 'x']);
		assert.deepEqual([values.codeOf('é'), values.codeOf(''), values.codeOf('z')], [3, 0, undefined]);
		assert.equal(values.empty, 1);
	});

	it('agree with a map on many values of all lengths and characters', () => {
		const random = new Random(65);
		const pieces = ['a', 'b', 'é', '漢', '💥', '"', ',', '\n', '12345678', 'x'.repeat(300)] as const;
		const known = random.times(3000, () => random.times(random.below(12), () => random.pick(pieces)).join(''));
		const list = random.times(20_000, () => known[random.below(known.length)] ?? '');
		const { values, texts } = columnOf(list);
		assert.equal(values.kind, 'dictionary');
		assert.deepEqual(texts(), list);
		assert.equal(values.size, new Set([...list, '']).size);
		for (const value of known.slice(0, 200)) {
			const count = list.filter((one) => one === value).length;
			const code = values.codeOf(value);
			assert.equal(code === undefined ? 0 : values.counts[code], count);
		}
	});

	it('hold 65,535 values besides the empty one, and no more', () => {
		const full = columnOf([...different(65_535, (index) => `v${index}`), 'v7', '']);
		assert.equal(full.values.kind, 'dictionary');
		assert.equal(full.values.size, 65_536);
		assert.equal(full.texts()[65_534], 'v65534');
		const over = columnOf([...different(65_536, (index) => `v${index}`), '']);
		assert.equal(over.values.kind, 'raw');
		assert.equal(over.values.empty, 1);
	});

	it('are raw when the values are few but long', () => {
		const { values } = columnOf(different(100, (index) => `${index}`.padEnd(100_000, 'x')));
		assert.equal(values.kind, 'raw');
		assert.equal(values.present.count(100), 100);
	});

	it('take bytes that are no UTF-8 for the text they are shown as', () => {
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
		assert.equal(values.codeOf('x\ufffd'), 1);
	});

	it('are numbers when there are many and all are written like it, to the last digit', () => {
		const list = different(70_000, (index) => (BigInt(index) * 263_000_000_000_003n).toString());
		list.push('', '18446744073709551615');
		const { values, texts } = columnOf(list);
		assert.equal(values.kind, 'number');
		assert.equal(values.form, 'integer');
		assert.deepEqual(texts(), list);
		assert.equal(values.empty, 1);
	});

	for (const [name, list, kind] of [
		['numbers that it is to hold', ['a_timestamp', different(20_000, (index) => String(index * 7))], 'number'],
		['dates that it is to hold', ['a_datetime', different(20_000, dateTime)], 'number'],
		[
			'numbers that come up three times',
			['a_timestamp', different(60_000, (index) => String(Math.floor(index / 3)))],
			'dictionary',
		],
		['numbers, of which one is none', ['a_timestamp', ['?', ...different(20_000, String)]], 'dictionary'],
		['numbers that it need not hold', ['a', different(20_000, String)], 'dictionary'],
	] as const) {
		it(`are of kind ${kind} where there are 20,000 ${name}`, () => {
			const [column, texts] = list;
			const table = build('csv', new Random(8).cut(Buffer.from([column, ...texts].join('\n')), 65_536));
			assert.equal(table.index.columns[0]?.values.kind, kind);
			assert.deepEqual(
				texts.map((_, number) => remembered(table, number)[0]),
				texts,
			);
		});
	}

	it('take less memory for unique texts when the file’s length is announced', () => {
		const bytes = Buffer.from(`a\n${different(300_000, (index) => `text ${index}`).join('\n')}\n`);
		const [told, untold] = [bytes.length, 0].map((announced) =>
			grownMemory(() => {
				const builder = new TableBuilder('csv', 0, new FieldTable(), announced);
				for (let at = 0; at < bytes.length; at += 65_536) {
					atOnce(builder.push(bytes.subarray(at, at + 65_536)));
				}
				atOnce(builder.end());
				assert.equal(builder.index.columns[0]?.values.kind, 'raw');
				assert.equal(builder.index.info.bytes, bytes.length);
			}),
		);
		assert.ok(told !== undefined && untold !== undefined && told < 0.5 * untold, `${told} against ${untold} bytes`);
	});

	it('take no memory for what is announced and never comes', () => {
		const taken = grownMemory(() => {
			const builder = new TableBuilder('csv', 0, new FieldTable(), Number.MAX_SAFE_INTEGER);
			atOnce(builder.push(Buffer.from('a,b\n1,2\n')));
			atOnce(builder.end());
			assert.equal(builder.index.info.bytes, 8);
		});
		assert.ok(taken <= 1024 * 1024, `${taken} bytes`);
	});

	for (const odd of ['18446744073709551616', '007', '-1', '1.5', '1e3', ' 1', 'x', '100000000000000000000']) {
		it(`are not when one of them is written ${odd}`, () => {
			assert.equal(columnOf([...different(70_000, String), odd]).values.kind, 'raw');
			assert.equal(columnOf([odd, ...different(70_000, String)]).values.kind, 'raw');
		});
	}

	it('are times when all are dates with a time, through leap years and centuries', () => {
		const list = different(70_000, (index) => dateTime(index * 61_000 + (index % 60)));
		list.push('2000-02-29 23:59:59', '2100-02-28 00:00:00', '2106-02-07 06:28:15', '');
		const { values, texts } = columnOf(list);
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
		it(`are not when one of them is ${odd}`, () => {
			assert.equal(columnOf([...different(70_000, dateTime), odd]).values.kind, 'raw');
		});
	}

	it('give their kind away by their values only when there is no doubt', () => {
		const kindOf = (...list: string[]) => columnOf(list).column.kind;
		assert.equal(kindOf('1', '', '-20'), 'integer');
		assert.equal(kindOf('1', '02'), 'text');
		assert.equal(kindOf('1', 'x'), 'text');
		assert.equal(kindOf('', ''), 'text');
		assert.equal(kindOf('1.5'), 'text');
	});
});
