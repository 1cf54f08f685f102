import type { Locator, Page } from 'playwright-core';
import { eventually, patience, plainText, succeeds } from './waiting';

export class Menu {
	private readonly items: Locator;

	constructor(private readonly page: Page) {
		this.items = page.locator('.monaco-menu:visible a.action-menu-item:not(.separator)');
	}

	/** @param open Opens the menu. Repeated if the menu does not appear, because VS Code closes it when the focus moves. */
	async openedBy(open: () => Promise<void>): Promise<this> {
		await eventually('The menu', async (timeout) => {
			await open();
			return succeeds(this.items.first().waitFor({ timeout }));
		});
		return this;
	}

	async labels(): Promise<string[]> {
		const labels = await this.items.locator('.action-label').allTextContents();
		return labels.map(plainText);
	}

	/** For an item in a submenu, pass the labels of all parents first. */
	async choose(...path: string[]): Promise<void> {
		for (const label of path.slice(0, -1)) await this.item(label).hover();
		const last = this.item(path.at(-1) ?? '');
		// A menu ignores clicks for the first 100 ms, so that releasing the mouse button that opened it chooses no item.
		await eventually(`Choosing "${path.join(' > ')}"`, async (timeout) => {
			await last.click();
			return succeeds(last.waitFor({ state: 'hidden', timeout }));
		});
	}

	private item(label: string): Locator {
		return this.items.filter({ has: this.page.locator('.action-label').getByText(label, { exact: true }) }).last();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.items.first().waitFor({ state: 'hidden', timeout: patience });
	}
}
