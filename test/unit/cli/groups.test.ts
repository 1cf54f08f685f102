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
		readonly activeRates: {
			readonly perThousand: number | null;
			readonly versions: readonly { readonly version: string }[];
		} | null;
		readonly code: { readonly path: string; readonly line: number } | null;
	}[];
}

type Row = Readonly<Record<string, string>>;

const workspace = resolve('samples', 'workspace');
/** Control characters of terminals, and characters that change the direction of the following text. */
const odd = /(?!\n)[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('groups command', () => {
	let shell: Shell;
	let file: string;
	let rows: readonly Row[];

	before(async () => {
		shell = await Shell.open();
		({ file } = await shell.exportWeek());
		rows = parse(readFileSync(file), { columns: true });
	});

	after(() => shell[Symbol.asyncDispose]());

	it('counts the same records per group as an independent CSV parser', async () => {
		const data = await shell.json<GroupsData>(['groups', file, '--by', 'error_name', '--top', '1000']);
		const counts = new Map<string, number>();
		for (const { error_name: name = '' } of rows) {
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		assert.deepEqual(new Map(data.groups.map(({ title, records }) => [title, records])), counts);
		assert.equal(data.records, rows.length);
		assert.equal(data.groupCount, counts.size);
	});

	it('groups only the records that match a query', async () => {
		const of = (query: string) => shell.json<GroupsData>(['groups', file, '--query', query]);
		const [some] = rows;
		const version = some?.['app_version_name'] ?? '';
		const expected = rows.filter((row) => row['app_version_name'] === version && row['os_version'] !== '14');
		assert.equal((await of(`version:${version} -os_version:14`)).records, expected.length);
		const others = rows.filter((row) => row['os_version'] !== '14');
		assert.equal((await of('-os_version:14')).records, others.length);
		assert.equal((await shell.run(['groups', file, '--query', 'nothing:1'])).code, 2);
		assert.equal((await shell.run(['groups', file, '--query', 'os_version:"14'])).code, 2);
	});

	it('adds rates per active device, counting each device once per day in the time zone of the records', async () => {
		const days = ['12', '13', '14', '15', '16', '17', '18'].map((day) => `2026-11-${day}`);
		const versions = [...new Set(rows.map((row) => row['app_version_name'] ?? ''))];
		const numbers = days.flatMap((day) => versions.map((version) => `${day},${version},1000`));
		await writeFile(join(shell.folder, 'active.csv'), ['date,version,devices', ...numbers].join('\n'));
		const asked = ['groups', file, '--by', 'error_name', '--top', '3', '--active-devices', 'active.csv'];
		const { groups } = await shell.json<GroupsData>(asked);
		assert.equal(groups.length, 3);
		for (const { title, activeRates } of groups) {
			const own = rows.filter((row) => row['error_name'] === title);
			// The application is in Berlin, one hour ahead of UTC in November.
			const pairs = own.map((row) => [
				new Date((Number(row['error_timestamp']) + 3600) * 1000).toISOString().slice(0, 10),
				row['app_version_name'],
				row['analytics_device_id'],
			]);
			const affected = new Set(pairs.filter(([day = '']) => days.slice(0, -1).includes(day)).map(String)).size;
			const active = 6 * versions.length * 1000;
			const { versions: newest, ...total } = activeRates ?? { versions: [] };
			const span = { since: '2026-11-12', until: '2026-11-17' };
			assert.deepEqual(total, { ...span, affected, active, perThousand: (affected / active) * 1000 });
			assert.equal(newest.length, Math.min(3, versions.length));
		}
		const [first] = groups;
		const table = await shell.run([...asked, '--output', 'table']);
		assert.match(table.stdout, new RegExp(`Per 1,000 active[^]* ${first?.activeRates?.perThousand?.toFixed(2)} `));
		await writeFile(join(shell.folder, 'active.csv'), 'date,version,devices\n2027-01-01,9,10\n');
		const other = await shell.run(asked);
		assert.match(other.stderr, /numbers of active devices cannot be related to the records/);
		assert.match(other.stdout, /"activeRates": null/);
	});

	it('links groups to source lines', async () => {
		const { groups } = await shell.json<GroupsData>(['groups', file, '--workspace', workspace]);
		const places = groups.flatMap(({ code }) => (code ? [code] : []));
		assert.ok(places.length > 5, `${places.length} places`);
		for (const { path, line } of places) {
			assert.ok(readFileSync(join(workspace, path), 'utf8').split('\n').length >= line, `${path}:${line}`);
		}
		const without = await shell.json<GroupsData>(['groups', file]);
		assert.ok(without.groups.every(({ code }) => code === null));
	});

	it('recognizes groups by their fingerprints in later runs', async () => {
		const prints = async () =>
			(await shell.json<GroupsData>(['groups', file])).groups.map(({ fingerprint }) => fingerprint);
		const first = await prints();
		assert.equal(new Set(first).size, first.length);
		assert.deepEqual(await prints(), first);
	});

	it('prints the same groups in every output format', async () => {
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

	it('does not print control characters from records to the terminal', async () => {
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

	it('saves an index next to an export, but not next to other files', async () => {
		await using other = await Shell.open({ records: 6000 });
		const exported = await other.exportWeek('101', '--since', '2026-09-01');
		const first = await other.json<GroupsData>(['groups', exported.folder]);
		const retained = readdirSync(exported.folder).filter((name) => name.startsWith(basename(exported.file)));
		assert.equal(retained.length, 3, retained.join(' '));
		assert.deepEqual(await other.json<GroupsData>(['groups', exported.folder]), first);
		// No index is saved next to files outside of the library.
		const copy = join(other.folder, 'copy.csv');
		await copyFile(exported.file, copy);
		assert.equal((await other.json<GroupsData>(['groups', copy])).records, exported.records);
		assert.deepEqual(
			readdirSync(other.folder).filter((name) => name.startsWith('copy')),
			['copy.csv'],
		);
	});

	it('orders groups by record count if the file has no column for the requested order, and reports the change', async () => {
		const path = join(shell.folder, 'plain.csv');
		await writeFile(path, 'error_name\nRare\nOften\nOften\n');
		const { stdout, stderr } = await shell.run(['groups', path, '--order', 'devices']);
		const data: GroupsData & { readonly orderedBy: string } = JSON.parse(stdout);
		assert.deepEqual(
			data.groups.map(({ title }) => title),
			['Often', 'Rare'],
		);
		assert.equal(data.orderedBy, 'records');
		assert.match(stderr, /no device column/);
	});

	it('reports a truncated or malformed file in JSON output, in reports and on standard error', async () => {
		const whole = 'error_id;error_name;error\n1;Crash;it failed\n2;Crash;it failed;and more\n';
		const damaged = join(shell.folder, 'damaged.csv');
		await writeFile(damaged, `${whole}3;"Cra`);
		interface Limited {
			readonly limits: readonly { readonly kind: string; readonly text: string }[];
		}
		const found = await shell.json<Limited>(['groups', damaged]);
		assert.deepEqual(
			found.limits.map(({ kind }) => kind),
			['detectedForm', 'truncated', 'malformed'],
		);
		const { stdout, stderr } = await shell.run(['report', damaged, '--output', 'markdown']);
		const intact = join(shell.folder, 'intact.csv');
		await writeFile(intact, whole.replace(';and more', ''));
		const compared = await shell.json<{ before: Limited; after: Limited }>(['compare', damaged, intact]);
		assert.deepEqual(compared.before.limits, found.limits);
		for (const { text } of found.limits) {
			assert.ok(stdout.includes(text), stdout);
			assert.ok(stderr.includes(text), stderr);
		}
	});
});
