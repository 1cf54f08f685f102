import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { Shell } from '../../support/cli/commandLine';

const schemas = resolve('src', 'cli', 'schemas');
const fixtures = resolve('test', 'fixtures', 'cli');
const records = join(fixtures, 'records.csv');

/** Rejects members that a schema doesn't declare. In the published schemas, later versions may add members. */
function withoutOtherMembers(schema: unknown): unknown {
	if (Array.isArray(schema)) {
		return schema.map(withoutOtherMembers);
	}
	if (typeof schema !== 'object' || schema === null) {
		return schema;
	}
	const strict = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withoutOtherMembers(value)]));
	return 'required' in schema ? { ...strict, additionalProperties: false } : strict;
}

function assertValid(name: string, output: unknown): void {
	const validate = new Ajv({ allowUnionTypes: true }).compile(
		withoutOtherMembers(JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), 'utf8'))) as object,
	);
	assert.ok(validate(output), `${name}: ${JSON.stringify(validate.errors)}`);
}

describe('JSON output schemas', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open({ records: 400 });
	});

	after(() => shell[Symbol.asyncDispose]());

	for (const [name, args] of Object.entries({
		apps: ['apps'],
		groups: ['groups', records],
		report: ['report', records, '--output', 'json'],
		trace: ['trace', join(fixtures, 'crash.log')],
		compare: ['compare', records, '--before-versions', '3.0', '--after-versions', '3.1'],
	})) {
		it(`declares every member of the JSON output: ${name}`, async () => {
			const output = await shell.json(name === 'apps' ? args : [...args, '--workspace', fixtures]);
			assertValid(name, output);
			const changed = { ...(output as object), [Object.keys(output as object)[0] ?? '']: { other: true } };
			assert.throws(() => assertValid(name, changed), name);
		});
	}

	it('declares every member of the JSON output of export and groups', async () => {
		const exported = await shell.exportWeek();
		assertValid('export', exported);
		assertValid('groups', await shell.json(['groups', exported.file]));
	});

	it('declares every member of the JSON output of triage and fixed', async () => {
		const output = await shell.json(['groups', records, '--workspace', fixtures]);
		const [{ fingerprint }] = (output as { groups: [{ fingerprint: string }] }).groups;
		const place = ['--app', '101', '--triage', join(shell.folder, 'triage')];
		const details = ['--state', 'ignored', '--owner', 'a', '--note', 'b', '--issue', 'https://example.com/1'];
		assertValid('triage', await shell.json(['triage', 'set', records, fingerprint, ...place, ...details]));
		assertValid('triage', await shell.json(['triage', 'list', ...place]));
		assertValid('triage', await shell.json(['triage', 'list', records, ...place]));
		assertValid('triage', await shell.json(['triage', 'tidy', records, ...place]));
		assertValid('groups', await shell.json(['groups', records, ...place]));
		await shell.json(['triage', 'set', records, fingerprint, ...place, '--state', 'fixed', '--in', '99']);
		assertValid('fixed', await shell.json(['fixed', records, ...place, '--allow-unjudged']));
		assert.throws(() => assertValid('triage', { file: null, fingerprint: '', state: '', other: true }));
	});

	it('declares every member of the JSON output of sync and digest', async () => {
		await using recent = await Shell.open({ records: 400, now: Date.now() });
		assertValid('sync', await recent.json(['sync', '--app', '101', '--last', '2d']));
		assertValid('digest', await recent.json(['digest', '--workspace', fixtures]));
		const group = { change: 'new', application: '1', fingerprint: 'a', title: 'a', place: '', message: '', frames: [] };
		const file = { application: '1', file: 'a', since: null, until: null, caveats: ['a'] };
		const commit = { hash: 'a', subject: 'a', author: 'a', authored: null, touched: 'caller', onlyFormatting: false };
		const version = { version: '1', tag: 'v1' };
		const found = { verdict: 'found', good: version, bad: version, total: 1 };
		for (const suspects of [
			null,
			{ verdict: 'inconclusive', reason: 'shallow', text: 'a' },
			{ ...found, commits: [{ ...commit, files: [{ path: 'a', owners: ['@a'] }] }] },
		]) {
			const counts = { records: 1, devices: null, triage: null };
			assertValid('digest', {
				files: [file],
				groups: [{ ...group, text: 'a', ...counts, code: { path: 'a', line: 1 }, suspects, link: null }],
				gates: { met: [], unjudged: [] },
			});
		}
	});

	it('declares every member of the JSON output of load and unload', () => {
		assertValid('load', {
			database: 'http://a',
			dataset: 'a',
			files: [{ file: 'a', records: 1, added: 1, load: 1 }],
			total: 1,
		});
		assertValid('unload', { dataset: 'a', load: 1, removed: 1, deleted: true, total: 1 });
		assertValid('unload', { dataset: 'a', loads: [{ load: 1, at: 'a', records: 1, added: 1, sharedBy: [] }] });
		assert.throws(() => assertValid('load', { dataset: 'a' }));
	});

	it('provides one schema for each command with JSON output, except for SARIF', async () => {
		const { stdout } = await shell.run(['--help']);
		const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
		// `verify` has the output of `export`.
		const others = ['verify', 'sarif', 'mcp', 'completion'];
		assert.deepEqual(
			readdirSync(schemas).map((file) => file.replace('.schema.json', '')),
			commands.filter((name) => !others.includes(name)).sort(),
		);
	});
});
