import assert from 'node:assert/strict';
import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { isCancellation, isProblem } from '../../../../../src/core/common/errors';
import { createQueries } from '../../../../../src/core/records/queries';
import { CachedSnapshot } from '../../../../../src/core/records/query/cachedSnapshot';
import { QueryCache } from '../../../../../src/core/records/query/queryCache';
import { saveFile } from '../../../../../src/core/records/write/copyOrSave';
import type { TextToCopy } from '../../../../../src/shared/results';
import { Random } from '../../../../support/random';
import { filesWithRoomFor } from '../../export/support/failingFiles';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { asking, textTable, wholeFile } from '../query/support/querying';
import { openText } from '../support/tables';

const names = ['name, "quoted"', 'tab\there', 'plain', '=1+1', '__proto__'];
const pieces = [
	'a',
	'é',
	'😀',
	'"',
	',',
	'\n',
	'\r',
	'\t',
	'|',
	'\\',
	"'",
	'=',
	'-',
	'0',
	' ',
	'<b>',
	'`',
	'\u2028',
	'\u202e',
] as const;

function randomRows(seed: number, count: number): string[][] {
	const random = new Random(seed);
	return random.times(count, () => names.map(() => random.times(random.below(6), () => random.pick(pieces)).join('')));
}

function all(format: TextToCopy['format'], more: Partial<TextToCopy> = {}): TextToCopy {
	return { view: wholeFile, columns: [0, 1, 2, 3, 4], format, spreadsheetSafe: false, header: true, ...more };
}

async function copied(rows: readonly string[][], what: TextToCopy): Promise<string> {
	return (await asking(textTable('raw', rows, names)).copy({ what, limit: 1e9 })) ?? 'too long';
}

describe('copied records', () => {
	const rows = randomRows(1, 200);

	it('copied CSV parses to the same records', async () => {
		const text = await copied(rows, all('csv'));
		assert.deepEqual(parse(text, { record_delimiter: '\r\n' }), [names, ...rows]);
		assert.deepEqual(parse(await copied(rows, all('csv', { header: false })), { record_delimiter: '\r\n' }), rows);
	});

	it('copied TSV parses to the same records', async () => {
		assert.deepEqual(parse(await copied(rows, all('tsv')), { delimiter: '\t', record_delimiter: '\n' }), [
			names,
			...rows,
		]);
	});

	it('copied JSON parses to the same records, with every value as a string', async () => {
		const ids = rows.map((row, index) => row.with(2, String(9007199254740993n + BigInt(index))));
		const object = (row: readonly string[]) =>
			Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']).filter(([name]) => name !== '__proto__'));
		const read = (value: unknown) => {
			const { ['__proto__']: _, ...rest } = value as Record<string, string>;
			return rest;
		};
		const whole: { data: unknown[] } = JSON.parse(await copied(ids, all('json')));
		assert.deepEqual(whole.data.map(read), ids.map(object));
		const lines = (await copied(ids, all('ndjson'))).split('\n');
		assert.equal(lines.pop(), '');
		assert.deepEqual(
			lines.map((line) => read(JSON.parse(line))),
			ids.map(object),
		);
		assert.deepEqual(JSON.parse(await copied([], all('json', { columns: [] }))), { data: [] });
	});

	describe('records copied from a JSON file', () => {
		const folder = useTemporaryFolder();
		const text = `{"data": [
			{"id": 9007199254740993, "share": 0.10, "on": true, "name": "a\\u00e9\\n\\"", "gone": null, "empty": "", "in": {"k": [1,\r\n 2]}},
			{"name": "nu\\tll", "id": "12", "on": null, "share": -1.5e3},
			{"id": null, "id": 7, "in": "null"},
			{"id": 1, "name": broken, "share": NaN}
		]}`;
		const whole = (format: 'json' | 'ndjson', columns = [0, 1, 2, 3, 4, 5, 6]) =>
			({ ...all(format), view: wholeFile, columns }) as const;
		const members = [
			'{"id":9007199254740993,"share":0.10,"on":true,"name":"a\\u00e9\\n\\"","gone":null,"empty":"","in":{"k": [1,\r\n 2]}}',
			'{"id":"12","share":-1.5e3,"on":null,"name":"nu\\tll"}',
			'{"id":7,"in":"null"}',
			'{"id":1,"share":"NaN","name":"broken"}',
		];

		it('copying JSON records preserves types, digits, nulls and missing properties', async () => {
			await using table = await openText(folder.path, 'a.json', text);
			const { answer } = createQueries(table);
			const copy = (what: TextToCopy) =>
				answer.copy({ what, limit: 1e9 }, { signal: new AbortController().signal, report: () => {} });
			assert.equal(await copy(whole('json')), `{"data":[\n${members.join(',\n')}\n]}\n`);
			assert.equal(
				await copy(whole('ndjson')),
				members.map((member) => `${member.replace(/[\r\n]/g, ' ')}\n`).join(''),
			);
			assert.equal(
				await copy(whole('ndjson', [4, 0])),
				'{"gone":null,"id":9007199254740993}\n{"id":"12"}\n{"id":7}\n{"id":1}\n',
			);
		});
	});

	it('copied Markdown is a table with one line per record and escaped syntax', async () => {
		const text = await copied(rows, all('markdown'));
		const lines = text.split('\n');
		assert.equal(lines.length, rows.length + 3);
		assert.equal(lines[1], '| --- | --- | --- | --- | --- |');
		for (const line of lines.slice(0, -1)) {
			const bars = line.replace(/\\[!-/:-@[-`{-~]/g, '').split('|').length - 1;
			assert.equal(bars, 6, line);
			assert.doesNotMatch(line.replace(/(`+)[^`].*?[^`]?\1(?!`)/g, ''), /[<>\u202e\\*_[\]]/, line);
		}
	});

	it('escapes formulas in copied records for spreadsheets only on request', async () => {
		const cells = [
			['=1+1', '+1', '-1', '@a', '\tx'],
			['\rx', '＝1', '1-1', ' =1', "'="],
		];
		const text = await copied(cells, all('csv', { spreadsheetSafe: true, header: false }));
		assert.deepEqual(parse(text, { record_delimiter: '\r\n' }), [
			["'=1+1", "'+1", "'-1", "'@a", "'\tx"],
			["'\rx", "'＝1", '1-1', ' =1', "'="],
		]);
		const header = parse(await copied([], all('csv', { spreadsheetSafe: true })), { record_delimiter: '\r\n' });
		assert.equal(header[0]?.[3], "'=1+1");
		assert.deepEqual(parse(await copied(cells, all('csv', { header: false })), { record_delimiter: '\r\n' }), cells);
	});

	it('escapes formulas in copied records even if a spreadsheet uses other delimiters or line endings', async () => {
		const cells = [
			['x;=1+1', 'x\n=1+1', 'x\r\n @a', 'x\t-1', 'x;"=1+1'],
			['x,+1', 'x; "" =1', 'a=b;c', 'at a.b(C.kt:1)\n\tat -', "x;'=1"],
		];
		const safe = async (format: 'csv' | 'tsv') =>
			parse(await copied(cells, all(format, { spreadsheetSafe: true, header: false })), {
				delimiter: format === 'csv' ? ',' : '\t',
				record_delimiter: format === 'csv' ? '\r\n' : '\n',
			});
		for (const format of ['csv', 'tsv'] as const) {
			assert.deepEqual(await safe(format), [
				["x;'=1+1", "x\n'=1+1", "x\r\n '@a", "x\t'-1", `x;"'=1+1`],
				['x,+1', `x; "" '=1`, 'a=b;c', 'at a.b(C.kt:1)\n\tat -', "x;'=1"],
			]);
		}
	});

	it('copies only the requested rows in view order and only the selected columns', async () => {
		const table = textTable(
			'raw',
			[
				['b', '1'],
				['a', '2'],
				['c', '3'],
				['d', '4'],
			],
			['letter', 'digit'],
		);
		const view = { filters: [], sort: [{ column: 0, descending: true }] };
		const what: TextToCopy = { ...all('csv'), view, columns: [1, 0], header: false };
		assert.equal(await asking(table).copy({ what, limit: 999 }), '4,d\r\n3,c\r\n1,b\r\n2,a\r\n');
		const positions = [
			{ from: 3, to: 4 },
			{ from: 0, to: 2 },
		];
		assert.equal(await asking(table).copy({ what: { ...what, positions }, limit: 999 }), '2,a\r\n4,d\r\n3,c\r\n');
	});

	it('copies nothing if the text exceeds the clipboard limit', async () => {
		const text = await copied(rows, all('csv'));
		const ask = asking(textTable('raw', rows, names));
		assert.equal(await ask.copy({ what: all('csv'), limit: text.length }), text);
		assert.equal(await ask.copy({ what: all('csv'), limit: text.length - 1 }), undefined);
	});

	it('copies a record with a single empty cell', async () => {
		const text = await asking(textTable('raw', [['']])).copy({ what: { ...all('csv'), columns: [0] }, limit: 99 });
		assert.equal(text, 'column0\r\n""\r\n');
	});

	for (const format of ['csv', 'tsv'] as const) {
		it(`copies no blank lines in single-column ${format}, because many readers skip them`, async () => {
			const values = [[''], ['a'], [' '], ['\t'], ['\u00a0'], [''], ['"']];
			const what = { ...all(format), columns: [0] };
			const text = (await asking(textTable('raw', values)).copy({ what, limit: 999 })) ?? 'too long';
			const delimiter = format === 'csv' ? ',' : '\t';
			assert.deepEqual(parse(text, { delimiter, skip_empty_lines: true }), [['column0'], ...values]);
			assert.equal(text.split(/\r?\n/).filter((line) => line.trim() === '').length, 1, 'the end of the text');
		});
	}
});

describe('saved records', () => {
	const rows = randomRows(2, 5000);
	const table = () => textTable('raw', rows, names);
	const { signal } = new AbortController();
	const temporary = useTemporaryFolder();

	it('saves the same text that copying produces and reports progress', async () => {
		const path = join(temporary.path, 'records.csv');
		await writeFile(path, 'an earlier one');
		const progress: number[] = [];
		const report = ({ records, of }: { records: number; of: number }) => {
			assert.equal(of, rows.length);
			progress.push(records);
		};
		const saved = await createQueries(table()).save({ what: all('csv'), path }, { signal, report });
		const text = await copied(rows, all('csv'));
		assert.equal(await readFile(path, 'utf8'), text);
		assert.deepEqual(saved, { records: rows.length, bytes: Buffer.byteLength(text) });
		assert.equal(progress.at(-1), rows.length);
		assert.ok(progress.length > 3);
		assert.deepEqual(await readdir(temporary.path), ['records.csv']);
		assert.notEqual((await stat(path)).mode & 0o200, 0, 'may be edited');
	});

	for (const [when, enough] of [
		['at its beginning', 1],
		['at its last record', rows.length],
	] as const) {
		it(`leaves no partial file and keeps the previous file if saving is canceled ${when}`, async () => {
			const path = join(temporary.path, 'records.csv');
			await writeFile(path, 'an earlier one');
			const controller = new AbortController();
			const report = ({ records }: { records: number }) => {
				if (records >= enough) {
					controller.abort();
				}
			};
			const saving = createQueries(table()).save({ what: all('csv'), path }, { signal: controller.signal, report });
			await assert.rejects(saving, isCancellation);
			assert.deepEqual(await readdir(temporary.path), ['records.csv']);
			assert.equal(await readFile(path, 'utf8'), 'an earlier one');
		});
	}

	it('does not write through a symbolic link at the temporary path of a saved file', async () => {
		const path = join(temporary.path, 'records.csv');
		const other = join(temporary.path, 'other.txt');
		await writeFile(other, 'of somebody else');
		await symlink(other, `${path}.part`);
		await createQueries(table()).save({ what: all('csv'), path }, { signal, report: () => undefined });
		assert.equal(await readFile(other, 'utf8'), 'of somebody else');
		assert.equal((await lstat(path)).isSymbolicLink(), false);
		assert.deepEqual((await readdir(temporary.path)).sort(), ['other.txt', 'records.csv']);
	});

	it('saving leaves no partial file if the disk is full or the folder is missing', async () => {
		const path = join(temporary.path, 'records.csv');
		const save = (where: string, files?: Parameters<typeof saveFile>[1]['files']) =>
			saveFile(
				new CachedSnapshot(new QueryCache(), table()),
				{ what: all('csv'), path: where, onProgress: () => undefined, ...(files ? { files } : {}) },
				signal,
			);
		await assert.rejects(
			save(path, filesWithRoomFor(1000)),
			(error) => isProblem(error, 'disk') && error.problem.fault === 'full',
		);
		assert.deepEqual(await readdir(temporary.path), []);
		await assert.rejects(
			save(join(temporary.path, 'none', 'records.csv')),
			(error) => isProblem(error, 'disk') && error.problem.fault === 'missing',
		);
	});
});
