import assert from 'node:assert/strict';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

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

const listing = [
	"* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)",
	'  * frame #0: 0x0000000102a3b1f0 Shop`Cart.total(self=0x1) at Cart.swift:31:9 [opt]',
	'    frame #1: 0x00000001a2b3c4d0 UIKitCore`-[UIApplication _run] + 976',
].join('\n');

describe('stack traces in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await eventually('The commands', async () => {
			const commands = await workbench.findCommands('App Errors: Open Stack');
			return commands.some((command) => command.startsWith('App Errors:')) ? true : undefined;
		});
	});

	after(() => workbench?.close());

	const copy = (text: string) => workbench.copyText(text);

	/** Coloring can split a link into several elements. */
	const link = (file: string) => workbench.page.locator('.detected-link').filter({ hasText: file }).first();

	const openTab = (title: string) => workbench.page.locator('.tab').filter({ hasText: title }).first().click();

	const pieces = async () =>
		new Map(
			await workbench.page
				.locator('.editor-group-container.active .monaco-editor')
				.first()
				.locator('.view-line span span')
				.evaluateAll((spans) =>
					spans.map((span) => {
						const view = globalThis as unknown as { getComputedStyle(of: unknown): { color: string } };
						return [
							span.textContent?.replaceAll('\u00a0', ' ').trim() ?? '',
							view.getComputedStyle(span).color,
						] as const;
					}),
				),
		);

	it('opens a trace from the clipboard when signed out, with colors and folded library frames', async () => {
		await copy(trace);
		await workbench.runCommand('App Errors: Open Stack Trace from Clipboard');
		await workbench.waitForTab('IllegalStateException');
		await link('CartTotals.kt').waitFor();
		const text = await eventually('Folded frames', async () => {
			const shown = await workbench.editor.text();
			return shown.includes('Activity.java:8980') ? undefined : shown;
		});
		assert.match(text, /Caused by: java\.lang\.ArithmeticException: long overflow/);
		// The grammar's colors appear shortly after the theme is applied.
		await workbench.pictures('trace', (theme) =>
			eventually(`Four colours in ${theme}`, async () => new Set((await pieces()).values()).size >= 4 || undefined),
		);
	});

	it("colors a trace in a debugger's format", async () => {
		await copy(listing);
		await workbench.runCommand('App Errors: Open Stack Trace from Clipboard');
		await workbench.waitForTab('Stack Trace');
		const parts = ['thread #1', 'EXC_BAD_ACCESS (code=1, address=0x0)', '#0', 'Shop', 'Cart', 'total', 'Cart.swift'];
		const colours = await eventually('Colours', async () => {
			const shown = await pieces();
			const found = parts.map((part) => shown.get(part));
			return found.includes(undefined) ? undefined : found;
		});
		assert.ok(new Set(colours).size >= 4, colours.join(' '));
		await workbench.screenshot('trace-debugger');
		await workbench.runCommand('View: Close Editor');
	});

	it('opens the throwing line from a frame in a stack trace document', async () => {
		await workbench.editor.followLink('CartTotals.kt:17');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('trace-source');
		await openTab('IllegalStateException');
		await workbench.waitForTab('IllegalStateException');
		await workbench.runCommand('App Errors: Go to First Frame in Your Code');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.runCommand('View: Close All Editors');
	});

	it('opens a trace from the selected text, and links its frames', async () => {
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

	it('shows an outline of a stack trace document', async () => {
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
