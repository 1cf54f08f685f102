import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DocumentTraces } from '../../src/features/stackLinks/documentTraces';
import { FrameDefinitionProvider } from '../../src/features/stackLinks/frameLinkProviders';
import { goToFirstOwnFrame, openFrameAt } from '../../src/features/stackLinks/traceCommands';
import { TraceDocuments } from '../../src/features/stackLinks/traceDocuments';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { Person } from '../support/host/person';
import { useResultsHarness } from '../support/host/resultsHarness';
import { whereIs } from '../support/host/traceHarness';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const cart = `package com.acme

class Cart {
	fun sum(): Int {
		val items = load(1)
		check(items.isNotEmpty())
		return items.sum()
	}
}
`;
const shop = 'package com.acme\n\nclass Shop {\n\tfun open() {\n\t\tcart.sum()\n\t}\n}\n';
const trace = 'java.lang.Error: boom\n\tat com.acme.Cart.sum(Cart.kt:7)\n\tat com.acme.Shop.open(Shop.kt:5)';

describe('code history for records', () => {
	const stage = useResultsHarness();
	let history: GitHistory;
	let workspace: FakeWorkspace;
	let frames: WorkspaceFrames;
	let person: Person;

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		// The services index the real workspace before it is replaced.
		await stage.services.frames.ready;
		history = GitHistory.make();
		history.write('Cart.kt', cart);
		history.write('Shop.kt', shop);
		history.commit('First', 'v3.0');
		history.git('tag', 'builds/beta/2041');
		history.write('Cart.kt', cart.replace('load(1)', 'load(2)'));
		history.commit('Load the second', 'v3.1');
		history.write('Cart.kt', `// The cart.\n${cart.replace('load(1)', 'load(2)')}`);
		history.commit('Say what it is', 'v3.2');
		history.git('tag', 'builds/beta/2042');
		await history.open();
		workspace = new FakeWorkspace(vscode.Uri.file(history.folder));
		frames = new WorkspaceFrames(
			() => stage.services.engine,
			{ openSource: 'active' },
			() => stage.services.revisions,
		);
	});

	after(async () => {
		frames?.dispose();
		workspace?.dispose();
		await history?.close();
	});

	beforeEach(() => {
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		}
	});

	const viewOf = async (columns: string, ...rows: readonly string[]) => {
		const lines = rows.map((row) => `"${trace}",${row}\n`).join('');
		const file = await stage.write('a.csv', `error,${columns}\n${lines}`);
		const view = stage.viewOf(stage.documentOf(file), { frames });
		await view.load();
		await view.heard('progress', ({ done }) => done);
		return view;
	};
	const first = { number: 0, column: 0, original: false, line: 1, text: trace.split('\n')[1] ?? '' };
	const diff = () => {
		const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
		assert.ok(tab?.input instanceof vscode.TabInputTextDiff, tab?.label);
		return tab.label;
	};
	const select = (line1: number) =>
		eventually(`line ${line1} is selected`, async () =>
			vscode.window.activeTextEditor?.selection.active.line === line1 - 1 ? true : undefined,
		);

	describe('code history of a frame', () => {
		it('opens the code of a frame at the version of its record', async () => {
			const view = await viewOf('app_version_name', '3.0');
			assert.equal((await view.ask('trace', first))?.version, '3.0');
			await view.ask('frameHistory', { ...first, shows: 'asOf' });
			assert.equal(diff(), 'Cart.kt (3.0 ↔ Current)');
			await select(8);
		});

		it("lists the commits since the record's version, starting with changes to the frame's line", async () => {
			const view = await viewOf('app_version_name', '3.0');
			const fifth = { ...first, text: first.text.replace(':7', ':5') };
			const asking = view.ask('frameHistory', { ...fifth, shows: 'changes' });
			const rows = person.pick('Changes in Cart.kt Since 3.0');
			assert.deepEqual(await rows.labels(), ['Load the second', 'Say what it is']);
			await rows.escape();
			await asking;
		});

		it('does not open code at a version if the record has no version', async () => {
			const view = await viewOf('app_version_name', '');
			assert.equal((await view.ask('trace', first))?.version, undefined);
			await view.ask('frameHistory', { ...first, shows: 'asOf' });
			assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
		});
	});

	it("finds the Git tag of a record's build by the build number", async () => {
		for (const [column, build, said] of [
			['build_number', '2041', 'Opened Cart.kt:8. Line 7 in 9.0 (tag builds/beta/2041), now line 8.'],
			['versionCode', '2042', 'Opened Cart.kt:7'],
			['build', 'release', 'Opened Cart.kt:7'],
		]) {
			const view = await viewOf(`app_version_name,${column}`, `9.0,${build}`);
			assert.equal(await view.ask('openFrame', { ...first, beside: false }), said, column);
		}
	});

	describe('code history of a group', () => {
		const value = async (view: Awaited<ReturnType<typeof viewOf>>) => {
			const asked = {
				view: { filters: [], sort: [] },
				key: { kind: 'frames' },
				order: 'records',
				descending: true,
				start: 0,
				end: 1,
				trendParts: 1,
			} as const;
			const { page } = await view.ask('groups', asked);
			return { view: asked.view, key: asked.key, value: page[0]?.value ?? assert.fail('no group') };
		};

		it("lists the versions of the group's records first when prompting for a range of commits", async () => {
			const view = await viewOf('app_version_name', '3.1', '3.2');
			const about = await value(view);
			const asking = view.ask('introducedBetween', about);
			const before = person.pick('Find Commits: Earlier Version');
			assert.deepEqual(await before.labels(), [
				'3.2',
				'3.1',
				'builds/beta/2042',
				'v3.2',
				'v3.1',
				'builds/beta/2041',
				'v3.0',
			]);
			const rows = await before.rows();
			assert.deepEqual(
				rows.slice(0, 2).map(({ description }) => description),
				['the last version with this group', 'the first version with this group'],
			);
			await before.choose('v3.0');
			await person.pick('Find Commits After v3.0: Later Version').enter();
			const found = await person.pick('1 commit changed 1 of 2 files').rows();
			assert.deepEqual(
				found.map(({ label, detail }) => [label, detail]),
				[['Load the second', 'Cart.kt']],
			);
			await person.pick('Between v3.0 and 3.1').escape();
			await asking;
		});

		it("proposes the version before the group's first version as the start of the commit range", async () => {
			const file = await stage.write(
				'b.csv',
				`error,app_version_name\nwords,3.0\n"${trace}",3.1\nwords,3.2\n"${trace}",3.2\n`,
			);
			const view = stage.viewOf(stage.documentOf(file), { frames });
			await view.load();
			await view.heard('progress', ({ done }) => done);
			const filters = [{ kind: 'contains', column: 0, text: 'boom' }] as const;
			const { key } = await value(view);
			const { page } = await view.ask('groups', {
				view: { filters, sort: [] },
				key,
				order: 'records',
				descending: true,
				start: 0,
				end: 1,
				trendParts: 1,
			});
			const asking = view.ask('introducedBetween', {
				view: { filters, sort: [] },
				key,
				value: page[0]?.value ?? assert.fail('no group'),
			});
			await person.pick('Find Commits: Earlier Version').enter();
			const later = person.pick('Find Commits After 3.0: Later Version');
			assert.deepEqual((await later.labels()).slice(0, 2), ['3.2', '3.1']);
			await later.enter();
			assert.deepEqual(await person.pick('Between 3.0 and 3.1').labels(), ['Load the second']);
			await person.pick('Between 3.0 and 3.1').escape();
			await asking;
		});
	});

	describe('commits that touched the code of a group', () => {
		const about = async () => {
			const file = await stage.write('c.csv', `error,app_version_name\nwords,3.0\n"${trace}",3.1\n"${trace}",3.2\n`);
			const view = stage.viewOf(stage.documentOf(file), { frames });
			await view.load();
			await view.heard('progress', ({ done }) => done);
			const { page } = await view.ask('groups', {
				view: { filters: [], sort: [] },
				key: { kind: 'frames' },
				order: 'records',
				descending: true,
				start: 0,
				end: 1,
				trendParts: 1,
			});
			const value = page[0]?.value ?? assert.fail('no group');
			return { view, group: { key: { kind: 'frames' as const }, value } };
		};

		it('lists the commits since the last version without the group, and shows the changes of a commit', async () => {
			const { view, group } = await about();
			const found = await view.ask('groupCommits', group);
			assert.equal(found?.heading, 'Touched since 3.0: 1 commit');
			const [commit] = found?.commits ?? [];
			assert.equal(commit?.subject, 'Load the second');
			assert.match(commit?.facts ?? '', /^Ada · Nov 14, 2023 · Cart\.kt$/);
			await view.ask('showCommit', { hash: commit?.hash ?? '' });
			assert.equal(diff(), `Cart.kt (${commit?.hash.slice(0, 8)})`);
		});

		it('adds the commit to the issue text of the group', async () => {
			const { view, group } = await about();
			const asked = { view: { filters: [], sort: [] }, about: { kind: 'group' as const, ...group } };
			await view.ask('copyIssue', asked);
			assert.match(await vscode.env.clipboard.readText(), /touched by [\da-f]{8} Ada, Nov 14, 2023 \(Cart\.kt\)/);
		});
	});

	describe('code history for a stack trace document', () => {
		const origin = { application: ['Shop', 'shop'], version: '3.0', osName: undefined };
		const mappings = () => stage.services.mappings;

		it("opens a frame at the current position of its line, mapped from the trace's version", async () => {
			const documents = new TraceDocuments(stage.services.engine, mappings());
			const traces = new DocumentTraces(stage.services.engine);
			try {
				const uri = documents.add({ title: 'A', text: trace, origin });
				assert.deepEqual(documents.getVersion(uri), { application: 'shop', version: '3.0', build: undefined });
				assert.equal(documents.getVersion(history.uri('Cart.kt')), undefined);
				const document = await vscode.workspace.openTextDocument({ content: trace, language: 'app-errors-trace' });
				for (const [known, line] of [
					[{ getVersion: () => documents.getVersion(uri) }, 8],
					[documents, 7],
				] as const) {
					await vscode.window.showTextDocument(document);
					await openFrameAt(document.uri.toString(), trace.indexOf('Cart.kt:'), traces, known, frames);
					assert.match(whereIs(), new RegExp(`Cart\\.kt:${line}$`));
					await vscode.window.showTextDocument(document);
					await goToFirstOwnFrame(traces, known, frames);
					assert.match(whereIs(), new RegExp(`Cart\\.kt:${line}$`));
					const definitions = new FrameDefinitionProvider(traces, known, frames);
					const { token } = new vscode.CancellationTokenSource();
					const [found] = (await definitions.provideDefinition(document, new vscode.Position(1, 30), token)) ?? [];
					assert.equal(found?.targetRange.start.line, line - 1);
				}
				assert.equal(frames.remarks.in(history.uri('Cart.kt')), undefined);
			} finally {
				traces.dispose();
				documents.dispose();
			}
		});
	});
});
