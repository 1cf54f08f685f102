import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { terminalSelection } from '../../src/features/stackLinks/selectedText';
import { Replacements } from '../support/host/replacements';
import {
	follow,
	getLinks,
	jsonReport,
	positionIn,
	stagedTraces,
	useTraceHarness,
	whereIs,
} from '../support/host/traceHarness';
import { bundleFrames } from '../support/sampleFrames/reactNative';
import { eventually } from '../support/vscode/waiting';

const [kotlin] = stagedTraces as [(typeof stagedTraces)[0]];
const nested = `${kotlin.text}\nCaused by: java.lang.ArithmeticException: long overflow\n\tat java.lang.Math.multiplyExact(Math.java:1037)\n\tat com.example.shop.cart.CartLine.getAmount(CartTotals.kt:4)\n\t... 14 more`;
const mapId = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';
const minified = `java.lang.IllegalStateException: cart total, "negative"\n\tat com.example.shop.checkout.CheckoutActivity.onCreate(r8-map-id-${mapId}:11)\n\tat android.app.Activity.performCreate(Activity.java:9002)`;

describe('stack trace documents', () => {
	const stage = useTraceHarness();

	const fromClipboard = async (text: string): Promise<vscode.TextDocument> => {
		stage.person.clipboard = text;
		await vscode.commands.executeCommand('appErrors.openTraceFromClipboard');
		const document = vscode.window.activeTextEditor?.document;
		assert.ok(document, stage.person.messageTexts.join());
		assert.equal(document.languageId, 'app-errors-trace');
		return document;
	};

	for (const { platform, text, link, file, line } of stagedTraces) {
		it(`links a frame of a ${platform} trace from the clipboard to its line`, async () => {
			const document = await fromClipboard(text);
			assert.equal(document.getText(), text);
			await follow((await getLinks(document)).get(link));
			assert.equal(whereIs(), `${file}:${line}`);
		});
	}

	it('opens traces as read-only documents that are never unsaved and are named after the exception', async () => {
		const document = await fromClipboard(kotlin.text);
		assert.equal(document.isDirty, false);
		assert.equal(document.isUntitled, false);
		assert.match(document.uri.path, /^\/IllegalStateException\.stacktrace$/);
	});

	it('opens one document for identical traces, and forgets the document when it is closed', async () => {
		const first = await fromClipboard(kotlin.text);
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
		const again = await fromClipboard(kotlin.text);
		assert.equal(again, first);
		const other = await fromClipboard(nested);
		assert.notEqual(other.uri.toString(), first.uri.toString());
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await eventually('The document is closed', async () => (first.isClosed ? true : undefined));
		const late = await vscode.workspace.openTextDocument(first.uri);
		assert.match(late.getText(), /is no longer available/);
	});

	it('unescapes the line breaks in an escaped trace', async () => {
		const document = await fromClipboard(JSON.stringify({ level: 'error', stack: nested }));
		assert.equal(document.getText(), nested);
		await fromClipboard(nested.replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
		assert.equal(vscode.window.activeTextEditor?.document.getText(), nested);
	});

	it('shows a crash report in JSON as text', async () => {
		const document = await fromClipboard(jsonReport);
		assert.match(document.getText(), /^Exception Type: {2}EXC_BREAKPOINT \(SIGTRAP\)$/m);
		await follow((await getLinks(document)).get('CartTotals.swift:16'));
		assert.equal(whereIs(), 'shop-ios/Shop/Cart/CartTotals.swift:16');
	});

	it('makes sections and library frames foldable, and initially folds library frames', async () => {
		const document = await fromClipboard(nested);
		const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
			'vscode.executeFoldingRangeProvider',
			document.uri,
		);
		assert.deepEqual(
			ranges.map(({ start, end }) => [start, end]).sort(([a = 0], [b = 0]) => a - b),
			[
				[0, 4],
				[2, 3],
				[5, 8],
			],
		);
		const visible = vscode.window.activeTextEditor?.visibleRanges.map(({ start, end }) => [start.line, end.line]);
		assert.deepEqual(visible, [
			[0, 2],
			[4, 8],
		]);
	});

	it("does not fold frames without a file name, which can be in the user's code", async () => {
		const text = 'java.lang.NullPointerException: x\n\tat a.b.c.d(SourceFile:7)\n\tat a.b.e.f(Unknown Source:3)';
		const document = await fromClipboard(`${text}\n\tat android.app.Activity.a(Activity.java:2)`);
		const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
			'vscode.executeFoldingRangeProvider',
			document.uri,
		);
		assert.deepEqual(
			ranges.map(({ start, end }) => [start, end]),
			[[0, 3]],
		);
	});

	it("provides an outline of exceptions and frames in the user's code", async () => {
		const document = await fromClipboard(nested);
		const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
			'vscode.executeDocumentSymbolProvider',
			document.uri,
		);
		assert.deepEqual(
			symbols.map(({ name, detail, children }) => [
				name,
				detail,
				children.map((child) => `${child.name} ${child.detail}`),
			]),
			[
				[
					'java.lang.IllegalStateException',
					'cart total, "negative"',
					[
						'com.example.shop.cart.CartTotals.sum CartTotals.kt:17',
						'com.example.shop.checkout.CheckoutActivity.onCreate CheckoutActivity.kt:42',
					],
				],
				[
					'java.lang.ArithmeticException',
					'long overflow',
					['com.example.shop.cart.CartLine.getAmount CartTotals.kt:4'],
				],
			],
		);
	});

	it('does not open a document for text without a stack trace, and reports this', async () => {
		for (const text of ['', 'just words (and brackets)', '{"a": 1}']) {
			stage.person.clipboard = text;
			await vscode.commands.executeCommand('appErrors.openTraceFromClipboard');
			assert.match((await stage.person.message(/clipboard contains no stack trace/).read()).severity, /information/);
		}
		assert.equal(vscode.window.activeTextEditor, undefined);
		await stage.open('notes.txt', 'nothing');
		await vscode.commands.executeCommand('appErrors.openTraceFromSelection');
		await stage.person.message(/selection contains no stack trace/).read();
	});

	it('opens the traces of a crash file that the user chooses, and reports a file without traces', async () => {
		const { uri } = await stage.open('shop.crash', `first\n${kotlin.text}`);
		const empty = await stage.open('notes.txt', 'nothing');
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		const openFile = async (file: vscode.Uri) => {
			const done = vscode.commands.executeCommand('appErrors.openCrashFile');
			await stage.person.openDialog().answer(file);
			await done;
		};
		await openFile(uri);
		const document = vscode.window.activeTextEditor?.document;
		assert.equal(document?.uri.scheme, 'app-errors-trace');
		await follow((await getLinks(document)).get(kotlin.link));
		assert.equal(whereIs(), `${kotlin.file}:${kotlin.line}`);
		await openFile(empty.uri);
		await stage.person.message(/notes\.txt contains no stack trace\./).read();
	});

	it('opens records, traces and text that the user drops on the Applications view', async () => {
		const { uri } = await stage.open('shop.crash', `first\n${kotlin.text}`);
		const records = await stage.open('records.tsv', 'error\tos_name\nboom\tandroid\n');
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		const drop = (type: string, text: string) => {
			const dropped = new vscode.DataTransfer();
			dropped.set(type, new vscode.DataTransferItem(text));
			return vscode.commands.executeCommand('appErrors.openDropped', dropped);
		};
		await drop('text/uri-list', `${uri}\r\n${records.uri}\r\n`);
		const kinds = () =>
			vscode.window.tabGroups.all.flatMap(({ tabs }) =>
				tabs.map(({ input }) => (input instanceof vscode.TabInputCustom ? input.viewType : 'text')),
			);
		await eventually('the dropped files', async () => kinds().sort().join() === 'appErrors.results,text' || undefined);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await drop('text/plain', kotlin.text);
		assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'app-errors-trace');
		await drop('text/plain', 'a shopping list');
		await stage.person.message(/The text contains no stack trace\./).read();
	});

	it('opens the selected trace or the trace around the cursor', async () => {
		const source = await stage.open('device.log', `first\n${kotlin.text}\nlast`);
		const editor = await vscode.window.showTextDocument(source);
		editor.selection = new vscode.Selection(1, 0, 3, 0);
		await vscode.commands.executeCommand('appErrors.openTraceFromSelection', source.uri);
		assert.equal(
			vscode.window.activeTextEditor?.document.getText(),
			`${kotlin.text.split('\n').slice(0, 2).join('\n')}\n`,
		);
		const again = await vscode.window.showTextDocument(source);
		again.selection = new vscode.Selection(2, 3, 2, 3);
		await vscode.commands.executeCommand('appErrors.openTraceFromSelection');
		assert.equal(vscode.window.activeTextEditor?.document.getText(), kotlin.text);
	});

	describe('traces selected in a terminal', () => {
		const copying = (text: string) => async () => {
			stage.person.clipboard = text || stage.person.clipboard;
		};
		const question = () => stage.person.message(/^Replace the clipboard contents\?/);

		it('restores the clipboard text after reading the terminal selection', async () => {
			stage.person.clipboard = 'mine';
			assert.equal(await terminalSelection(copying(kotlin.text)), kotlin.text);
			assert.equal(await terminalSelection(copying('')), '', 'nothing is selected');
			assert.equal(stage.person.clipboard, 'mine');
		});

		it('asks for confirmation before overwriting the clipboard if it may contain an image', async () => {
			stage.person.clipboard = '';
			let written = 0;
			const replacements = new Replacements();
			try {
				replacements.replace(vscode.env, 'clipboard', {
					readText: async () => stage.person.clipboard,
					writeText: async (text: string) => {
						written++;
						stage.person.clipboard = text;
					},
				});
				const refused = terminalSelection(copying(kotlin.text));
				assert.equal((await question().read()).modal, true);
				await question().dismiss();
				assert.equal(await refused, undefined);
				assert.equal(written, 0, 'the image is still there');
				const agreed = terminalSelection(copying(kotlin.text));
				await question().press('Replace Clipboard');
				assert.equal(await agreed, kotlin.text);
			} finally {
				replacements.dispose();
			}
		});
	});

	it("goes to the first frame in the user's code", async () => {
		const libraryFirst = nested
			.split('\n')
			.filter((line) => !line.includes('CartTotals.sum'))
			.join('\n');
		await fromClipboard(libraryFirst);
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		assert.match(whereIs(), /CheckoutActivity\.kt:42$/);

		const log = await stage.open('device.log', `${stagedTraces[1]?.text}\n\n${kotlin.text}`);
		const editor = await vscode.window.showTextDocument(log);
		editor.selection = new vscode.Selection(4, 0, 4, 0);
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		assert.equal(whereIs(), `${kotlin.file}:17`);
	});

	it("goes to the crashed thread's first frame in the user's code", async () => {
		const threads = (other: string) =>
			[
				'Thread 0:',
				'0   Shop 0x0000000102a3b5c8 CheckoutViewController.viewDidLoad() + 8 (CheckoutViewController.swift:16)',
				'',
				'Thread 1 Crashed:',
				`0   ${other}`,
			].join('\n');
		await fromClipboard(threads('Shop 0x0000000102a3b5c8 CartTotals.sum() + 112 (CartTotals.swift:16)'));
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		assert.match(whereIs(), /CartTotals\.swift:16$/);
		await fromClipboard(threads('libswiftCore.dylib 0x00000001a0b1c2d4 0x1a0a00000 + 1163988'));
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		await stage.person.message(/No frame of the crashed thread/).read();
	});

	it("reports that a trace has no frames in the user's code or that a document has no trace", async () => {
		await fromClipboard('java.lang.Error: x\n\tat java.util.ArrayList.get(ArrayList.java:434)');
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		await stage.person.message(/No frame of this stack trace refers to a file/).read();
		await stage.open('notes.txt', 'nothing');
		await vscode.commands.executeCommand('appErrors.goToFirstOwnFrame');
		await stage.person.message(/No stack trace found/).read();
	});

	it('deobfuscates a trace with a mapping file from the workspace, and switches back to the original', async () => {
		const document = await fromClipboard(minified);
		assert.match(document.getText(), /CartTotals\.sum\(CartTotals\.kt:17\)/);
		const found = (await getLinks(document)).get('CartTotals.kt:17');
		const lenses = async () =>
			(await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri)).map(
				({ command }) => command?.title,
			);
		const [toggle, another, note = ''] = await lenses();
		assert.deepEqual([toggle, another], ['Show Original', 'Choose Another…']);
		assert.match(note, /^Deobfuscated with \S+mapping\.txt \(ID matches the stack trace\)\.$/);
		await vscode.commands.executeCommand('appErrors.toggleOriginalTrace');
		await eventually('The original', async () => (document.getText() === minified ? true : undefined));
		assert.deepEqual(await lenses(), ['Show Deobfuscated', 'Choose Another…', 'Original text.']);
		await vscode.commands.executeCommand('appErrors.toggleOriginalTrace');
		await eventually('The names', async () => (document.getText().includes('CartTotals.kt') ? true : undefined));
		await follow(found);
		assert.match(whereIs(), /CartTotals\.kt:17$/);
	});

	it("explains in a hover why the mapping file can't resolve a frame", async () => {
		const known = Object.values(bundleFrames).map(
			({ symbol, column }) => `    at ${symbol} (index.android.bundle:1:${column})`,
		);
		const beyond = '    at z (index.android.bundle:2:7)';
		const document = await fromClipboard(['TypeError: no name', ...known, beyond].join('\n'));
		const { lineCount } = document;
		assert.equal(document.lineAt(lineCount - 1).text, beyond);
		const hoverOf = async (line: number) => {
			const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
				'vscode.executeHoverProvider',
				document.uri,
				new vscode.Position(line, 8),
			);
			const texts = hovers
				.flatMap(({ contents }) => contents)
				.map((text) => (typeof text === 'string' ? text : text.value));
			return texts.join().replaceAll('&nbsp;', ' ');
		};
		assert.equal(await hoverOf(lineCount - 1), 'position is beyond the end of the source map');
		assert.equal(await hoverOf(1), '');
		await vscode.commands.executeCommand('appErrors.toggleOriginalTrace');
		await eventually('The original', async () =>
			document.lineAt(1).text.includes('index.android.bundle') ? true : undefined,
		);
		assert.equal(await hoverOf(lineCount - 1), '');
	});

	it('reports that no frame is obfuscated or that no mapping file exists', async () => {
		await fromClipboard(kotlin.text);
		await vscode.commands.executeCommand('appErrors.toggleOriginalTrace');
		await stage.person.message(/contains no obfuscated names/).read();
		await fromClipboard(minified.replaceAll(mapId, mapId.replace('c2', '00')));
		const toggling = vscode.commands.executeCommand('appErrors.toggleOriginalTrace');
		assert.deepEqual((await stage.person.message(/no mapping/).read()).buttons, ['Choose Mapping File…']);
		await stage.person.message(/no mapping/).dismiss();
		await toggling;
	});

	it('provides definitions for the frames of a trace document', async () => {
		const document = await fromClipboard(kotlin.text);
		const [found] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
			'vscode.executeDefinitionProvider',
			document.uri,
			positionIn(document, 'CheckoutActivity.kt:42'),
		);
		assert.equal(found?.targetRange.start.line, 41);
	});

	it('omits unsafe characters in the title of a trace from the URI of its document', async () => {
		await vscode.commands.executeCommand('appErrors.openTraceDocument', {
			title: '../../../etc/\u202epasswd?x#y\ncommand:quit',
			text: kotlin.text,
			origin: { application: [], version: undefined, osName: undefined },
		});
		const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail();
		assert.deepEqual([uri.scheme, uri.fragment], ['app-errors-trace', '']);
		assert.match(uri.path, /^\/[^/]+\.stacktrace$/);
	});
});
