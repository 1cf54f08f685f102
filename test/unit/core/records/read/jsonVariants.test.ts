import * as assert from 'node:assert/strict';
import type { FileTable } from '../../../../../src/core/records/read/openTable';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { build, openText, remembered } from '../support/tables';

const never = new AbortController().signal;

async function contents(table: FileTable) {
	const columns = table.columns.map(({ name }) => name);
	const numbers = Array.from({ length: table.records }, (_, number) => number);
	const places = columns.map((_, column) => column);
	const records = await table.cells(numbers, places, never);
	for (const number of numbers) {
		assert.deepEqual((await table.record(number, never)).values, records[number]);
	}
	return { columns, records, broken: table.info.broken };
}

describe('JSON files from other programs', () => {
	const folder = useTemporaryFolder();

	async function read(text: string) {
		await using table = await openText(folder.path, 'a.json', text);
		const { joins, truncated, form } = table.info;
		return { ...(await contents(table)), joins, truncated, form };
	}

	it('shows NaN and Infinity as they are written in the JSON file', async () => {
		const text = '[{"error":"a","n":NaN},{"error":"b","n":Infinity},{"error":"c","n":-Infinity},{"error":"d","n":3}]';
		for (const written of [text, text.slice(1, -1).replaceAll('},{', '}\n{'), `{"data":${text}}`]) {
			assert.deepEqual((await read(written)).records, [
				['a', 'NaN'],
				['b', 'Infinity'],
				['c', '-Infinity'],
				['d', '3'],
			]);
		}
		assert.deepEqual((await read('[{"n":NaN,"v":{"x":[NaN]},"e":"a"}]')).records, [['NaN', '{"x":[NaN]}', 'a']]);
	});

	for (const raw of ['\n', '\r\n', '\t', '\u0001', '\n\n']) {
		it(`preserves a raw ${JSON.stringify(raw)} in a JSON string and reports the record as malformed`, async () => {
			const records = [
				`{"error":"a${raw}b\tc","id":"1"}`,
				'{"error":"d","id":"2"}',
				`{"id":"3","error":"\\"é\\n${raw}"}`,
			];
			for (const text of [`[${records.join(',')}]`, `${records.join('\n')}\n`, `{"data":[${records.join(',\n')}]}`]) {
				const found = await read(text);
				assert.deepEqual(found.records, [
					[`a${raw}b\tc`, '1'],
					['d', '2'],
					[`"é\n${raw}`, '3'],
				]);
				assert.equal(found.broken, 2);
			}
		});
	}

	it('ignores comments between and inside JSON records', async () => {
		const all = [
			['a // b', '1'],
			['c /* d */', '2'],
		];
		for (const text of [
			'// of a tool\n[{"error":"a // b","n":1},{"error":"c /* d */","n":2}]',
			'/* a {"b":1} */ [ // first\n{"error":"a // b","n":1}, // it\'s\n/* second [ */ {"error":"c /* d */","n":2} // end ]\n] // end',
			'// x\r\n{"error":"a // b","n":1}\n// {"error":"no"}\n{"error":"c /* d */","n":2}\n// end',
			'/**/{"data": /* all */ [{"error":"a // b","n":1}/**/,{"error":"c /* d */","n":2}] /* end */ }//',
			'[{/* a */"error"/* b */:"a // b", // "x"\n"n":1},{"error":"c /* d */","n":/* } */2 // }\n}]',
		]) {
			const found = await read(text);
			assert.deepEqual([found.columns, found.records], [['error', 'n'], all], text);
			assert.equal(found.truncated, false);
			for (const length of [1, 3, 7]) {
				const table = build('json', new Random(length).cut(Buffer.from(text), length));
				assert.deepEqual(
					[0, 1].map((number) => remembered(table, number)),
					all,
				);
			}
		}
	});

	it('reads JSON text sequences', async () => {
		for (const end of ['\n', '', '\r\n', '\n\n']) {
			const found = await read(`\u001e{"error":"a"}${end}\u001e{"error":"b"}${end}`);
			assert.deepEqual([found.records, found.broken, found.truncated], [[['a'], ['b']], 0, false]);
		}
		const cut = await read('\u001e{"error":"a"}\n\u001e{"error":"b\n\u001e{"error":"c"}\n');
		assert.deepEqual([cut.records, cut.broken], [[['a'], [''], ['c']], 1]);
	});

	for (const path of [
		['result', 'items'],
		['items'],
		['hits', 'hits'],
		['a', 'b', 'c', 'rows'],
		['data', 'crashes', 'edges'],
		['x', 'y'],
	]) {
		it(`reads records from the JSON list at ${path.join('.')}`, async () => {
			const list = '[{"error":"a"},{"error":"b"}]';
			const other = '"took":3,"tags":["x"],"page":{"n":1},"error":null';
			for (const [before, after] of [
				['', ''],
				[`${other},`, ''],
				['', `,${other}`],
				[`\n${other},\n`, `\n,${other}\n`],
			]) {
				const text = path.reduceRight((inner, name) => `{${before}"${name}":${inner}${after}}`, list);
				const found = await read(text);
				assert.deepEqual(
					[found.columns, found.records, found.broken, found.truncated],
					[['error'], [['a'], ['b']], 0, false],
					text,
				);
				assert.deepEqual(found.form?.listPath, path);
				assert.equal((await read(text.slice(0, -1))).truncated, true);
			}
		});
	}

	it('treats an object with a list as a record if the object resembles a record or other objects follow', async () => {
		for (const text of [
			'{"error":"a","items":[{"x":1},{"x":2}]}',
			'{"id":1,"items":[{"x":1}]}\n{"id":2,"items":[{"x":1}]}\n',
			'{"id":1,"tags":[{"x":1},{"x":2}]}',
		]) {
			const found = await read(text);
			assert.equal(found.records.length, text.split('\n').filter((line) => line !== '').length, text);
			assert.equal(found.form, undefined);
		}
	});

	it('reads concatenated JSON files and reports that they were concatenated', async () => {
		for (const part of [
			'[{"error":"a"},{"error":"b"}]',
			'{"data":[{"error":"a"},{"error":"b"}]}',
			'{"error":"a"}\n{"error":"b"}\n',
		]) {
			for (const between of ['\ufeff', '\n\ufeff', '\r\n\ufeff']) {
				const text = `\ufeff${part}${between}${part}${between}${part}`;
				const found = await read(text);
				assert.deepEqual(found.records.flat(), ['a', 'b', 'a', 'b', 'a', 'b'], text);
				assert.deepEqual([found.broken, found.joins], [0, 2], text);
			}
		}
	});
});
