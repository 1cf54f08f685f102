import assert from 'node:assert/strict';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

const sources = 'shop-android/app/src/main/kotlin/com/example/shop';
const cartTotals = `${sources}/cart/CartTotals.kt`;
const checkout = `${sources}/checkout/CheckoutActivity.kt`;

describe('A stack trace in the results view', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		const results = await openExport(workbench);
		await results.search('CartTotals.sum(CartTotals.kt:17)');
		await results.frameLink('CartTotals.kt:17').waitFor();
	});

	after(() => workbench?.close());

	const view = () => new ResultsView(workbench.webview()).ready();
	const link = async (text: string) => (await view()).frameLink(text);
	/** What has the focus in the view: its text. */
	const focused = async () => {
		const { frame } = await view();
		return frame.locator(':focus').evaluateAll(([element]) => element?.textContent ?? '');
	};
	/** Closes what was opened; the results stayed in sight beside it. */
	const backToResults = async () => {
		await workbench.closeEditor();
		await view();
	};

	it('marks where one’s own code begins, and folds libraries', async () => {
		const { record } = await view();
		await (await link('CartTotals.kt:17')).waitFor();
		assert.equal(await record.locator('.first').count(), 1);
		await record
			.getByRole('button', { name: /^\d+ frames of libraries$/ })
			.first()
			.waitFor();
		await workbench.pictures('record-trace');
	});

	it('leads to the line by a click', async () => {
		await (await link('CartTotals.kt:17')).click();
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('record-trace-followed');
		await backToResults();
	});

	it('leads to the line by the keyboard', async () => {
		const first = await link('CartTotals.kt:17');
		await first.focus();
		await first.press('ArrowDown');
		await workbench.page.keyboard.press('Enter');
		await workbench.editor.waitForPlace(checkout, 42);
		await backToResults();
	});

	it('leads to the first frame of one’s own code by a command', async () => {
		await (await link('CartTotals.kt:17')).waitFor();
		await workbench.runCommand('App Errors: Go to First Frame of Your Code');
		await workbench.editor.waitForPlace(cartTotals, 17);
		await backToResults();
	});

	it('opens in one group beside, click after click', async () => {
		await (await link('CartTotals.kt:17')).click({ modifiers: ['Alt'] });
		await workbench.editor.waitForPlace(cartTotals, 17);
		await workbench.screenshot('record-trace-beside');
		for (const modifiers of [['ControlOrMeta'], [], ['ControlOrMeta'], ['Alt']] as const) {
			await (await link('CheckoutActivity.kt:42')).click({ modifiers: [...modifiers] });
			await workbench.editor.waitForPlace(checkout, 42);
			await (await link('CartTotals.kt:17')).click({ modifiers: [...modifiers] });
			await workbench.editor.waitForPlace(cartTotals, 17);
			assert.equal(await workbench.groups(), 2);
		}
		await backToResults();
	});

	it('finds everything as it was left, when another editor took its place', async () => {
		const { frame } = await view();
		const shown = () => frame.locator('.grid-row[aria-current] [role=rowheader]').innerText();
		const before = await shown();
		const ways = { 'by Go Back': 'Go Back', 'by closing the other': 'View: Close Editor' };
		for (const [way, command] of Object.entries(ways)) {
			await (await link('CheckoutActivity.kt:42')).focus();
			await workbench.runCommand('File: New Untitled Text File');
			await workbench.waitForTab(/Untitled/);
			await workbench.runCommand(command);
			await (await link('CheckoutActivity.kt:42')).waitFor();
			await eventually(
				`The focus, ${way}`,
				async () => (await focused()).includes('CheckoutActivity.kt:42') || undefined,
			);
			assert.equal(await shown(), before);
		}
		await workbench.runCommand('View: Close Other Editors in Group');
	});

	it('opens whole as a document', async () => {
		await (await view()).record.getByRole('button', { name: 'Open trace' }).first().click();
		assert.match(await workbench.editor.text(), /CartTotals\.sum\(CartTotals\.kt:17\)/);
		await backToResults();
	});

	it('stands in a narrow window', async () => {
		await workbench.page.setViewportSize({ width: 900, height: 800 });
		await (await link('CartTotals.kt:17')).waitFor();
		await workbench.screenshot('record-trace-narrow');
	});
});
