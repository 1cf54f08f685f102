import assert from 'node:assert/strict';
import { openExport, tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const cartTotals = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';

describe('code marks in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await openExport(workbench);
		await workbench.openFile('CartTotals.kt');
	});

	after(() => workbench?.close());

	const lenses = () => workbench.page.locator('.editor-group-container.active .codelens-decoration a');
	const lensTexts = async () => (await lenses().allTextContents()).map(plainText);

	it('shows code lenses above functions that threw errors', async () => {
		const texts = await eventually('A lens', async () => {
			// The editor shows a lens without text until the extension has resolved it.
			const found = await lensTexts();
			return found.length > 0 && found.every((text) => text.trim()) ? found : undefined;
		});
		for (const text of texts) {
			assert.match(text, /\d\+? records?( · \d+\+? devices?)?( · .+)?/);
		}
		await workbench.pictures('errors-in-code');
	});

	it('makes code marks accessible by keyboard and describes them as text', async () => {
		for (const [command, line] of [
			['Next', 14],
			['Next', 17],
			['Next', 25],
			['Next', 14],
			['Previous', 25],
			['Previous', 17],
		] as const) {
			await workbench.runCommand(`App Errors: Go to ${command} Line with Errors`);
			await workbench.editor.waitForPlace(cartTotals, line);
		}
		await workbench.runCommand('Show or Focus Hover');
		const hover = workbench.page.locator('.monaco-hover .rendered-markdown').getByText(/records?/);
		await hover.first().waitFor();
		await workbench.screenshot('errors-in-code-hover');
		await workbench.page.keyboard.press('Escape');
	});

	it('opens the group of a code mark and its first record in the results view', async () => {
		await lenses().first().click();
		await eventually('The group, or a choice', async () => {
			if (await workbench.quickInput.widget.isVisible()) {
				await workbench.quickInput.accept();
			}
			return (
				(await workbench.page.locator('.tab.active .label-name').allTextContents()).some((title) =>
					tabOf('Shop for Android').test(title),
				) || undefined
			);
		});
		const view = await new ResultsView(workbench.webview()).ready();
		await view.frame.locator('.chips .chip').first().waitFor();
		await view.frameLink('CartTotals.kt').waitFor();
		await workbench.screenshot('errors-in-code-group');
		await workbench.runCommand('Go Back');
		await eventually('The code', async () => (await workbench.editor.file()) === cartTotals || undefined);
	});

	it('does not shift the lines of the editor when code marks appear', async () => {
		// On a retry of this test, the records are still open.
		await workbench.openFile('CartTotals.kt');
		await workbench.closeEditor();
		const tops: number[] = [];
		const line = workbench.page.locator('.editor-group-container.active .view-line').first();
		await workbench.openFile('CartTotals.kt');
		await eventually('The code is there for a while', async () => {
			const box = await line.boundingBox();
			if (box) {
				tops.push(box.y);
			}
			return tops.length > 30 || undefined;
		});
		assert.equal(new Set(tops).size, 1, tops.join(' '));
	});

	it('hides code marks and shows them again with commands', async () => {
		await workbench.openFile('CartTotals.kt');
		await workbench.runCommand('App Errors: Hide Code Marks');
		await eventually('No lens', async () => (await lensTexts()).length === 0 || undefined);
		await workbench.runCommand('App Errors: Show Code Marks');
		await eventually('A lens', async () => (await lensTexts()).length > 0 || undefined);
	});
});
