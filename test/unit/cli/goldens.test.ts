import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';

/** Written, and looked at by a person, when a file of it is deleted. */
const golden = resolve('test', 'fixtures', 'cli', 'golden');
const fixtures = resolve('test', 'fixtures', 'cli');
const records = join(fixtures, 'records.csv');

const versions = ['--before-versions', '3.0', '--after-versions', '3.1'];

const commands: Readonly<Record<string, readonly string[]>> = {
	'export-help': ['export', '--help'],
	'load-help': ['load', '--help'],
	'groups-table': ['groups', records, '--output', 'table'],
	'groups-json': ['groups', records, '--output', 'json'],
	'groups-ndjson': ['groups', records, '--output', 'ndjson'],
	'groups-markdown': ['groups', records, '--output', 'markdown'],
	'compare-table': ['compare', records, ...versions, '--output', 'table'],
	'compare-json': ['compare', records, ...versions, '--output', 'json'],
	'compare-markdown': ['compare', records, ...versions, '--output', 'markdown'],
	'report-markdown': ['report', records, '--output', 'markdown'],
	sarif: ['sarif', records],
};

describe('What the command line writes', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open({ records: 10 });
	});

	after(() => shell[Symbol.asyncDispose]());

	for (const [name, args] of Object.entries(commands)) {
		it(`is what it was: ${name}`, async () => {
			const isHelp = args.includes('--help');
			const env = { TZ: 'UTC' };
			const { code, stdout, stderr } = await shell.run(isHelp ? args : [...args, '--workspace', fixtures], env);
			assert.equal(code, 0, stderr);
			// What differs from machine to machine and from day to day.
			const text = stdout
				.replaceAll(fixtures, 'FIXTURES')
				.replace(/As of .*?, by/, 'As of NOW, by')
				.replace(/"version": "\d+\.\d+\.\d+"(?=,\n\s+"rules")/, '"version": "VERSION"');
			const file = join(golden, `${name}.txt`);
			if (!existsSync(file)) {
				writeFileSync(file, text);
				assert.fail(`${file} was not there: look at it, and run again`);
			}
			assert.equal(text, readFileSync(file, 'utf8'));
		});
	}
});
