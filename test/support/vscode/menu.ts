import type { Locator, Page } from 'playwright-core';
import { patience, plainText } from './waiting';

/** The context menu or drop-down that is open, with the submenus opened from it. */
export class Menu {
	private readonly items: Locator;

	constructor(private readonly page: Page) {
		this.items = page.locator('.monaco-menu:visible a.action-menu-item:not(.separator)');
	}

	async opened(): Promise<this> {
		await this.items.first().waitFor({ timeout: patience });
		return this;
	}

	async labels(): Promise<string[]> {
		const labels = await this.items.locator('.action-label').allTextContents();
		return labels.map(plainText);
	}

	/** Chooses an entry; for one inside a submenu, name the way there. */
	async choose(...path: string[]): Promise<void> {
		for (const [depth, label] of path.entries()) {
			const item = this.items
				.filter({ has: this.page.locator('.action-label').getByText(label, { exact: true }) })
				.last();
			await item.waitFor({ timeout: patience });
			if (depth < path.length - 1) await item.hover();
			await item.click();
		}
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.items.first().waitFor({ state: 'hidden', timeout: patience });
	}
}
