import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyPresses, keysOfExtension } from '../support/vscode/keyPresses';
import { openExport } from '../support/vscode/openExport';
import { otherCommand, otherEditors, packOtherExtensions } from '../support/vscode/otherExtensions';
import { ResultsView } from '../support/vscode/resultsView';
import { startServer } from '../support/vscode/server.mjs';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const { 'editors.results': ownEditor = '' } = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<
	string,
	string
>;
const cartTotals = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';
const logText = 'java.lang.Error: x\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)\n';
const dataFiles = [
	['prices.csv', 'product,price\r\napple,3\r\n', otherEditors['*.csv']],
	['stock.json', '[{"product":"apple","count":7}]', otherEditors['*.json']],
] as const;
const keys = keysOfExtension();

describe('window with other extensions', () => {
	let folder: string;
	let server: Awaited<ReturnType<typeof startServer>>;
	let workbench: Workbench;
	let presses: KeyPresses;
	reportFailures(() => workbench);

	before(async function () {
		this.timeout(300_000);
		folder = await mkdtemp(join(tmpdir(), 'app-errors-others-'));
		const workspace = join(folder, 'workspace');
		await cp('samples/workspace', workspace, { recursive: true });
		await mkdir(join(workspace, 'data'));
		for (const [name, text] of [...dataFiles, ['device.log', logText] as const]) {
			await writeFile(join(workspace, 'data', name), text);
		}
		const { vscode, extension } = uiEnvironment();
		const others = await packOtherExtensions(folder, keys);
		server = await startServer({ vscode, extensions: [...others, extension] });
		workbench = await Workbench.open({ server, folder: workspace });
		await openExport(workbench);
		presses = await KeyPresses.record(workbench);
	});

	after(async () => {
		await workbench?.close();
		await server?.dispose();
		await rm(folder, { recursive: true, force: true });
	});

	const openInEditorOf = async (name: string, other: string) => {
		await workbench.openFile(name);
		await workbench.webview().getByRole('button', { name: other }).waitFor();
	};

	/** Repeats the key press, because VS Code may log a command late. */
	const press = (key: string, focus: () => Promise<unknown>) =>
		eventually(`A command for ${key}`, async () => {
			await focus();
			const commands = (await presses.press(key)).filter((command) => /^(?:appErrors|another)\./.test(command));
			return commands.length > 0 ? [...new Set(commands)] : undefined;
		});

	it('runs only one command for a key that another extension also uses, in results views and source files', async () => {
		await workbench.page.locator('.tab').filter({ hasText: 'Shop for Android' }).click();
		const results = await new ResultsView(workbench.webview()).ready();
		const inResults = (key: string) => press(key, () => results.cell(0).click());
		assert.deepEqual(await inResults('f8'), ['appErrors.nextRecord']);
		assert.deepEqual(await inResults('ctrl+f'), ['appErrors.findInResults']);
		assert.deepEqual(await inResults('ctrl+k alt+l'), [otherCommand]);
		await workbench.openFile('CartTotals.kt');
		const inSource = (key: string) => press(key, () => workbench.runCommand('View: Focus Active Editor Group'));
		assert.deepEqual(await inSource('ctrl+k alt+down'), ['appErrors.goToNextLineWithErrors']);
		assert.deepEqual(await inSource('f8'), [otherCommand]);
	});

	it("runs only the other extension's command for a shared key outside source files and results views", async function () {
		this.timeout(300_000);
		const wrong: string[] = [];
		const check = async (place: string, key: string, focus: () => Promise<unknown>) => {
			const commands = await press(key, focus);
			if (commands.join() !== otherCommand) wrong.push(`${place}, ${key}: ${commands}`);
		};
		const focusOnExplorer = () =>
			eventually('The focus on the Explorer', async () => {
				if (await presses.isFocused('.explorer-folders-view')) return true;
				await workbench.runCommand('File: Focus on Files Explorer');
				return undefined;
			});
		for (const key of keys) await check('Explorer', key, focusOnExplorer);
		for (const [name, , other] of dataFiles) {
			await openInEditorOf(name, other);
			const button = workbench.webview().getByRole('button', { name: other });
			// In a webview, VS Code leaves key combinations for copying to the browser.
			for (const key of keys.filter((one) => !one.endsWith('+c'))) await check(name, key, () => button.focus());
			await workbench.closeEditor();
		}
		assert.deepEqual(wrong, []);
	});

	for (const [name, , other] of dataFiles) {
		it(`leaves ${name} to the editor of another extension and offers the results view in Reopen Editor With`, async () => {
			await openInEditorOf(name, other);
			await workbench.runCommand('View: Reopen Editor With...');
			const offered = await eventually('The editors', async () => {
				const labels = await workbench.quickInput.labels();
				return labels.includes(other) ? labels : undefined;
			});
			assert.deepEqual(
				[ownEditor, other].map((editor) => offered.filter((label) => label === editor).length),
				[1, 1],
				offered.join(' | '),
			);
			await workbench.quickInput.pick(ownEditor);
			await new ResultsView(workbench.webview()).ready();
			await workbench.closeEditor();
		});
	}

	it('shows each code lens, mark and hover exactly once if another extension shows its own in the same places', async () => {
		await workbench.openFile('CartTotals.kt');
		const active = workbench.page.locator('.editor-group-container.active');
		const lenses = await eventually('Lenses of both extensions', async () => {
			const texts = (await active.locator('.codelens-decoration').allTextContents()).map(plainText);
			const areComplete = texts.every((text) => text.includes('another lens'));
			return areComplete && texts.some((text) => / records?/.test(text)) ? texts : undefined;
		});
		for (const text of lenses) {
			assert.equal(text.match(/another lens/g)?.length, 1, text);
			assert.ok((text.match(/ records?/g)?.length ?? 0) <= 1, text);
		}
		const notes = await workbench.page.evaluate<string[]>(
			`[...document.querySelectorAll('.active .view-line span')].map((part) => getComputedStyle(part, '::after').content)`,
		);
		assert.ok(notes.filter((text) => text.includes('another note')).length > 10, notes.join(' '));

		await workbench.runCommand('View: Focus Active Editor Group');
		await workbench.page.keyboard.press('Control+Home');
		await workbench.editor.waitForPlace(cartTotals, 1);
		await workbench.runCommand('App Errors: Go to Next Line with Errors');
		await workbench.editor.waitForPlace(cartTotals, 14);
		const marks = await eventually('Marks of two lines', async () => {
			const tops = await workbench.page.evaluate<number[]>(
				`[...document.querySelectorAll('.active .view-overlays .cdr')]
					.filter((part) => getComputedStyle(part).borderLeftWidth === '2px')
					.map((part) => part.getBoundingClientRect().top)`,
			);
			return tops.length >= 2 ? tops : undefined;
		});
		assert.equal(new Set(marks).size, marks.length, marks.join(' '));
		await workbench.runCommand('Show or Focus Hover');
		const hovers = workbench.page.locator('.monaco-hover:visible .hover-row');
		const [own, others] = [/ records?/, /another hover/].map((hasText) => hovers.filter({ hasText }));
		await own?.first().waitFor();
		await others?.first().waitFor();
		assert.deepEqual([await own?.count(), await others?.count()], [1, 1]);
		await workbench.screenshot('other-extensions');
		await workbench.page.keyboard.press('Escape');
	});

	it('links stack frames in a log whose language is contributed by another extension', async () => {
		await workbench.openFile('device.log');
		await workbench.waitForStatusBar('Log');
		await workbench.page.locator('.detected-link').filter({ hasText: 'CartTotals.kt' }).first().waitFor();
	});
});
