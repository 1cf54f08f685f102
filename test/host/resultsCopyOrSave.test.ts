import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { EngineClient } from '../../src/engine/engineClient';
import { ResultsDocument } from '../../src/features/results/document';
import type { Services } from '../../src/services/services';
import type { CopyOrSave, TextToCopy } from '../../src/shared/results';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { StagedView, startEngine } from '../support/host/resultsHarness';
import { readParquet } from '../support/readParquet';

const count = 500;
const records = Array.from(
	{ length: count },
	(_, index) => `"line 1 of ${index}\nline 2, ""quoted""",${index % 2 ? 'ios' : 'android'},${index}`,
);

describe('copying and saving records', () => {
	let product: Services;
	let engine: EngineClient;
	let person: Person;
	let folder: string;
	let view: StagedView;
	let document: ResultsDocument;

	before(async () => {
		product = await startProduct();
		engine = startEngine(product.extensionUri);
	});

	after(() => engine.dispose());

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		const file = path.join(folder, 'shop.errors.csv');
		await writeFile(file, `error,os_name,mcc\n${records.join('\n')}\n`);
		person = new Person();
		document = new ResultsDocument(vscode.Uri.file(file), engine);
		view = new StagedView(document, { ...product, engine });
		await view.load();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			view.dispose();
			document.dispose();
			await rm(folder, { recursive: true, force: true });
		}
	});

	const what = (over: Partial<TextToCopy> = {}): TextToCopy => ({
		view: {
			filters: [{ kind: 'oneOf', column: 1, values: ['ios'] }],
			sort: [{ column: 2, descending: true }],
		},
		columns: [2, 1],
		format: 'csv',
		spreadsheetSafe: false,
		header: true,
		...over,
	});
	const expected = Array.from({ length: count / 2 }, (_, index) => [String(count - 1 - 2 * index), 'ios']);
	const target = () => path.join(folder, 'saved.csv');
	const save = async (taken: CopyOrSave) => {
		const saving = view.ask('save', { what: taken });
		await person.saveDialog().answer(vscode.Uri.file(target()));
		return saving;
	};

	it('copies records to the clipboard in the order of the view', async () => {
		assert.equal(await view.ask('copyRecords', { what: what() }), 'Copied 250 records as CSV');
		assert.deepEqual(parse(person.clipboard), [['mcc', 'os_name'], ...expected]);
		assert.equal(person.clipboard, await view.ask('copy', { what: what(), limit: 1_000_000 }));
	});

	it('copies a range of records to the clipboard', async () => {
		const part = what({ positions: [{ from: 1, to: 3 }], format: 'tsv', header: false });
		assert.equal(await view.ask('copyRecords', { what: part }), 'Copied 2 records as TSV');
		assert.equal(person.clipboard.trimEnd(), '497\tios\n495\tios');
	});

	it('copies text to the clipboard unchanged', async () => {
		await view.ask('copyText', { text: 'x\n$(y)' });
		assert.equal(person.clipboard, 'x\n$(y)');
	});

	it('writes the same text to a saved file as to the clipboard', async () => {
		const words = await save(what());
		assert.match(words, /^Saved 250 records \(.+\) to .*saved\.csv$/);
		await view.ask('copyRecords', { what: what() });
		assert.equal((await readFile(target(), 'utf8')).trimEnd(), person.clipboard.trimEnd());
	});

	it('saves records in every file format with unchanged values', async () => {
		const all = what({ view: { filters: [], sort: [] }, columns: [0, 1, 2], format: 'json' });
		await save(all);
		const saved = JSON.parse(await readFile(target(), 'utf8')) as unknown;
		const list = (Array.isArray(saved) ? saved : (saved as { data: unknown[] }).data) as Record<string, unknown>[];
		assert.deepEqual(
			[list.length, list[7]?.['error'], String(list[7]?.['mcc'])],
			[count, 'line 1 of 7\nline 2, "quoted"', '7'],
		);
		await save({ ...all, format: 'ndjson' });
		assert.equal((await readFile(target(), 'utf8')).trim().split('\n').length, count);
	});

	it('saves records to a Parquet file that other programs can read', async () => {
		const words = await save({ ...what(), format: 'parquet' });
		assert.match(words, /^Saved 250 records \(.+\) to .*saved\.csv$/);
		const { names, rows } = await readParquet(target());
		assert.deepEqual([names, rows], [['mcc', 'os_name'], expected]);
	});

	it('suggests a file name based on the source file and the format in the save dialog', async () => {
		const saving = view.ask('save', { what: what({ format: 'markdown' }) });
		const { defaultUri, filters } = await person.saveDialog().options();
		assert.equal(path.basename(defaultUri?.path ?? ''), 'shop.md');
		assert.deepEqual(filters, { Markdown: ['md'] });
		await person.saveDialog().escape();
		assert.equal(await saving, '', 'nothing is said of what a person did not want');
	});

	it('never overwrites the file whose records are shown', async () => {
		const before = await readFile(document.uri.fsPath);
		const saving = view.ask('save', { what: what() });
		await person.saveDialog().answer(document.uri);
		assert.match(await saving, /^Not saved: this file is open in the view/);
		assert.deepEqual(await readFile(document.uri.fsPath), before);
	});

	it('saves records only to locations on disk', async () => {
		const saving = view.ask('save', { what: what() });
		await person.saveDialog().answer(vscode.Uri.parse('vscode-vfs://host/saved.csv'));
		await assert.rejects(saving, { message: /can only open files on disk/ });
	});

	it("reports an error if records can't be written to the chosen location", async () => {
		const saving = view.ask('save', { what: what() });
		await person.saveDialog().answer(vscode.Uri.file(path.join(folder, 'none', 'saved.csv')));
		await assert.rejects(saving, { message: /none/ });
		assert.deepEqual(await readdir(folder), ['shop.errors.csv']);
	});

	describe('issue text for records', () => {
		const all = { filters: [], sort: [] };
		const trace = (cart: number) => `CartException: cart ${cart}\n\tat shop.Cart.sum(Cart.kt:17)\n\`\`\`\n<b>`;
		const rows = [
			[trace(1), 'CartException', '1794528000', 'device-1', '2.9.0', 'secret-1'],
			[trace(2), 'CartException', '1794614400', 'device-2', '2.10.0', 'secret-2'],
			[trace(3), 'CartException', '1794700800', 'device-1', '2.10.0', 'secret-3'],
			['Other', 'Other', '1794787200', 'device-9', '3.0.0', 'secret-9'],
		];
		const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
		let other: StagedView;
		let otherDocument: ResultsDocument;
		let queries: string[];

		beforeEach(async () => {
			const file = path.join(folder, 'traces.csv');
			const header = 'error,error_name,error_timestamp,analytics_device_id,app_version_name,profile_id';
			await writeFile(file, [header, ...rows.map((row) => row.map(quoted).join(','))].join('\n'));
			queries = [];
			const listened: Pick<EngineClient, 'call'> = {
				call: (method, params, options) => {
					queries.push(typeof params === 'object' && 'query' in params ? params.query : method);
					return engine.call(method, params, options);
				},
			};
			otherDocument = new ResultsDocument(vscode.Uri.file(file), listened);
			other = new StagedView(otherDocument, { ...product, engine });
			await other.load();
			await other.heard('progress', ({ done }) => done);
		});

		afterEach(() => {
			other.dispose();
			otherDocument.dispose();
		});

		it("copies a group's issue text with counts and the latest trace, without personal data", async () => {
			const about = { kind: 'group', key: { kind: 'name' }, value: 'CartException' } as const;
			const group = { view: all, about };
			assert.equal(await other.ask('copyIssue', group), 'Copied as issue text');
			const text = person.clipboard;
			const facts = Object.fromEntries(
				[...text.matchAll(/^- \*\*`?(\w[\w ]*)`?:\*\* `?(.*?)`?$/gm)].map(([, label, value]) => [label, value]),
			);
			assert.match(text, /^## CartException\n/);
			assert.deepEqual(
				[facts['Records'], facts['Devices'], facts['Versions'], facts['First seen'], facts['Last seen']],
				['3 of 4 (75%)', '2', '2.9.0 → 2.10.0', '2026-11-13 00:00:00 UTC', '2026-11-15 00:00:00 UTC'],
			);
			assert.ok(text.includes(`\`\`\`\`text\n${trace(3)}\n\`\`\`\``), text);
			assert.ok(!/device-\d|secret-\d/.test(text), text);
			assert.match(text, /traces\.csv`?\n$/);
		});

		it("shows a group's share of the records in all groups of the view", async () => {
			const key = { kind: 'name' } as const;
			const filters = [{ kind: 'group', key, values: ['CartException'] }] as const;
			await other.ask('copyIssue', {
				view: { filters, sort: [] },
				about: { kind: 'group', key, value: 'CartException' },
			});
			assert.match(person.clipboard, /\*\*Records:\*\* 3 of 4 \(75%\)\n/);
			assert.ok(!person.clipboard.includes("view's filters"), person.clipboard);
			await other.ask('copyIssue', { view: { filters, sort: [] }, about: { kind: 'group', key, value: 'Other' } });
			assert.match(person.clipboard, /\*\*Records:\*\* 1 of 4 \(25%\)\n/);
		});

		it('passes a group or a record to an agent instead of copying an issue text', async () => {
			const asked: unknown[] = [];
			const original = vscode.commands.executeCommand;
			const replacements = new Replacements();
			replacements.replace(vscode.commands, 'executeCommand', (command: string, ...parameters: unknown[]) =>
				command === 'appErrors.askAgent'
					? Promise.resolve(asked.push(parameters[0]))
					: original(command, ...parameters),
			);
			try {
				const key = { kind: 'name' } as const;
				await other.ask('askAgent', { view: all, about: { kind: 'group', key, value: 'CartException' } });
				await other.ask('askAgent', { view: all, about: { kind: 'record', number: 0 } });
			} finally {
				replacements.dispose();
			}
			assert.partialDeepStrictEqual(asked, [
				{ kind: 'group', filters: [], key: { kind: 'name' }, value: 'CartException' },
				{ kind: 'group', filters: [], key: { kind: 'frames' } },
			]);
		});

		it('copies an issue text for the selected records', async () => {
			const view = { filters: [], sort: [{ column: 2, descending: true }] };
			const about = { kind: 'positions', positions: [{ from: 1, to: 3 }] } as const;
			await other.ask('copyIssue', { view, about });
			assert.match(person.clipboard, /\*\*Records:\*\* 2 of 4 \(50%\)\n/);
			assert.match(person.clipboard, /2026-11-14 00:00:00 UTC`?\n.*2026-11-15 00:00:00 UTC/);
			assert.match(person.clipboard, /only the selected records/);
			assert.ok(person.clipboard.includes(trace(3)), person.clipboard);
		});

		it('names the group in the title of the issue text if records are grouped by frames', async () => {
			const key = { kind: 'frames' } as const;
			const { page } = await other.ask('groups', {
				view: all,
				key,
				order: 'records',
				descending: true,
				start: 0,
				end: 9,
				trendParts: 0,
			});
			const titles: string[] = [];
			for (const { value } of page) {
				await other.ask('copyIssue', { view: all, about: { kind: 'group', key, value } });
				assert.ok(!person.clipboard.includes('ownFrames'), person.clipboard);
				titles.push(person.clipboard.split('\n')[0] ?? '');
			}
			assert.deepEqual(titles, ['## `CartException in Cart.sum`', '## Other']);
		});

		it('copies an issue text for one record', async () => {
			await other.ask('copyIssue', { view: all, about: { kind: 'record', number: 0 } });
			assert.match(person.clipboard, /^## CartException\n/);
			assert.ok(person.clipboard.includes('cart 1') && !/device-\d|secret-\d/.test(person.clipboard));
		});

		it('creates an issue text without loading a full record into the extension host', async () => {
			await other.ask('copyIssue', { view: all, about: { kind: 'record', number: 0 } });
			await other.ask('copyIssue', {
				view: all,
				about: { kind: 'group', key: { kind: 'name' }, value: 'CartException' },
			});
			assert.ok(queries.includes('issue') && !queries.includes('record'), queries.join());
		});

		it('copies an issue text for all records of the view and mentions the filters', async () => {
			const view = { filters: [{ kind: 'oneOf', column: 4, values: ['2.10.0'] }], sort: [] } as const;
			await other.ask('copyIssue', { view, about: { kind: 'view' } });
			assert.match(person.clipboard, /\*\*Records:\*\* 2\n/);
			assert.match(person.clipboard, /only records that match the view's filters \(1\)/);
		});
	});
});
