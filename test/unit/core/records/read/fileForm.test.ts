import assert from 'node:assert/strict';
import { tellForm } from '../../../../../src/core/records/read/fileForm';

const csv = { format: 'csv', encoding: 'utf8', delimiter: ',' } as const;

describe('The form of a text', () => {
	for (const [what, text, delimiter] of [
		['nothing', '', ','],
		['a header of one column', 'error\nat a.b(c.kt:1)\n', ','],
		['commas', 'id,text\n1,a;b;c\n2,d;e;f\n', ','],
		['semicolons', 'id;text\n1;a,b\n2;c,d\n', ';'],
		['semicolons and decimal commas', 'id;price;at\n1;2,50;3,70\n', ';'],
		['tabs', 'id\ttext\n1\ta, b\n', '\t'],
		['vertical bars', 'id|text\r\n1|x\r\n', '|'],
		['a header alone', 'id;text', ';'],
		['delimiters in quotes', '"a,b,c";"d"\n"1,2";3\n', ';'],
		['a quote left open', 'id;text\n1;"open, never, closed\n', ';'],
		['names with commas and records between semicolons', 'name, first;city\nx;y\nz;u\n', ';'],
	] as const) {
		it(`is told of ${what}`, () => {
			assert.deepEqual(tellForm(Buffer.from(text), undefined), { ...csv, delimiter });
			assert.deepEqual(tellForm(Buffer.from(`\ufeff${text}`), 'csv'), { ...csv, delimiter });
		});
	}

	it('is told of JSON, which has no delimiter', () => {
		for (const text of ['[{"a;b;c": 1}]', '\ufeff {"a": "\u0001"}\n', '{"data": [']) {
			assert.deepEqual(tellForm(Buffer.from(text), undefined), { ...csv, format: 'json' });
		}
	});

	const words = 'id;Stück;prénom\n1;Öl;Zoë\n';
	for (const [encoding, bytes] of [
		['utf16le', Buffer.from(`\ufeff${words}`, 'utf16le')],
		['utf16le', Buffer.from(words, 'utf16le')],
		['utf16be', Buffer.from(`\ufeff${words}`, 'utf16le').swap16()],
		['utf16be', Buffer.from(words, 'utf16le').swap16()],
		['windows1252', Buffer.from(words, 'latin1')],
		['windows1252', Buffer.concat([Buffer.from('price;text\n5 '), Buffer.from([0x80]), Buffer.from(';x\n')])],
	] as const) {
		it(`is told of ${encoding}, ${bytes.subarray(0, 4).toString('hex')}`, () => {
			assert.deepEqual(tellForm(bytes, 'csv'), { ...csv, encoding, delimiter: ';' });
		});
	}

	it('is UTF-8 where a few bytes are no text, or the head ends within a character', () => {
		const text = Buffer.from('error\nStück für Stück\n');
		assert.deepEqual(tellForm(Buffer.concat([text, Buffer.from([0xff, 0, 0xfe])]), 'csv'), csv);
		assert.deepEqual(tellForm(Buffer.from('error\nü').subarray(0, -1), 'csv'), { ...csv, encoding: 'windows1252' });
		assert.deepEqual(tellForm(Buffer.from('error\nüü').subarray(0, -1), 'csv'), csv);
	});

	it('is none of workbooks and of what is no text', () => {
		assert.equal(tellForm(Buffer.from('PK\u0003\u0004\u0014\u0000'), 'csv'), 'workbook');
		assert.equal(tellForm(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), undefined), 'workbook');
		assert.equal(tellForm(Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'), undefined), 'binary');
		assert.equal(tellForm(Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'csv'), 'binary');
	});

	it('does not refuse records for what they hold', () => {
		const nulls = Buffer.concat([Buffer.from('error\n'), Buffer.alloc(1000)]);
		assert.deepEqual(tellForm(nulls, 'csv'), csv);
	});
});
