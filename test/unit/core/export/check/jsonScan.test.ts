import * as assert from 'node:assert/strict';
import { JsonScan } from '../../../../../src/core/export/check/jsonScan';
import { Random } from '../../../../support/random';
import { hostileJson } from '../support/hostileJson';

interface Found {
	readonly end: ReturnType<JsonScan['end']>;
	readonly rows: number;
	readonly records: readonly string[];
}

function scan(bytes: Buffer, pieces: Iterable<Uint8Array> = [bytes]): Found {
	const records: string[] = [];
	const scan = new JsonScan((start, end) => records.push(bytes.toString('utf8', start, end)));
	for (const piece of pieces) {
		scan.push(piece);
	}
	return { end: scan.end(), rows: scan.rows, records };
}

function scanText(text: string): Found {
	return scan(Buffer.from(text));
}

function parsed(text: string): unknown {
	return JSON.parse(text.replace(/^\ufeff/, ''));
}

function recordsByJsonParse(text: string): unknown[] | undefined {
	try {
		const answer = parsed(text) as unknown;
		const data = Array.isArray(answer) ? answer : (answer as { data?: unknown })?.data;
		return Array.isArray(data) ? data : [];
	} catch {
		return undefined;
	}
}

describe('JsonScan', () => {
	it('finds the same records as JSON.parse, regardless of chunk boundaries', () => {
		const random = new Random(8259);
		for (let round = 0; round < 3000; round++) {
			const text = hostileJson(random);
			const bytes = Buffer.from(text);
			const found = scan(bytes, random.cut(bytes, random.pick([1, 2, 7, 4096])));
			assert.equal(found.end, 'whole', text);
			assert.deepEqual(
				found.records.map((record) => JSON.parse(record)),
				recordsByJsonParse(text),
			);
			assert.equal(found.rows, found.records.length);
		}
	});

	it('rejects the same JSON as JSON.parse after one byte is changed, removed or duplicated', () => {
		const random = new Random(404);
		const replacements = [
			'{',
			'}',
			'[',
			']',
			',',
			':',
			'"',
			' ',
			'0',
			'1',
			'-',
			'.',
			'e',
			't',
			'x',
			'\\',
			'\t',
		] as const;
		let refused = 0;
		for (let round = 0; round < 6000; round++) {
			const text = JSON.stringify({
				a: [1, -2.5e3, true],
				data: [{ b: null }, {}, { c: [[], {}], e: 'a\n\u0001"\\ü' }],
				d: false,
			});
			const at = random.below(text.length);
			const damaged =
				text.slice(0, at) + random.pick([random.pick(replacements), '', text.slice(at, at + 2)]) + text.slice(at + 1);
			const expected = recordsByJsonParse(damaged);
			const found = scanText(damaged);
			const values = expected?.some((record) => typeof record !== 'object' || record === null || Array.isArray(record));
			if (expected === undefined || values) {
				refused++;
				assert.match(
					found.end,
					values ? /^(?:valuesForRecords)$/ : /^(?:json(?:NotClosed|Malformed)|valuesForRecords)$/,
					damaged,
				);
			} else {
				assert.match(found.end, /^(?:whole|noRecords)$/, damaged);
				assert.equal(found.rows, expected.length, damaged);
			}
		}
		assert.ok(refused > 3000, `${refused} of 6000 were damaged`);
	});

	it('never accepts a JSON text as complete if it is truncated at any byte', () => {
		const bytes = Buffer.from('{"n":[1],"data":[{"a":"\\"]}","b":1},{"c":"é\\\\"}],"z":null}');
		for (let length = 0; length < bytes.length; length++) {
			const { end } = scan(bytes.subarray(0, length));
			assert.equal(end, 'jsonNotClosed', bytes.toString('utf8', 0, length));
		}
		assert.equal(scan(bytes).end, 'whole');
	});

	it('accepts a JSON number of any length', () => {
		const bytes = Buffer.from(`{"data":[{"a":-${'1'.repeat(70_000)}.${'0'.repeat(70_000)}e+${'9'.repeat(70_000)}}]}`);
		assert.equal(scan(bytes, new Random(6).cut(bytes, 4096)).end, 'whole');
	});

	it('counts only complete records while JSON is still arriving', () => {
		assert.equal(scanText('{"data":[{"a":1},{"a":[2]},{"a":').rows, 2);
		assert.equal(scanText('[{},{}').rows, 2);
	});

	for (const [name, text] of [
		['text after the end', '{"data":[]} Code: 241'],
		['a second JSON text', '{"data":[]}{"data":[]}'],
		['text between records', '{"data":[{"a":1} Internal Server Error'],
		['an unquoted word instead of a record', '{"data":[{"a":1},error]}'],
		['mismatched brackets', '{"data":[{"a":1]}'],
		['a trailing comma', '{"data":[{"a":1},]}'],
		['a leading comma', '{"data":[,{"a":1}]}'],
		['a missing colon', '{"data" []}'],
		['two lists of records', '{"data":[{}],"data":[{}]}'],
		['two properties with records', '{"data":[{}],"data":null}'],
		['two properties with records, the first of which is null', '{"data":null,"data":[{}]}'],
		['a number with a leading zero', '{"data":[{"a":012}]}'],
		['an unescaped line break in a string', '{"data":[{"a":"b\nc"}]}'],
		['an unescaped tab in a property name', '{"data":[{"a\t":"b"}]}'],
		['an invalid escape sequence', '{"data":[{"a":"\\q"}]}'],
		['an incomplete escape sequence at the end of a string', '{"data":[{"a":"\\u12"}]}'],
		['an incomplete escape sequence within a string', '{"data":[{"a":"\\u12g4"}]}'],
		['an invalid string next to the records', '{"z":"\u0001","data":[]}'],
		['half a byte order mark', Buffer.from([0xef, 0xbb, 0x5b, 0x5d]).toString('latin1')],
		['thousands of opening brackets', '['.repeat(5000)],
	] as const) {
		it(`reports malformed JSON: ${name}`, () => {
			const bytes = name === 'half a byte order mark' ? Buffer.from(text, 'latin1') : Buffer.from(text);
			assert.equal(scan(bytes).end, 'jsonMalformed');
			assert.equal(scan(bytes, new Random(5).cut(bytes, 1)).end, 'jsonMalformed');
		});
	}

	it('reports malformed JSON as soon as no continuation can make it valid', () => {
		const scan = new JsonScan();
		scan.push(Buffer.from('{"data":[{"a":1}'));
		assert.equal(scan.malformed, false);
		scan.push(Buffer.from(' <html>'));
		assert.equal(scan.malformed, true);
	});

	for (const text of [
		'{}',
		'{"data":{}}',
		'{"data":null}',
		'{"errors":[{"message":"x"}],"code":400}',
		'"data"',
		'12',
	]) {
		it(`finds no record list in ${text}`, () => {
			assert.equal(scanText(text).end, 'noRecords');
		});
	}

	for (const text of ['["a","b"]', '{"data":[{"a":1},2]}', '[[1,2]]', '[{},null]', '[{},true]', '{"data":[{},"x"]}']) {
		it(`reports a list item that is not a record in ${text}`, () => {
			const bytes = Buffer.from(text);
			assert.equal(scan(bytes).end, 'valuesForRecords');
			assert.equal(scan(bytes, new Random(5).cut(bytes, 1)).end, 'valuesForRecords');
		});
	}
});
