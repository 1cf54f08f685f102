import assert from 'node:assert/strict';
import { eventually } from '../support/vscode/waiting';
import { screenshotFailures, type Theme, Workbench } from '../support/vscode/workbench';

const themes: readonly Theme[] = ['light', 'dark', 'high contrast', 'high contrast light'];

const sources = 'shop-android/app/src/main/kotlin/com/example/shop';
const cartTotals = `${sources}/cart/CartTotals.kt`;
const checkout = `${sources}/checkout/CheckoutActivity.kt`;

const trace = [
	'java.lang.IllegalStateException: cart total, "negative"',
	'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
	'\tat com.example.shop.checkout.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
	'\tat android.app.Activity.performCreate(Activity.java:9002)',
	'\tat android.app.Activity.performCreate(Activity.java:8980)',
	'\tat android.os.Looper.loop(Looper.java:288)',
	'Caused by: java.lang.ArithmeticException: long overflow',
	'\tat java.lang.Math.multiplyExact(Math.java:1037)',
	'\tat com.example.shop.cart.CartLine.getAmount(CartTotals.kt:4)',
	'\t... 14 more',
].join('\n');

describe('Stack traces', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await eventually('The commands', async () => {
			const commands = await workbench.findCommands('App Errors: Open Stack');
			return commands.some((command) => command.startsWith('App Errors:')) ? true : undefined;
		});
	});

	after(() => workbench?.close());

	const copy = (text: string) => workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);

	/** The first link to a file; colours may cut a link into pieces. */
	const link = (file: string) => workbench.page.locator('.detected-link').filter({ hasText: file }).first();

	const openTab = (title: string) => workbench.page.locator('.tab').filter({ hasText: title }).first().click();

	it('open from the clipboard, signed out, with their own colours and folded frames of libraries', async () => {
		await copy(trace);
		await workbench.runCommand('App Errors: Open Stack Trace from Clipboard');
		await workbench.waitForTab('IllegalStateException');
		await link('CartTotals.kt').waitFor();
		const text = await eventually('Folded frames', async () => {
			const shown = await workbench.editor.text();
			return shown.includes('Activity.java:8980') ? undefined : shown;
		});
		assert.match(text, /Caused by: java\.lang\.ArithmeticException: long overflow/);
		const editor = workbench.page.locator('.editor-group-container.active .monaco-editor').first();
		const colours = () =>
			editor
				.locator('.view-line span span')
				.evaluateAll((pieces) =>
					pieces.map(
						(piece) =>
							(globalThis as unknown as { getComputedStyle(of: unknown): { color: string } }).getComputedStyle(piece)
								.color,
					),
				);
		for (const theme of themes) {
			await workbench.setTheme(theme);
			// The grammar's colours come a moment after the theme.
			await eventually(`Four colours in ${theme}`, async () => new Set(await colours()).size >= 4 || undefined);
			await workbench.screenshot(`trace-${theme.replaceAll(' ', '-')}`);
		}
		await workbench.setTheme('light');
	});

	it('lead to the line that threw', async () => {
		await workbench.editor.followLink('CartTotals.kt:17');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('trace-source');
		await openTab('IllegalStateException');
		await workbench.waitForTab('IllegalStateException');
		await workbench.runCommand('App Errors: Go to First Frame of Your Code');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.runCommand('View: Close All Editors');
	});

	it('open from what is selected in a text, whose frames are links as well', async () => {
		await workbench.runCommand('File: New Untitled Text File');
		await workbench.waitForTab(/Untitled/);
		await copy(`Look at this:\n\n${trace}\n`);
		await workbench.page.keyboard.press('ControlOrMeta+V');
		await link('CheckoutActivity.kt').waitFor();
		await workbench.screenshot('trace-in-text');
		await workbench.page.keyboard.press('ControlOrMeta+A');
		await workbench.runCommand('App Errors: Open Stack Trace from Selection');
		await workbench.waitForTab('IllegalStateException');
		await workbench.editor.followLink('CheckoutActivity.kt:42');
		await workbench.editor.waitForPlace(checkout, 42);
	});

	it('have an outline', async () => {
		await openTab('IllegalStateException');
		await workbench.waitForTab('IllegalStateException');
		await workbench.page.keyboard.press('ControlOrMeta+Shift+O');
		await workbench.quickInput.opened();
		const labels = await eventually('Symbols', async () => {
			const found = await workbench.quickInput.labels();
			return found.some((label) => label.includes('ArithmeticException')) ? found : undefined;
		});
		assert.ok(
			labels.some((label) => label.includes('CartLine.getAmount')),
			labels.join(' | '),
		);
		await workbench.screenshot('trace-outline');
		await workbench.quickInput.escape();
	});
});
