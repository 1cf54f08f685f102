import type { Locator, Page } from 'playwright-core';
import { eventually, patience, plainText } from './waiting';

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
		for (const label of path.slice(0, -1)) await this.item(label).hover();
		const last = this.item(path.at(-1) ?? '');
		// A menu ignores clicks in its first tenth of a second, so that a held mouse button does not choose.
		await eventually(`Choosing "${path.join(' > ')}"`, async (timeout) => {
			await last.click();
			return last.waitFor({ state: 'hidden', timeout }).then(
				() => true,
				() => undefined,
			);
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
