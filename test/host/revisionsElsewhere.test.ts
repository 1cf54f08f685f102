import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/services/services';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { Person } from '../support/host/person';
import { startProduct } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { skipBecause } from '../support/skipBecause';
import { eventually } from '../support/vscode/waiting';

const cart = 'class Cart {\n\tfun sum() = load(1)\n}\n';
const of = (version: string) => ({ application: 'shop', version });

describe('source code at an app version in unusual repositories', () => {
	let services: Services;
	let history: GitHistory;
	let person: Person;
	const others: GitHistory[] = [];

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		services = await startProduct();
		history = GitHistory.make();
		history.write('Cart.kt', cart);
		history.commit('First', 'v3.0');
		history.write('Cart.kt', `// The cart.\n${cart}`);
		history.commit('Second', 'v3.1');
		history.write('Cart.kt', `// The cart.\n// All of it.\n${cart}`);
		history.commit('Third');
		await history.open();
	});

	beforeEach(() => {
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			for (const other of others.splice(0).reverse()) {
				await other.close();
			}
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		}
	});

	after(() => history?.close());

	const opened = async (other: GitHistory): Promise<GitHistory> => {
		others.push(other);
		await other.open();
		return other;
	};
	const tagOf = (version: string, file: vscode.Uri) => services.revisions.tagOf(file, of(version));
	const lineNow = async (file: vscode.Uri, version: string, line1: number) => {
		const document = await vscode.workspace.openTextDocument(file);
		return services.revisions.mapLines(document, of(version), [line1]);
	};

	it('runs no Git queries in an untrusted folder, and explains why commands that need Git are unavailable', async () => {
		const replacements = new Replacements();
		let asked = 0;
		const { getExtension } = vscode.extensions;
		replacements.replace(vscode.workspace, 'isTrusted', false);
		replacements.replace(vscode.extensions, 'getExtension', (id: string) => {
			asked += id === 'vscode.git' ? 1 : 0;
			return getExtension(id);
		});
		const file = history.uri('Cart.kt');
		const words = 'Git is not available in untrusted folders.';
		try {
			const unavailable = { kind: 'unavailable', reason: 'untrusted' } as const;
			assert.deepEqual(await tagOf('3.1', file), unavailable);
			assert.deepEqual(await lineNow(file, '3.1', 1), { kind: 'unmapped', reason: unavailable });
			assert.deepEqual(person.messageTexts, []);
			for (const [command, given] of [
				['appErrors.openFileAtVersion', { file, version: of('3.1'), line1: 1 }],
				['appErrors.showChangesSinceVersion', { file, version: of('3.1'), line1: 1 }],
				['appErrors.findCommitsBetweenVersions', { files: [file], before: of('3.0'), after: of('3.1') }],
			] as const) {
				await vscode.commands.executeCommand(command, given);
				await person.message(words).dismiss();
			}
			assert.equal(person.messageTexts.length, 3);
			assert.equal(asked, 0);
		} finally {
			replacements.dispose();
		}
		assert.equal((await tagOf('3.1', file)).kind, 'tag');
	});

	it('maps lines in a shallow clone without tags after the user has fetched the tags', async () => {
		const clone = await opened(GitHistory.clone(history, '--depth', '1', '--no-tags'));
		const file = clone.uri('Cart.kt');
		assert.deepEqual(await tagOf('3.0', file), { kind: 'noTags' });
		const opening = vscode.commands.executeCommand('appErrors.openFileAtVersion', {
			file,
			version: of('3.0'),
			line1: 2,
		});
		const message = person.message('The repository has no tags, so the source code of 3.0 is unknown.');
		assert.deepEqual((await message.read()).buttons, ['Fetch Tags']);
		assert.equal(clone.git('tag'), '', 'nothing is fetched unasked');
		await message.press('Fetch Tags');
		await opening;
		await eventually('the tag is known', async () => ((await tagOf('3.0', file)).kind === 'tag' ? true : undefined));
		assert.deepEqual(await lineNow(file, '3.0', 2), {
			kind: 'mapped',
			tag: 'v3.0',
			lines: [{ kind: 'shifted', line1: 4 }],
		});
	});

	it('after the user fetches tags, finds a tag that was missing in a shallow clone', async () => {
		history.git('tag', 'nightly-7');
		const clone = await opened(GitHistory.clone(history, '--depth', '1'));
		assert.equal(clone.git('tag'), 'nightly-7\n');
		const file = clone.uri('Cart.kt');
		await vscode.commands.executeCommand('appErrors.openFileAtVersion', { file, version: of('3.1'), line1: 2 });
		const message = person.message('No tag matches 3.1. Existing tags: nightly-….');
		assert.deepEqual((await message.read()).buttons, ['Set Tag Pattern', 'Fetch Tags']);
		await message.press('Fetch Tags');
		await eventually('the tag is known', async () => ((await tagOf('3.1', file)).kind === 'tag' ? true : undefined));
	});

	it('uses the innermost repository of a file, even if it is nested or a submodule', async () => {
		const shared = await opened(GitHistory.make());
		shared.write('Bag.kt', 'class Bag {\n}\n');
		shared.commit('First bag', 'bag-1.0');
		const outer = await opened(GitHistory.make());
		outer.write('Cart.kt', cart);
		outer.commit('First cart', 'v3.0');
		const submodule = GitHistory.submodule(outer, shared, 'libs/bag');
		outer.commit('Take the bag');
		submodule.write('Bag.kt', '// The bag.\nclass Bag {\n}\n');
		const nested = GitHistory.within(outer, 'tools/nested');
		nested.write('Tool.kt', 'class Tool {\n}\n');
		nested.commit('First tool', 'tool-2.0');
		nested.write('Tool.kt', '// The tool.\n// Sharp.\nclass Tool {\n}\n');
		for (const inner of [submodule, nested]) {
			await opened(inner);
		}
		const files = [outer.uri('Cart.kt'), outer.uri('libs/bag/Bag.kt'), outer.uri('tools/nested/Tool.kt')];
		const tags = [];
		for (const file of files) {
			const all = await services.revisions.allTags(file);
			tags.push(typeof all === 'string' ? all : [...all]);
		}
		assert.deepEqual(tags, [['v3.0'], ['bag-1.0'], ['tool-2.0']]);
		const [, bag, tool] = files;
		assert.ok(bag && tool);
		assert.deepEqual(await lineNow(bag, '1.0', 1), {
			kind: 'mapped',
			tag: 'bag-1.0',
			lines: [{ kind: 'shifted', line1: 2 }],
		});
		assert.deepEqual(await lineNow(tool, '2.0', 1), {
			kind: 'mapped',
			tag: 'tool-2.0',
			lines: [{ kind: 'shifted', line1: 3 }],
		});
		assert.deepEqual(await tagOf('3.0', tool), { kind: 'none', examples: ['tool-…'] });
	});
});
