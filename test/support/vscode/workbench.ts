import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { isWhole } from '../length';
import { killExtensionHosts } from './extensionHosts';
import { Menu } from './menu';
import { Notifications } from './notifications';
import { QuickInput, type QuickRow } from './quickInput';
import { TextEditor } from './textEditor';
import { TreeView } from './treeView';
import { changeSettings, extensionLog, type UiEnvironment, type UiServer, uiEnvironment } from './uiEnvironment';
import { versions } from './versions.mjs';
import { eventually, patience, plainText, succeeds } from './waiting';

export interface WorkbenchOptions {
	/** Folder to open. Undefined opens the default folder, and `'none'` opens an empty window. */
	readonly folder?: string | undefined;
	readonly restricted?: boolean;
	/** Server that only this test uses. */
	readonly server?: UiServer;
	readonly viewport?: { readonly width: number; readonly height: number };
	/** Actual scale factor of the display. An emulated scale factor doesn't affect the limits of Chromium. */
	readonly deviceScaleFactor?: number;
}

export type Theme = 'light' | 'dark' | 'high contrast' | 'high contrast light';

/** Names of themes in VS Code, by version. VS Code would change an unknown name in the settings file. */
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

export class Workbench {
	readonly quickInput: QuickInput;
	readonly notifications: Notifications;
	readonly editor: TextEditor;

	static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
		const environment = uiEnvironment();
		const { executablePath, args, env } = environment.browser;
		const { width, height } = options.viewport ?? { width: 1280, height: 800 };
		const scale = options.deviceScaleFactor;
		// For pages with a viewport, Playwright emulates a scale factor of 1.
		const scaleArgs = scale ? [`--force-device-scale-factor=${scale}`, `--window-size=${width},${height}`] : [];
		const browser = await chromium.launch({ executablePath, args: [...args, ...scaleArgs], env });
		try {
			const page = await browser.newPage({ viewport: scale ? null : { width, height } });
			const server = options.server ?? (options.restricted ? environment.restricted : environment.trusted);
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

	/** Closes the window. Leaves the page first, because otherwise VS Code waits for the page to reconnect. */
	async close(): Promise<void> {
		try {
			await this.page.goto('about:blank');
		} finally {
			await this.browser.close();
		}
	}

	async reload(): Promise<void> {
		// In a browser, VS Code saves its state every five seconds and fires no event.
		await new Promise((resolve) => setTimeout(resolve, 7_000));
		await this.page.reload();
		await this.ready();
	}

	/** Kills the extension host, and waits until the extension has reloaded the page in the active tab. */
	async crashExtensionHost(): Promise<void> {
		const body = this.webview().locator('body');
		await body.evaluate((old) => old.setAttribute('data-crashed', ''));
		await killExtensionHosts(this.server);
		// The extension reopens a tab only if VS Code has not done so after some time.
		await this.webview()
			.locator('body:not([data-crashed]) #app > *')
			.first()
			.waitFor({ timeout: 3 * patience });
	}

	async openPalette(): Promise<QuickInput> {
		await this.page.keyboard.press('F1');
		return this.quickInput.opened();
	}

	/**
	 * Copies a text. Opens the Command Palette first, because copying requires the focus in the document and not in a
	 * webview.
	 */
	async copyText(text: string): Promise<void> {
		await this.openPalette();
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.quickInput.escape();
	}

	async runCommand(title: string): Promise<void> {
		await this.chooseInPalette(`The command "${title}"`, `>${title}`, title);
	}

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

	async openContainer(title: string): Promise<void> {
		const item = this.page
			.locator('.activitybar .action-item')
			.filter({ has: this.page.locator(`[aria-label^="${title}"]`) });
		const open = item.and(this.page.locator('.checked'));
		await item.waitFor();
		// Clicking an open container would close it, and a reload may open the container at the same moment.
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
	 * Runs a command in a menu. Repeats this, because the command receives no row if VS Code redraws the row meanwhile.
	 */
	async chooseInMenu(
		tree: TreeView,
		row: string,
		choice: string | readonly string[],
		offered: RegExp,
	): Promise<QuickRow> {
		const { quickInput } = this;
		return eventually(`${choice} of ${row}`, async (timeout) => {
			await (await tree.contextMenu(row)).choose(...[choice].flat());
			if (!(await succeeds(quickInput.widget.waitFor({ timeout })))) {
				return undefined;
			}
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
		const button = this.page.locator('.activitybar [aria-label="Accounts"]').first();
		return new Menu(this.page).openedBy(() => button.click());
	}

	async trustFolder(): Promise<void> {
		await this.runCommand('Workspaces: Manage Workspace Trust');
		await this.page.locator('.workspace-trust-editor .monaco-button').getByText('Trust', { exact: true }).click();
		await this.page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).waitFor({ state: 'hidden' });
		await this.closeEditor();
	}

	async closeEditor(): Promise<void> {
		await this.runCommand('View: Close Editor');
		await this.page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
	}

	async openFile(name: string): Promise<void> {
		// Without a prefix, the Command Palette searches for files by name.
		await this.chooseInPalette(`The file ${name}`, name, name);
		await eventually(`${name} in front`, async () => (await this.editor.file()).endsWith(`/${name}`) || undefined);
	}

	async tabs(): Promise<string[]> {
		return this.page.locator('.editor-group-container.active .tab .label-name').allTextContents();
	}

	async groups(): Promise<number> {
		return this.page.locator('.editor-group-container').count();
	}

	async waitForTab(title: string | RegExp): Promise<void> {
		await this.page.locator('.tab.active .label-name').filter({ hasText: title }).first().waitFor();
	}

	webview(): FrameLocator {
		return this.page
			.locator('iframe.webview.ready:visible')
			.contentFrame()
			.locator('iframe#active-frame')
			.contentFrame();
	}

	/** Changes settings for all windows of the server, including windows of later tests. */
	async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
		await changeSettings(this.server, changes);
	}

	async setTheme(theme: Theme): Promise<void> {
		const { className, ...settings } = themes[theme];
		const setting = settings[this.version === versions.floor.vscode ? 'floor' : 'newest'];
		await eventually(`The theme "${theme}"`, async (timeout) => {
			// The change is repeated, because VS Code can miss the second of two consecutive changes to the file.
			await this.changeSettings({ 'workbench.colorTheme': setting, 'window.autoDetectColorScheme': false });
			const shown = this.page.locator(`.monaco-workbench.${className}`).first();
			return succeeds(shown.waitFor({ timeout }));
		});
	}

	async screenshot(name: string, part?: Locator): Promise<string> {
		await mkdir(this.environment.screenshots, { recursive: true });
		const path = join(this.environment.screenshots, `${name}.png`);
		await (part ?? this.page).screenshot({ path, animations: 'disabled' });
		return path;
	}

	/** Takes a screenshot in each theme. `shown` waits for content that is updated late. */
	async pictures(name: string, shown: (theme: Theme) => Promise<unknown> = async () => undefined): Promise<void> {
		if (!isWhole) return void (await shown('light'));
		for (const theme of Object.keys(themes) as Theme[]) {
			await this.setTheme(theme);
			await shown(theme);
			await this.screenshot(`${name}-${theme.replaceAll(' ', '-')}`);
		}
		await this.setTheme('light');
	}

	private async chooseInPalette(what: string, text: string, label: string): Promise<void> {
		const { widget } = this.quickInput;
		const row = widget.locator('.label-name').getByText(label, { exact: true }).first();
		const choose = async (timeout: number) => {
			const attempt = { timeout };
			await this.page.keyboard.press('F1');
			await widget.waitFor(attempt);
			await this.quickInput.type(text, attempt);
			await row.waitFor(attempt);
			// On a slow machine, the click may take longer than an attempt, and must not be repeated.
			await row.click({ timeout: patience / 2 });
		};
		// VS Code may not have registered the command yet, or an editor may have received the focus late.
		await eventually(what, (tryMs) => succeeds(choose(tryMs)));
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

export function reportFailures(workbench: () => Workbench | undefined): void {
	afterEach(async function () {
		// If the test will be retried, it has no state.
		if (this.currentTest?.state === 'passed') return;
		const name = `failed-${this.currentTest?.fullTitle()}`.replace(/[^\w.]+/g, '-').slice(0, 120);
		// A failed report must not hide the failure of the test.
		await workbench()
			?.screenshot(name)
			.catch(() => undefined);
		for (const line of await extensionLog().catch(() => [])) console.log(`      ${line}`);
	});
}
