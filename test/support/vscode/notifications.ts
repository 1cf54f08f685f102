import type { Locator, Page } from 'playwright-core';
import { eventually, patience } from './waiting';

export class Notifications {
	constructor(private readonly page: Page) {}

	async texts(): Promise<string[]> {
		return this.toasts().locator('.notification-list-item-message').allTextContents();
	}

	async waitFor(text: string): Promise<string> {
		let seen: string[] = [];
		return eventually(`A notification with "${text}"`, async () => {
			seen = await this.texts();
			return seen.find((message) => message.includes(text));
		}).catch((error: Error) => {
			throw new Error(`${error.message}; there are ${JSON.stringify(seen)}`);
		});
	}

	async waitForNo(text: string): Promise<void> {
		await this.toast(text).waitFor({ state: 'hidden', timeout: patience });
	}

	async buttons(text: string): Promise<string[]> {
		return this.toast(text).locator('.monaco-button:visible').allTextContents();
	}

	async click(text: string, button: string): Promise<void> {
		const found = this.toast(text).locator('.monaco-button').getByText(button, { exact: true });
		await found.click({ timeout: patience });
	}

	async clear(text: string): Promise<void> {
		const toast = this.toast(text);
		await toast.hover();
		await toast.locator('.codicon-notifications-clear').click();
	}

	async dialog(): Promise<string> {
		const dialog = this.page.locator('.monaco-dialog-box');
		await dialog.waitFor({ timeout: patience });
		const parts = await dialog.locator('.dialog-message, .dialog-message-detail').allTextContents();
		return parts.filter(Boolean).join('\n');
	}

	async clickDialog(button: string): Promise<void> {
		const found = this.page.locator('.monaco-dialog-box .monaco-button').getByText(button, { exact: true });
		await found.click({ timeout: patience });
	}

	private toasts(): Locator {
		return this.page.locator('.notifications-toasts .notification-list-item');
	}

	private toast(text: string): Locator {
		return this.toasts().filter({ hasText: text }).first();
	}
}
