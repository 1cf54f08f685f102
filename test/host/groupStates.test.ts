import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import { writeOutcome, writeQuestion } from '../../src/core/export/library/entryFiles';
import { nodeFiles } from '../../src/core/files/durableFile';
import { utc } from '../../src/core/plan/range';
import { triageId } from '../../src/core/triage/changeTriage';
import { triageOnSide } from '../../src/features/compare/sideTriage';
import type { ResultsServices } from '../../src/features/results/start';
import { ActiveDevicesFiles } from '../../src/services/triage/activeDevicesFiles';
import { NoteAuthor } from '../../src/services/triage/noteAuthor';
import { TriageFiles } from '../../src/services/triage/triageFiles';
import type { GroupValue } from '../../src/shared/groupValue';
import type { GroupKey } from '../../src/shared/results';
import type { TriageState } from '../../src/shared/triage';
import { FakeGit, FakeRepository } from '../support/host/fakeGit';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { MemoryMemento } from '../support/host/memory';
import { Person } from '../support/host/person';
import { setSetting } from '../support/host/product';
import { useResultsHarness } from '../support/host/resultsHarness';
import { addExport } from '../unit/core/export/support/library';
import { activeDevicesOf, recordsOf } from '../unit/core/triage/support/fixHarness';
import { triageText } from '../unit/core/triage/support/triageTexts';

const key: GroupKey = { kind: 'name' };
const records = [
	'error_name,app_version_name,error_datetime',
	'Cart,3.1,2026-11-01 10:00:00',
	'Cart,3.2,2026-11-09 10:00:00',
	'Login,3.1,2026-11-02 10:00:00',
	'Search,3.2,2026-11-08 10:00:00',
	'',
].join('\n');

describe('triage states in a results view', () => {
	const stage = useResultsHarness();
	let folder: string;
	let workspace: FakeWorkspace;
	let files: TriageFiles;
	let person: Person;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-triage-'));
		workspace = new FakeWorkspace(vscode.Uri.file(folder));
		files = new TriageFiles(vscode.Uri.joinPath(vscode.Uri.file(folder), 'storage'));
		person = new Person();
	});

	afterEach(async () => {
		files.dispose();
		workspace.dispose();
		await rm(folder, { recursive: true, force: true });
		await person.leave();
	});

	const triageFolder = () => path.join(folder, '.app-errors', 'triage', '101');
	const write = async (value: GroupValue, text: string) => {
		await mkdir(triageFolder(), { recursive: true });
		await writeFile(path.join(triageFolder(), `${triageId(key, value)}.json`), text);
	};
	const openView = async (more: Partial<ResultsServices> = {}, text = records) => {
		const { folder: exported, outcome, stored } = await addExport(stage.library, { records: text });
		await writeQuestion(exported, { ...stored, zone: utc }, nodeFiles);
		if (outcome) {
			await writeOutcome(exported, { ...outcome, proof: 'proven' }, nodeFiles);
		}
		const file = path.join(exported, outcome?.file ?? '');
		const view = stage.viewOf(stage.documentOf(file), { triageFiles: files, ...more });
		await view.load();
		await view.heard('progress', ({ done }) => done);
		return view;
	};
	const fixedIn = (version: string) => triageText({ state: 'fixed', in: [version] });
	const ask = async (view: Awaited<ReturnType<typeof openView>>, ...values: readonly string[]) =>
		(await view.ask('groupStates', { key, values })).map((state) => state?.status ?? null);

	it('describes regressions and the states saved in triage files', async () => {
		await write('Cart', fixedIn('3.2'));
		await write('Login', triageText({ state: 'ignored', until: { date: '2026-11-01' } }));
		const view = await openView();
		assert.deepEqual(await ask(view, 'Search', 'Cart', 'Login'), [
			null,
			'Regressed in 3.2 (1 record)',
			'Ignored, back again',
		]);
	});

	describe('verdicts about fixes', () => {
		const old = { version: '3.1', from: 0, to: 14, devices: 40, affected: 4 };
		const fixed = { version: '3.2', from: 14, to: 28, devices: 2, affected: 0 };
		const frames: GroupKey = { kind: 'frames' };
		const asked = { view: { filters: [], sort: [] }, key: frames, order: 'records', descending: true } as const;

		/** Opens records with two groups, and marks the second group as fixed. */
		const openFixed = async (activeDevices: ReadonlyMap<string, string> = new Map()) => {
			const services = { activeDevices: new ActiveDevicesFiles(stage.services.engine, { activeDevices }) };
			const view = await openView(services, recordsOf([old, fixed]));
			const { page } = await view.ask('groups', { ...asked, start: 0, end: 2, trendParts: 0 });
			const values = page.map(({ value }) => value);
			const file = path.join(triageFolder(), `${triageId(frames, values.at(-1) ?? '')}.json`);
			await mkdir(triageFolder(), { recursive: true });
			await writeFile(file, fixedIn('3.2'));
			const judge = async () => {
				const [open, fix] = await view.ask('fixVerdicts', { key: frames, values });
				assert.equal(open, null);
				return fix;
			};
			return { view, file, judge };
		};

		it('judges a fix by devices with errors, or by active devices if a setting specifies their numbers', async () => {
			const activeFile = path.join(folder, 'active.csv');
			await writeFile(
				activeFile,
				activeDevicesOf([
					{ ...old, devices: 1000 },
					{ ...fixed, devices: 1000 },
				]),
			);
			const byErrors = await (await openFixed()).judge();
			assert.deepEqual([byErrors?.kind, byErrors?.label], ['tooEarly', 'Too early']);
			assert.match(byErrors?.text ?? '', /^Too early: about \d+ more devices with errors/);
			assert.deepEqual(
				byErrors?.releases.map(({ version, devices, exposure }) => [version, devices, exposure]),
				[
					['3.1', 56, 560],
					['3.2', 0, 28],
				],
			);
			const active = new Map([['101', activeFile]]);
			const byActive = await (await openFixed(active)).judge();
			assert.deepEqual([byActive?.kind, byActive?.text, byActive?.countsActiveDevices], ['fixed', 'Fixed', true]);
			assert.equal(byActive?.releases[0]?.exposure, 14_000);
			await writeFile(activeFile, 'date,version\n');
			await assert.rejects(
				(await openFixed(active)).judge(),
				/active\.csv must have the columns date, version, and devices/,
			);
		});

		it('counts the records again only after a triage file has changed', async () => {
			const { view, file, judge } = await openFixed();
			const counted: unknown[] = [];
			const { document } = view;
			const query = document.query.bind(document);
			document.query = ((name: 'fixEvidence', params: never, options: never) => {
				counted.push(...(name === 'fixEvidence' ? [params] : []));
				return query(name, params, options);
			}) as typeof document.query;
			const first = await judge();
			assert.deepEqual(await judge(), first);
			assert.equal(counted.length, 2);
			await writeFile(file, fixedIn('3.1'));
			await view.heard('statesChanged');
			assert.equal((await judge())?.kind, 'stillHappening');
			assert.equal(counted.length, 3);
		});

		it('includes the verdict on a fix in the saved report', async () => {
			const { view, judge } = await openFixed();
			const fix = await judge();
			const saving = view.ask('saveReport', { ...asked, filters: [], keyWords: 'frames', timeZone: 'UTC' });
			const target = path.join(folder, 'report.md');
			await person.saveDialog().answer(vscode.Uri.file(target));
			await saving;
			const text = await readFile(target, 'utf8');
			assert.ok(
				text.includes(
					`\nTriage state: \`Fixed in 3.2, newest version with records: 3.1\`\n\nCheck of the fix: \`${fix?.text}\`\n`,
				),
				text,
			);
			assert.equal(text.match(/Triage state/g)?.length, 1);
		});
	});

	it('shows how many active devices have an error if the settings specify a file with their number', async () => {
		const rows = ['Cart,3.1,2026-11-13 10:00:00,a', 'Cart,3.1,2026-11-14 10:00:00,a', 'Cart,3.1,2026-11-14 11:00:00,a'];
		const others = ['Login,3.1,2026-11-13 10:00:00,b', 'Cart,3.2,2026-11-20 08:00:00,c'];
		const header = 'error_name,app_version_name,error_datetime,hashed_device_id';
		const view = await openView({}, [header, ...rows, ...others, ''].join('\n'));
		const rates = () => view.ask('groupRates', { key, value: 'Cart' });
		assert.equal(await rates(), undefined);
		const file = path.join(folder, 'active.csv');
		const days = ['2026-11-13,3.1,100', '2026-11-14,3.1,110', '2026-11-14,3.2,20', '2026-11-20,3.2,30'];
		await writeFile(file, ['date,version,devices', ...days].join('\n'));
		try {
			await setSetting('appErrors.activeDevices', { 101: file });
			assert.deepEqual(await rates(), {
				span: { first: '2026-11-13', last: '2026-11-14' },
				total: { affected: 2, active: 230 },
				versions: [
					{ version: '3.2', affected: 0, active: 20 },
					{ version: '3.1', affected: 2, active: 210 },
				],
			});
		} finally {
			await setSetting('appErrors.activeDevices', undefined);
		}
	});

	it('reports that a file with active devices does not exist', async () => {
		const file = path.join(folder, 'active.csv');
		const fault = { fault: 'missing', path: file, code: 'ENOENT' } as const;
		const call = () => Promise.reject(new AppError({ kind: 'disk', ...fault }));
		const files = new ActiveDevicesFiles({ call }, { activeDevices: new Map([['101', file]]) });
		const { signal } = new AbortController();
		await assert.rejects(files.of('101', signal), { problem: { kind: 'unreadable', ...fault } });
		assert.equal(await files.of('102', signal), undefined);
	});

	it('shows the owner, issue and notes of a group, and opens the issue', async () => {
		const notes = [{ at: '2026-11-21', by: 'Ana', text: 'Rounding' }];
		await write('Cart', triageText({ owner: '@ana', issue: 'https://tracker.example/1?a=%20b', notes }));
		const view = await openView();
		const [state] = await view.ask('groupStates', { key, values: ['Cart'] });
		assert.deepEqual([state?.label, state?.owner, state?.notes], ['Open', '@ana', notes]);
		const opening = view.ask('openIssue', { key, value: 'Cart' });
		await person.message('Open tracker.example in the browser?').press('Open');
		await opening;
		assert.deepEqual(person.opened, ['https://tracker.example/1?a=%20b']);
	});

	it('lists only groups in the requested triage states, page by page', async () => {
		await write('Cart', fixedIn('3.2'));
		await write('Login', triageText({ state: 'acknowledged' }));
		const view = await openView();
		const list = async (states: readonly TriageState[], start = 0) => {
			const asked = {
				view: { filters: [], sort: [] },
				key,
				order: 'records',
				descending: true,
				trendParts: 0,
			} as const;
			const { groups, listed, page } = await view.ask('groups', { ...asked, start, end: start + 1, states });
			return [groups, listed, page.map(({ value }) => value)];
		};
		assert.deepEqual(await list(['regressed']), [3, 1, ['Cart']]);
		assert.deepEqual(await list(['regressed', 'open']), [3, 2, ['Cart']]);
		assert.deepEqual(await list(['regressed', 'open'], 1), [3, 2, ['Search']]);
		assert.deepEqual(await list(['fixed']), [3, 0, []]);
	});

	it('derives the triage states of compared groups from all records on the later side', async () => {
		await write('Cart', fixedIn('3.2'));
		const view = await openView();
		const { document } = view;
		const sides = {
			read: async () => ({ after: (await document.opened()).progress.info }),
			factsOf: () => ({ application: '101' }),
			query: (_side: string, ...[query, params, options]: Parameters<typeof document.query>) =>
				document.query(query, params, options),
		} as unknown as Parameters<typeof triageOnSide>[0];
		const groups = ['Search', 'Cart'].map((value) => ({ value })) as unknown as Parameters<typeof triageOnSide>[3];
		const states = await triageOnSide(sides, files, key, groups, new AbortController().signal);
		assert.deepEqual(
			states.map((state) => state?.status),
			[undefined, 'Regressed in 3.2 (1 record)'],
		);
	});

	it('shows the problem with an invalid triage file instead of the state of the group', async () => {
		await write('Cart', '<<<<<<< HEAD');
		const view = await openView();
		assert.deepEqual(await ask(view, 'Cart'), ['The triage file has an unresolved merge conflict.']);
	});

	it('ignores triage files that are symbolic links', async () => {
		await write('Cart', fixedIn('3.3'));
		const elsewhere = path.join(folder, 'elsewhere.json');
		await writeFile(elsewhere, fixedIn('3.3'));
		await symlink(elsewhere, path.join(triageFolder(), `${triageId(key, 'Login')}.json`));
		const view = await openView();
		assert.deepEqual(await ask(view, 'Cart', 'Login'), ['Fixed in 3.3, newest version with records: 3.2', null]);
	});

	it('notifies the page when triage files change on disk', async () => {
		await write('Cart', fixedIn('3.3'));
		const view = await openView();
		assert.deepEqual(await ask(view, 'Cart'), ['Fixed in 3.3, newest version with records: 3.2']);
		await write('Cart', triageText({ state: 'acknowledged' }));
		await view.heard('statesChanged');
		assert.deepEqual(await ask(view, 'Cart'), ['Acknowledged']);
	});

	const read = async (value: GroupValue) =>
		JSON.parse(await readFile(path.join(triageFolder(), `${triageId(key, value)}.json`), 'utf8')) as unknown;
	const group = (name: string) => ({ version: 5, by: 'name', type: name, frames: [] });
	const type = 'app-errors/triage@1';

	it('proposes the newest version as the version that contains the fix', async () => {
		const view = await openView();
		const editing = view.ask('editTriage', { key, values: ['Cart'] });
		await person.pick('Edit Triage: Cart').choose('Fixed In…');
		const input = person.input('Version with the fix');
		assert.equal((await input.look()).value, '3.2');
		await input.answer('3.3, 3.1.4');
		assert.equal(await editing, 'Saved the triage of 1 group');
		assert.deepEqual(await read('Cart'), { type, group: group('Cart'), state: 'fixed', in: ['3.3', '3.1.4'] });
		assert.deepEqual(await ask(view, 'Cart'), ['Fixed in 3.3, 3.1.4, newest version with records: 3.2']);
	});

	it('proposes a period of 30 days when the user ignores several groups', async () => {
		const view = await openView();
		const editing = view.ask('editTriage', { key, values: ['Cart', 'Login'] });
		await person.pick('Edit Triage: 2 groups').choose('Ignored Until…');
		const ends = person.pick('reopen the group');
		const [proposed = ''] = await ends.labels();
		await ends.choose(proposed);
		assert.equal(await editing, 'Saved the triage of 2 groups');
		const date = proposed.replace('Until ', '');
		const days = (Date.parse(date) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
		assert.equal(days, 30);
		for (const name of ['Cart', 'Login']) {
			assert.deepEqual(await read(name), { type, group: group(name), state: 'ignored', until: { date } });
		}
	});

	it('deletes the triage file of a reopened group unless the file contains an owner, an issue or notes', async () => {
		await write('Cart', fixedIn('3.3'));
		await write('Login', triageText({ state: 'acknowledged', owner: '@ana' }));
		const view = await openView();
		const editing = view.ask('editTriage', { key, values: ['Cart', 'Login'] });
		await person.pick('Edit Triage').choose(/^Open$/);
		await editing;
		assert.deepEqual(
			(await view.ask('groupStates', { key, values: ['Cart', 'Login'] })).map((state) => state?.owner ?? null),
			[null, '@ana'],
		);
		assert.deepEqual(await readdir(triageFolder()), [`${triageId(key, 'Login')}.json`]);
	});

	it('prompts for the author of notes until the user chooses one, and adds no note without an author', async () => {
		const memento = new MemoryMemento();
		const noteAuthor = new NoteAuthor(memento, { repositoryOf: async () => ({ git, repository }) });
		const repository = new FakeRepository(folder);
		repository.configuration = { 'global user.name': 'Ana' };
		const git = new FakeGit();
		const view = await openView({ noteAuthor });
		const addNote = async (text: string) => {
			const editing = view.ask('editTriage', { key, values: ['Cart'] });
			await person.pick('Edit Triage').choose('Add Note…');
			return { editing, enter: () => person.input('Note for the triage file').answer(text) };
		};
		const first = await addNote('Rounding');
		await person.pick('Author of Your Notes').escape();
		assert.equal(await first.editing, '');
		const second = await addNote('Rounding');
		await person.pick('Author of Your Notes').choose('Ana');
		await second.enter();
		await second.editing;
		const third = await addNote('See PR');
		await third.enter();
		await third.editing;
		const at = new Date().toISOString().slice(0, 10);
		const notes = ['Rounding', 'See PR'].map((text) => ({ at, by: 'Ana', text }));
		assert.deepEqual(await read('Cart'), { type, group: group('Cart'), notes });
	});

	it('does not store error messages in triage files, because they can contain personal data', async () => {
		const view = await openView();
		const message = 'User ana@example.com not found';
		const editing = view.ask('editTriage', { key: { kind: 'message' }, values: [message] });
		await person.pick('Edit Triage').choose('Acknowledged');
		await editing;
		const [name = ''] = await readdir(triageFolder());
		assert.doesNotMatch(await readFile(path.join(triageFolder(), name), 'utf8'), /ana/i);
	});

	it('rejects issue URLs without https, and does not change an invalid triage file', async () => {
		await write('Cart', 'no JSON');
		const view = await openView();
		const editing = view.ask('editTriage', { key, values: ['Cart'] });
		await person.pick('Edit Triage').choose('Set Issue…');
		const input = person.input('URL of the issue');
		await input.type('command:workbench.action.quit');
		assert.equal(await input.words(), 'Enter a URL that begins with https://.');
		await input.answer('https://tracker.example/1');
		await person.message('1 group was not changed, because the triage file is invalid.').read();
		assert.equal(await editing, '');
		assert.equal(await readFile(path.join(triageFolder(), `${triageId(key, 'Cart')}.json`), 'utf8'), 'no JSON');
	});

	it('stores triage states outside the workspace if no folder is open, and moves them at the next change', async () => {
		workspace.open();
		const view = await openView();
		const acknowledge = async () => {
			const editing = view.ask('editTriage', { key, values: ['Cart'] });
			await person.pick('Edit Triage').choose('Acknowledged');
			await editing;
		};
		await acknowledge();
		assert.deepEqual(await ask(view, 'Cart'), ['Acknowledged']);
		workspace.open(vscode.Uri.file(folder));
		assert.deepEqual(await ask(view, 'Cart'), ['Acknowledged']);
		await acknowledge();
		assert.deepEqual(await read('Cart'), { type, group: group('Cart'), state: 'acknowledged' });
		assert.deepEqual(await readdir(path.join(folder, 'storage', '.app-errors', 'triage', '101')), []);
	});

	it('deletes and moves only the triage files that the user selects', async () => {
		const rows = ['Cart,3.1,2026-07-01 10:00:00', 'Login,3.1,2026-07-02 10:00:00', 'Cart,3.2,2026-11-09 10:00:00'];
		const view = await openView({}, ['error_name,app_version_name,error_datetime', ...rows, ''].join('\n'));
		workspace.open();
		const editing = view.ask('editTriage', { key, values: ['Cart'] });
		await person.pick('Edit Triage').choose('Acknowledged');
		await editing;
		workspace.open(vscode.Uri.file(folder));
		for (const name of ['Login', 'Search']) {
			await write(name, triageText({ group: group(name), state: 'acknowledged' }));
		}
		const tidying = view.tidyTriage();
		const files = person.pick('Tidy Triage');
		const rest = 'delete: no records in the last 90 days';
		assert.deepEqual((await files.rows()).map(({ label, description }) => [label, description]).sort(), [
			['Cart', 'move to the workspace folder'],
			['Login', rest],
			['Search', rest],
		]);
		assert.deepEqual(await files.checked(), ['Cart']);
		await files.check('Cart', 'Search');
		await files.enter();
		await tidying;
		const left = ['Cart', 'Login'].map((name) => `${triageId(key, name)}.json`).sort();
		assert.deepEqual(await readdir(triageFolder()), left);
		assert.deepEqual(await ask(view, 'Cart'), ['Acknowledged']);
	});

	it('does not offer to delete triage files if the records cover less than 90 days', async () => {
		await write('Other', triageText({ group: group('Other'), state: 'acknowledged' }));
		const view = await openView();
		await view.tidyTriage();
		await person.message('No unused files are listed, because the records cover less than 90 days.').read();
	});
});
