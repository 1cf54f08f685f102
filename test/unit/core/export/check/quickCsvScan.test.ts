import * as assert from 'node:assert/strict';
import { CsvScan } from '../../../../../src/core/export/check/csvScan';
import { QuickCsvScan } from '../../../../../src/core/export/check/quickCsvScan';
import type { RecordScan } from '../../../../../src/core/export/check/recordScan';
import { grownMemory } from '../../../../support/grownMemory';
import { Random } from '../../../../support/random';
import { hostileCsv } from '../support/hostileCsv';

function scan(scan: RecordScan, pieces: Iterable<Uint8Array>) {
	for (const piece of pieces) {
		scan.push(piece);
	}
	const end = scan.end();
	return { rows: scan.rows, end };
}

/** Enough of them that the compiled scanner has something to do. */
function repeated(text: string, bytes: number): Buffer {
	return Buffer.from(text.repeat(Math.ceil(bytes / text.length)));
}

describe('QuickCsvScan', () => {
	function assertSame(bytes: Uint8Array, random: Random): void {
		const expected = scan(new CsvScan(), [bytes]);
		for (const longest of [1000, 65_536, 1_048_576]) {
			assert.deepEqual(scan(new QuickCsvScan(), random.cut(bytes, longest)), expected);
		}
	}

	it('finds what CsvScan finds in hostile texts', () => {
		const random = new Random(4180);
		for (let round = 0; round < 60; round++) {
			const { text } = hostileCsv(random);
			assertSame(repeated(text, 150_000), random);
			assertSame(Buffer.from(text), random);
		}
	});

	it('finds what CsvScan finds in bytes that are no text at all', () => {
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
		['a quote that never closes', 'a,b\n1,"2\n'],
		['a cell too few at the end', 'a,b\n1,2\n3'],
	] as const) {
		it(`finds what CsvScan finds with ${name}`, () => {
			const random = new Random(1);
			const [header = '', rest = ''] = /^(.*?[\r\n]+)(.*)$/s.exec(text)?.slice(1) ?? [];
			assertSame(Buffer.from(text), random);
			assertSame(Buffer.concat([Buffer.from(header), repeated(rest, 300_000)]), random);
		});
	}

	it('counts on behind a record that is longer than its memory', () => {
		const long = `"${'x\n'.repeat(3 * 1024 * 1024)}",2\n`;
		const bytes = Buffer.from(`a,b\n${'1,2\n'.repeat(50_000)}${long}${'1,2\n'.repeat(50_000)}`);
		assert.deepEqual(scan(new QuickCsvScan(), new Random(3).cut(bytes, 100_000)), { rows: 100_001, end: 'whole' });
	});

	it('takes little memory for a small answer', () => {
		const bytes = Buffer.from('a,b\n1,2\n');
		const taken = grownMemory(() => assert.equal(scan(new QuickCsvScan(), [bytes]).rows, 1));
		assert.ok(taken > 0 && taken <= 1024 * 1024, `${taken} bytes for ${bytes.length}`);
	});

	it('counts while it reads', () => {
		const quick = new QuickCsvScan();
		quick.push(Buffer.from(`a,b\n${'1,2\n'.repeat(100_000)}`));
		assert.ok(quick.rows > 80_000, `${quick.rows}`);
	});
});
