import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportedData, Shell } from '../../support/cli/commandLine';
import { GitImport, requireGit } from '../../support/gitImport';

interface DigestData {
	readonly files: readonly { readonly since: string; readonly until: string; readonly caveats: readonly string[] }[];
	readonly groups: readonly {
		readonly link: string | null;
		readonly change: string;
		readonly fingerprint: string;
		readonly title: string;
		readonly records: number;
		readonly triage: { readonly state: string } | null;
		readonly suspects: {
			readonly verdict: string;
			readonly bad?: { readonly version: string; readonly tag: string };
			readonly commits?: readonly { readonly hash: string; readonly subject: string; readonly touched: string }[];
		} | null;
	}[];
	readonly gates: { readonly met: readonly string[]; readonly unjudged: readonly string[] };
}

const dayMs = 86_400_000;
const dayAt = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const fields = 'error_id,error,error_name,app_version_name,error_timestamp,error_receive_timestamp';

describe('digest command', () => {
	let shell: Shell;
	let exported: ExportedData;

	beforeEach(async () => {
		shell = await Shell.open({ records: 3000, now: Date.now() });
		const range = ['--since', dayAt(50), '--until', dayAt(1), '--server-time', '--time-zone', 'UTC'];
		exported = await shell.json(['export', '--app', '101', ...range, '--fields', fields, '--verify']);
	});

	afterEach(() => shell[Symbol.asyncDispose]());

	const digest = (args: readonly string[] = [], code = 0) =>
		shell.json<DigestData>(['digest', exported.folder, ...args], code);
	const lines = async (...args: string[]) => {
		const { code, stdout } = await shell.run(['digest', exported.folder, '--output', 'table', ...args]);
		assert.equal(code, 0);
		return stdout.split('\n').filter((line) => line.trim() !== '');
	};
	/** Adds records of errors that don't occur in the exported records, received yesterday. */
	const addErrors = (count: number, { copies = 40 } = {}) => {
		const [header = ''] = readFileSync(exported.file, 'utf8').split('\n', 1);
		const yesterday = Date.parse(dayAt(1)) / 1000;
		for (let error = 0; error < count; error++) {
			for (let copy = 0; copy < copies; copy++) {
				const at = String(yesterday + 1200 * copy);
				const values: Readonly<Record<string, string>> = {
					error_id: String(10 ** 9 + error * 1000 + copy + 100 * copies),
					error: `"com.example.Added${error}: x\n\tat com.example.Added.run${error}(Added.kt:${error + 1})"`,
					error_name: `com.example.Added${error}`,
					app_version_name: '9.9.0',
					error_timestamp: at,
					error_receive_timestamp: at,
				};
				appendFileSync(
					exported.file,
					`${header
						.trim()
						.split(',')
						.map((name) => values[name] ?? '')
						.join(',')}\n`,
				);
			}
		}
		// Otherwise, the file would count as changed by another program.
		const outcomeFile = join(exported.folder, 'outcome.json');
		const outcome = JSON.parse(readFileSync(outcomeFile, 'utf8'));
		const rows = outcome.rows + copies * count;
		writeFileSync(outcomeFile, JSON.stringify({ ...outcome, rows, bytes: statSync(exported.file).size }));
	};

	it('lists each error that is new since the last digest only once', async () => {
		await digest();
		addErrors(2);
		const { groups } = await digest();
		assert.deepEqual(
			groups
				.filter(({ title }) => title.includes('Added'))
				.map(({ change, title }) => [change, title])
				.toSorted(),
			[
				['new', 'Added0'],
				['new', 'Added1'],
			],
		);
		const again = await digest();
		assert.deepEqual(again.groups, []);
		assert.ok(Date.parse(again.files[0]?.until ?? '') <= Date.now());
		addErrors(1, { copies: 60 });
		assert.deepEqual(
			(await digest()).groups.map(({ title }) => title),
			['Added0'],
		);
	});

	it('prints at most ten digest lines, and a single line if there is nothing to report', async () => {
		assert.equal((await lines()).length, 1);
		addErrors(14);
		const many = await lines('--since', dayAt(3));
		assert.ok(many.length > 5 && many.length <= 10, many.join('\n'));
		assert.match(many[0] ?? '', /^Errors since .*: 14 new/);
		assert.match(many.at(-1) ?? '', /^And 6 more/);
	});

	it('prints a VS Code link for each group in the digest', async () => {
		addErrors(1);
		const since = ['--since', dayAt(3)];
		const added = (await digest(since)).groups.find(({ title }) => title === 'Added0');
		const link = `vscode://app-errors.app-errors/open?app=101&by=frames&group=${added?.fingerprint}`;
		assert.equal(added?.link, link);
		const { stdout } = await shell.run(['digest', exported.folder, '--output', 'markdown', ...since]);
		const line = stdout.split('\n').find((text) => text.includes('Added0')) ?? '';
		assert.ok(line.endsWith(` · \`${link}\``), line);
	});

	it('lists regressions first and omits ignored errors', async () => {
		addErrors(3);
		const since = ['--since', dayAt(3)];
		const fingerprintOf = (found: DigestData, title: string) =>
			found.groups.find((group) => group.title === title)?.fingerprint ?? '';
		const first = await digest(since);
		const triage = ['--app', '101', '--triage', join(shell.folder, 'triage')];
		const set = (title: string, ...state: string[]) =>
			shell.json(['triage', 'set', exported.folder, fingerprintOf(first, title), ...triage, ...state]);
		await set('Added0', '--state', 'ignored', '--until', '2099-01-01');
		await set('Added1', '--state', 'fixed', '--in', '9.8.0', '--owner', '@android-team');
		const { groups } = await digest([...since, '--triage', join(shell.folder, 'triage')]);
		assert.deepEqual(
			groups.filter(({ title }) => title.includes('Added')).map(({ change, title }) => [change, title]),
			[
				['regressed', 'Added1'],
				['new', 'Added2'],
			],
		);
		const text = await lines(...since, '--triage', join(shell.folder, 'triage'));
		assert.match(text[1] ?? '', /Regressed: .*Added1.* · Regressed in 9\.9\.0 \(40 records\).* · @android-team/);
	});

	it('shows the commit that touched the code of a new error, or why no commit is known', async function () {
		requireGit(this);
		addErrors(2);
		using made = new GitImport();
		const source = (call: string) =>
			`package com.example\n\nclass Added {\n\tfun run0() {\n\t\tprepare()\n\t\t${call}\n\t}\n}\n`;
		const files = { 'Added.kt': source('one()'), CODEOWNERS: '*.kt @android-team\n' };
		const start = made.commit({ files });
		const author = 'Ana <author-1@example.com>';
		const mark = made.commit({ files: { 'Added.kt': source('two()') }, author, subject: 'Call two' });
		made.commit({ tag: 'app-9.9.0' });
		made.write();
		const since = ['--since', dayAt(3), '--workspace', made.path('')];
		assert.match((await lines(...since)).at(-1) ?? '', /^Suspects: Inconclusive: No tag matches /);
		const { groups } = await shell.json<{ groups: readonly { title: string }[] }>([
			...['groups', exported.folder, '--by', 'app_version_name', '--top', '100'],
		]);
		for (const { title } of groups.filter(({ title }) => title !== '9.9.0')) {
			made.git('tag', `app-${title}`, made.hash(start));
		}
		const tagged = [...since, '--version-tags', 'app-{version}'];
		const found = (await digest(tagged)).groups;
		const [own, other] = ['Added0', 'Added1'].map((name) => found.find(({ title }) => title === name)?.suspects);
		assert.deepEqual(own?.bad, { version: '9.9.0', tag: 'app-9.9.0' });
		assert.deepEqual(
			own?.commits?.map(({ hash, subject, touched }) => [hash, subject, touched]),
			[[made.hash(mark), 'Call two', 'function']],
		);
		assert.deepEqual(
			other?.commits?.map(({ touched }) => touched),
			['file'],
		);
		const text = await lines(...tagged);
		const short = made.hash(mark).slice(0, 8);
		assert.match(
			text.join('\n'),
			new RegExp(`Added0 .* · touched by ${short} Ana, Sep 1, 2026 \\(Added\\.kt, @android-team\\)`),
		);
		assert.doesNotMatch(text.join('\n'), /Inconclusive|caused/);
		const asked = [exported.folder, '--query', 'version:9.9.0', '--output', 'markdown', ...tagged.slice(2)];
		const report = await shell.run(['report', ...asked]);
		assert.match(report.stdout, new RegExp(`Commits: \`touched by ${short} Ana, Sep 1, 2026`));
	});

	it('digest exits with code 1 if a condition is met and with code 6 if it cannot be evaluated', async () => {
		const since = ['--since', dayAt(3), '--fail-on', 'new'];
		addErrors(1);
		assert.deepEqual((await digest(since, 1)).gates.met, ['new']);
		const short = await shell.json<ExportedData>([
			...['export', '--app', '101', '--since', dayAt(2), '--until', dayAt(1), '--server-time', '--fields', fields],
		]);
		const unjudged = await shell.json<DigestData>(['digest', short.folder, ...since], 6);
		assert.deepEqual(unjudged.gates.unjudged, ['new']);
	});

	it('stores the last digest under a key that does not depend on the location of the export folder', async () => {
		await digest();
		const state = JSON.parse(readFileSync(join(shell.library, 'digest.json'), 'utf8'));
		assert.ok(Object.keys(state).every((path) => !path.startsWith('/') && !path.includes('\\')));
		assert.equal(Object.keys(state).length, 1);
		for (const damaged of ['', '[]', '{"a":1}', '{"__proto__":{"until":1,"fixed":[]}}', 'null']) {
			writeFileSync(join(shell.library, 'digest.json'), damaged);
			assert.equal((await digest()).files.length, 1);
		}
	});
});
