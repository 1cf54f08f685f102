import type { Locator, Page } from 'playwright-core';
import { eventually, patience } from './waiting';

export interface QuickRow {
	readonly label: string;
	readonly description: string;
	readonly detail: string;
	/** Label of the separator above the row. Only the first row of a group has a separator. */
	readonly separator: string;
	readonly checked: boolean | undefined;
	readonly focused: boolean;
}

export class QuickInput {
	readonly widget: Locator;
	private readonly box: Locator;
	private readonly list: Locator;

	constructor(private readonly page: Page) {
		this.widget = page.locator('.quick-input-widget:visible');
		this.box = this.widget.locator('input.input').first();
		this.list = this.widget.locator('.quick-input-list');
	}

	async opened(title?: string): Promise<this> {
		await this.widget.waitFor({ timeout: patience });
		if (title !== undefined) await this.expectTitle(title);
		return this;
	}

	async closed(): Promise<void> {
		await this.widget.waitFor({ state: 'hidden', timeout: patience });
	}

	async title(): Promise<string> {
		return (await this.widget.locator('.quick-input-title').textContent()) ?? '';
	}

	async placeholder(): Promise<string> {
		return (await this.box.getAttribute('placeholder')) ?? '';
	}

	/** Waits until a quick input has replaced the previous one. Both can have the same title. */
	async waitForPlaceholder(pattern: RegExp): Promise<void> {
		await eventually(`A quick input with the placeholder ${pattern}`, async () =>
			pattern.test(await this.placeholder()) ? true : undefined,
		);
	}

	async value(): Promise<string> {
		return this.box.inputValue();
	}

	async isPalette(): Promise<boolean> {
		// Unlike `value`, this does not wait until a quick input is open.
		const values = await this.widget
			.locator('input.input')
			.evaluateAll((boxes) => boxes.map((box) => ('value' in box ? String(box.value) : '')));
		return values[0]?.startsWith('>') === true;
	}

	async rows(): Promise<QuickRow[]> {
		return this.list.locator('.monaco-list-row').evaluateAll((rows) => {
			const text = (row: (typeof rows)[number], selector: string) => row.querySelector(selector)?.textContent ?? '';
			return rows
				.sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
				.map((row) => ({
					label: text(row, '.label-name'),
					description: text(row, '.label-description'),
					// VS Code reuses the elements of rows, and only hides the unused parts of a row.
					detail: text(row, '.quick-input-list-label-meta .monaco-icon-label:not([style*="none"])'),
					separator: text(row, '.quick-input-list-separator:not([style*="none"])'),
					checked: row.querySelector('.monaco-checkbox')
						? row.querySelector('.monaco-checkbox')?.getAttribute('aria-checked') === 'true'
						: undefined,
					focused: row.classList.contains('focused'),
				}));
		});
	}

	async labels(): Promise<string[]> {
		return (await this.rows()).map((row) => row.label);
	}

	async type(text: string, { timeout = patience }: { readonly timeout?: number } = {}): Promise<void> {
		await this.box.fill(text, { timeout });
	}

	async pick(label: string): Promise<void> {
		await (await this.row(label)).locator('.label-name').first().click();
	}

	async toggle(label: string): Promise<void> {
		await (await this.row(label)).locator('.monaco-checkbox').click();
	}

	async pickButton(label: string, button: string): Promise<void> {
		const row = await this.row(label);
		await row.hover();
		await row.locator(`.quick-input-list-entry-action-bar [aria-label^="${button}"]`).click();
	}

	async button(label: string): Promise<void> {
		await this.widget.locator(`.quick-input-titlebar [aria-label^="${label}"]`).click();
	}

	async accept(): Promise<void> {
		await this.box.press('Enter');
	}

	async back(): Promise<void> {
		await this.widget.locator('.codicon-quick-input-back').click();
	}

	async escape(): Promise<void> {
		await this.page.keyboard.press('Escape');
	}

	/** Returns the text below the input box: a validation message, or else the prompt. */
	async message(): Promise<string> {
		const message = this.widget.locator('.quick-input-message');
		return (await message.isVisible()) ? ((await message.textContent()) ?? '') : '';
	}

	async validation(): Promise<string> {
		const complaint = this.widget.locator('.quick-input-message[style*="inputValidation"]:visible');
		await complaint.waitFor({ timeout: patience });
		return (await complaint.textContent()) ?? '';
	}

	private async expectTitle(title: string): Promise<void> {
		let seen = '';
		await eventually(`A quick input titled "${title}"`, async () => {
			seen = await this.title();
			return seen.includes(title) || undefined;
		}).catch((error: Error) => {
			throw new Error(`${error.message}; its title is "${seen}"`);
		});
	}

	private async row(label: string): Promise<Locator> {
		return eventually(`The row "${label}" of a quick pick`, async () => {
			const index = (await this.labels()).indexOf(label);
			if (index === -1) {
				if (await this.list.isVisible()) {
					await this.list.hover();
					await this.page.mouse.wheel(0, 150);
				}
				return undefined;
			}
			const rows = this.list.locator('.monaco-list-row').filter({
				has: this.page.locator('.label-name').getByText(label, { exact: true }),
			});
			return rows.first();
		});
	}
}
