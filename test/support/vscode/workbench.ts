import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { Menu } from './menu';
import { Notifications } from './notifications';
import { QuickInput, type QuickRow } from './quickInput';
import { TextEditor } from './textEditor';
import { TreeView } from './treeView';
import { changeSettings, type UiEnvironment, type UiServer, uiEnvironment } from './uiEnvironment';
import { versions } from './versions.mjs';
import { eventually, patience, plainText } from './waiting';

export interface WorkbenchOptions {
	/** A folder, `undefined` for the default one, `'none'` for an empty window. */
	readonly folder?: string | undefined;
	/** In the VS Code that trusts no folder by itself. */
	readonly restricted?: boolean;
	readonly viewport?: { readonly width: number; readonly height: number };
	/** A real scale of the display, not an emulated one: Chromium's limits follow it. */
	readonly deviceScaleFactor?: number;
}

export type Theme = 'light' | 'dark' | 'high contrast' | 'high contrast light';

/** A name that a version does not know is replaced in the settings, which gets in the way of changes made to the file. */
const themes: Readonly<Record<Theme, { newest: string; floor: string; className: string }>> = {
	light: { newest: 'Light 2026', floor: 'Default Light Modern', className: 'vs' },
	dark: { newest: 'Dark 2026', floor: 'Default Dark Modern', className: 'vs-dark' },
	'high contrast': { newest: 'Default High Contrast', floor: 'Default High Contrast', className: 'hc-black' },
	'high contrast light': {
		newest: 'Default High Contrast Light',
		floor: 'Default High Contrast Light',
		className: 'hc-light',
	},
};

/** One window of the VS Code that `test/run-ui.mjs` started, seen and worked as a person would. */
export class Workbench {
	readonly quickInput: QuickInput;
	readonly notifications: Notifications;
	readonly editor: TextEditor;

	/** Opens a window in a browser of its own: with nothing remembered from another test. */
	static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
		const environment = uiEnvironment();
		const { executablePath, args, env } = environment.browser;
		const { width, height } = options.viewport ?? { width: 1280, height: 800 };
		const scale = options.deviceScaleFactor;
		// Playwright emulates a scale of 1 in any page with a viewport.
		const scaleArgs = scale ? [`--force-device-scale-factor=${scale}`, `--window-size=${width},${height}`] : [];
		const browser = await chromium.launch({ executablePath, args: [...args, ...scaleArgs], env });
		try {
			const page = await browser.newPage({ viewport: scale ? null : { width, height } });
			const server = options.restricted ? environment.restricted : environment.trusted;
			const workbench = new Workbench(environment, server, browser, page);
			await workbench.load(options.folder ?? environment.workspace);
			return workbench;
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	private constructor(
		private readonly environment: UiEnvironment,
		private readonly server: UiServer,
		private readonly browser: Browser,
		readonly page: Page,
	) {
		page.setDefaultTimeout(patience);
		this.quickInput = new QuickInput(page);
		this.notifications = new Notifications(page);
		this.editor = new TextEditor(page);
	}

	get version(): string {
		return this.environment.version;
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** As a person's reload: what VS Code and extensions remember stays. */
	async reload(): Promise<void> {
		// In a browser VS Code writes what it remembers every five seconds, and tells nobody.
		await new Promise((resolve) => setTimeout(resolve, 7_000));
		await this.page.reload();
		await this.ready();
	}

	// Commands

	async openPalette(): Promise<QuickInput> {
		await this.page.keyboard.press('F1');
		return this.quickInput.opened();
	}

	/** Runs a command by the title the palette shows, its category included. */
	async runCommand(title: string): Promise<void> {
		await this.chooseInPalette(`The command "${title}"`, `>${title}`, title);
	}

	/** What the palette offers for these words. */
	async findCommands(words: string): Promise<string[]> {
		await this.openPalette();
		await this.quickInput.type(`>${words}`);
		const rows = this.quickInput.widget.locator('.monaco-list-row .label-name');
		await rows.first().waitFor();
		const labels = await this.quickInput.labels();
		await this.quickInput.escape();
		await this.quickInput.closed();
		return labels;
	}

	// Sidebar and bars

	async openContainer(title: string): Promise<void> {
		const item = this.page
			.locator('.activitybar .action-item')
			.filter({ has: this.page.locator(`[aria-label^="${title}"]`) });
		const open = item.and(this.page.locator('.checked'));
		await item.waitFor();
		// A click on the one that is open would close it, and a reload may open it in the same moment.
		await eventually(`${title} in the sidebar`, async (timeout) => {
			if (!(await open.isVisible())) {
				await item.click();
				await open.waitFor({ timeout }).catch(() => undefined);
			}
			await this.page.waitForTimeout(250);
			return (await open.isVisible()) || undefined;
		});
	}

	tree(name: string): TreeView {
		return new TreeView(this.page, name);
	}

	/**
	 * Chooses from the menu of a row what opens a quick pick, and gives the row of that which is offered. Again each time:
	 * where the editor draws the row anew while its menu is open, it tells the command of none, which asks for one first.
	 */
	async chooseInMenu(tree: TreeView, row: string, choice: string, offered: RegExp): Promise<QuickRow> {
		const { quickInput } = this;
		return eventually(`${choice} of ${row}`, async () => {
			await (await tree.contextMenu(row)).choose(choice);
			await quickInput.opened();
			const found = (await quickInput.rows()).find(({ label }) => offered.test(label));
			if (!found) {
				await quickInput.escape();
				await quickInput.closed();
			}
			return found;
		});
	}

	async statusBar(): Promise<string[]> {
		const items = await this.page.locator('.statusbar-item:visible').allTextContents();
		return items.map((text) => plainText(text).trim()).filter(Boolean);
	}

	async waitForStatusBar(text: string): Promise<void> {
		await this.page.locator('.statusbar-item:visible').filter({ hasText: text }).first().waitFor();
	}

	async clickStatusBar(text: string): Promise<void> {
		await this.page.locator('.statusbar-item a').filter({ hasText: text }).first().click();
	}

	async accountsMenu(): Promise<Menu> {
		await this.page.locator('.activitybar [aria-label="Accounts"]').first().click();
		return new Menu(this.page).opened();
	}

	/** Trusts the folder that is open in Restricted Mode. */
	async trustFolder(): Promise<void> {
		await this.runCommand('Workspaces: Manage Workspace Trust');
		await this.page.locator('.workspace-trust-editor .monaco-button').getByText('Trust', { exact: true }).click();
		await this.page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).waitFor({ state: 'hidden' });
		await this.closeEditor();
	}

	/** Closes the active editor, also one that covers the window. */
	async closeEditor(): Promise<void> {
		await this.runCommand('View: Close Editor');
		await this.page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
	}

	// Editors

	/** Opens a file of the folder by its name, as one does from the keyboard. */
	async openFile(name: string): Promise<void> {
		// Without its sign the box finds files.
		await this.chooseInPalette(`The file ${name}`, name, name);
		await eventually(`${name} in front`, async () => (await this.editor.file()).endsWith(`/${name}`) || undefined);
	}

	/** Titles of the open editors of the active group. */
	async tabs(): Promise<string[]> {
		return this.page.locator('.editor-group-container.active .tab .label-name').allTextContents();
	}

	/** How many groups of editors share the window. */
	async groups(): Promise<number> {
		return this.page.locator('.editor-group-container').count();
	}

	async waitForTab(title: string | RegExp): Promise<void> {
		await this.page.locator('.tab.active .label-name').filter({ hasText: title }).first().waitFor();
	}

	/** The content of the webview in sight, of which there must be one only. */
	webview(): FrameLocator {
		return this.page
			.locator('iframe.webview.ready:visible')
			.contentFrame()
			.locator('iframe#active-frame')
			.contentFrame();
	}

	// Settings and looks

	/** See `changeSettings`: it holds for every window of the same server, also those of later tests. */
	async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
		await changeSettings(this.server, changes);
	}

	async setTheme(theme: Theme): Promise<void> {
		const { className, ...settings } = themes[theme];
		const setting = settings[this.version === versions.floor.vscode ? 'floor' : 'newest'];
		await eventually(`The theme "${theme}"`, async (timeout) => {
			// Again each time: of two changes of the file in a row, the second can go unnoticed.
			await this.changeSettings({ 'workbench.colorTheme': setting, 'window.autoDetectColorScheme': false });
			const shown = this.page.locator(`.monaco-workbench.${className}`).first();
			return shown.waitFor({ timeout }).then(
				() => true,
				() => undefined,
			);
		});
	}

	/** Takes a picture of the window, or of a part of it, and returns the path of the PNG file. */
	async screenshot(name: string, part?: Locator): Promise<string> {
		await mkdir(this.environment.screenshots, { recursive: true });
		const path = join(this.environment.screenshots, `${name}.png`);
		await (part ?? this.page).screenshot({ path, animations: 'disabled' });
		return path;
	}

	/**
	 * Takes a picture of the window in each theme, which people look at; the window is light again then.
	 *
	 * @param shown What comes a moment after the theme.
	 */
	async pictures(name: string, shown: (theme: Theme) => Promise<unknown> = async () => undefined): Promise<void> {
		for (const theme of Object.keys(themes) as Theme[]) {
			await this.setTheme(theme);
			await shown(theme);
			await this.screenshot(`${name}-${theme.replaceAll(' ', '-')}`);
		}
		await this.setTheme('light');
	}

	/** @param text What is typed. @param label Of the row that is clicked. */
	private async chooseInPalette(what: string, text: string, label: string): Promise<void> {
		const { widget } = this.quickInput;
		const row = widget.locator('.label-name').getByText(label, { exact: true }).first();
		const choose = async (timeout: number) => {
			const attempt = { timeout };
			await this.page.keyboard.press('F1');
			await widget.waitFor(attempt);
			await this.quickInput.type(text, attempt);
			await row.click(attempt);
		};
		// From the top each time: a VS Code that has just started learns of commands late, and an editor that takes the
		// focus late closes the palette.
		await eventually(what, (tryMs) =>
			choose(tryMs).then(
				() => true,
				() => undefined,
			),
		);
	}

	private async load(folder: string): Promise<void> {
		const query = folder === 'none' ? 'ew=true' : `folder=${encodeURIComponent(folder)}`;
		await this.page.goto(`${this.server.url}/?${query}`);
		await this.ready();
	}

	private async ready(): Promise<void> {
		await this.page.locator('.monaco-workbench .activitybar .action-label').first().waitFor();
		await this.page.locator('.monaco-workbench .statusbar-item').first().waitFor();
	}
}

/** Takes a picture after each failed test of the suite it is called in. */
export function screenshotFailures(workbench: () => Workbench | undefined): void {
	afterEach(async function () {
		if (this.currentTest?.state !== 'failed') return;
		const name = `failed-${this.currentTest.fullTitle()}`.replace(/[^\w.]+/g, '-').slice(0, 120);
		// A picture is a help; that it could not be taken must not hide the failure.
		await workbench()
			?.screenshot(name)
			.catch(() => undefined);
	});
}
