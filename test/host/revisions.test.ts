import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isDistinctive } from '../../src/core/lines/codedLines';
import type { Services } from '../../src/services/services';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { setSetting, startProduct } from '../support/host/product';
import { getText, LineHistory } from '../support/lineHistory';
import { Random } from '../support/random';
import { skipBecause } from '../support/skipBecause';
import { eventually, patience } from '../support/vscode/waiting';

const cart = `class Cart {
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
const application = 'shop';

describe('source code at an app version', () => {
	let services: Services;
	let history: GitHistory;
	let majorVersion = 20;

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		services = await startProduct();
		history = GitHistory.make();
		history.write('src/Cart.kt', cart);
		history.write('src/Old.kt', cart);
		history.write('logo.png', Uint8Array.of(0x89, 0x50, 0, 1, 2));
		history.write('stored.kt', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n');
		history.commit('First', 'v3.0');
		history.git('branch', 'release');
		history.write('src/Cart.kt', cart.replace('class Cart', '// The cart.\n\nclass Cart'));
		history.git('mv', 'src/Old.kt', 'src/New.kt');
		history.commit('Second', 'v3.2');
		history.git('checkout', '-q', 'release');
		history.write('src/Cart.kt', cart.replace('\tfun sum', '\tval released = true\n\n\tfun sum'));
		history.commit('Only in the release', 'v3.1');
		history.git('checkout', '-q', 'main');
		history.git('tag', 'till-v4.0');
		history.git('tag', 'shop-v4.0');
		history.git('tag', 'shop-v3.9', 'v3.0');
		await history.open();
	});

	after(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await history?.close();
	});

	const of = (version: string) => ({ application, version });
	const tagOf = (version: string, file = history.uri('src/Cart.kt')) => services.revisions.tagOf(file, of(version));
	const map = async (name: string, version: string, ...lines: number[]) => {
		const document = await vscode.workspace.openTextDocument(history.uri(name));
		return services.revisions.mapLines(document, of(version), lines);
	};

	it('finds the Git tag of a version, or reports why no tag matches', async () => {
		assert.deepEqual(await tagOf('3.1'), { kind: 'tag', tag: 'v3.1' });
		assert.deepEqual(await tagOf('4.0'), { kind: 'several', tags: ['shop-v4.0', 'till-v4.0'] });
		assert.deepEqual(await tagOf('7'), { kind: 'none', examples: ['v…', 'shop-v…', 'till-v…'] });
	});

	it('maps lines from the tagged commit instead of the commit where its branch started', async () => {
		// Line 5 was different in the commit at which the branches diverged.
		assert.deepEqual(await map('src/Cart.kt', '3.1', 2, 7, 5, 500), {
			kind: 'mapped',
			tag: 'v3.1',
			lines: [{ kind: 'gone', near1: 3 }, { kind: 'same', line1: 7 }, { kind: 'same', line1: 5 }, { kind: 'absent' }],
		});
	});

	it('maps lines to the text in the editor, including unsaved changes', async () => {
		const document = await vscode.workspace.openTextDocument(history.uri('src/Cart.kt'));
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.uri, new vscode.Position(0, 0), '// new\n');
		await vscode.workspace.applyEdit(edit);
		try {
			const found = await services.revisions.mapLines(document, of('3.2'), [5]);
			assert.deepEqual(found, { kind: 'mapped', tag: 'v3.2', lines: [{ kind: 'shifted', line1: 6 }] });
		} finally {
			await vscode.window.showTextDocument(document);
			await vscode.commands.executeCommand('workbench.action.files.revert');
		}
	});

	it('maps lines of a file that was renamed since the tag', async () => {
		assert.deepEqual(await map('src/New.kt', '3.0', 5), {
			kind: 'mapped',
			tag: 'v3.0',
			lines: [{ kind: 'same', line1: 5 }],
		});
	});

	it('does not map lines of binary files or of files that did not exist at the version', async () => {
		const reason = async (name: string) => {
			const document = await vscode.workspace.openTextDocument(
				name.endsWith('.png') ? vscode.Uri.file(history.uri('src/Cart.kt').fsPath) : history.uri(name),
			);
			const fake = name.endsWith('.png') ? { uri: history.uri(name), getText: () => '' } : document;
			const found = await services.revisions.mapLines(fake as vscode.TextDocument, of('3.0'), [1]);
			return found.kind === 'unmapped' ? found.reason : found;
		};
		assert.deepEqual(await reason('stored.kt'), { kind: 'noText', tag: 'v3.0' });
		assert.deepEqual(await reason('logo.png'), { kind: 'noText', tag: 'v3.0' });
		history.write('src/Later.kt', cart);
		assert.deepEqual(await reason('src/Later.kt'), { kind: 'noFile', tag: 'v3.0' });
	});

	it('does not map lines of files that are outside a repository or not on disk', async () => {
		const unavailable = (reason: string) => ({ kind: 'unavailable', reason });
		const outside = vscode.Uri.file('/nowhere/Cart.kt');
		assert.deepEqual(await tagOf('3.1', outside), unavailable('noRepository'));
		assert.deepEqual(await tagOf('3.1', vscode.Uri.parse('untitled:Cart.kt')), unavailable('virtual'));
	});

	it('maps the lines of a heavily edited file from twelve tags to their current positions', async () => {
		// If the test is repeated, the tags of the previous attempt still exist.
		const major = majorVersion++;
		const random = new Random(7);
		const edits = new LineHistory(random);
		let lines = edits.source(20);
		const builds = [];
		for (let build = 1; build <= 12; build++) {
			for (let count = build === 1 ? 0 : 6; count > 0; count--) {
				lines = edits.edited(lines);
			}
			lines = build === 6 ? edits.reformatted(lines) : lines;
			builds.push({ version: `${major}.${build}`, lines });
			history.write('src/Big.kt', getText(lines, build === 3 ? '\r\n' : '\n'));
			history.commit(`Build ${build}`, `v${major}.${build}`);
		}
		await vscode.commands.executeCommand('git.refresh', history.uri(''));
		await eventually('the new tags are known', async () =>
			(await tagOf(`${major}.12`)).kind === 'tag' ? true : undefined,
		);
		const counts = { asked: 0, right: 0, wrong: 0 };
		const places = new Map(lines.map(({ id }, index) => [id, index + 1]));
		for (const { version, lines: before } of builds) {
			// On a slow machine, Git may exceed its time limit.
			const mapped = await eventually(
				`the lines of ${version}`,
				async () => {
					const found = await map('src/Big.kt', version, ...before.map((_line, index) => index + 1));
					return found.kind === 'mapped' ? found.lines : undefined;
				},
				3 * patience,
			);
			for (const [index, { id, text }] of before.entries()) {
				const line = mapped[index];
				const place = places.get(id);
				if (line && isDistinctive(text)) {
					const isRight = place === undefined ? line.kind === 'gone' : 'line1' in line && line.line1 === place;
					counts.asked++;
					counts.right += isRight ? 1 : 0;
					counts.wrong += !isRight && (line.kind === 'same' || line.kind === 'shifted') ? 1 : 0;
				}
			}
		}
		assert.ok(counts.asked > 1_000 && counts.right / counts.asked >= 0.95, JSON.stringify(counts));
		assert.equal(counts.wrong, 0);
	}).timeout(6 * patience);

	it('finds tags by a pattern from the settings, and finds new tags after a refresh', async () => {
		let changes = 0;
		const listening = services.revisions.onDidChange(() => changes++);
		try {
			await setSetting('appErrors.versionTags', ['till-v{version}']);
			assert.deepEqual(await tagOf('4.0'), { kind: 'tag', tag: 'till-v4.0' });
			await setSetting('appErrors.versionTags', undefined);
			const before = changes;
			assert.ok(before >= 2);
			history.git('tag', 'v7');
			await vscode.commands.executeCommand('git.refresh', history.uri(''));
			await eventually('the new tag is known', async () => (changes > before ? true : undefined));
			assert.deepEqual(await tagOf('7'), { kind: 'tag', tag: 'v7' });
		} finally {
			listening.dispose();
			await setSetting('appErrors.versionTags', undefined);
		}
	});

	it('finds no tag if Git is disabled', async () => {
		const configuration = vscode.workspace.getConfiguration('git');
		await configuration.update('enabled', false, vscode.ConfigurationTarget.Global);
		try {
			await eventually('git is off', async () => ((await tagOf('3.1')).kind === 'unavailable' ? true : undefined));
			assert.deepEqual(await tagOf('3.1'), { kind: 'unavailable', reason: 'disabled' });
		} finally {
			await configuration.update('enabled', undefined, vscode.ConfigurationTarget.Global);
		}
		await eventually('git is on again', async () => {
			await history.open();
			return (await tagOf('3.1')).kind === 'tag' ? true : undefined;
		});
	});
});
