import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FileMarks } from '../../src/features/codeMarks/fileMarks';
import { MarkedDocuments } from '../../src/features/codeMarks/markedDocuments';
import { WorkspaceFrames } from '../../src/services/frames/workspaceFrames';
import type { Services } from '../../src/services/services';
import { FakeWorkspace } from '../support/host/fakeWorkspace';
import { GitHistory, hasGit } from '../support/host/gitHistory';
import { startProduct } from '../support/host/product';
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
		report("cleared")
	}
}
`;

const trace = (line: number, method = 'sum') => `java.lang.Error: boom\n\tat com.acme.Cart.${method}(Cart.kt:${line})`;

describe('code marks in a Git repository', () => {
	let services: Services;
	let history: GitHistory;
	let workspace: FakeWorkspace;
	let frames: WorkspaceFrames;

	before(async function () {
		if (!hasGit()) {
			skipBecause(this, 'Git is required.');
		}
		services = await startProduct();
		history = GitHistory.make();
		history.write('Cart.kt', cart);
		history.commit('First', 'v3.0');
		const later = `// One.\n// Two.\n${cart.replace('load(1)', 'load(2)').replace('\t\tstore.clear(all = true)\n', '')}`;
		history.write('Cart.kt', later);
		history.commit('Load the second', 'v3.1');
		await history.open();
		workspace = new FakeWorkspace(vscode.Uri.file(history.folder));
		frames = new WorkspaceFrames(
			() => services.engine,
			{ openSource: 'active' },
			() => services.revisions,
		);
	});

	after(async () => {
		frames?.dispose();
		workspace?.dispose();
		await history?.close();
	});

	const marksOf = async (...records: readonly (readonly [trace: string, version: string])[]): Promise<FileMarks> => {
		const file = path.join(path.dirname(history.folder), `${records.length}-${records[0]?.[1]}.errors.csv`);
		const rows = records.map(([error, version]) => `"${error}",${version.includes(',') ? version : `${version},`}`);
		await writeFile(file, `error,app_version_name,build_number\n${rows.join('\n')}\n`);
		await services.usedInCode.set(file, true);
		const marked = new MarkedDocuments({ ...services, frames }, (error) => assert.fail(String(error)));
		try {
			const document = await vscode.workspace.openTextDocument(history.uri('Cart.kt'));
			return (await marked.ask(document)) ?? assert.fail('nothing is known');
		} finally {
			marked.dispose();
			await services.usedInCode.set(file, false);
		}
	};

	const told = ({ lines }: FileMarks) =>
		lines.map(({ line1, reported: told }) => [
			line1,
			...told.map(({ kind, line1, version }) => `${kind} ${line1} ${version}`),
		]);

	it("marks the current line of a frame whose line has moved since the record's version", async () => {
		const marks = await marksOf([trace(7), '3.0'], [trace(9), '3.1'], [trace(9), '3.1'], [trace(5), '3.0']);
		assert.deepEqual(told(marks), [
			[7, 'changed 5 3.0'],
			[9, 'same 9 3.1', 'shifted 7 3.0'],
		]);
		assert.equal(marks.lines[1]?.counts[0]?.count.records, 3);
	});

	it("marks the function if the frame's line was deleted, and reports the deletion", async () => {
		const marks = await marksOf([trace(11, 'clear'), '3.0']);
		assert.deepEqual(told(marks), [[12, 'gone 11 3.0']]);
		assert.equal(marks.functions[0]?.name, 'Cart.clear');
	});

	it('maps lines through the Git history if only the build number matches a tag', async () => {
		history.git('tag', 'builds/beta/41', 'v3.0');
		await vscode.commands.executeCommand('git.refresh', history.uri(''));
		const version = { application: '', version: '7', build: '41' };
		await eventually('the tag is known', async () =>
			(await services.revisions.tagOf(history.uri('Cart.kt'), version)).kind === 'tag' ? true : undefined,
		);
		assert.deepEqual(told(await marksOf([trace(7), '7,41'])), [[9, 'shifted 7 7']]);
		assert.deepEqual(told(await marksOf([trace(9), '7,40'])), [[9, 'unchecked 9 7']]);
	});

	it('does not map lines through the Git history if the version has no tag', async () => {
		assert.deepEqual(told(await marksOf([trace(9), '9.9'])), [[9, 'unchecked 9 9.9']]);
	});
});
