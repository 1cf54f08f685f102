import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeQuestion } from '../../src/core/export/library/entryFiles';
import { nodeFiles } from '../../src/core/files/durableFile';
import { utc } from '../../src/core/plan/range';
import { gitHubCommand, IssueTrackers } from '../../src/services/triage/issueTrackers';
import { TriageFiles } from '../../src/services/triage/triageFiles';
import type { GroupKey } from '../../src/shared/results';
import { FakeGit, FakeRepository } from '../support/host/fakeGit';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { Person } from '../support/host/person';
import { useResultsHarness } from '../support/host/resultsHarness';
import { eventually } from '../support/vscode/waiting';
import { addExport } from '../unit/core/export/support/library';

const key: GroupKey = { kind: 'name' };
const trace = Array.from({ length: 200 }, (_, line) => `at com.shop.Cart.sum${line}(Cart.kt:${line})`).join('\n');
const records = `error_name,app_version_name,error\nCart,3.1,"${trace}"\nLogin,3.1,\n`;

describe('creating issues for groups', () => {
	const stage = useResultsHarness();
	let folder: string;
	let workspace: FakeWorkspace;
	let files: TriageFiles;
	let person: Person;
	let remotes: string[];
	let issueUrl: string;
	let trackers: IssueTrackers;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-issues-'));
		workspace = new FakeWorkspace(vscode.Uri.file(folder));
		files = new TriageFiles(vscode.Uri.joinPath(vscode.Uri.file(folder), 'storage'));
		person = new Person();
		remotes = ['git@github.com:acme/shop.git', 'https://ana:secret@gitlab.example/acme/shop.git'];
		issueUrl = '';
		const repository = new FakeRepository(folder);
		const state = {
			...repository.state,
			get remotes() {
				return remotes.map((fetchUrl) => ({ name: 'origin', fetchUrl }));
			},
		};
		trackers = new IssueTrackers(
			{
				get issueUrl() {
					return issueUrl;
				},
			},
			{ repositoryOf: async () => ({ git: new FakeGit(), repository: Object.assign(repository, { state }) }) },
		);
	});

	afterEach(async () => {
		files.dispose();
		workspace.dispose();
		await rm(folder, { recursive: true, force: true });
		await person.leave();
	});

	const openView = async () => {
		const { folder: exported, outcome, stored } = await addExport(stage.library, { records });
		await writeQuestion(exported, { ...stored, zone: utc }, nodeFiles);
		const file = path.join(exported, outcome?.file ?? '');
		const view = stage.viewOf(stage.documentOf(file), { triageFiles: files, issueTrackers: trackers });
		await view.load();
		await view.heard('progress', ({ done }) => done);
		const create = (value: string) => view.ask('createIssue', { view: { filters: [], sort: [] }, key, value });
		return { create };
	};
	const savedIssue = async () => {
		const below = path.join(folder, '.app-errors', 'triage', '101');
		const [name = ''] = await readdir(below);
		return (JSON.parse(await readFile(path.join(below, name), 'utf8')) as { issue?: string }).issue;
	};

	it('opens the chosen issue tracker with a shortened text, and copies the complete text', async () => {
		const { create } = await openView();
		const creating = create('Cart');
		const places = person.pick('Create Issue: Cart');
		assert.deepEqual(
			(await places.rows()).slice(0, 2).map(({ label, description }) => [label, description]),
			[
				['github.com', 'acme/shop'],
				['gitlab.example', 'acme/shop'],
			],
		);
		await places.choose('gitlab.example');
		assert.equal(await creating, 'Opened gitlab.example. The complete text was copied to the clipboard.');
		const [opened = ''] = person.opened;
		assert.ok(opened.length <= 2_000, `${opened.length}`);
		const url = new URL(opened);
		assert.equal(`${url.origin}${url.pathname}`, 'https://gitlab.example/acme/shop/-/issues/new');
		assert.equal(url.searchParams.get('issue[title]'), 'Cart');
		assert.match(
			url.searchParams.get('issue[description]') ?? '',
			/\*\*Records:\*\* 1 of 2[\s\S]*Paste the complete text/,
		);
		assert.match(person.clipboard, /^## Cart\n[\s\S]*sum199/);
		await person.message('After creating the issue').dismiss();
	});

	it('leaves the clipboard unchanged if the issue URL contains the complete text', async () => {
		const { create } = await openView();
		person.clipboard = 'mine';
		const creating = create('Login');
		await person.pick('Create Issue: Login').choose('github.com');
		assert.equal(await creating, 'Opened github.com');
		assert.match(new URL(person.opened[0] ?? '').searchParams.get('body') ?? '', /- \*\*Records:\*\* 1 of 2/);
		assert.equal(person.clipboard, 'mine');
		await person.message('After creating the issue').dismiss();
	});

	it('proposes an issue URL from the clipboard, and opens the saved URL the next time', async () => {
		const { create } = await openView();
		const creating = create('Login');
		await person.pick('Create Issue').choose('github.com');
		await creating;
		const offer = person.message('After creating the issue');
		person.clipboard = 'https://github.com/acme/shop/issues/7';
		await offer.press('Save Issue URL…');
		const input = person.input('URL of the issue');
		assert.equal((await input.look()).value, 'https://github.com/acme/shop/issues/7');
		await input.answer();
		await eventually('the saved URL', async () => (await files.entries('101')).files[0]?.entry.issue);
		assert.equal(await savedIssue(), 'https://github.com/acme/shop/issues/7');
		person.opened.length = 0;
		const opening = create('Login');
		await person.message('Open github.com in the browser?').press('Open');
		await opening;
		assert.deepEqual(person.opened, ['https://github.com/acme/shop/issues/7']);
	});

	it('ignores URLs of unknown hosts in the clipboard, and opens a typed issue URL only with consent', async () => {
		const { create } = await openView();
		person.clipboard = 'https://evil.example/1';
		const creating = create('Login');
		await person.pick('Create Issue').choose('Enter URL of Existing Issue…');
		const input = person.input('URL of the issue');
		assert.equal((await input.look()).value, '');
		await input.type('http://github.com/1');
		assert.equal(await input.words(), 'Enter a URL that begins with https://.');
		await input.answer('https://tracker.example/1');
		assert.equal(await creating, 'Saved the triage of 1 group');
		assert.equal(await savedIssue(), 'https://tracker.example/1');
		const opening = create('Login');
		await person.message('Open tracker.example in the browser?').dismiss();
		assert.equal(await opening, '');
		assert.deepEqual(person.opened, []);
	});

	it('prompts for the URL of an issue even if the clipboard cannot be read', async () => {
		const { create } = await openView();
		const { clipboard } = vscode.env;
		for (const readText of [() => new Promise(() => undefined), () => Promise.reject(new Error('denied'))]) {
			const original = clipboard.readText;
			Object.assign(clipboard, { readText });
			const creating = create('Login');
			await person.pick('Create Issue').choose('Enter URL of Existing Issue…');
			const input = person.input('URL of the issue');
			assert.equal((await input.look()).value, '');
			await input.escape();
			assert.equal(await creating, '');
			Object.assign(clipboard, { readText: original });
		}
	});

	it("offers the user's issue URL template first, and no unsafe Git remotes", async () => {
		remotes = ['ext::sh -c touch', 'file:///etc', 'https://evil.example/acme/shop', 'command:workbench.action.quit'];
		issueUrl = 'https://jira.example/create?summary={title}&description={body}';
		const { create } = await openView();
		const creating = create('Login');
		const places = person.pick('Create Issue');
		assert.deepEqual(
			(await places.labels()).filter((label) => label !== ''),
			['jira.example', 'Enter URL of Existing Issue…', 'Set Up Another Issue Tracker…'],
		);
		await places.choose('jira.example');
		await creating;
		assert.match(person.opened[0] ?? '', /^https:\/\/jira\.example\/create\?summary=Login&description=/);
		await person.message('After creating the issue').dismiss();
	});

	it("runs the GitHub extension's command after copying the complete issue text and opening an editor", async () => {
		const seen: unknown[] = [];
		const stub = vscode.commands.registerCommand(gitHubCommand, () => {
			seen.push([person.clipboard.startsWith('## Login\n'), vscode.window.activeTextEditor?.document.languageId]);
		});
		try {
			const { create } = await openView();
			const creating = create('Login');
			await person.pick('Create Issue').choose('GitHub Extension');
			await creating;
			assert.deepEqual(seen, [[true, 'markdown']]);
			assert.deepEqual(person.opened, []);
			await person.message('After creating the issue').dismiss();
		} finally {
			stub.dispose();
			await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		}
	});
});
