import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ErrorsHere } from '../../src/features/codeMarks/errorsHere';
import { emptyFileMarks, type FileMarks } from '../../src/features/codeMarks/fileMarks';
import { MarkedDocuments } from '../../src/features/codeMarks/markedDocuments';
import { editors } from '../../src/ids';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import type { ViewedRecords } from '../../src/services/results/recordsInView';
import type { LinesNow } from '../../src/services/revisions/revisions';
import type { Services } from '../../src/services/services';
import { DisposableStore } from '../../src/shared/disposables';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const cart = 'package com.acme\n\nclass Cart {\n\tfun sum(): Int {\n\t\treturn load(1)\n\t}\n}\n';
const trace = 'java.lang.Error: boom\n\tat com.acme.Cart.sum(Cart.kt:5)';

describe('code marks in a long session', () => {
	let services: Services;
	let folder: string;
	let store: DisposableStore;
	let frames: WorkspaceFrames;
	let faults: unknown[];

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		faults = [];
		store = new DisposableStore();
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		await mkdir(path.join(folder, 'source'));
		await writeFile(path.join(folder, 'source', 'Cart.kt'), cart);
		openFolder(vscode.Uri.file(path.join(folder, 'source')));
	});

	afterEach(async () => {
		store.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		for (const used of services.usedInCode.paths) {
			await services.usedInCode.set(used, false);
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	function openFolder(uri: vscode.Uri): void {
		store.add(new FakeWorkspace(uri));
		const settings = { openSource: 'active' } as const;
		frames = store.add(
			new WorkspaceFrames(
				() => services.engine,
				settings,
				() => services.revisions,
			),
		);
	}

	const useRecords = async (name: string, version = '1.0.0'): Promise<vscode.Uri> => {
		const file = path.join(folder, `${name}.errors.csv`);
		await writeFile(file, `error,app_version_name\n"${trace}",${version}\n`);
		await services.usedInCode.set(file, true);
		return vscode.Uri.file(file);
	};

	const markedWith = (replaced: Partial<Pick<Services, 'codeSources' | 'revisions'>>, quickMs = 5_000) =>
		store.add(
			new MarkedDocuments({ ...services, frames, ...replaced }, (error) => faults.push(error), {
				quickMs,
				patientMs: 60_000,
			}),
		);

	const source = () => vscode.workspace.openTextDocument(path.join(folder, 'source', 'Cart.kt'));

	const told = (marks: FileMarks | undefined) =>
		marks?.lines.map(({ line1, reported: told, counts }) => [line1, told[0]?.kind, counts.length]);

	const revisionsWith = (mapLines: () => Promise<LinesNow>) =>
		({ onDidChange: services.revisions.onDidChange, mapLines }) as unknown as Services['revisions'];

	it('marks lines before Git responds, and corrects the marks once it does', async () => {
		await useRecords('a');
		let answer: (lines: LinesNow) => void = () => undefined;
		const waiting = new Promise<LinesNow>((resolve) => {
			answer = resolve;
		});
		const marked = markedWith({ revisions: revisionsWith(() => waiting) }, 50);
		const document = await source();
		assert.deepEqual(told(await marked.ask(document)), [[5, 'unchecked', 1]]);
		answer({ kind: 'mapped', tag: 'v1.0.0', lines: [{ kind: 'shifted', line1: 6 }] });
		await eventually(
			'the history is applied',
			async () => told(marked.of(document))?.[0]?.[1] === 'shifted' || undefined,
		);
		assert.deepEqual(told(marked.of(document)), [[6, 'shifted', 1]]);
	});

	it('marks lines even if some records cannot be read', async () => {
		await useRecords('a');
		const broken = path.join(folder, 'b.errors.csv');
		await mkdir(broken);
		await services.usedInCode.set(broken, true);
		const dataset = path.join(folder, 'c.errors-dataset.json');
		const { changed, view } = viewOf(dataset, true);
		store.add(changed);
		store.add(services.recordsInView.add(view));
		const marks = await markedWith({}).ask(await source());
		assert.deepEqual(told(marks), [[5, 'unchecked', 1]]);
		assert.equal(marks?.left.unread, 1);
		assert.equal(faults.length, 1);
	});

	it('completes a query for code marks even if records change again before the query ends', async () => {
		await useRecords('a');
		const { codeSources } = services;
		const changed = store.add(new vscode.EventEmitter<void>());
		const often = setInterval(() => changed.fire(), 20);
		store.add({ dispose: () => clearInterval(often) });
		const slow = async (): Promise<LinesNow> => {
			await new Promise((resolve) => setTimeout(resolve, 700));
			return { kind: 'unmapped', reason: { kind: 'noTags' } };
		};
		const marked = markedWith({
			codeSources: { list: () => codeSources.list(), any: true, onDidChange: changed.event } as Services['codeSources'],
			revisions: revisionsWith(slow),
		});
		const document = await source();
		await vscode.window.showTextDocument(document);
		const found = await Promise.race([
			marked.ask(document),
			new Promise<undefined>((resolve) => setTimeout(resolve, 10_000, undefined)),
		]);
		assert.deepEqual(told(found), [[5, 'unchecked', 1]]);
	});

	it('reads the records of a hidden results view if code marks need them', async () => {
		const { changed, view } = viewOf(path.join(folder, 'a.errors.csv'), false);
		store.add(changed);
		store.add(services.recordsInView.add(view));
		assert.deepEqual(await services.codeSources.list(), []);
		await eventually('The records are read', async () => view.isRead || undefined);
		assert.equal((await services.codeSources.list()).length, 1);
	});

	function viewOf(file: string, isRead: boolean) {
		const changed = new vscode.EventEmitter<void>();
		const view = {
			uri: vscode.Uri.file(file),
			onDidChange: changed.event,
			isRead,
			startReading: () => {
				view.isRead = true;
				changed.fire();
			},
			ask: () => assert.fail('nothing can be read'),
		} satisfies ViewedRecords;
		return { changed, view };
	}

	it('reports whether the errors of a line are still loading or could not be read', async () => {
		const person = new Person();
		try {
			const file = await useRecords('a');
			const document = await source();
			const position = { uri: document.uri, lineNumber: 5 };
			const never = new Promise<never>(() => undefined);
			const mark = { line1: 5, isThrower: true, reported: [], counts: [] };
			const cases: [Promise<FileMarks | undefined>, boolean, RegExp][] = [
				[never, true, /still loading/],
				[Promise.resolve(undefined), false, /could not be read/],
				[Promise.resolve({ ...emptyFileMarks, lines: [mark] }), false, /could not be read/],
			];
			for (const [found, isAsking, message] of cases) {
				const documents = { ask: () => found, of: () => undefined, isAsking: () => isAsking };
				const here = new ErrorsHere(documents as unknown as MarkedDocuments, services, () => false, 50);
				await here.ofLine(position);
				assert.match((await person.message(message).read()).text, message);
				await person.message(message).dismiss();
			}
			assert.ok(services.usedInCode.has(file.fsPath));
		} finally {
			await person.leave();
		}
	});

	it('marks lines in a tagged repository after many exports were opened and closed', async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		const history = GitHistory.make();
		store.add({ dispose: () => void history.close() });
		history.write('Cart.kt', cart);
		history.commit('First', 'v1.0.0');
		history.write('Cart.kt', `// One.\n${cart}`);
		history.commit('Second', 'v1.1.0');
		await history.open();
		openFolder(vscode.Uri.file(history.folder));
		const marked = markedWith({});
		const document = await vscode.workspace.openTextDocument(history.uri('Cart.kt'));
		for (let round = 0; round < 4; round++) {
			const file = await useRecords(`${round}`, round % 2 === 0 ? '1.0.0' : '1.1.0');
			await vscode.commands.executeCommand('vscode.openWith', file, editors.results);
			await vscode.window.showTextDocument(document, { preview: false });
			// The query is cancelled in its different phases when another editor covers the document.
			const asked = marked.ask(document);
			await new Promise((resolve) => setTimeout(resolve, round * 20));
			await vscode.commands.executeCommand('vscode.openWith', file, editors.results);
			await asked;
			history.git('tag', `other-${round}`);
			await vscode.commands.executeCommand('git.refresh', history.uri(''));
			await services.usedInCode.set(file.fsPath, false);
			await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
		}
		await useRecords('last', '1.0.0');
		await vscode.window.showTextDocument(document);
		await eventually('The line is marked', async () => {
			const marks = await marked.ask(document);
			return told(marks)?.some(([line1, kind]) => line1 === 6 && kind === 'shifted') || undefined;
		});
		assert.deepEqual(faults, []);
	});
});
