import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { getThrowers } from '../../src/features/codeMarks/codeLenses';
import { type FileMarks, groupsIn, summedCount } from '../../src/features/codeMarks/fileMarks';
import { MarkedDocuments } from '../../src/features/codeMarks/markedDocuments';
import { editors } from '../../src/ids';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { Services } from '../../src/services/services';
import { DisposableStore } from '../../src/shared/disposables';
import { decodeError } from '../../src/shared/groupValue';
import { setSetting, startProduct } from '../support/host/product';
import { exported } from '../support/host/sampleRecords';
import type { WorkspaceFrame } from '../support/sampleFrames/frame';
import { frameTables } from '../support/sampleFrames/tables';
import { eventually } from '../support/vscode/waiting';

const cartTotals = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';

describe('code marks', () => {
	let services: Services;
	let service: SampleServer;
	let folder: string;
	let store: DisposableStore;

	before(async () => {
		services = await startProduct();
		service = await startSampleService({ records: 150, token: 'good-token' });
		await services.frames.known;
	});

	after(() => service.close());

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		store = new DisposableStore();
	});

	afterEach(async () => {
		store.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await eventually('Views are closed', async () => services.recordsInView.all.length === 0 || undefined);
		for (const used of services.usedInCode.paths) {
			await services.usedInCode.set(used, false);
		}
		await setSetting('appErrors.codeMarks', undefined);
		await rm(folder, { recursive: true, force: true });
	});

	const openInView = async (name: string, text: string): Promise<vscode.Uri> => {
		const file = vscode.Uri.file(path.join(folder, name));
		await writeFile(file.fsPath, text);
		await vscode.commands.executeCommand('vscode.openWith', file, editors.results);
		await eventually(
			`${name} is read`,
			async () => (await services.codeSources.list()).some((source) => source.path === file.fsPath) || undefined,
		);
		return file;
	};

	const documentAt = (file: string) => vscode.workspace.openTextDocument(inWorkspace(file));

	const marksOf = async (file: string): Promise<FileMarks> => {
		const document = await documentAt(file);
		const marked = store.add(new MarkedDocuments(services, (error) => assert.fail(String(error))));
		return (await marked.ask(document)) ?? assert.fail(`nothing is known of ${file}`);
	};

	describe('lines with code marks', () => {
		for (const { platform, application, frames: table } of frameTables) {
			it(`marks exactly the lines that threw errors, for ${platform}`, async () => {
				const text = await exported(service, String(application));
				await openInView(`${application}.errors.csv`, text);
				const frames = Object.values(table);
				const missing: string[] = [];
				let marked = 0;
				for (const file of new Set(frames.map((frame) => frame.file))) {
					const { lines } = await marksOf(file);
					const expected = new Set(frames.filter((frame) => frame.file === file).map(({ line }) => line));
					const found = lines.map(({ line1 }) => line1);
					const wrong = found.filter((line1) => !expected.has(line1));
					assert.deepEqual(
						wrong,
						[],
						`${file}: ${JSON.stringify(lines.filter(({ line1 }) => wrong.includes(line1)).map(({ reported: told }) => told))}`,
					);
					const isTold = (line: number) =>
						tells(text, path.basename(file), line) && !notMarked.has(`${path.basename(file)}:${line}`);
					missing.push(
						...[...expected].filter((line) => isTold(line) && !found.includes(line)).map((line) => `${file}:${line}`),
					);
					marked += found.length;
				}
				assert.deepEqual(missing, []);
				assert.ok(marked >= 5, `${marked} lines`);
			});
		}
	});

	it('shows the same counts in the code lens, the hover and the results view', async () => {
		const file = await openInView('101.errors.csv', await exported(service, '101', ['analytics_device_id']));
		const tables = frameTables.find(({ application }) => application === 101);
		const files = new Set(Object.values<WorkspaceFrame>(tables?.frames ?? {}).map((frame) => frame.file));
		let functions = 0;
		for (const name of files) {
			const marks = await marksOf(name);
			for (const mark of getThrowers(marks)) {
				const count = summedCount(mark.threw) ?? assert.fail();
				const groups = groupsIn(mark.threw);
				assert.equal(groups.length, count.groupCount, mark.name);
				assert.equal(
					groups.reduce((sum, { group }) => sum + group.records, 0),
					count.records,
					mark.name,
				);
				for (const { group } of groups) {
					assert.equal(await recordsInGroup(file, group.key), group.ofAll, `${mark.name}: ${group.key}`);
				}
				functions++;
			}
		}
		assert.ok(functions >= 8, `${functions} functions`);
	});

	const recordsInGroup = async (file: vscode.Uri, key: string): Promise<number> => {
		const view = services.recordsInView.all.find(({ uri }) => uri.toString() === file.toString());
		const filters = [{ kind: 'group', key: { kind: 'frames' }, values: [decodeError(key)] } as const];
		const page = await view?.ask(undefined, (session) =>
			services.engine.call('queryRecords', {
				session,
				query: 'page',
				params: { view: { filters, sort: [] }, start: 0, end: 1, columns: [], cellLength: 0 },
			}),
		);
		return (page as { count: number } | undefined)?.count ?? assert.fail('the view is closed');
	};

	describe('code lenses', () => {
		const lensesAt = async (file: string): Promise<readonly vscode.CodeLens[]> => {
			const document = await documentAt(file);
			await vscode.window.showTextDocument(document, { preview: false });
			const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
				'vscode.executeCodeLensProvider',
				document.uri,
				100,
			);
			return lenses.filter(({ command }) => command?.command === 'appErrors.showErrorsInFunction');
		};
		/** Code lenses exist only if the marks are known when the file opens, so the file is opened repeatedly. */
		const shownLensesAt = (file: string) =>
			eventually('code lenses', async () => {
				const found = await lensesAt(file);
				if (found.length > 0) {
					return found;
				}
				await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
				return undefined;
			});

		it('shows code lenses with counts above functions that threw errors', async () => {
			await openInView('101.errors.csv', await exported(service, '101', ['analytics_device_id', 'error_datetime']));
			for (const { command, range } of await shownLensesAt(cartTotals)) {
				assert.match(command?.title ?? '', /^\$\(warning\) (?:\d+ records|1 record)( · .+)?$/);
				assert.ok((command?.title.length ?? 0) <= 60 + 13 + 12);
				assert.match(await getLine(cartTotals, range.start.line), /\bfun\b/);
			}
		});

		it('shows no code lenses if they are disabled in the settings', async () => {
			await openInView('101.errors.csv', await exported(service, '101'));
			await setSetting('appErrors.codeMarks', 'ruler');
			assert.deepEqual(await lensesAt(cartTotals), []);
		});

		it('removes the code lenses when the editor no longer shows any records', async () => {
			await openInView('101.errors.csv', await exported(service, '101'));
			await shownLensesAt(cartTotals);
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await eventually('Views are closed', async () => services.recordsInView.all.length === 0 || undefined);
			assert.deepEqual(await lensesAt(cartTotals), []);
		});

		it('shows code lenses for an export after Show in Editor, even if no results view is open', async () => {
			const file = path.join(folder, '101.errors.csv');
			await writeFile(file, await exported(service, '101'));
			await services.usedInCode.set(file, true);
			await shownLensesAt(cartTotals);
		});
	});

	async function getLine(file: string, line: number): Promise<string> {
		return (await documentAt(file)).lineAt(line).text;
	}

	it('shows code marks for an export after Show in Editor and removes them after Hide from Editor', async () => {
		const node = { kind: 'export', entry: { folder, outcome: { file: 'a.errors.csv' } } };
		const file = path.join(folder, 'a.errors.csv');
		await vscode.commands.executeCommand('appErrors.showInEditor', node);
		assert.ok(services.usedInCode.has(file));
		assert.deepEqual(await services.codeSources.list(), []);
		await writeFile(file, 'error\nboom\n');
		await services.usedInCode.set(file, true);
		assert.deepEqual(
			(await services.codeSources.list()).map((source) => source.path),
			[file],
		);
		await vscode.commands.executeCommand('appErrors.hideFromEditor', node);
		assert.ok(!services.usedInCode.has(file));
		assert.deepEqual(await services.codeSources.list(), []);
	});

	it('does not suggest code marks again after the user declined them', async () => {
		await services.usedInCode.suggest('/nowhere/a.synced.json');
		assert.ok(services.usedInCode.has('/nowhere/a.synced.json'));
		await services.usedInCode.set('/nowhere/a.synced.json', false);
		await services.usedInCode.suggest('/nowhere/a.synced.json');
		assert.ok(!services.usedInCode.has('/nowhere/a.synced.json'));
	});

	it('moves code marks when the document is edited', async () => {
		await openInView('101.errors.csv', await exported(service, '101'));
		const document = await documentAt(cartTotals);
		const editor = await vscode.window.showTextDocument(document);
		const marked = store.add(new MarkedDocuments(services, (error) => assert.fail(String(error))));
		const before = (await marked.ask(document)) ?? assert.fail();
		const [first] = before.lines;
		assert.ok(first);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
		const after = marked.of(document) ?? assert.fail();
		assert.deepEqual(
			after.lines.map(({ line1 }) => line1),
			before.lines.map(({ line1 }) => line1 + 2),
		);
		await eventually('The document is reverted', async () => {
			await vscode.window.showTextDocument(document);
			await vscode.commands.executeCommand('workbench.action.files.revert');
			return !document.isDirty || undefined;
		});
	});

	it('escapes record text in the hovers of code marks', async () => {
		const name = '[x](command:workbench.action.quit) <img src=x> **b** $(bug) \u202eabc';
		const trace = `java.lang.Error: ${name}\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)`;
		await openInView('a.errors.csv', `error,app_version_name\n"${trace.replaceAll('"', '""')}","${name}"\n`);
		assert.equal((await marksOf(cartTotals)).lines.length, 1);
		const document = await documentAt(cartTotals);
		await vscode.window.showTextDocument(document);
		const hovers = await eventually('A hover', async () => {
			const found = await vscode.commands.executeCommand<vscode.Hover[]>(
				'vscode.executeHoverProvider',
				document.uri,
				new vscode.Position(16, 10),
			);
			const ours = found.filter(({ contents }) =>
				contents.some((content) => (content as vscode.MarkdownString).value.includes('showCodeMarkGroup')),
			);
			return ours.length > 0 ? ours : undefined;
		});
		for (const { contents } of hovers) {
			for (const content of contents) {
				const { value, isTrusted, supportHtml } = content as vscode.MarkdownString;
				assert.notEqual(isTrusted, true);
				assert.notEqual(supportHtml, true);
				const links = [...value.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, address]) => address ?? '');
				assert.ok(links.length > 0);
				for (const link of links) {
					assert.match(link, /^command:appErrors\.\w+\?/, value);
				}
				assert.doesNotMatch(value, /\u202e/);
			}
		}
	});
});

const notMarked: ReadonlySet<string> = new Set([
	// A frame of a waiting thread that did not crash.
	'CartStore.java:48',
	// A frame of a suppressed exception.
	'OrderSync.java:29',
	// The source has no function with the frame's name, so the line can't be confirmed without history.
	'BoardScreen.tsx:25',
]);

function tells(text: string, fileName: string, line: number): boolean {
	return [`${fileName}:${line}`, `${fileName}:line ${line}`].some((place) =>
		[')', ':', '\n', '\r', '"', ' '].some((end) => text.includes(place + end)),
	);
}

function inWorkspace(file: string): vscode.Uri {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	assert(folder);
	return vscode.Uri.joinPath(folder.uri, file);
}
