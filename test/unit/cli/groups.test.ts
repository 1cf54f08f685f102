import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Shell } from '../../support/cli/commandLine';

interface GroupsData {
	readonly records: number;
	readonly devices: number | null;
	readonly groupCount: number;
	readonly groups: readonly {
		readonly fingerprint: string;
		readonly title: string;
		readonly records: number;
		readonly devices: number | null;
		readonly code: { readonly path: string; readonly line: number } | null;
	}[];
}

type Row = Readonly<Record<string, string>>;

const workspace = resolve('samples', 'workspace');
/** What terminals obey, and what turns the order of what follows it round. */
const odd = /(?!\n)[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('Groups on the command line', () => {
	let shell: Shell;
	let file: string;
	let rows: readonly Row[];

	before(async () => {
		shell = await Shell.open();
		({ file } = await shell.exportWeek());
		rows = parse(readFileSync(file), { columns: true });
	});

	after(() => shell[Symbol.asyncDispose]());

	it('count as another reader of the file does', async () => {
		const data = await shell.json<GroupsData>(['groups', file, '--by', 'error_name', '--top', '1000']);
		const counts = new Map<string, number>();
		for (const { error_name: name = '' } of rows) {
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		assert.deepEqual(new Map(data.groups.map(({ title, records }) => [title, records])), counts);
		assert.equal(data.records, rows.length);
		assert.equal(data.groupCount, counts.size);
	});

	it('are those of a query', async () => {
		const of = (query: string) => shell.json<GroupsData>(['groups', file, '--query', query]);
		const [some] = rows;
		const version = some?.['app_version_name'] ?? '';
		const expected = rows.filter((row) => row['app_version_name'] === version && row['os_version'] !== '14');
		assert.equal((await of(`version:${version} -os_version:14`)).records, expected.length);
		assert.equal((await shell.run(['groups', file, '--query', 'nothing:1'])).code, 2);
		assert.equal((await shell.run(['groups', file, '--query', 'os_version:"14'])).code, 2);
	});

	it('lead to lines of the sources', async () => {
		const { groups } = await shell.json<GroupsData>(['groups', file, '--workspace', workspace]);
		const places = groups.flatMap(({ code }) => (code ? [code] : []));
		assert.ok(places.length > 5, `${places.length} places`);
		for (const { path, line } of places) {
			assert.ok(readFileSync(join(workspace, path), 'utf8').split('\n').length >= line, `${path}:${line}`);
		}
		const without = await shell.json<GroupsData>(['groups', file]);
		assert.ok(without.groups.every(({ code }) => code === null));
	});

	it('are known again by their fingerprints', async () => {
		const prints = async () =>
			(await shell.json<GroupsData>(['groups', file])).groups.map(({ fingerprint }) => fingerprint);
		const first = await prints();
		assert.equal(new Set(first).size, first.length);
		assert.deepEqual(await prints(), first);
	});

	it('are told alike in each form', async () => {
		const { groups } = await shell.json<GroupsData>(['groups', file, '--top', '5']);
		const lines = (await shell.run(['groups', file, '--top', '5', '--output', 'ndjson'])).stdout.trim().split('\n');
		assert.deepEqual(
			lines.map((line) => JSON.parse(line)),
			groups,
		);
		for (const form of ['table', 'markdown']) {
			const { stdout } = await shell.run(['groups', file, '--top', '5', '--output', form]);
			for (const { title, records } of groups) {
				assert.ok(stdout.includes(title) && stdout.includes(records.toLocaleString('en-US')), `${form}: ${title}`);
			}
		}
	});

	it('bring no control character of a record to the terminal', async () => {
		const texts = [
			'\u001b[2J\u001b]0;gone\u0007',
			'a\u202eb',
			'c\rd',
			'| x | [y](http://z) `',
			'\u009b31m',
			'<script>',
		];
		const hostile = join(shell.folder, 'hostile.csv');
		const cells = texts.map((text) => `"${text.replaceAll('"', '""')}: it failed",1`);
		await writeFile(hostile, `error_name,error_id\n${cells.join('\n')}\n`);
		for (const form of ['table', 'json', 'ndjson', 'markdown']) {
			const { code, stdout } = await shell.run(['groups', hostile, '--output', form]);
			assert.equal(code, 0);
			assert.doesNotMatch(stdout, odd, form);
		}
		const { groups } = await shell.json<GroupsData>(['groups', hostile]);
		assert.deepEqual(groups.map(({ title }) => title).sort(), texts.map((text) => `${text}: it failed`).sort());
	});

	it('leave beside an export what makes them quicker the next time', async () => {
		await using other = await Shell.open({ records: 6000 });
		const exported = await other.exportWeek('101', '--since', '2026-09-01');
		const first = await other.json<GroupsData>(['groups', exported.folder]);
		const kept = readdirSync(exported.folder).filter((name) => name.startsWith(basename(exported.file)));
		assert.equal(kept.length, 3, kept.join(' '));
		assert.deepEqual(await other.json<GroupsData>(['groups', exported.folder]), first);
		// Nothing is written beside files of others.
		const copy = join(other.folder, 'copy.csv');
		await copyFile(exported.file, copy);
		assert.equal((await other.json<GroupsData>(['groups', copy])).records, exported.records);
		assert.deepEqual(
			readdirSync(other.folder).filter((name) => name.startsWith('copy')),
			['copy.csv'],
		);
	});
});
