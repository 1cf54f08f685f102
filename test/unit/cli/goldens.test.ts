import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';

/** Golden files. A deleted file is written again and must be reviewed by a person. */
const golden = resolve('test', 'fixtures', 'cli', 'golden');
const fixtures = resolve('test', 'fixtures', 'cli');
const records = join(fixtures, 'records.csv');

const log = join(fixtures, 'crash.log');

const versions = ['--before-versions', '3.0', '--after-versions', '3.1'];

const commands: Readonly<Record<string, readonly string[]>> = {
	'export-help': ['export', '--help'],
	'load-help': ['load', '--help'],
	'groups-table': ['groups', records, '--output', 'table'],
	'groups-json': ['groups', records, '--output', 'json'],
	'groups-ndjson': ['groups', records, '--output', 'ndjson'],
	'groups-markdown': ['groups', records, '--output', 'markdown'],
	'triage-table': ['triage', 'list', '--app', '101', '--output', 'table'],
	'triage-json': ['triage', 'list', records, '--app', '101', '--output', 'json'],
	'compare-table': ['compare', records, ...versions, '--output', 'table'],
	'compare-json': ['compare', records, ...versions, '--output', 'json'],
	'compare-markdown': ['compare', records, ...versions, '--output', 'markdown'],
	'report-markdown': ['report', records, '--output', 'markdown'],
	'report-triage-markdown': ['report', records, '--app', '101', '--output', 'markdown'],
	sarif: ['sarif', records],
	'trace-table': ['trace', log, '--output', 'table'],
	'trace-json': ['trace', log, '--output', 'json'],
	'trace-markdown': ['trace', log, '--output', 'markdown'],
};

describe('CLI output', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open({ records: 10 });
	});

	after(() => shell[Symbol.asyncDispose]());

	for (const [name, args] of Object.entries(commands)) {
		it(`matches the golden file: ${name}`, async () => {
			const isHelp = args.includes('--help');
			const env = { TZ: 'UTC' };
			const { code, stdout, stderr } = await shell.run(isHelp ? args : [...args, '--workspace', fixtures], env);
			assert.equal(code, 0, stderr);
			const text = stdout
				// JSON contains the path with escaped backslashes on Windows.
				.replaceAll(JSON.stringify(fixtures).slice(1, -1), 'FIXTURES')
				.replaceAll(fixtures, 'FIXTURES')
				.replaceAll('FIXTURES\\\\', 'FIXTURES/')
				// In SARIF, paths are relative to the root of the repository, if there is one.
				.replaceAll('"uri": "test/fixtures/cli/', '"uri": "')
				.replace(/As of .*?, based/, 'As of NOW, based')
				.replace(/"version": "\d+\.\d+\.\d+"(?=,\n\s+"rules")/, '"version": "VERSION"');
			const file = join(golden, `${name}.txt`);
			if (!existsSync(file)) {
				writeFileSync(file, text);
				assert.fail(`${file} was created. Review it, then run the test again.`);
			}
			assert.equal(text, readFileSync(file, 'utf8'));
		});
	}
});
