import * as assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { CsvCheck } from '../../../../../src/core/export/check/csvCheck';
import { csvOptions } from '../../../../../src/core/export/check/recordValues';
import { grownMemory } from '../../../../support/grownMemory';
import { Random } from '../../../../support/random';
import { countCsv } from '../support/csvReference';
import { hostileCsv } from '../support/hostileCsv';

function scan(pieces: Iterable<Uint8Array>) {
	const scan = new CsvCheck();
	for (const piece of pieces) {
		scan.push(piece);
	}
	const end = scan.end();
	return { rows: scan.rows, ragged: scan.warnings().raggedRows, end };
}

function scanText(text: string) {
	return scan([Buffer.from(text)]);
}

function repeated(text: string, bytes: number): Buffer {
	return Buffer.from(text.repeat(Math.ceil(bytes / text.length)));
}

describe('CsvCheck', () => {
	it('counts the same CSV records as csv-parse, regardless of chunk boundaries', () => {
		const random = new Random(4180);
		for (let round = 0; round < 300; round++) {
			const { text, columns } = hostileCsv(random);
			const bytes = Buffer.from(text);
			const records = parse(bytes, csvOptions(columns)).slice(1);
			const what = `round ${round}: ${JSON.stringify(text).slice(0, 500)}`;
			const ragged = records.filter((record: readonly string[]) => record.length !== columns).length;
			const expected = { rows: records.length, ragged, end: 'whole' };
			assert.deepEqual(scan(random.cut(bytes, 4096)), expected, what);
			assert.deepEqual(countCsv(bytes), expected, what);
		}
	});

	function assertSame(bytes: Uint8Array, random: Random): void {
		const expected = countCsv(bytes);
		for (const longest of [1000, 65_536, 1_048_576]) {
			assert.deepEqual(scan(random.cut(bytes, longest)), expected);
		}
	}

	it('matches the record count of the reference scanner for malformed CSV', () => {
		const random = new Random(4180);
		for (let round = 0; round < 60; round++) {
			const { text } = hostileCsv(random);
			assertSame(repeated(text, 150_000), random);
			assertSame(Buffer.from(text), random);
		}
	});

	it('matches the record count of the reference scanner for random bytes', () => {
		const random = new Random(7);
		const alphabet = [0x22, 0x2c, 0x2c, 0x0a, 0x0a, 0x0d, 0x61, 0xef, 0xbb, 0xbf, 0x00] as const;
		for (let round = 0; round < 40; round++) {
			assertSame(Uint8Array.from(random.times(150_000, () => random.pick(alphabet))), random);
		}
	});

	for (const [name, text] of [
		['one column and empty lines', 'a\n\n1\n\n'],
		['CRLF', 'a,b\r\n1,2\r\n'],
		['CR', 'a,b\r1,2\r'],
		['CRLF and empty lines', 'a,b\r\n\r\n1,2\r\n'],
		['a byte order mark', '\ufeffa,b\n1,"2\n3"\n'],
		['an unclosed quote', 'a,b\n1,"2\n'],
		['a missing last cell', 'a,b\n1,2\n3'],
	] as const) {
		it(`counts the same CSV records as the reference scanner in text with ${name}`, () => {
			const random = new Random(1);
			const [header = '', rest = ''] = /^(.*?[\r\n]+)(.*)$/s.exec(text)?.slice(1) ?? [];
			assertSame(Buffer.from(text), random);
			assertSame(Buffer.concat([Buffer.from(header), repeated(rest, 300_000)]), random);
		});
	}

	it("counts the records after a CSV record that exceeds the scanner's memory", () => {
		const long = `"${'x\n'.repeat(3 * 1024 * 1024)}",2\n`;
		const bytes = Buffer.from(`a,b\n${'1,2\n'.repeat(50_000)}${long}${'1,2\n'.repeat(50_000)}`);
		assert.deepEqual(scan(new Random(3).cut(bytes, 100_000)), { rows: 100_001, ragged: 0, end: 'whole' });
	});

	it('uses little memory for a small CSV response', () => {
		const bytes = Buffer.from('a,b\n1,2\n');
		const taken = grownMemory(() => assert.equal(scan([bytes]).rows, 1));
		assert.ok(taken > 0 && taken <= 1024 * 1024, `${taken} bytes for ${bytes.length}`);
	});

	it('counts CSV records while data is still arriving', () => {
		const check = new CsvCheck();
		check.push(Buffer.from(`a,b\n${'1,2\n'.repeat(100_000)}`));
		assert.ok(check.rows > 80_000, `${check.rows}`);
	});

	for (const [name, text, rows] of [
		['no content', '', 0],
		['only a byte order mark', '\ufeff', 0],
		['only a header', 'a,b', 0],
		['only a header and a line ending', 'a,b\r\n', 0],
		['no final line ending', 'a,b\n1,2', 1],
		['an empty last line', 'a,b\n1,2\n\n', 1],
		['empty lines between records', 'a,b\n\n1,2\n\r\n3,4\n', 2],
		['empty lines before the header', '\n\r\na,b\n1,2\n', 1],
		['a record that consists of one empty cell', 'a\n1\n\n2\n', 3],
		['quoted empty cells', 'a\n""\n""', 2],
		['CR line endings', 'a,b\r1,2\r3,4', 2],
		['a quote inside an unquoted value', 'a,b\n5" screen,x\n"y",z\n', 2],
		['text after a closing quote', 'a,b\n"x" "y",z\n1,2\n', 2],
		['a quoted header after a byte order mark', '\ufeff"a\nb","c"\n1,2\n', 1],
		['quoted line breaks', 'a,b\n"1\r\n2\n3\r4",5\n', 1],
	] as const) {
		it(`counts ${rows} records in CSV with ${name}`, () => {
			const found = scanText(text);
			assert.deepEqual({ rows: found.rows, end: found.end }, { rows, end: 'whole' });
		});
	}

	it('reports an unclosed quote at the end of CSV text', () => {
		assert.equal(scanText('a,b\n1,"2\n3,4\n').end, 'quoteNotClosed');
		assert.equal(scanText('a,b\n1,"2""').end, 'quoteNotClosed');
		assert.equal(scanText('a,b\n1,"2"').end, 'whole');
	});

	it('reports an incomplete last CSV record that has too few cells and no line ending', () => {
		assert.equal(scanText('a,b,c\n1,2,3\n4,5').end, 'recordNotFinished');
		assert.equal(scanText('a,b,c\n1,2,3\n4,5\n').end, 'whole', 'a short record with a line end is only ragged');
		assert.equal(scanText('a,b,c\n1,2,3\n4,5,').end, 'whole');
		assert.equal(scanText('a,b,c\n1,"2,3,4"').end, 'recordNotFinished');
	});

	it('counts a multi-megabyte quoted cell with line breaks as part of a single record', () => {
		const cell = `"${'at ""com.example""\r\n'.repeat(200_000)}"`;
		const bytes = Buffer.from(`a,b\n1,${cell}\n2,x\n`);
		assert.equal(bytes.length > 3_500_000, true);
		assert.deepEqual(scan(new Random(1).cut(bytes, 100_000)), { rows: 2, ragged: 0, end: 'whole' });
	});
});
