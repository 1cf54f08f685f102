import assert from 'node:assert/strict';
import { KeyPresses, keysOfExtension } from '../support/vscode/keyPresses';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const keys = keysOfExtension();

/** Commands for lines of source code, whose keys also work in an ordinary editor. */
const forSourceFiles = /^appErrors\.(?:goTo\w+LineWithErrors|goToFileWithErrors|showErrors\w+|(?:hide|show)CodeMarks)$/;

interface Place {
	readonly name: string;
	readonly focus: (workbench: Workbench) => Promise<void>;
	readonly selector: string;
}

const byCommand = (title: string) => (workbench: Workbench) => workbench.runCommand(title);

const places: readonly Place[] = [
	{ name: 'the terminal', focus: byCommand('Terminal: Focus Terminal'), selector: '.xterm' },
	{ name: 'the Explorer', focus: byCommand('File: Focus on Files Explorer'), selector: '.explorer-folders-view' },
	{ name: 'Search', focus: byCommand('View: Show Search'), selector: '.search-view' },
	{
		name: 'Source Control',
		focus: ({ page }) => page.keyboard.press('Control+Shift+G'),
		selector: '.scm-view, .scm-editor, [id="workbench.view.scm"]',
	},
	{ name: 'the debug console', focus: byCommand('Debug Console: Focus on Debug Console View'), selector: '.repl' },
	{
		name: 'the Command Palette',
		focus: async (workbench) => void (await workbench.openPalette()),
		selector: '.quick-input-widget',
	},
];

describe('keybindings in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);
	let presses: KeyPresses;

	before(async () => {
		workbench = await Workbench.open();
		await openExport(workbench);
		presses = await KeyPresses.record(workbench);
	});

	after(() => workbench?.close());

	const focusOn = ({ name, focus, selector }: Place) =>
		eventually(`The focus on ${name}`, async () => {
			if (await presses.isFocused(selector)) return true;
			await focus(workbench);
			await workbench.page.waitForTimeout(100);
			return undefined;
		});

	async function press(key: string): Promise<string[]> {
		return (await presses.press(key)).filter((command) => command.startsWith('appErrors.'));
	}

	it('runs commands of the results view with keybindings while the view has the focus', async () => {
		const results = await new ResultsView(workbench.webview()).ready();
		for (const [key, command] of [
			['f8', 'appErrors.nextRecord'],
			['shift+f8', 'appErrors.previousRecord'],
			['ctrl+f', 'appErrors.findInResults'],
		] as const) {
			const found = await eventually(`A command for ${key}`, async () => {
				await results.cell(0).click();
				const commands = await press(key);
				return commands.length > 0 ? commands : undefined;
			});
			assert.deepEqual([...new Set(found)], [command]);
			await workbench.page.keyboard.press('Escape');
		}
	});

	for (const place of places) {
		it(`runs no extension command with keybindings while ${place.name} has the focus`, async () => {
			const wrong: string[] = [];
			for (const key of keys) {
				await focusOn(place);
				for (const command of await press(key)) wrong.push(`${key}: ${command}`);
			}
			assert.deepEqual(wrong, []);
		});
	}

	it('keybindings run only commands for source files while an editor has the focus', async () => {
		await workbench.page.keyboard.press('Escape');
		await workbench.openFile('CartTotals.kt');
		await workbench.runCommand('View: Move Editor into Right Group');
		const editor = {
			name: 'the editor',
			focus: byCommand('View: Focus Last Editor Group'),
			selector: '.editor-instance .monaco-editor',
		};
		const wrong: string[] = [];
		for (const key of keys) {
			await focusOn(editor);
			for (const command of await press(key)) {
				if (!forSourceFiles.test(command)) wrong.push(`${key}: ${command}`);
			}
			await workbench.page.keyboard.press('Escape');
		}
		assert.deepEqual(wrong, []);
	});
});
