import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

interface Keybinding {
	readonly command: string;
	readonly key: string;
	readonly when: string;
}

interface Manifest {
	readonly contributes: { readonly keybindings: readonly Keybinding[] };
}

function chordOf(key: string): string[] {
	const names: Readonly<Record<string, string>> = {
		ctrl: 'Control',
		shift: 'Shift',
		alt: 'Alt',
		down: 'ArrowDown',
		up: 'ArrowUp',
	};
	return key.split(' ').map((step) =>
		step
			.split('+')
			.map((name) => names[name] ?? (/^f\d+$/.test(name) ? name.toUpperCase() : name))
			.join('+'),
	);
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const keys = [...new Set(contributes.keybindings.map(({ key }) => key))];

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
	let invoked: string[] = [];

	before(async () => {
		workbench = await Workbench.open();
		await openExport(workbench);
		workbench.page.on('console', (message) => {
			const [, command] = /\[KeybindingService\]: \+ Invoking command (\S+?)\.?$/.exec(message.text().trim()) ?? [];
			if (command) invoked.push(command);
		});
		await workbench.runCommand('Developer: Toggle Keyboard Shortcuts Troubleshooting');
	});

	after(() => workbench?.close());

	const isFocused = (selector: string) =>
		workbench.page.evaluate<boolean>(`document.activeElement?.closest(${JSON.stringify(selector)}) != null`);

	const focusOn = ({ name, focus, selector }: Place) =>
		eventually(`The focus on ${name}`, async () => {
			if (await isFocused(selector)) return true;
			await focus(workbench);
			await workbench.page.waitForTimeout(100);
			return undefined;
		});

	async function press(key: string): Promise<string[]> {
		invoked = [];
		for (const step of chordOf(key)) await workbench.page.keyboard.press(step);
		// VS Code logs the command after the key event or after the webview's message that forwards the event.
		await workbench.page.waitForTimeout(60);
		return invoked.filter((command) => command.startsWith('appErrors.'));
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
		it(`runs no command of the extension with keybindings while ${place.name} has the focus`, async () => {
			const wrong: string[] = [];
			for (const key of keys) {
				await focusOn(place);
				for (const command of await press(key)) wrong.push(`${key}: ${command}`);
			}
			assert.deepEqual(wrong, []);
		});
	}

	it('runs only commands for source files with keybindings while an editor has the focus', async () => {
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
