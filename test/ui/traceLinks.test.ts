import { exportRecords, openSampleData } from '../support/vscode/openExport';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

interface Case {
	readonly platform: string;
	readonly application: string;
	readonly frame: string;
	readonly file: string;
	readonly line: number;
}

/** Every day of the sample data has records with these frames. */
const cases: readonly Case[] = [
	{
		platform: 'Android',
		application: 'Shop for Android',
		frame: 'CartTotals.kt:17',
		file: 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt',
		line: 17,
	},
	{
		platform: 'iOS',
		application: 'Shop for iOS',
		frame: 'CartTotals.swift:16',
		file: 'shop-ios/Shop/Cart/CartTotals.swift',
		line: 16,
	},
	{
		platform: 'Flutter',
		application: 'Notes',
		frame: 'package:notes/storage/note_store.dart:33:18',
		file: 'notes-flutter/lib/storage/note_store.dart',
		line: 33,
	},
	{
		platform: 'React Native',
		application: 'Timetable',
		frame: 'src/api/departures.ts:24:11',
		file: 'timetable-react-native/src/api/departures.ts',
		line: 24,
	},
	{
		platform: 'Unity',
		application: 'Blocks',
		frame: 'Assets/Scripts/Board/Board.cs:50',
		file: 'blocks-unity/Assets/Scripts/Board/Board.cs',
		line: 50,
	},
	{
		platform: '.NET',
		application: 'Budget for Windows',
		frame: 'C:\\Builds\\Budget for Windows\\Import\\StatementReader.cs:line 41',
		file: 'budget-windows/Import/StatementReader.cs',
		line: 41,
	},
];

describe('links from frames to source lines', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await openSampleData(workbench);
	});

	after(() => workbench?.close());

	const clipboard = () => workbench.page.evaluate<string>('navigator.clipboard.readText()');

	const openTrace = async (text: string) => {
		await workbench.copyText(text);
		await workbench.runCommand('App Errors: Open Stack Trace from Clipboard');
		await workbench.waitForStatusBar('Stack Trace');
	};
	const besideTheCode = () =>
		workbench.page.evaluate<string[]>(
			`[...document.querySelectorAll('.view-line span')].map((part) => getComputedStyle(part, '::after').content)`,
		);

	for (const { platform, application, frame, file, line } of cases) {
		describe(`links from frames to source lines on ${platform}`, () => {
			after(() => workbench.runCommand('View: Close All Editors'));

			it('opens the line of a frame from the record pane', async () => {
				const results = await exportRecords(workbench, { application, range: 'Yesterday' });
				await results.search(frame);
				await results.frameLink(frame).waitFor();
				await results.copyOfRecord('Copy Error Text');
				await eventually('The trace in the clipboard', async () => (await clipboard()).includes(frame) || undefined);
				await results.frameLink(frame).click();
				await workbench.editor.waitForPlace(file, line);
				await workbench.closeEditor();
				await results.ready();
			});

			it('opens the line of a frame from a CSV document', async () => {
				await workbench.runCommand('App Errors: Reopen as Text');
				await workbench.editor.followLink(frame);
				await workbench.editor.waitForPlace(file, line);
			});

			it('opens the line of a frame from a stack trace in the clipboard', async () => {
				await workbench.runCommand('App Errors: Open Stack Trace from Clipboard');
				await workbench.waitForStatusBar('Stack Trace');
				await workbench.editor.followLink(frame);
				await workbench.editor.waitForPlace(file, line);
			});
		});
	}

	it('shows a remark beside the opened line if the function of the frame was deleted', async () => {
		await openTrace('java.lang.Error: x\n\tat com.example.shop.cart.CartTotals.formerly(CartTotals.kt:12)');
		await workbench.editor.followLink('CartTotals.kt:12');
		await workbench.editor.waitForPlace('shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt', 12);
		await eventually(
			'The remark beside the line',
			async () =>
				(await besideTheCode()).some((text) => text.includes('formerly no longer exists in CartTotals.kt')) ||
				undefined,
		);
		for (const theme of ['dark', 'high contrast', 'light'] as const) {
			await workbench.setTheme(theme);
			await workbench.screenshot(`line-remark-${theme.replaceAll(' ', '-')}`);
		}
		await workbench.runCommand('View: Close All Editors');
	});
});
