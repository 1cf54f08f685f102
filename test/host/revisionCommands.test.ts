import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import type { Services } from '../../src/services/services';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { Person } from '../support/host/person';
import { setSetting, startProduct } from '../support/host/product';
import { getQuestion, whereIs } from '../support/host/traceHarness';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const cart = `package com.acme

class Cart {
	fun sum(): Int {
		val items = load(1)
		check(items.isNotEmpty())
		return items.sum()
	}

	fun clear() {
		store.clear(all = true)
	}
}
`;
const of = (version: string) => ({ application: 'shop', version });

describe('version history commands', () => {
	let services: Services;
	let history: GitHistory;
	let person: Person;

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		services = await startProduct();
		history = GitHistory.make();
		history.write('Cart.kt', cart);
		history.write('Other.kt', 'class Other\n');
		history.write('Third.kt', 'class Third\n');
		history.commit('First', 'v3.0');
		history.write('Cart.kt', cart.replace('load(1)', 'load(2)'));
		history.commit('Load the second');
		history.write('Cart.kt', `// The cart.\n${cart.replace('load(1)', 'load(2)')}`);
		history.write('Other.kt', 'class Other {}\n');
		history.commit('Say what it is', 'v3.1');
		history.write(
			'Cart.kt',
			`// The cart.\n${cart.replace('load(1)', 'load(2)').replace('\t\tstore.clear(all = true)\n', '')}`,
		);
		history.commit('Clear nothing', 'v3.2');
		await history.open();
	});

	after(async () => {
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

	const shownTab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
	const diff = () => {
		const tab = shownTab();
		assert.ok(tab?.input instanceof vscode.TabInputTextDiff, tab?.label);
		return { label: tab.label, left: tab.input.original.scheme, right: tab.input.modified.scheme };
	};

	it("opens a diff against an older version of the file, at the line's current position", async () => {
		await vscode.commands.executeCommand('appErrors.openFileAtVersion', {
			file: history.uri('Cart.kt'),
			version: of('3.0'),
			line1: 7,
		});
		assert.deepEqual(diff(), { label: 'Cart.kt (3.0 ↔ Current)', left: 'git', right: 'file' });
		await eventually('line 8 is selected', async () =>
			vscode.window.activeTextEditor?.selection.active.line === 7 ? true : undefined,
		);
	});

	it('opens only the old version of a file if the line has since been deleted', async () => {
		await vscode.commands.executeCommand('appErrors.openFileAtVersion', {
			file: history.uri('Cart.kt'),
			version: of('3.0'),
			line1: 11,
		});
		assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'git');
		assert.equal(vscode.window.activeTextEditor?.selection.active.line, 10);
		await person.message('Line 11 in 3.0 (tag v3.0) was deleted. It was after this line.').dismiss();
	});

	it("prompts for the version of a file and starts at the cursor's line", async () => {
		const document = await vscode.workspace.openTextDocument(history.uri('Cart.kt'));
		await vscode.window.showTextDocument(document, { selection: new vscode.Range(5, 0, 5, 0) });
		const opening = vscode.commands.executeCommand('appErrors.openFileAtVersion');
		assert.deepEqual(await person.pick('Open File at Version').labels(), ['v3.2', 'v3.1', 'v3.0']);
		await person.pick('Open File at Version').choose('v3.1');
		await opening;
		assert.equal(diff().label, 'Cart.kt (v3.1 ↔ Current)');
	});

	it('lists existing tags if no tag matches a version, and offers to set the tag pattern', async () => {
		const opening = vscode.commands.executeCommand('appErrors.openFileAtVersion', {
			file: history.uri('Cart.kt'),
			version: of('9.9'),
		});
		const { text, buttons } = await person.message('No tag matches 9.9').read();
		assert.deepEqual([text, buttons], ['No tag matches 9.9. Existing tags: v….', ['Set Tag Pattern']]);
		await person.message('No tag matches 9.9').dismiss();
		await opening;
	});

	it('prompts once if several tags match a version, and remembers the choice', async () => {
		history.git('tag', 'shop-v5.0', 'v3.0');
		history.git('tag', 'till-v5.0', 'v3.1');
		history.git('tag', 'shop-v5.1', 'v3.1');
		history.git('tag', 'till-v5.1', 'v3.0');
		await vscode.commands.executeCommand('git.refresh', history.uri(''));
		const file = history.uri('Cart.kt');
		const version = { application: 'a till', version: '5.0' };
		await eventually('the tags are known', async () =>
			(await services.revisions.tagOf(file, version)).kind === 'several' ? true : undefined,
		);
		const choosing = services.revisions.chooseTag(file, version);
		await person.pick('Tag for Version 5.0').choose('till-v5.0');
		assert.equal(await choosing, 'till-v5.0');
		assert.deepEqual(await services.revisions.tagOf(file, { ...version, version: '5.1' }), {
			kind: 'tag',
			tag: 'till-v5.1',
		});
		assert.equal((await services.revisions.tagOf(file, of('5.1'))).kind, 'several');
	});

	it('lists the commits since a version, starting with commits that changed the line', async () => {
		const asking = vscode.commands.executeCommand('appErrors.showChangesSinceVersion', {
			file: history.uri('Cart.kt'),
			version: of('3.0'),
			line1: 5,
		});
		const rows = person.pick('Changes in Cart.kt Since 3.0');
		assert.deepEqual(await rows.labels(), ['Load the second', 'Clear nothing', 'Say what it is']);
		await rows.choose('Load the second');
		await asking;
		assert.match(diff().label, /^Cart\.kt \([0-9a-f]{8}\)$/);
		assert.deepEqual([diff().left, diff().right], ['git', 'git']);
	});

	it('lists commits that added or deleted the selected line first', async () => {
		const asking = vscode.commands.executeCommand('appErrors.showChangesSinceVersion', {
			file: history.uri('Cart.kt'),
			version: of('3.0'),
			line1: 11,
		});
		assert.equal((await person.pick('Since 3.0').labels())[0], 'Clear nothing');
		await person.pick('Since 3.0').escape();
		await asking;
		const document = await vscode.workspace.openTextDocument(history.uri('Cart.kt'));
		await vscode.window.showTextDocument(document, { selection: new vscode.Range(0, 0, 0, 0) });
		const atCursor = vscode.commands.executeCommand('appErrors.showChangesSinceVersion');
		await person.pick('Show Changes Since Version').choose('v3.0');
		assert.equal((await person.pick('Since v3.0').labels())[0], 'Say what it is');
		await person.pick('Since v3.0').escape();
		await atCursor;
	});

	it('lists all commits between two versions that changed the given files, without blaming a single commit', async () => {
		const asking = vscode.commands.executeCommand('appErrors.findCommitsBetweenVersions', {
			files: ['Cart.kt', 'Other.kt', 'Third.kt'].map((name) => history.uri(name)),
			before: of('3.0'),
			after: of('3.1'),
		});
		const rows = await person.pick('2 commits changed 2 of 3 files').rows();
		assert.deepEqual(
			rows.map(({ label, detail }) => [label, detail]),
			[
				['Say what it is', 'Cart.kt, Other.kt'],
				['Load the second', 'Cart.kt'],
			],
		);
		await person.pick('Between 3.0 and 3.1').escape();
		await asking;
	});

	it('lists the commits between two versions for each repository that contains some of the files', async () => {
		const other = GitHistory.make();
		try {
			other.write('Bag.kt', 'class Bag\n');
			other.write('Box.kt', 'class Box\n');
			other.commit('First of the other', 'release-3.0');
			other.write('Bag.kt', 'class Bag {}\n');
			other.commit('Open the bag', 'release-3.1');
			await other.open();
			const outside = vscode.Uri.file(path.join(path.dirname(other.folder), 'Nowhere.kt'));
			const files = [history.uri('Cart.kt'), outside, other.uri('Bag.kt'), other.uri('Box.kt')];
			const ask = (before: string, after: string) =>
				vscode.commands.executeCommand('appErrors.findCommitsBetweenVersions', {
					files,
					before: of(before),
					after: of(after),
				});
			const asking = ask('3.0', '3.1');
			const rows = person.pick('3 commits changed 2 of 4 files');
			assert.deepEqual(await rows.labels(), ['Say what it is', 'Load the second', 'Open the bag']);
			await rows.choose('Open the bag');
			await asking;
			assert.match(diff().label, /^Bag\.kt \(/);
			const partly = ask('3.0', '3.2');
			const left = person.pick('3 commits changed 1 of 4 files');
			assert.equal((await left.labels()).length, 3);
			await left.escape();
			await partly;
			await person.message('No tag matches 3.2. Existing tags: release-….').dismiss();
		} finally {
			await other.close();
		}
	});

	it("opens the current position of a frame's line and shows a remark beside it", async () => {
		await setSetting('appErrors.openSource', 'active');
		const workspace = new FakeWorkspace(vscode.Uri.file(history.folder));
		const frames = new WorkspaceFrames(
			() => services.engine,
			{ openSource: 'active' },
			() => services.revisions,
		);
		try {
			const open = (line: number, version: string | undefined) =>
				frames.open({
					...getQuestion(`\tat com.acme.Cart.sum(Cart.kt:${line})`),
					where: 'here',
					version: version === undefined ? undefined : of(version),
				});
			for (const [line, version, now, remark] of [
				[7, '3.0', 8, 'Line 7 in 3.0 (tag v3.0), now line 8.'],
				[5, '3.0', 6, 'Line 5 in 3.0 (tag v3.0) was changed after that version. This is the current text.'],
				[8, '3.2', 8, undefined],
				[7, undefined, 7, undefined],
				[7, '9.9', 7, undefined],
			] as const) {
				assert.deepEqual(await open(line, version), { fileName: 'Cart.kt', line1: now, remark });
				assert.match(whereIs(), new RegExp(`Cart\\.kt:${now}$`));
				assert.equal(frames.remarks.in(history.uri('Cart.kt'))?.text, remark);
			}
			assert.equal(path.basename(vscode.window.activeTextEditor?.document.uri.path ?? ''), 'Cart.kt');
		} finally {
			frames.dispose();
			workspace.dispose();
			await setSetting('appErrors.openSource', undefined);
		}
	});
});
