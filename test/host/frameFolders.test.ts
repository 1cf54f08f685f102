import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Located } from '../../src/core/stack/locate/frameTarget';
import type { EngineClient } from '../../src/engine/engineClient';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { MemoryFiles } from '../support/host/memoryFiles';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { startEngine } from '../support/host/resultsHarness';
import { getQuestion, whereIs } from '../support/host/traceHarness';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const scheme = 'app-errors-test';

const cart = (ofPackage = 'com.acme') => `package ${ofPackage}\n\nclass Cart {\n    fun sum(): Int = 3\n}\n`;

const question = getQuestion('\tat com.acme.Cart.sum(Cart.kt:4)');
const request = { ...question, where: 'here' } as const;

describe('workspace folders of stack frames', () => {
	let folder: string;
	let person: Person;
	let workspace: FakeWorkspace;
	let frames: WorkspaceFrames;

	let engine: EngineClient;

	before(async () => {
		engine = startEngine((await startProduct()).extensionUri);
	});

	after(() => engine.dispose());

	beforeEach(async () => {
		folder = await realpath(await mkdtemp(path.join(tmpdir(), 'app-errors-')));
		person = new Person();
		workspace = new FakeWorkspace();
		frames = new WorkspaceFrames(
			() => engine,
			{ openSource: 'active' },
			() => ({ mapLines: async () => ({ kind: 'unmapped', reason: { kind: 'noTags' } }) }),
		);
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			frames.dispose();
			workspace.dispose();
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(folder, { recursive: true, force: true });
		}
	});

	async function write(name: string, text: string): Promise<void> {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}

	const inFolder = (name: string) => vscode.Uri.file(path.join(folder, name));

	function paths(located: Located): string[] {
		const targets = located.kind === 'none' ? [] : located.kind === 'target' ? [located.target] : located.targets;
		return targets.map(({ file }) => `${file.folder}/${file.path}`);
	}

	const inSight = () => vscode.window.visibleTextEditors.map(({ document }) => path.basename(document.uri.path));

	it('selects the source file whose package matches, and prompts the user if several packages match', async () => {
		await write('shop/src/Cart.kt', cart());
		await write('till/src/Cart.kt', cart('com.acme.till'));
		workspace.open(inFolder('shop'), inFolder('till'));
		const told = await frames.locate(question);
		assert.equal(told.kind, 'target');
		assert.deepEqual(paths(told), ['shop/src/Cart.kt']);

		await write('till/src/Cart.kt', cart());
		const opening = frames.open(request);
		const pick = person.pick(/Go to/);
		const rows = await pick.rows();
		assert.deepEqual(rows.map(({ description }) => description).sort(), ['shop · src', 'till · src']);
		await pick.escape();
		assert.equal(await opening, undefined);
		assert.equal(vscode.window.activeTextEditor, undefined);
	});

	it('reports a missing source file only after all workspace folders have been searched', async () => {
		await write('shop/src/Cart.kt', cart());
		workspace.open(inFolder('shop'));
		const { frame: there } = question;
		const { frame: nowhere } = getQuestion('\tat com.acme.Nowhere.run(Nowhere.kt:3)');
		const seen: string[] = [];
		frames.onDidChange(() => seen.push(`${frames.frameStatus(there)} ${frames.frameStatus(nowhere)}`));
		assert.deepEqual([frames.frameStatus(there), frames.frameStatus(nowhere)], ['looking', 'looking']);
		await frames.ready;
		assert.equal(seen[0], 'own missing', 'what is told when it is known');
	});

	it("recognizes the user's code by the packages declared in the workspace, even packages in com.google", async () => {
		await write('shop/src/Till.kt', 'package com.google.till\n\nclass Till {\n    fun open() = fail()\n}\n');
		await write('shop/web/shelf/package.json', '{ "name": "@acme/shelf" }');
		workspace.open(inFolder('shop'));
		const till = getQuestion('\tat com.google.till.Till.close(Cash.kt:4)').frame;
		let told = 0;
		frames.onDidChangeOwn(() => told++);
		assert.equal(frames.frameStatus(till), 'library');
		await frames.known;
		assert.equal(frames.frameStatus(till), 'missing');
		assert.deepEqual(frames.own.names, ['npm @acme/shelf', 'package com.google.till']);
		assert.equal(told, 1);
		workspace.open();
		await frames.known;
		assert.deepEqual(frames.own.names, []);
		assert.equal(told, 2);
	});

	it('finds a file only once if workspace folders are nested', async () => {
		await write('shop/cart/src/Cart.kt', cart());
		workspace.open(inFolder('shop'), inFolder('shop/cart'));
		assert.deepEqual(paths(await frames.locate(question)), ['cart/src/Cart.kt']);
	});

	it('prompts for a source file if file names differ only in case', async function () {
		await write('shop/a/Cart.kt', cart());
		await write('shop/a/cart.kt', cart().replace('3', '4'));
		workspace.open(inFolder('shop'));
		const located = await frames.locate(question);
		if (paths(located).length < 2) {
			// The file system is not case-sensitive.
			skipBecause(this, 'Git is required.');
		}
		assert.equal(located.kind, 'several');
		assert.deepEqual(paths(located), ['shop/a/Cart.kt', 'shop/a/cart.kt']);
	});

	it('reports that no folder is open, and offers to open one', async () => {
		assert.deepEqual(await frames.locate(question), { kind: 'none', reason: { kind: 'noWorkspace' } });
		assert.equal(frames.frameStatus(question.frame), 'missing');
		assert.equal(await frames.firstOwn(question.trace), undefined);
		assert.equal(await frames.open(request), undefined);
		const message = person.message(/^No folder with source files is open/);
		assert.deepEqual((await message.read()).buttons, ['Open Folder…']);
	});

	it('does not open files of a workspace folder that has been removed', async () => {
		await write('shop/src/Cart.kt', cart());
		await write('till/src/Other.kt', cart());
		workspace.open(inFolder('shop'), inFolder('till'));
		assert.equal((await frames.open(request))?.line1, 4);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		workspace.open(inFolder('till'));
		assert.equal(await frames.open(request), undefined);
		assert.equal(vscode.window.activeTextEditor, undefined);
		await person.message(/Cart\.kt was not found in the workspace/).read();
		workspace.open();
		assert.deepEqual(await frames.locate(question), { kind: 'none', reason: { kind: 'noWorkspace' } });
	});

	it('does not open a file if its workspace folder is removed while the picker is open', async () => {
		await write('shop/a/Cart.kt', cart());
		await write('shop/b/Cart.kt', cart());
		workspace.open(inFolder('shop'));
		const opening = frames.open(request);
		const pick = person.pick(/Go to/);
		await pick.rows();
		workspace.open();
		await pick.choose('Cart.kt:4');
		assert.equal(await opening, undefined);
		await person.message(/a\/Cart\.kt is no longer in the workspace/).read();
	});

	it('previews source files beside the trace in the picker, and restores the editors on Escape', async () => {
		await write('shop/a/Cart.kt', cart());
		await write('shop/b/Cart.kt', cart());
		await write('notes.txt', 'one\ntwo');
		workspace.open(inFolder('shop'));
		const notes = await vscode.workspace.openTextDocument(inFolder('notes.txt'));
		const editor = await vscode.window.showTextDocument(notes, { viewColumn: vscode.ViewColumn.Two });
		editor.selection = new vscode.Selection(1, 2, 1, 2);
		await vscode.window.showTextDocument(notes, { viewColumn: vscode.ViewColumn.One });
		const opening = frames.open({ ...question, where: 'beside' });
		const pick = person.pick(/Go to/);
		await pick.lookAt('Cart.kt:4');
		await eventually('A place that is looked at', async () => inSight().includes('Cart.kt') || undefined);
		assert.equal(vscode.window.tabGroups.all.length, 2);
		await pick.escape();
		assert.equal(await opening, undefined);
		assert.deepEqual(inSight(), ['notes.txt', 'notes.txt']);
		assert.equal(vscode.window.tabGroups.activeTabGroup.viewColumn, vscode.ViewColumn.One);
		const [second] = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn === vscode.ViewColumn.Two);
		assert.match(whereIs(second), /notes\.txt:2$/);
	});

	it('does not open files outside the workspace, regardless of the path format in a frame', async () => {
		await write('outside/Cart.kt', cart());
		await write('shop/src/Other.kt', cart());
		workspace.open(inFolder('shop'));
		const outside = inFolder('outside/Cart.kt');
		for (const text of [
			`   at com.acme.Cart.sum() in ${outside.fsPath}:line 4`,
			`   at com.acme.Cart.sum() in ${outside.fsPath.replaceAll('/', '\\')}:line 4`,
			'   at com.acme.Cart.sum() in \\\\server\\outside\\Cart.kt:line 4',
			'   at com.acme.Cart.sum() in \\\\?\\C:\\outside\\Cart.kt:line 4',
			`    at sum (${outside.toString().replace('.kt', '.js')}:4:1)`,
			`    at sum (file://server/outside/Cart.js:4:1)`,
			'    at sum (../outside/Cart.js:4:1)',
			'    at sum (src/../../outside/Cart.js:4:1)',
			'    at sum (src/..%2f..%2foutside/Cart.js:4:1)',
			'    at sum (command:workbench.action.quit:4:1)',
			'    at sum (command:workbench.action.quit?%5B%5D.js:4:1)',
			'    at sum (vscode://app-errors.app-errors/Cart.js:4:1)',
			'    at sum (javascript:alert(1).js:4:1)',
			'#0      Cart.sum (package:acme/../../outside/Cart.dart:4:1)',
			`#0      Cart.sum (${outside.toString().replace('.kt', '.dart')}:4:1)`,
			'CartView:Sum () (at ../outside/Cart.cs:4)',
			'\tat com.acme.Cart.sum(../../outside/Cart.kt:4)',
		]) {
			assert.deepEqual(paths(await frames.locate(getQuestion(text))), [], text);
			assert.equal(await frames.open({ ...getQuestion(text), where: 'here' }), undefined, text);
		}
		assert.equal(vscode.window.activeTextEditor, undefined);
		await person
			.message(
				/Files outside the workspace can't be opened|was not found|has no|does not refer to a source file|minified|library/,
			)
			.read();
	});

	describe('workspace folders that are not on disk', () => {
		let files: MemoryFiles;

		afterEach(() => files.dispose());

		it("searches virtual folders for source files without the editor's file search", async () => {
			files = new MemoryFiles(scheme, {
				'/shop/src/cart & till/Cart #1.kt': cart(),
				'/shop/src/cart & till/Cart.kt': cart(),
				'/shop/node_modules/acme/Cart.kt': cart(),
			});
			workspace.open(vscode.Uri.from({ scheme, path: '/shop' }));
			assert.deepEqual(paths(await frames.locate(question)), ['shop/src/cart & till/Cart.kt']);
			assert.equal((await frames.open(request))?.line1, 4);
			const editor = vscode.window.activeTextEditor;
			assert.equal(editor?.document.uri.scheme, scheme);
			assert.equal(editor.selection.active.line, 3);
		});

		it('lists source files of virtual folders together with files on disk', async () => {
			await write('shop/src/Cart.kt', cart());
			files = new MemoryFiles(scheme, { '/shop/src/Cart.kt': cart() });
			workspace.open(inFolder('shop'), vscode.Uri.from({ scheme, path: '/shop' }));
			const located = await frames.locate(question);
			assert.equal(located.kind, 'several');
			assert.equal(paths(located).length, 2);
		});

		it("reports a source file as not found if the virtual folder can't be read", async () => {
			files = new MemoryFiles(scheme, {});
			workspace.open(vscode.Uri.from({ scheme, path: '/shop' }));
			assert.equal(await frames.open(request), undefined);
			await person.message(/Cart\.kt was not found in the workspace/).read();
		});

		it('reports an incomplete search if a virtual folder has endless subfolders', async () => {
			files = new MemoryFiles(scheme, {});
			const endless: [string, vscode.FileType][] = [
				['a', vscode.FileType.Directory],
				['b', vscode.FileType.Directory],
			];
			files.readDirectory = () => endless;
			workspace.open(vscode.Uri.from({ scheme, path: '/shop' }));
			assert.equal(await frames.open(request), undefined);
			await person.message(/Cart\.kt was not found in the files searched so far/).read();
		});
	});
});
