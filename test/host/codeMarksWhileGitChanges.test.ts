import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { MarkedDocuments } from '../../src/features/codeMarks/markedDocuments';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import type { Services } from '../../src/services/services';
import { DisposableStore } from '../../src/shared/disposables';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { startProduct } from '../support/host/product';
import { long } from '../support/length';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const commits = 300;
const commitsPerTag = 10;
const failingLine = '\t\treturn load(1)';

/** Returns the source at a commit. Each commit inserts a line before the last 400 lines, which Git finds after a rename. */
function sourceAt(commit: number): string {
	const comments = Array.from({ length: commit }, (_, line) => `// Change ${commit - line}.\n`).join('');
	const unchanged = Array.from({ length: 400 }, (_, line) => `// Line ${line} never changes.\n`).join('');
	return `${comments}package com.acme\n\nclass Cart {\n\tfun sum(): Int {\n${failingLine}\n\t}\n}\n${unchanged}`;
}

function failingLine1(source: string): number {
	return source.split('\n').indexOf(failingLine) + 1;
}

describe('code marks while Git changes the working tree', () => {
	let services: Services;
	let store: DisposableStore;
	let history: GitHistory;
	let workspace: FakeWorkspace;
	let marked: MarkedDocuments;
	let faults: unknown[];

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		services = await startProduct();
	});

	beforeEach(async () => {
		faults = [];
		store = new DisposableStore();
		history = GitHistory.make();
		for (let commit = 1; commit <= commits; commit++) {
			const isRenamed = commit > commits / 2;
			if (commit === commits / 2 + 1) {
				history.git('mv', 'app', 'shop');
			}
			history.write(isRenamed ? 'shop/Cart.kt' : 'app/Cart.kt', sourceAt(commit));
			history.commit(`Change ${commit}`, commit % commitsPerTag === 0 ? `v1.${commit / commitsPerTag}.0` : undefined);
		}
		await history.open();
		workspace = store.add(new FakeWorkspace(vscode.Uri.file(history.folder)));
		const settings = { openSource: 'active' } as const;
		const frames = new WorkspaceFrames(
			() => services.engine,
			settings,
			() => services.revisions,
		);
		store.add(frames);
		marked = store.add(new MarkedDocuments({ ...services, frames }, (error) => faults.push(error)));
	});

	afterEach(async () => {
		store?.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		for (const used of services?.usedInCode.paths ?? []) {
			await services.usedInCode.set(used, false);
		}
		await history?.close();
	});

	const useRecords = async (name: string, tags: readonly number[]): Promise<void> => {
		const rows = tags.map((tag) => {
			const line1 = failingLine1(sourceAt(tag * commitsPerTag));
			return `"java.lang.Error: boom\n\tat com.acme.Cart.sum(Cart.kt:${line1})",1.${tag}.0\n`;
		});
		const file = path.join(path.dirname(history.folder), `${name}.errors.csv`);
		await writeFile(file, `error,app_version_name\n${rows.join('')}`);
		await services.usedInCode.set(file, true);
	};

	const assertMarked = async (document: vscode.TextDocument, step: string, versions: readonly string[]) => {
		let seen = '';
		await eventually(`The line is marked: ${step}`, async () => {
			const line1 = failingLine1(document.getText().replaceAll('\r', ''));
			const lines = (await marked.ask(document))?.lines;
			seen = JSON.stringify(
				lines?.map(({ line1, reported: told }) => [line1, told.map(({ kind, version }) => [kind, version])]),
			);
			const mark = lines?.find((line) => line.line1 === line1);
			const placed = mark?.reported.filter(({ kind }) => kind === 'shifted' || kind === 'same') ?? [];
			return versions.every((version) => placed.some((one) => one.version === version)) || undefined;
		}).catch((error) => assert.fail(`${step}: ${seen}: ${error}`));
	};

	const show = async (name: string) => {
		const document = await vscode.workspace.openTextDocument(history.uri(name));
		await vscode.window.showTextDocument(document, { preview: false });
		return document;
	};

	long(
		'keeps marks on the failing line through checkouts, stashes, rebases, resets and worktrees',
		async function (this: Mocha.Context) {
			this.timeout(15 * 60_000);
			await useRecords('a', [20, 25]);
			const both = ['1.20.0', '1.25.0'];
			const document = await show('shop/Cart.kt');
			await assertMarked(document, 'start', both);
			const edit = () => history.write('shop/Cart.kt', `// Local.\n${document.getText()}`);
			const other = path.join(path.dirname(history.folder), 'worktree');
			const steps: Readonly<Record<string, () => void>> = {
				'checkout of an older commit': () => history.git('checkout', '-q', `main~${commits / 2 - 60}`),
				'checkout of the main branch': () => history.git('checkout', '-q', 'main'),
				'local edit': edit,
				stash: () => history.git('stash'),
				'stash pop': () => history.git('stash', 'pop'),
				'discarded edit': () => history.git('checkout', '-q', '--', '.'),
				'branch with commits': () => {
					history.git('checkout', '-q', '-b', 'feature', 'v1.22.0');
					history.write('README.md', 'Feature.');
					history.commit('Add a page');
				},
				rebase: () => history.git('rebase', '-q', 'main'),
				merge: () => {
					history.git('checkout', '-q', 'main');
					history.git('merge', '-q', '--no-ff', 'feature');
				},
				reset: () => history.git('reset', '-q', '--hard', 'HEAD~20'),
				worktree: () => history.git('worktree', 'add', '-q', other, 'v1.10.0'),
				'removed worktree': () => history.git('worktree', 'remove', '--force', other),
				'packed references': () => history.git('pack-refs', '--all'),
				'garbage collection': () => history.git('gc', '-q', '--prune=now'),
				return: () => history.git('checkout', '-q', '-B', 'main', 'v1.30.0'),
			};
			for (let round = 1; round <= 3; round++) {
				for (const [step, run] of Object.entries(steps)) {
					run();
					await eventually('The editor shows the file on disk', async () => {
						const disk = await vscode.workspace.fs.readFile(document.uri);
						return document.getText() === Buffer.from(disk).toString() || undefined;
					});
					await assertMarked(document, `${step}, round ${round}`, both);
				}
				history.git('branch', '-D', 'feature');
			}
			assert.deepEqual(faults, []);
		},
	);

	long(
		'finds a line in the history after its file was renamed and a tag was moved',
		async function (this: Mocha.Context) {
			this.timeout(5 * 60_000);
			await useRecords('a', [5, 20]);
			const both = ['1.5.0', '1.20.0'];
			await assertMarked(await show('shop/Cart.kt'), 'start', both);
			for (const [from, to] of [
				['shop', 'store'],
				['store', 'market'],
			] as const) {
				history.git('mv', from, to);
				workspace.open(vscode.Uri.file(history.folder));
				const renamed = await show(`${to}/Cart.kt`);
				await marked.ask(renamed);
				history.commit(`Rename ${from}`);
				await assertMarked(renamed, `rename to ${to}`, both);
			}
			const document = await show('market/Cart.kt');
			history.git('tag', '-f', 'v1.5.0', 'v1.6.0');
			// The Git extension notices changes of references only in a window with the focus.
			await vscode.commands.executeCommand('git.refresh', history.uri(''));
			await eventually('The tag has moved', async () => {
				const line1 = failingLine1(document.getText());
				const told = (await marked.ask(document))?.lines.find((line) => line.line1 === line1)?.reported ?? [];
				return !told.some(({ kind, version }) => version === '1.5.0' && kind === 'shifted') || undefined;
			});
			assert.deepEqual(faults, []);
		},
	);
});
