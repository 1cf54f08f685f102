import assert from 'node:assert/strict';
import { openExport, tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const sources = 'shop-android/app/src/main/kotlin/com/example/shop';
const cartTotals = `${sources}/cart/CartTotals.kt`;
const checkout = `${sources}/checkout/CheckoutActivity.kt`;

describe('stack trace in the results view', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		const results = await openExport(workbench);
		await results.search('CartTotals.sum(CartTotals.kt:17)');
		await results.frameLink('CartTotals.kt:17').waitFor();
	});

	after(() => workbench?.close());

	const view = () => new ResultsView(workbench.webview()).ready();
	const link = async (text: string) => (await view()).frameLink(text);
	/** Clicks a link as slowly as a person. VS Code activates the clicked view some time after the button was pressed. */
	const click = async (text: string, modifiers: readonly ('Alt' | 'ControlOrMeta')[] = []) =>
		(await link(text)).click({ modifiers: [...modifiers], delay: 100 });
	const focused = async () => {
		const { frame } = await view();
		return frame.locator(':focus').evaluateAll(([element]) => element?.textContent ?? '');
	};
	const backToResults = async () => {
		await workbench.closeEditor();
		await view();
	};

	it("marks the first frame in the user's code and folds library frames", async () => {
		const { record } = await view();
		await (await link('CartTotals.kt:17')).waitFor();
		assert.equal(await record.locator('.first').count(), 1);
		await record
			.getByRole('button', { name: /^\d+ library frames$/ })
			.first()
			.waitFor();
		await workbench.pictures('record-trace');
	});

	it('opens the line of a frame with a click', async () => {
		await click('CartTotals.kt:17');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('record-trace-followed');
		await backToResults();
	});

	it('opens the line of a frame with the keyboard', async () => {
		const first = await link('CartTotals.kt:17');
		await first.focus();
		await first.press('ArrowDown');
		await workbench.page.keyboard.press('Enter');
		await workbench.editor.waitForPlace(checkout, 42);
		await backToResults();
	});

	it("opens the first frame in the user's code with a command", async () => {
		await (await link('CartTotals.kt:17')).waitFor();
		await workbench.runCommand('App Errors: Go to First Frame in Your Code');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await backToResults();
	});

	it('opens the code of every clicked frame in the same editor group beside the results view', async () => {
		await click('CartTotals.kt:17', ['Alt']);
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('record-trace-beside');
		for (const modifiers of [['ControlOrMeta'], [], ['ControlOrMeta'], ['Alt']] as const) {
			await click('CheckoutActivity.kt:42', modifiers);
			await workbench.editor.waitForPlace(checkout, 42);
			await click('CartTotals.kt:17', modifiers);
			await workbench.editor.waitForPlace(cartTotals, 17);
			assert.equal(await workbench.groups(), 2);
		}
		await backToResults();
	});

	it('restores the focused frame and its record after another editor has covered the results view', async () => {
		const { frame } = await view();
		const shown = () => frame.locator('.grid-row[aria-current] [role=rowheader]').innerText();
		const before = await shown();
		const ways = { 'by Go Back': 'Go Back', 'by closing the other': 'View: Close Editor' };
		for (const [way, command] of Object.entries(ways)) {
			await (await link('CheckoutActivity.kt:42')).focus();
			await workbench.runCommand('File: New Untitled Text File');
			await workbench.waitForTab(/Untitled/);
			await workbench.runCommand(command);
			await workbench.waitForTab(tabOf('Shop for Android'));
			await (await link('CheckoutActivity.kt:42')).waitFor();
			await eventually(
				`The focus, ${way}`,
				async () => (await focused()).includes('CheckoutActivity.kt:42') || undefined,
			);
			assert.equal(await shown(), before);
		}
		await workbench.runCommand('View: Close Other Editors in Group');
	});

	it('opens the full stack trace as a document', async () => {
		await (await view()).record.getByRole('button', { name: 'Open Stack Trace' }).first().click();
		assert.match(await workbench.editor.text(), /CartTotals\.sum\(CartTotals\.kt:17\)/);
		await backToResults();
	});

	it('renders the stack trace in a narrow window', async () => {
		await workbench.page.setViewportSize({ width: 900, height: 800 });
		await (await link('CartTotals.kt:17')).waitFor();
		await workbench.screenshot('record-trace-narrow');
	});
});
