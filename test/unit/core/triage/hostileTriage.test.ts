import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxTriageBytes, parseTriage } from '../../../../src/core/triage/parseTriage';
import { serializeTriage } from '../../../../src/core/triage/serializeTriage';
import { readTriage, TriageFolder, triageFolders } from '../../../../src/core/triage/triageFolder';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { skipBecause } from '../../../support/skipBecause';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { triageText } from './support/triageTexts';

const control = '\u001b[2J\u001b]0;x\u0007\r\u202e\u200b\u2028';
const long = 'x'.repeat(60_000);
const group = { version: 2, type: 'E', frames: ['a.b'] };

/** Files that a hostile contributor could add to a repository. Reading each of them must have no effect. */
const hostile: readonly string[] = [
	'',
	'\0\0\0\0',
	'null',
	'"text"',
	'['.repeat(60_000),
	'{"a":'.repeat(10_000),
	`${'{"a":['.repeat(5_000)}${']}'.repeat(5_000)}`,
	'}\n'.repeat(30_000),
	'}\n{'.repeat(20_000),
	`}${' '.repeat(60_000)}`,
	'<<<<<<< HEAD\n',
	`{"__proto__": {"polluted": true}, ${triageText().slice(1)}`,
	`{"constructor": {"prototype": {"polluted": true}}, ${triageText().slice(1)}`,
	triageText({ group: JSON.parse('{"__proto__": {"version": 2}, "type": "E"}') }),
	triageText({ toString: 'x', valueOf: 'x', hasOwnProperty: 'x' }),
	triageText({ owner: control }),
	triageText({ owner: long }),
	triageText({ owner: { toString: 'x' } }),
	triageText({ notes: [{ at: '2026-11-21', by: control, text: control }] }),
	triageText({ notes: [{ at: '2026-11-21', text: '[Fix](command:workbench.action.quit) $(zap)' }] }),
	triageText({ notes: Array.from({ length: 2_000 }, () => 1) }),
	triageText({ notes: [{ at: '9999-99-99' }] }),
	triageText({ issue: 'command:workbench.action.quit' }),
	triageText({ issue: 'javascript:alert(1)' }),
	triageText({ issue: 'file:///etc/passwd' }),
	triageText({ issue: '\\\\evil.example\\share' }),
	triageText({ issue: 'https://tracker.example@evil.example/' }),
	triageText({ issue: `https://evil.example/${control}` }),
	triageText({ issue: `https://evil.example/${long}` }),
	triageText({ state: 'fixed', in: Array.from({ length: 5_000 }, (_, at) => `${at}`) }),
	triageText({ state: 'fixed', in: ['1'.repeat(60_000)] }),
	triageText({ state: 'fixed', in: [`3.2${control}`] }),
	triageText({ state: 'fixed', in: ['3.2', 7] }),
	triageText({ state: 'ignored', until: { date: '2026-11-21T00:00:00Z' } }),
	triageText({ state: 'ignored', until: { devices: 1e300 } }),
	triageText({ state: 'ignored', until: { records: '5; rm -rf /' } }),
	triageText({ group: { version: Number.MAX_VALUE, type: 'E', frames: ['a.b'] } }),
	triageText({ group: { ...group, frames: Array.from({ length: 3_000 }, () => 'a.b') } }),
	triageText({ group: { ...group, frames: [long] } }),
	triageText({ group: { ...group, type: ['E'] } }),
	triageText({ service: 'https://evil.example', token: 'x', folder: '../../..', program: 'rm' }),
];

describe('hostile triage files', () => {
	const folder = useTemporaryFolder();

	it(`reads ${hostile.length} hostile triage files without affecting objects, paths or displayed text`, () => {
		assert.ok(hostile.length >= 40);
		for (const text of hostile) {
			const result = parseTriage(text);
			assert.equal(({} as { polluted?: unknown }).polluted, undefined);
			if (!result.ok) {
				continue;
			}
			const { owner, issue, notes, decision } = result.entry;
			const shown = [owner, issue, ...notes.flatMap(({ at, by, text: words }) => [at, by, words])];
			const versions = decision.state === 'fixed' ? decision.versions : [];
			for (const part of [...shown, ...versions]) {
				assert.doesNotMatch(part, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
				assert.ok(part.length <= 2_000);
			}
			assert.ok(issue === '' || /^https:\/\/[^@]*$/.test(issue), issue);
			assert.deepEqual(parseTriage(serializeTriage(result.entry.document)), result);
		}
	});

	measured('parses any text of the maximum size within 100 ms of processor time', () => {
		const fill = (unit: string) => unit.repeat(Math.floor(maxTriageBytes / unit.length));
		const units = [
			'[',
			'{"a":',
			'{a:',
			'}\n',
			'}\n{',
			'} \t',
			"{'",
			'"\\u0041',
			'<<<<<<<',
			'\\',
			'é',
			'{"a":1},\n',
			'"x",',
		];
		for (const text of [
			...units.map(fill),
			...units.map((unit) => triageText({ owner: fill(unit).slice(0, 30_000) })),
		]) {
			const ms = leastTime(() => parseTriage(text));
			assert.ok(ms < 100, `${ms} ms for ${text.slice(0, 20)}`);
		}
	});

	it('reads only files in the triage folder that are named after a group', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Named pipes are required.');
		}
		const inside = join(folder.path, ...triageFolders, '101');
		await mkdir(inside, { recursive: true });
		const secret = join(folder.path, 'outside.json');
		await writeFile(secret, triageText({ owner: 'secret' }));
		await writeFile(join(inside, '000000000001.json'), triageText({ owner: 'inside' }));
		await writeFile(join(inside, '000000000002.json'), 'x'.repeat(10_000_000));
		await writeFile(join(inside, 'readme.md'), triageText());
		await writeFile(join(inside, '00000000000G.json'), triageText());
		await symlink(secret, join(inside, '000000000003.json'));
		await mkdir(join(inside, '000000000004.json'));
		execFileSync('mkfifo', [join(inside, '000000000005.json')]);
		const entries = await readTriage(folder.path, triageFolders, '101');
		assert.deepEqual(
			entries?.files.map(({ entry: { owner } }) => owner),
			['inside'],
		);
		assert.deepEqual(entries?.invalid, [{ name: '000000000002.json', problem: { kind: 'tooLarge' } }]);
	});

	it('neither reads nor writes triage files through a symbolic link to another folder', async () => {
		const outside = join(folder.path, 'outside');
		const workspace = join(folder.path, 'workspace');
		await mkdir(join(outside, 'triage', '101'), { recursive: true });
		await mkdir(workspace);
		await writeFile(join(outside, 'triage', '101', '000000000001.json'), triageText());
		await symlink(outside, join(workspace, '.app-errors'), 'junction');
		assert.equal(await readTriage(workspace, triageFolders, '101'), undefined);
		await assert.rejects(new TriageFolder(workspace, triageFolders, '101').write('000000000002', new Map()));
	});

	for (const application of ['..', '.', '', '../101', '101/..', 'a\\b', '/etc', '.git', '101\0']) {
		it(`rejects the triage folder name ${JSON.stringify(application)}`, async () => {
			await mkdir(join(folder.path, ...triageFolders, '101'), { recursive: true });
			assert.equal(await readTriage(folder.path, triageFolders, application), undefined);
			assert.throws(() => new TriageFolder(folder.path, triageFolders, application), RangeError);
		});
	}

	it('limits the number of triage files to read, and reports that there are more', async () => {
		const inside = join(folder.path, ...triageFolders, '101');
		await mkdir(inside, { recursive: true });
		for (const name of ['000000000001.json', '000000000002.json', '000000000003.json']) {
			await writeFile(join(inside, name), triageText());
		}
		const read = (most: number) => readTriage(folder.path, triageFolders, '101', most);
		assert.equal((await read(2))?.files.length, 2);
		assert.equal((await read(2))?.isCapped, true);
		assert.equal((await read(3))?.isCapped, false);
	});
});
