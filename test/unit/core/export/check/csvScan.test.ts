import * as assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { csvOptions } from '../../../../../src/core/export/check/csvOptions';
import { CsvScan } from '../../../../../src/core/export/check/csvScan';
import { Random } from '../../../../support/random';
import { hostileCsv } from '../support/hostileCsv';

function scan(pieces: Iterable<Uint8Array>) {
	const scan = new CsvScan();
	for (const piece of pieces) {
		scan.push(piece);
	}
	const end = scan.end();
	return { rows: scan.rows, header: scan.header && Buffer.from(scan.header).toString(), end };
}

function scanText(text: string) {
	return scan([Buffer.from(text)]);
}

describe('CsvScan', () => {
	it('counts the records and finds the header that csv-parse finds, however the bytes are cut', () => {
		const random = new Random(4180);
		for (let round = 0; round < 2000; round++) {
			const { text, columns } = hostileCsv(random);
			const bytes = Buffer.from(text);
			const [header, ...records] = parse(bytes, csvOptions(columns));
			const found = scan(random.cut(bytes, random.pick([1, 3, 17, 4096])));
			assert.equal(found.rows, records.length, `round ${round}: ${JSON.stringify(text).slice(0, 500)}`);
			const [foundHeader] = parse(found.header ?? '', csvOptions(2));
			assert.deepEqual(foundHeader, header, `round ${round}`);
		}
	});

	it('agrees with itself on bytes that are no text at all, however they are cut', () => {
		const random = new Random(7);
		const alphabet = [0x22, 0x22, 0x2c, 0x0a, 0x0d, 0x61, 0xef, 0xbb, 0xbf, 0x00] as const;
		for (let round = 0; round < 3000; round++) {
			const bytes = Uint8Array.from(random.times(random.below(60), () => random.pick(alphabet)));
			assert.deepEqual(scan(random.cut(bytes, 3)), scan([bytes]), Buffer.from(bytes).toString('hex'));
		}
	});

	for (const [name, text, rows] of [
		['nothing', '', 0],
		['a byte order mark alone', '\ufeff', 0],
		['a header alone', 'a,b', 0],
		['a header with a line end', 'a,b\r\n', 0],
		['no line end at the end', 'a,b\n1,2', 1],
		['an empty line at the end', 'a,b\n1,2\n\n', 1],
		['empty lines in between', 'a,b\n\n1,2\n\r\n3,4\n', 2],
		['empty lines before the header', '\n\r\na,b\n1,2\n', 1],
		['an empty cell as the only one of a record', 'a\n1\n\n2\n', 3],
		['quoted empty cells', 'a\n""\n""', 2],
		['CR as the line end', 'a,b\r1,2\r3,4', 2],
		['a quote inside an unquoted value', 'a,b\n5" screen,x\n"y",z\n', 2],
		['text behind a closing quote', 'a,b\n"x" "y",z\n1,2\n', 2],
		['a quoted header after a byte order mark', '\ufeff"a\nb","c"\n1,2\n', 1],
		['line ends in quotes', 'a,b\n"1\r\n2\n3\r4",5\n', 1],
	] as const) {
		it(`counts ${rows} in a text with ${name}`, () => {
			const found = scanText(text);
			assert.deepEqual({ rows: found.rows, end: found.end }, { rows, end: 'whole' });
		});
	}

	it('tells that a quote is still open at the end', () => {
		assert.equal(scanText('a,b\n1,"2\n3,4\n').end, 'quoteNotClosed');
		assert.equal(scanText('a,b\n1,"2""').end, 'quoteNotClosed');
		assert.equal(scanText('a,b\n1,"2"').end, 'whole');
	});

	it('tells that the last record is short of cells and of a line end', () => {
		assert.equal(scanText('a,b,c\n1,2,3\n4,5').end, 'recordNotFinished');
		assert.equal(scanText('a,b,c\n1,2,3\n4,5\n').end, 'whole', 'a short record with a line end is only ragged');
		assert.equal(scanText('a,b,c\n1,2,3\n4,5,').end, 'whole');
		assert.equal(scanText('a,b,c\n1,"2,3,4"').end, 'recordNotFinished');
	});

	it('counts a cell of several megabytes with line ends and quotes in it as one', () => {
		const cell = `"${'at ""com.example""\r\n'.repeat(200_000)}"`;
		const bytes = Buffer.from(`a,b\n1,${cell}\n2,x\n`);
		assert.equal(bytes.length > 3_500_000, true);
		assert.deepEqual(scan(new Random(1).cut(bytes, 100_000)), { rows: 2, header: 'a,b', end: 'whole' });
	});

	it('does not keep a header that is too long to be one', () => {
		const found = scanText(`${'x'.repeat(70_000)}\n1\n`);
		assert.deepEqual(found, { rows: 1, header: undefined, end: 'whole' });
	});

	it('keeps the header when the memory of the piece is used again', () => {
		const scan = new CsvScan();
		const memory = Buffer.from('error,');
		scan.push(memory);
		memory.write('os_na\n');
		scan.push(memory);
		assert.equal(Buffer.from(scan.header ?? []).toString(), 'error,os_na');
	});
});
