import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FrameQuestion } from '../../../src/core/stack/locate/frameTarget';
import { parseTrace } from '../../../src/core/stack/parse/parseTrace';
import type { Services } from '../../../src/services/services';
import { Person } from './person';
import { startProduct } from './product';

export interface StagedTrace {
	readonly platform: string;
	readonly text: string;
	readonly link: string;
	readonly file: string;
	readonly line: number;
}

/** Crash report in JSON (`.ips`). Its frame refers to line 16 of `shop-ios/Shop/Cart/CartTotals.swift`. */
export const jsonReport = JSON.stringify(
	{
		exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
		threads: [
			{
				triggered: true,
				frames: [
					{
						imageOffset: 40_392,
						sourceLine: 16,
						sourceFile: 'CartTotals.swift',
						symbol: 'CartTotals.sum()',
						imageIndex: 0,
						symbolLocation: 112,
					},
				],
			},
		],
		usedImages: [{ name: 'Shop', base: 4_374_544_384, arch: 'arm64', uuid: '7db87ed2-1ab1-356a-93e5-a0c946152068' }],
	},
	undefined,
	2,
);

export const stagedTraces: readonly StagedTrace[] = [
	{
		platform: 'Kotlin',
		text: [
			'java.lang.IllegalStateException: cart total, "negative"',
			'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
			'\tat android.app.Activity.performCreate(Activity.java:9002)',
			'\tat android.app.Activity.performCreate(Activity.java:8980)',
			'\tat com.example.shop.checkout.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
		].join('\n'),
		link: 'CartTotals.kt:17',
		file: 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt',
		line: 17,
	},
	{
		platform: 'Java',
		text: 'android.database.CursorWindowAllocationException: -12\n\tat com.example.shop.cart.CartStore.read(CartStore.java:35)',
		link: 'CartStore.java:35',
		file: 'shop-android/app/src/main/java/com/example/shop/cart/CartStore.java',
		line: 35,
	},
	{
		platform: 'Swift',
		text: 'Thread 0 Crashed:\n0   libswiftCore.dylib 0x00000001a0b1c2d4 0x1a0a00000 + 1163988\n1   Shop 0x0000000102a3b5c8 CartTotals.sum() + 112 (CartTotals.swift:16)',
		link: 'CartTotals.swift:16',
		file: 'shop-ios/Shop/Cart/CartTotals.swift',
		line: 16,
	},
	{
		platform: 'Objective-C',
		text: 'Thread 0 Crashed:\n0   Shop 0x0000000102a3b5c8 -[ImageCache storeImage:forAddress:] (ImageCache.m:29)\n1   UIKitCore 0x00000001a0b1c2d4 -[UIApplication run] + 40',
		link: 'ImageCache.m:29',
		file: 'shop-ios/Shop/Images/ImageCache.m',
		line: 29,
	},
	{
		platform: 'Dart',
		text: "type 'Null' is not a subtype of type 'String' in type cast\n#0      new Note.fromJson (package:notes/storage/note_store.dart:12:14)\n#1      NoteStore.load (package:notes/storage/note_store.dart:34:38)\n<asynchronous suspension>",
		link: 'package:notes/storage/note_store.dart:12:14',
		file: 'notes-flutter/lib/storage/note_store.dart',
		line: 12,
	},
	{
		platform: 'React Native',
		text: "TypeError: Cannot read property 'trim' of undefined\n    at refresh (src/screens/BoardScreen.tsx:13:25)\n    at apply (native)",
		link: 'src/screens/BoardScreen.tsx:13:25',
		file: 'timetable-react-native/src/screens/BoardScreen.tsx',
		line: 13,
	},
	{
		platform: 'Unity',
		text: 'NullReferenceException: Object reference not set to an instance of an object\nBlocks.Board.IsFull (System.Int32 row) (at Assets/Scripts/Board/Board.cs:50)',
		link: 'Assets/Scripts/Board/Board.cs:50',
		file: 'blocks-unity/Assets/Scripts/Board/Board.cs',
		line: 50,
	},
	{
		platform: '.NET',
		text: "System.FormatException: '12,5O' was not in a correct format.\n   at System.Decimal.Parse(String s, NumberStyles style, IFormatProvider provider)\n   at Budget.Import.StatementReader.ReadAmount(String text) in C:\\Builds\\Budget for Windows\\Import\\StatementReader.cs:line 41",
		link: 'C:\\Builds\\Budget for Windows\\Import\\StatementReader.cs:line 41',
		file: 'budget-windows/Import/StatementReader.cs',
		line: 41,
	},
];

export interface TraceHarness {
	readonly services: Services;
	readonly person: Person;
	open(name: string, text: string): Promise<vscode.TextDocument>;
}

export function useTraceHarness(): TraceHarness {
	let services: Services;
	let person: Person;
	let folder: string;

	before(async () => {
		services = await startProduct();
		await services.frames.ready;
	});

	beforeEach(async () => {
		person = new Person();
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		}
	});

	return {
		get services() {
			return services;
		},
		get person() {
			return person;
		},
		async open(name, text) {
			const file = vscode.Uri.file(path.join(folder, name));
			await writeFile(file.fsPath, text);
			const document = await vscode.workspace.openTextDocument(file);
			await vscode.window.showTextDocument(document, { preview: false });
			return document;
		},
	};
}

export function getQuestion(text: string): FrameQuestion {
	const trace = parseTrace(text);
	const frame = trace.sections[0]?.lines.find((line) => line.kind !== 'raw');
	assert.ok(frame, text);
	return { frame, trace };
}

/** Returns the document links of this extension. VS Code also adds links for URLs. */
export async function getLinks(document: vscode.TextDocument): Promise<Map<string, string>> {
	const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
		'vscode.executeLinkProvider',
		document.uri,
		1_000,
	);
	const own = links.filter(({ target }) => target?.scheme === 'command');
	return new Map(own.map(({ range, target }) => [document.getText(range), target?.toString() ?? '']));
}

export async function follow(target: string | undefined): Promise<void> {
	assert.ok(target !== undefined, 'there is such a link');
	const { path: command, query } = vscode.Uri.parse(target);
	await vscode.commands.executeCommand(command, ...(JSON.parse(query) as unknown[]));
}

/** Returns the position in a text editor as `<path in the workspace>:<line>`. */
export function whereIs(editor = vscode.window.activeTextEditor): string {
	return editor
		? `${vscode.workspace.asRelativePath(editor.document.uri, false)}:${editor.selection.active.line + 1}`
		: 'nowhere';
}

export function positionIn(document: vscode.TextDocument, text: string): vscode.Position {
	const offset = document.getText().indexOf(text);
	assert.ok(offset !== -1, `${text} is in the document`);
	return document.positionAt(offset + 1);
}
