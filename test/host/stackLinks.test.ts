import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FrameTerminalLinks } from '../../src/features/stackLinks/terminalLinks';
import {
	follow,
	getLinks,
	jsonReport,
	positionIn,
	stagedTraces,
	useTraceHarness,
	whereIs,
} from '../support/host/traceHarness';
import { eventually } from '../support/vscode/waiting';

const csv = (value: string) => `error_datetime,error\r\n2026-11-19 10:22:07,"${value.replaceAll('"', '""')}"\r\n`;
const json = (value: string) => JSON.stringify({ data: [{ error_datetime: '2026-11-19 10:22:07', error: value }] });
const log = (value: string) =>
	value
		.split('\n')
		.map((line) => `11-20 10:00:00.000  1234  1250 E AndroidRuntime: ${line}`)
		.join('\n');

describe('stack traces in documents', () => {
	const stage = useTraceHarness();

	const writings: Readonly<
		Record<string, { name: string; write: (text: string) => string; shown?: (link: string) => string }>
	> = {
		'a CSV document': { name: 'shop.errors.csv', write: csv },
		'a JSON file': { name: 'shop.errors.json', write: json, shown: (link) => JSON.stringify(link).slice(1, -1) },
		'a log file': { name: 'device.log', write: log },
		'a text file': { name: 'notes.txt', write: (text) => `See this:\n\n${text}\n\nWhy?` },
		'a stack trace file': { name: 'crash.stacktrace', write: (text) => text },
	};
	for (const [kind, { name, write, shown = (link: string) => link }] of Object.entries(writings)) {
		describe(`stack traces in ${kind}`, () => {
			for (const { platform, text, link, file, line } of stagedTraces) {
				it(`links a frame of a ${platform} trace to its line`, async () => {
					const document = await stage.open(name, write(text));
					const links = await getLinks(document);
					assert.ok(links.has(shown(link)), [...links.keys()].join(' | '));
					await follow(links.get(shown(link)));
					assert.equal(whereIs(), `${file}:${line}`);
					const [visible] = vscode.window.activeTextEditor?.visibleRanges ?? [];
					assert.ok(visible && visible.start.line < line && visible.end.line >= line - 1);
				});
			}

			it('provides definitions for stack frames', async () => {
				const [{ text, link, file, line }] = stagedTraces as [(typeof stagedTraces)[0]];
				const document = await stage.open(name, write(text));
				const [found, ...more] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
					'vscode.executeDefinitionProvider',
					document.uri,
					positionIn(document, shown(link)),
				);
				assert.ok(found && more.length === 0);
				assert.equal(
					`${vscode.workspace.asRelativePath(found.targetUri, false)}:${found.targetRange.start.line + 1}`,
					`${file}:${line}`,
				);
				assert.equal(document.getText(found.originSelectionRange), shown(link));
			});
		});
	}

	it('links the frames of a crash report in JSON', async () => {
		const document = await stage.open('Shop.ips', `{"bug_type":"309"}\n${jsonReport}\n`);
		const links = await getLinks(document);
		assert.deepEqual([...links.keys()], ['CartTotals.swift']);
		await follow(links.get('CartTotals.swift'));
		assert.equal(whereIs(), 'shop-ios/Shop/Cart/CartTotals.swift:16');
	});

	it('does not link library frames', async () => {
		const document = await stage.open('device.log', stagedTraces[0]?.text ?? '');
		assert.deepEqual([...(await getLinks(document)).keys()], ['CartTotals.kt:17', 'CheckoutActivity.kt:42']);
	});

	it('updates the frame links when the document changes', async () => {
		const document = await stage.open('device.log', 'nothing here yet (at all)\n');
		assert.equal((await getLinks(document)).size, 0);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), stagedTraces[1]?.text ?? ''));
		assert.deepEqual([...(await getLinks(document)).keys()], ['CartStore.java:35']);
		await vscode.commands.executeCommand('workbench.action.files.revert');
	});

	it('provides definitions for frames in documents that are too large for links', async () => {
		const filler = '2026-11-20 10:00:00 INFO nothing happened at all (really)\n'.repeat(80_000);
		const document = await stage.open('large.log', `${filler}${stagedTraces[1]?.text}\n${filler.slice(0, 100_000)}`);
		assert.equal((await getLinks(document)).size, 0);
		const [found] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
			'vscode.executeDefinitionProvider',
			document.uri,
			positionIn(document, 'CartStore.java:35'),
		);
		assert.equal(found?.targetRange.start.line, 34);
	});

	describe('remarks beside the opened line', () => {
		const remark = () => {
			const { document, selection } = vscode.window.activeTextEditor ?? {};
			const said = document && stage.services.frames.remarks.in(document.uri);
			return said?.line === selection?.active.line ? said?.text : undefined;
		};

		const goTo = async (frame: string, name = 'device.log') => {
			const document = await stage.open(name, `java.lang.Error: x\n\tat ${frame}`);
			await vscode.commands.executeCommand(
				'appErrors.openFrameAt',
				document.uri.toString(),
				document.getText().indexOf('(') + 2,
			);
		};

		it("explains that the frame's line is beyond the end of the file", async () => {
			await goTo('com.example.shop.cart.CartTotals.nowhere(CartTotals.kt:9999)');
			assert.match(whereIs(), /CartTotals\.kt:\d+$/);
			assert.match(remark() ?? '', /CartTotals\.kt has no line 9,999 \(its last line is 2\d\)\./);
		});

		it('explains that the function has moved to another line', async () => {
			await goTo('com.example.shop.cart.CartTotals.discountShare(CartTotals.kt:3)');
			assert.match(whereIs(), /CartTotals\.kt:24$/);
			assert.match(remark() ?? '', /is no longer at line 3/);
		});

		const gone = 'com.example.shop.cart.CartTotals.formerly(CartTotals.kt:12)';

		it('shows a remark about a deleted function until another frame is opened or the line changes', async () => {
			await goTo(gone);
			assert.match(whereIs(), /CartTotals\.kt:12$/);
			assert.equal(remark(), 'formerly no longer exists in CartTotals.kt. This is the line from the stack trace.');
			await goTo('com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)', 'second.log');
			assert.match(whereIs(), /CartTotals\.kt:17$/);
			assert.equal(remark(), undefined);
			await goTo(gone, 'third.log');
			const editor = vscode.window.activeTextEditor;
			assert.ok(editor);
			await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n\n'));
			assert.equal(stage.services.frames.remarks.in(editor.document.uri)?.line, 13);
			await editor.edit((edit) => edit.insert(new vscode.Position(13, 0), ' '));
			assert.equal(stage.services.frames.remarks.in(editor.document.uri), undefined);
			await vscode.commands.executeCommand('workbench.action.files.revert');
		});

		it('Go to Definition explains that the function of a frame was deleted', async () => {
			const document = await stage.open('device.log', `java.lang.Error: x\n\tat ${gone}`);
			const at = positionIn(document, 'CartTotals.kt:12');
			const editor = await vscode.window.showTextDocument(document);
			editor.selection = new vscode.Selection(at, at);
			await vscode.commands.executeCommand('editor.action.revealDefinition');
			assert.match(whereIs(), /CartTotals\.kt:12$/);
			await eventually(
				'The remark',
				async () => remark()?.startsWith('formerly no longer exists in CartTotals.kt') || undefined,
			);
		});

		it('reports a frame whose source file was not found', async () => {
			await goTo('com.example.shop.Nowhere.run(Nowhere.kt:3)');
			assert.match(
				(await stage.person.message(/Nowhere\.kt/).read()).text,
				/Nowhere\.kt was not found in the workspace/,
			);
			assert.match(whereIs(), /device\.log/);
			await goTo('android.app.Activity.performCreate(Activity.java:9002)', 'other.log');
			await stage.person.message(/a library frame/).read();
		});
	});

	it('never opens a file outside the workspace or runs a command because of a hostile trace', async () => {
		const hostile = [
			'Error: x',
			'    at a (command:workbench.action.closeWindow:1:1)',
			'    at b (file:///etc/passwd:1:1)',
			'    at c (../../../../../../etc/hostname.js:1:1)',
			'    at d (/etc/CartTotals.kt:1:1)',
			'   at A.B.C() in \\\\server\\share\\CartStore.cs:line 3',
			'\tat com.example.shop.cart.CartTotals.sum(../../../../../tmp/CartTotals.kt:17)',
			'\tat com.example.shop.cart.CartStore.read(%2e%2e%2fCartStore.java:31)',
			'#0      x (package:notes/../../../../etc/passwd.dart:1:1)',
			'#1      y (vscode://app-errors.app-errors/open.dart:1:1)',
			'[link](command:workbench.action.quit) $(trash) at com.example.shop.cart.CartStore.read(CartStore.java:35)',
		].join('\n');
		const document = await stage.open('hostile.log', hostile);
		for (const target of (await getLinks(document)).values()) {
			const { path: command, query } = vscode.Uri.parse(target);
			assert.equal(command, 'appErrors.openFrameAt');
			const [address, offset, ...more] = JSON.parse(query) as unknown[];
			assert.deepEqual([address, typeof offset, more], [document.uri.toString(), 'number', []]);
		}
		const root = vscode.workspace.workspaceFolders?.[0]?.uri.path ?? '?';
		for (let line = 0; line < document.lineCount; line++) {
			for (let character = 0; character < document.lineAt(line).text.length; character += 3) {
				const found = await vscode.commands.executeCommand<(vscode.LocationLink | vscode.Location)[]>(
					'vscode.executeDefinitionProvider',
					document.uri,
					new vscode.Position(line, character),
				);
				for (const place of found) {
					const uri = 'targetUri' in place ? place.targetUri : place.uri;
					assert.ok(uri.scheme !== 'command' && uri.path.startsWith(root), `${line}: ${uri}`);
				}
			}
		}
		for (const parameters of [
			[],
			['x'],
			[document.uri.toString(), 1e9],
			[document.uri.toString(), -1],
			[document.uri.toString(), 'a'],
			[{}, {}],
		]) {
			await vscode.commands.executeCommand('appErrors.openFrameAt', ...parameters);
		}
		assert.deepEqual(stage.person.messageTexts, []);
	});

	it('links frames in terminal output line by line', async () => {
		const provider = new FrameTerminalLinks(stage.services.engine, stage.services.frames);
		const { token } = new vscode.CancellationTokenSource();
		const terminal = {} as vscode.Terminal;
		for (const { platform, text, link, file, line } of stagedTraces) {
			let found = '';
			for (const row of text.split('\n')) {
				for (const one of await provider.provideTerminalLinks({ line: `flutter: ${row}`, terminal }, token)) {
					const shown = `flutter: ${row}`.slice(one.startIndex, one.startIndex + one.length);
					if (shown === link) {
						found = shown;
						assert.ok(one.tooltip);
						await provider.handleTerminalLink(one);
					}
				}
			}
			assert.equal(found, link, platform);
			assert.equal(whereIs(), `${file}:${line}`);
		}
		for (const row of [
			'',
			'npm test',
			'\tat android.app.Activity.performCreate(Activity.java:9002)',
			`at ${'a.'.repeat(3_000)}b(CartTotals.kt:1)`,
		]) {
			assert.deepEqual(await provider.provideTerminalLinks({ line: row, terminal }, token), []);
		}
	});

	it('updates frame links when workspace files are added or deleted', async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		assert.ok(root);
		const folder = vscode.Uri.joinPath(root.uri, `made-by-a-test-${process.pid}-${Date.now()}`);
		const changed = () =>
			new Promise<void>((resolve) => {
				const listener = stage.services.frames.onDidChange(() => {
					listener.dispose();
					resolve();
				});
			});
		const text = 'java.lang.Error: x\n\tat org.sample.twice.Twice.run(Twice.kt:3)';
		const source = (name: string) => Buffer.from(`package org.sample.twice\n\nclass ${name} { fun run() = 3 }\n`);
		const frameIn = async (name: string) => {
			const document = await stage.open(name, text);
			return { document, links: await getLinks(document) };
		};
		try {
			assert.equal((await frameIn('before.log')).links.size, 0);
			const [came] = await Promise.all([
				changed(),
				vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'one', 'Twice.kt'), source('Twice')),
			]);
			assert.equal(came, undefined);
			const one = await frameIn('one.log');
			await follow(one.links.get('Twice.kt:3'));
			assert.match(whereIs(), /one\/Twice\.kt:3$/);

			await Promise.all([
				changed(),
				vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'two', 'Twice.kt'), source('Twice')),
			]);
			const { document, links } = await frameIn('two.log');
			const before = vscode.window.activeTextEditor?.document;
			const choosing = follow(links.get('Twice.kt:3'));
			const pick = stage.person.pick(/Go to/);
			const rows = await pick.rows();
			assert.deepEqual(rows.map(({ description }) => description?.replace(/^.*made-by-a-test-[\d-]+\//, '')).sort(), [
				'one',
				'two',
			]);
			assert.ok(
				rows.every(({ label, detail }) => label === 'Twice.kt:3' && (detail ?? '') !== ''),
				JSON.stringify(rows),
			);
			await pick.escape();
			await choosing;
			assert.equal(vscode.window.activeTextEditor?.document, before);
			assert.equal(vscode.window.activeTextEditor?.document, document);

			const definitions = await vscode.commands.executeCommand<unknown[]>(
				'vscode.executeDefinitionProvider',
				document.uri,
				positionIn(document, 'Twice.kt:3'),
			);
			assert.equal(definitions.length, 2);

			await Promise.all([changed(), vscode.workspace.fs.delete(folder, { recursive: true })]);
			await vscode.commands.executeCommand(
				'appErrors.openFrameAt',
				document.uri.toString(),
				text.indexOf('Twice.kt') + 1,
			);
			await stage.person.message(/Twice\.kt/).read();
		} finally {
			await vscode.workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
		}
	});
});
