import assert from 'node:assert/strict';
import type { SchemaElement } from 'hyparquet';
import { writerOf } from '../../../../../src/core/records/parquet/texts/valueTexts';
import type { RawValue } from '../../../../../src/core/records/parquet/values/plainReader';

const hex = (digits: string) => Buffer.from(digits, 'hex');

/** Values of types that the files in `test/fixtures/parquet` don't contain, mostly written by older software. */
const cases: readonly (readonly [element: Omit<SchemaElement, 'name'>, value: RawValue, text: string])[] = [
	// Nanoseconds of the day and the Julian day, as in older files of Spark and pandas.
	[{ type: 'INT96' }, hex('01000000000000008c3d2500'), '"1970-01-01 00:00:00.000000001"'],
	[{ type: 'INT32', converted_type: 'DATE' }, -1, '"1969-12-31"'],
	[{ type: 'INT32', converted_type: 'TIME_MILLIS' }, 3_723_004, '"01:02:03.004"'],
	[{ type: 'INT64', converted_type: 'TIME_MICROS' }, 3_723_000_004n, '"01:02:03.000004"'],
	[{ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, -1n, '"1969-12-31 23:59:59.999"'],
	[{ type: 'INT64', converted_type: 'TIMESTAMP_MICROS' }, 1_000_001n, '"1970-01-01 00:00:01.000001"'],
	[{ type: 'INT32', converted_type: 'UINT_32' }, -1, '4294967295'],
	[{ type: 'INT32', converted_type: 'UINT_8' }, 255, '255'],
	[{ type: 'INT64', converted_type: 'UINT_64' }, -1n, '18446744073709551615'],
	[{ type: 'INT64', converted_type: 'INT_64' }, -9223372036854775808n, '-9223372036854775808'],
	[{ type: 'INT32', converted_type: 'DECIMAL', scale: 3 }, -5, '-0.005'],
	[{ type: 'INT64', converted_type: 'DECIMAL' }, 12n, '12'],
	[{ type: 'BYTE_ARRAY', converted_type: 'DECIMAL', scale: 2 }, hex('ff38'), '-2.00'],
	[{ type: 'BYTE_ARRAY', converted_type: 'DECIMAL', scale: 2 }, hex(''), '0.00'],
	[
		{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 17, converted_type: 'DECIMAL', scale: 1 },
		hex('00ffffffffffffffffffffffffffffffff'),
		'34028236692093846346337460743176821145.5',
	],
	[{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } }, hex('003c'), '1'],
	[
		{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } },
		hex('0100'),
		'5.960464477539063e-8',
	],
	[{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } }, hex('00fc'), '"-Infinity"'],
	[{ type: 'DOUBLE' }, 1e21, '1e+21'],
	[{ type: 'DOUBLE' }, -0, '-0'],
	[{ type: 'BYTE_ARRAY', converted_type: 'ENUM' }, Buffer.from('A"\n'), String.raw`"A\"\n"`],
	[{ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, hex('61ff'), '"a\ufffd"'],
	[{ type: 'BYTE_ARRAY', converted_type: 'BSON' }, hex('05000000ff'), '"0x05000000ff"'],
	[{ type: 'BYTE_ARRAY' }, Buffer.from('é'), '"é"'],
	[{ type: 'BOOLEAN' }, true, 'true'],
];

describe('text representation of Parquet values', () => {
	for (const [element, value, text] of cases) {
		const { type, converted_type, logical_type } = element;
		const name = [type, converted_type ?? logical_type?.type ?? ''].join(' ').trim();
		it(`formats a Parquet value of type ${name} as ${text}`, () => {
			const written = writerOf({ name: 'value', ...element })(value);
			assert.equal(written, text);
			JSON.parse(written);
		});
	}
});
