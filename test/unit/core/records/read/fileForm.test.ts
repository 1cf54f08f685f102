import assert from 'node:assert/strict';
import { describeForm } from '../../../../../src/core/records/read/form/fileForm';
import { encodedSentences } from './support/encodedSentences';

const csv = { format: 'csv', encoding: 'utf8', delimiter: ',' } as const;

describe('file format detection', () => {
	for (const [what, text, delimiter] of [
		['no content', '', ','],
		['a single column', 'error\nat a.b(c.kt:1)\n', ','],
		['commas', 'id,text\n1,a;b;c\n2,d;e;f\n', ','],
		['semicolons', 'id;text\n1;a,b\n2;c,d\n', ';'],
		['semicolons and decimal commas', 'id;price;at\n1;2,50;3,70\n', ';'],
		['tabs', 'id\ttext\n1\ta, b\n', '\t'],
		['vertical bars', 'id|text\r\n1|x\r\n', '|'],
		['only a header', 'id;text', ';'],
		['delimiters in quotes', '"a,b,c";"d"\n"1,2";3\n', ';'],
		['an unclosed quote', 'id;text\n1;"open, never, closed\n', ';'],
		['commas in column names and semicolons as delimiters', 'name, first;city\nx;y\nz;u\n', ';'],
	] as const) {
		it(`detects the CSV delimiter in a file with ${what}`, () => {
			assert.deepEqual(describeForm(Buffer.from(text), undefined), { ...csv, delimiter });
			assert.deepEqual(describeForm(Buffer.from(`\ufeff${text}`), 'csv'), { ...csv, delimiter });
		});
	}

	it('detects JSON and returns no delimiter for it', () => {
		for (const text of ['[{"a;b;c": 1}]', '\ufeff {"a": "\u0001"}\n', '{"data": [']) {
			assert.deepEqual(describeForm(Buffer.from(text), undefined), { ...csv, format: 'json' });
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
		it(`detects encoding ${encoding} from the bytes ${bytes.subarray(0, 4).toString('hex')}`, () => {
			assert.deepEqual(describeForm(bytes, 'csv'), { ...csv, encoding, delimiter: ';' });
		});
	}

	for (const { encoding, language, sentences } of encodedSentences) {
		it(`detects ${encoding} in short and long ${language} text`, () => {
			for (let from = 0; from < sentences.length; from++) {
				const csvOf = (texts: readonly Buffer[]) =>
					Buffer.concat([Buffer.from('error,id\n'), ...texts.flatMap((text) => [text, Buffer.from(',7\n')])]);
				const short = csvOf(sentences.slice(from, from + 1));
				const long = csvOf(sentences.slice(from));
				for (const bytes of [short, long]) {
					assert.deepEqual(describeForm(bytes, 'csv'), { ...csv, encoding }, bytes.toString('latin1'));
				}
				const ascii = Buffer.from('error,id\na,1\n');
				assert.deepEqual(describeForm(ascii, 'csv', { more: [long.subarray(3)] }), { ...csv, encoding });
			}
		});
	}

	it('detects Windows-1252 if one accented letter occurs in many records', () => {
		for (const letter of 'éèàçùôîñãõêæøåìòûïü') {
			const bytes = Buffer.from(`error,id\n${`un ${letter}x, x${letter}x\n`.repeat(50)}`, 'latin1');
			assert.deepEqual(describeForm(bytes, 'csv'), { ...csv, encoding: 'windows1252' }, letter);
		}
	});

	it('detects UTF-8 despite a few invalid bytes or a truncated last character', () => {
		const text = Buffer.from('error\nStück für Stück\n');
		assert.deepEqual(describeForm(Buffer.concat([text, Buffer.from([0xff, 0, 0xfe])]), 'csv'), csv);
		assert.deepEqual(describeForm(Buffer.from('error\nü').subarray(0, -1), 'csv'), { ...csv, encoding: 'windows1252' });
		assert.deepEqual(describeForm(Buffer.from('error\nüü').subarray(0, -1), 'csv'), csv);
	});

	it('reports spreadsheets as workbooks and other non-text files as binary', () => {
		assert.equal(describeForm(Buffer.from('PK\u0003\u0004\u0014\u0000'), 'csv'), 'workbook');
		assert.equal(describeForm(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), undefined), 'workbook');
		assert.equal(describeForm(Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'), undefined), 'binary');
	});

	for (const [kind, text] of [
		['html', '<!DOCTYPE html>\n<html><body>502</body></html>'],
		['html', '\ufeff\r\n <html lang="en">'],
		['html', '<!-- saved -->\n<!doctype HTML>'],
		['html', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">'],
		['html', '<HTML xmlns:o="urn:schemas-microsoft-com:office:office"><table>'],
		['html', '<head><title>Sign in</title></head>'],
		['xml', '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'],
	] as const) {
		it(`recognizes ${JSON.stringify(text)} as ${kind}`, () => {
			for (const format of ['csv', 'json', undefined] as const) {
				assert.equal(describeForm(Buffer.from(text), format), kind);
				assert.equal(describeForm(Buffer.from(`\ufeff${text}`, 'utf16le'), format), kind);
			}
		});
	}

	it('recognizes compressed files by their signature', () => {
		for (const bytes of [
			'1f8b0800',
			'28b52ffd00',
			'425a6839',
			'fd377a585a0000',
			'377abcaf271c',
			'526172211a07',
			'04224d18',
		]) {
			assert.equal(describeForm(Buffer.from(bytes, 'hex'), 'csv'), 'compressed', bytes);
		}
	});

	it('accepts a CSV file with NUL bytes in its records', () => {
		const nulls = Buffer.concat([Buffer.from('error\n'), Buffer.alloc(1000)]);
		assert.deepEqual(describeForm(nulls, 'csv'), csv);
	});
});
