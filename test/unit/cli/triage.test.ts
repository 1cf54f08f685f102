import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Shell } from '../../support/cli/commandLine';

interface TriagedGroups {
	readonly groups: readonly {
		readonly fingerprint: string;
		readonly title: string;
		readonly triage: { readonly state: string; readonly in?: readonly string[]; readonly owner?: string } | null;
	}[];
}

interface Written {
	readonly file: string | null;
	readonly fingerprint: string;
}

interface Tidied {
	readonly renames: readonly { readonly from: string; readonly to: string }[];
	readonly unused: readonly string[];
}

const records = [
	'error,app_version_name,error_datetime',
	...[
		['Cart', '3.1', '2026-08-01'],
		['Cart', '3.1', '2026-11-08'],
		['Cart', '3.2', '2026-11-09'],
		['Login', '3.1', '2026-11-08'],
		['Search', '3.1', '2026-11-08'],
		['Old', '3.1', '2026-08-02'],
		['Login', '3.2', '2026-11-01'],
	].map(
		([name, version, day]) =>
			`"java.lang.${name}Exception: at ${day}\n\tat com.example.shop.${name}.run(${name}.kt:5)",${version},${day} 10:00:00`,
	),
	'',
].join('\n');

describe('triage command', () => {
	let shell: Shell;
	let file: string;
	let fingerprints: ReadonlyMap<string, string>;
	const app = ['--app', '101'];

	before(async () => {
		shell = await Shell.open({ records: 10 });
		file = join(shell.folder, 'records.csv');
		await writeFile(file, records);
		const { groups } = await shell.json<TriagedGroups>(['groups', file]);
		assert.ok(groups.every(({ triage }) => triage === null));
		fingerprints = new Map(groups.map(({ title, fingerprint }) => [title.replace('Exception', ''), fingerprint]));
	});

	afterEach(() => rm(join(shell.folder, '.app-errors'), { recursive: true, force: true }));

	after(() => shell[Symbol.asyncDispose]());

	function set(name: string, ...options: readonly string[]): Promise<Written> {
		return shell.json<Written>(['triage', 'set', file, fingerprints.get(name) ?? '', ...app, ...options]);
	}

	async function states(...options: readonly string[]): Promise<Readonly<Record<string, string>>> {
		const { groups } = await shell.json<TriagedGroups>(['groups', file, ...app, ...options]);
		return Object.fromEntries(
			groups.map(({ title, triage }) => [title.replace('Exception', ''), triage?.state ?? 'none']),
		);
	}

	it('shows the triage state of each group and filters groups by state', async () => {
		await set('Cart', '--state', 'fixed', '--in', '3.2', '--owner', '@ana');
		await set('Login', '--state', 'ignored');
		await set('Search', '--state', 'acknowledged', '--note', 'Known', '--author', 'Ana');
		const all = { Cart: 'regressed', Login: 'ignored', Search: 'acknowledged', Old: 'open' };
		assert.deepEqual(await states(), all);
		assert.deepEqual(await states('--state', 'open,regressed'), { Cart: 'regressed', Old: 'open' });
		assert.deepEqual(await states('--state', 'open,regressed', '--top', '1'), { Cart: 'regressed' });
		const { stdout } = await shell.run(['groups', file, ...app, '--output', 'table']);
		assert.match(stdout, /Versions +State +Thrown from/);
		assert.match(stdout, /Regressed in 3\.2 \(1 record\)/);
		assert.match(stdout, /Ignored until 20\d\d-\d\d-\d\d/);
		const { groups } = await shell.json<TriagedGroups>(['groups', file, ...app]);
		const cart = groups.find(({ title }) => title === 'CartException');
		assert.deepEqual([cart?.triage?.in, cart?.triage?.owner], [['3.2'], '@ana']);
	});

	it('writes one triage file per group, named after its fingerprint and without personal data', async () => {
		const { file: written } = await set('Cart', '--state', 'acknowledged');
		const print = fingerprints.get('Cart')?.slice(0, 12);
		assert.equal(written, join(shell.folder, '.app-errors', 'triage', '101', `${print}.json`));
		assert.equal(
			readFileSync(written, 'utf8'),
			`{\n  "type": "app-errors/triage@1",\n  "group": { "version": 5, "type": "java.lang.CartException", "frames": ["com.example.shop.Cart.run"] },\n  "state": "acknowledged"\n}\n`,
		);
		assert.equal((await set('Cart', '--state', 'open')).file, null);
		assert.equal(existsSync(written), false);
	});

	it('adds notes to a triage file without changing its other lines', async () => {
		const { file: written } = await set('Cart', '--state', 'ignored', '--until', 'devices>50');
		const before = readFileSync(written ?? '', 'utf8').split('\n');
		await set('Cart', '--note', 'One', '--author', 'Ana');
		await set('Cart', '--note', 'Two');
		const text = readFileSync(written ?? '', 'utf8');
		assert.match(
			text,
			/^ {4}\{ "at": "\d{4}-\d\d-\d\d", "by": "Ana", "text": "One" \},\n {4}\{ "at": "[\d-]+", "text": "Two" \}$/m,
		);
		assert.ok(before.slice(0, -3).every((line) => text.includes(line)));
		assert.match(text, /"until": \{ "devices": 50 \}/);
	});

	it('lists triage files even if no records file is specified', async () => {
		await set('Old', '--state', 'fixed', '--in', '3.2,3.1.4', '--issue', 'https://tracker.example/7');
		const listed = await shell.run(['triage', 'list', ...app, '--output', 'table']);
		assert.match(listed.stdout, /java\.lang\.OldException.*Fixed in 3\.2, 3\.1\.4 .*https:\/\/tracker\.example\/7/);
		const derived = await shell.run(['triage', 'list', file, ...app, '--output', 'table']);
		assert.match(derived.stdout, /OldException.*Fixed in 3\.2, 3\.1\.4, newest version with records: 3\.1/);
	});

	it('lists groups without recent records and deletes their triage files only on request', async () => {
		await set('Old', '--state', 'acknowledged');
		await set('Cart', '--state', 'acknowledged');
		const tidy = (...options: string[]) => shell.json<Tidied>(['triage', 'tidy', file, ...app, ...options]);
		const old = fingerprints.get('Old')?.slice(0, 12);
		assert.deepEqual((await tidy()).unused, [old]);
		assert.deepEqual((await tidy('--days', '99')).unused, []);
		const folder = join(shell.folder, '.app-errors', 'triage', '101');
		assert.equal(readdirSync(folder).length, 2);
		const short = await shell.run(['triage', 'tidy', file, ...app, '--days', '400', '--delete']);
		assert.match(short.stderr, /cover less than 400 days/);
		assert.equal(readdirSync(folder).length, 2);
		await tidy('--delete');
		assert.deepEqual(readdirSync(folder), [`${fingerprints.get('Cart')?.slice(0, 12)}.json`]);
	});

	it('applies triage files created under earlier grouping rules, and renames them only on request', async () => {
		const folder = join(shell.folder, '.app-errors', 'triage', '101');
		await mkdir(folder, { recursive: true });
		const old = {
			type: 'app-errors/triage@1',
			group: { version: 2, type: 'CartException', frames: ['Cart.run()'] },
			state: 'acknowledged',
			priority: 'high',
		};
		await writeFile(join(folder, '0123456789ab.json'), JSON.stringify(old));
		assert.equal((await states())['Cart'], 'acknowledged');
		const cart = fingerprints.get('Cart')?.slice(0, 12) ?? '';
		const expected = [{ from: '0123456789ab', to: cart }];
		assert.deepEqual((await shell.json<Tidied>(['triage', 'tidy', file, ...app])).renames, expected);
		assert.deepEqual(readdirSync(folder), ['0123456789ab.json']);
		await shell.json<Tidied>(['triage', 'tidy', file, ...app, '--rename']);
		assert.deepEqual(readdirSync(folder), [`${cart}.json`]);
		const renamed = JSON.parse(readFileSync(join(folder, `${cart}.json`), 'utf8'));
		assert.deepEqual(
			[renamed.group.version, renamed.group.type, renamed.priority],
			[5, 'java.lang.CartException', 'high'],
		);
		assert.equal((await states())['Cart'], 'acknowledged');
	});

	it('lowers the SARIF level of ignored and fixed groups and raises the level of regressed groups', async () => {
		await mkdir(join(shell.folder, 'src'), { recursive: true });
		for (const name of ['Cart', 'Login', 'Search', 'Old']) {
			const text = `package com.example.shop\n\nclass ${name} {\n\tfun run() {\n\t\terror("at")\n\t}\n}\n`;
			await writeFile(join(shell.folder, 'src', `${name}.kt`), text);
		}
		await set('Cart', '--state', 'fixed', '--in', '3.2');
		await set('Login', '--state', 'ignored');
		await set('Search', '--state', 'acknowledged');
		const log = await shell.json<{
			readonly runs: readonly [
				{
					readonly results: readonly {
						readonly ruleId: string;
						readonly level: string;
						readonly properties: { readonly triage?: string };
					}[];
				},
			];
		}>(['sarif', file, ...app]);
		const levels = log.runs[0].results.map(({ ruleId, level, properties }) => [ruleId, [level, properties.triage]]);
		assert.deepEqual(Object.fromEntries(levels), {
			CartException: ['error', 'regressed'],
			LoginException: ['note', 'ignored'],
			SearchException: ['warning', 'acknowledged'],
			OldException: ['error', 'open'],
		});
	});

	const compared = ['--before-versions', '3.1', '--after-versions', '3.2', '--fail-on', 'regressed'];

	it('adds triage states to a comparison, and exits with code 1 if a fixed group has regressed', async () => {
		await set('Cart', '--state', 'fixed', '--in', '3.2');
		const { code, stdout } = await shell.run(['compare', file, ...compared, ...app]);
		assert.equal(code, 1);
		const { groups, gates }: TriagedGroups & { readonly gates: object } = JSON.parse(stdout);
		assert.deepEqual(gates, { met: ['regressed'], unjudged: [] });
		assert.equal(groups.find(({ title }) => title === 'CartException')?.triage?.state, 'regressed');
	});

	it('exits with code 6 if records that would show a regression may be missing', async () => {
		await set('Cart', '--state', 'fixed', '--in', '3.3');
		const { code, stderr } = await shell.run(['compare', file, ...compared, ...app]);
		assert.equal(code, 6);
		assert.match(stderr, /--fail-on regressed could not be judged/);
	});

	it('writes triage states and verdicts on fixes to reports, in the same words as the `fixed` command', async () => {
		await set('Old', '--state', 'fixed', '--in', '3.2');
		await set('Cart', '--state', 'acknowledged');
		const { stdout } = await shell.run(['report', file, ...app, '--output', 'markdown']);
		assert.match(
			stdout,
			/\nTriage state: `Fixed in 3\.2.*`\n\nCheck of the fix: `Inconclusive: the records have no device IDs`\n/,
		);
		assert.match(stdout, /\nTriage state: Acknowledged\n\n(?!Check of the fix)/);
		assert.equal(stdout.match(/Triage state/g)?.length, 2);
		const { code } = await shell.run(['report', file, ...app, '--out', 'report.html']);
		assert.equal(code, 0);
		const html = await readFile(join(shell.folder, 'report.html'), 'utf8');
		assert.match(html, /Check of the fix: .*Inconclusive: the records have no device IDs/);
		const without = await shell.run(['report', file, '--output', 'markdown']);
		assert.doesNotMatch(without.stdout, /Triage state/);
	});

	it('checks the errors marked as fixed and exits with a code that depends on the verdicts', async () => {
		const check = async (...options: readonly string[]) => {
			const { code, stdout } = await shell.run(['fixed', file, ...app, '--output', 'table', ...options]);
			return { code, stdout };
		};
		const none = await check();
		assert.equal(none.code, 0);
		assert.match(none.stdout, /No error in the file is marked as fixed\./);
		await set('Old', '--state', 'fixed', '--in', '3.2');
		const unjudged = await check();
		assert.equal(unjudged.code, 6);
		assert.match(unjudged.stdout, /OldException .*Inconclusive: the records have no device IDs/);
		assert.equal((await check('--allow-unjudged')).code, 0);
		await set('Cart', '--state', 'fixed', '--in', '3.2');
		const happening = await check('--allow-unjudged');
		assert.equal(happening.code, 1);
		assert.match(happening.stdout, /CartException .*Still happening in 3\.2 \(1 record\)/);
		const active = join(shell.folder, 'active.csv');
		await writeFile(active, 'date,version,devices\n2026-11-08,3.1,10\n');
		assert.equal((await check('--active-devices', active)).code, 1);
		await writeFile(active, 'date,version,devices\n2026-11-08,3.1,many\n');
		const wrong = await shell.run(['fixed', file, ...app, '--active-devices', active]);
		assert.equal(wrong.code, 2);
		assert.match(wrong.stderr, /Record 1 of .*active\.csv must have a date \(YYYY-MM-DD\) and a number of devices\./);
	});

	it('requires --app for --fail-on regressed before it reads the versions to compare', async () => {
		const unknownVersion = ['--before-versions', '9.9', '--after-versions', '3.2', '--fail-on', 'regressed'];
		const { code, stderr } = await shell.run(['compare', file, ...unknownVersion]);
		assert.equal(code, 2);
		assert.match(stderr, /The application of the records is unknown\. Specify it with --app\./);
	});

	it('reports invalid triage files on standard error without printing their control characters', async () => {
		const folder = join(shell.folder, '.app-errors', 'triage', '101');
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, '0123456789ab.json'), '{');
		const hostile = {
			type: 'app-errors/triage@1',
			group: { version: 5, type: '\u001b[2J\u202e', frames: ['\u001b]0;x\u0007'] },
			state: 'acknowledged',
			owner: '\u001b[31m',
			notes: [{ at: '2026-11-21', text: '\u001b[2J' }],
		};
		await writeFile(join(folder, `${fingerprints.get('Cart')?.slice(0, 12)}.json`), JSON.stringify(hostile));
		for (const args of [
			['groups', file, '--output', 'json'],
			['triage', 'list', '--output', 'table'],
			['triage', 'list', file, '--output', 'markdown'],
		]) {
			const { code, stdout, stderr } = await shell.run([...args, ...app]);
			assert.equal(code, 0, stderr);
			assert.match(stderr, /0123456789ab\.json: The triage file is not valid JSON\./);
			assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\u202e]/u);
		}
	});

	for (const [what, args] of Object.entries({
		'an unknown action': ['triage', 'frobnicate'],
		'list without an application': ['triage', 'list'],
		'an unknown state': ['triage', 'set', 'FILE', 'PRINT', '--state', 'wontfix', '--app', '101'],
		'a state that is derived from records': ['triage', 'set', 'FILE', 'PRINT', '--state', 'regressed', '--app', '101'],
		'a fix without versions': ['triage', 'set', 'FILE', 'PRINT', '--state', 'fixed', '--app', '101'],
		'an ignored state with a nonexistent end date': [
			'triage',
			'set',
			'FILE',
			'PRINT',
			'--state',
			'ignored',
			'--until',
			'2026-02-30',
		],
		'an end for a state other than ignored': ['triage', 'set', 'FILE', 'PRINT', '--state', 'fixed', '--until', '3.2'],
		'an issue URL without encryption': ['triage', 'set', 'FILE', 'PRINT', '--issue', 'http://tracker.example/1'],
		'no option to set': ['triage', 'set', 'FILE', 'PRINT', '--app', '101'],
		'an unknown fingerprint': ['triage', 'set', 'FILE', 'aaaaaaaaaaaa', '--owner', '@ana', '--app', '101'],
		'a path instead of an application ID': ['triage', 'set', 'FILE', 'PRINT', '--owner', '@ana', '--app', '../101'],
		'an unknown application': ['triage', 'set', 'FILE', 'PRINT', '--owner', '@ana'],
		'a filter by an unknown state': ['groups', 'FILE', '--state', 'opne', '--app', '101'],
	})) {
		it(`writes no triage file if the input is rejected: ${what}`, async () => {
			const print = fingerprints.get('Cart') ?? '';
			const filled = args.map((arg) => (arg === 'FILE' ? file : arg === 'PRINT' ? print : arg));
			const { code, stderr } = await shell.run(filled);
			assert.equal(code, 2, stderr);
			assert.doesNotMatch(stderr, /Unexpected/);
			assert.equal(existsSync(join(shell.folder, '.app-errors')), false);
		});
	}
});
