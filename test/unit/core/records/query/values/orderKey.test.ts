import assert from 'node:assert/strict';
import { compareCodePoints, orderKey } from '../../../../../../src/core/records/query/values/orderKey';
import { getTime } from '../../../../../../src/core/records/query/values/timeValue';
import type { ColumnKind } from '../../../../../../src/shared/results';

const ordered: readonly [ColumnKind, readonly string[]][] = [
	[
		'integer',
		['-100000000000000000000', '-12', '-2', '0', '3', '0012', '100', '9007199254740993', '18446744073709551616'],
	],
	['integer', ['5', '4.5 apples', 'none']],
	['text', ['A', 'a', 'aa', 'b', 'é', '\uffee', '😀']],
	['time', ['2001-01-01 00:00:00', '1000000000', '2001-09-09 01:46:41', '2024-02-29', '2024-02-30']],
	[
		'version',
		[
			'',
			'0.9',
			'1.0-alpha',
			'1.0b1',
			'1.0-beta2',
			'1.0-beta10',
			'1.0-rc',
			'1.0',
			'1.0a',
			'1.0.1',
			'1.2',
			'1.10',
			'1.10.1',
			'2',
			'10.0',
		],
	],
	['version', ['v2.9', '2.9.1', 'V2.10', '2.10 (1234)', '2.11.20240101123456789012']],
];

const equal: readonly [ColumnKind, string, string][] = [
	['integer', '007', '7'],
	['integer', '-0', '0'],
	['version', '1.0', '1'],
	['version', '1.0.0-RC1', '1-rc.1'],
	['version', 'v2.0', '2'],
	['time', '0', '1970-01-01 00:00:00'],
];

describe('sort keys', () => {
	for (const [kind, values] of ordered) {
		it(`sorts ${kind} values: ${values.join(' < ')}`, () => {
			for (const [index, value] of values.slice(1).entries()) {
				const before = values[index] ?? '';
				const [one, other] = [orderKey(kind, before), orderKey(kind, value)];
				assert.ok(compareCodePoints(one, other) < 0, `${before} < ${value}`);
				assert.ok(compareCodePoints(other, one) > 0, `${value} > ${before}`);
				assert.ok(Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0, `${before} < ${value} as bytes`);
			}
		});
	}

	for (const [kind, one, other] of equal) {
		it(`sort keys of ${one} and ${other} are equal for ${kind} values`, () => {
			assert.equal(orderKey(kind, one), orderKey(kind, other));
		});
	}
});

describe('time values', () => {
	it('parses times from Unix seconds and calendar dates', () => {
		assert.equal(getTime('1700000000'), 1_700_000_000);
		assert.equal(getTime('2023-11-14 22:13:20'), 1_700_000_000);
		assert.equal(getTime('2023-11-14T22:13:20.5Z'), 1_700_000_000);
		assert.equal(getTime('0099-01-01'), Date.parse('0099-01-01T00:00:00Z') / 1000);
		for (const none of ['', 'soon', '2023-02-29', '2023-13-01 00:00:00', '2023-01-01 24:00:00', '12e3']) {
			assert.equal(getTime(none), undefined, none);
		}
	});
});
