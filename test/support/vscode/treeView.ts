import type { Locator, Page } from 'playwright-core';
import { Menu } from './menu';
import { eventually, patience, succeeds } from './waiting';

export interface TreeRow {
	readonly label: string;
	readonly description: string;
	/** Nesting level. Root rows have level 1. */
	readonly level: number;
	readonly expanded: boolean | undefined;
	readonly accessibleName: string;
}

export class TreeView {
	readonly pane: Locator;

	constructor(
		private readonly page: Page,
		private readonly name: string,
	) {
		this.pane = page.locator('.pane').filter({ has: page.locator(`.pane-header[aria-label^="${name} "]`) });
	}

	async rows(): Promise<TreeRow[]> {
		return this.pane.locator('.monaco-list-row').evaluateAll((rows) =>
			rows
				.sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
				.map((row) => ({
					label: row.querySelector('.label-name')?.textContent ?? '',
					description: row.querySelector('.label-description')?.textContent ?? '',
					level: Number(row.getAttribute('aria-level')),
					expanded: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : undefined,
					accessibleName: row.getAttribute('aria-label') ?? '',
				})),
		);
	}

	async labels(): Promise<string[]> {
		return (await this.rows()).map((row) => row.label);
	}

	async waitForRow(label: string | RegExp): Promise<TreeRow> {
		let seen: string[] = [];
		return eventually(`The row "${label}" in ${this.name}`, async () => {
			const rows = await this.rows();
			seen = rows.map((row) => row.label);
			return rows.find((row) => (typeof label === 'string' ? row.label === label : label.test(row.label)));
		}).catch((error: Error) => {
			throw new Error(`${error.message}; there are ${JSON.stringify(seen)}`);
		});
	}

	async click(label: string): Promise<void> {
		await (await this.row(label)).locator('.label-name').click();
	}

	async expand(label: string): Promise<void> {
		const row = await this.row(label);
		if ((await row.getAttribute('aria-expanded')) === 'true') return;
		await row.locator('.monaco-tl-twistie').click();
		await eventually(`"${label}" open`, async () => (await row.getAttribute('aria-expanded')) === 'true' || undefined);
	}

	async inlineActions(label: string): Promise<string[]> {
		return this.underMouse(`Actions of "${label}"`, label, async (row) => {
			const actions = row.locator('.actions .action-label:visible');
			const titles = await actions.evaluateAll((all) => all.map((action) => action.getAttribute('aria-label') ?? ''));
			return titles.length > 0 ? titles : undefined;
		});
	}

	async clickInline(label: string, action: string): Promise<void> {
		await this.underMouse(`"${action}" of "${label}"`, label, (row, timeout) =>
			succeeds(row.locator(`.actions [aria-label="${action}"]`).click({ timeout })),
		);
	}

	async contextMenu(label: string): Promise<Menu> {
		return new Menu(this.page).openedBy(async () => (await this.row(label)).click({ button: 'right' }));
	}

	async clickTitleAction(title: string): Promise<void> {
		await this.pane.hover();
		const ownHeading = this.pane.locator(`.pane-header:not(.hidden) [aria-label^="${title}"]`);
		// If a view container has only one view, the actions of the view are in the container's header.
		const merged = this.page.locator(`.sidebar .composite.title [aria-label^="${title}"]`);
		await ownHeading.or(merged).first().click({ timeout: patience });
	}

	async welcome(): Promise<{ text: string; buttons: string[] }> {
		const view = this.pane.locator('.welcome-view-content');
		await view.waitFor({ timeout: patience });
		return {
			text: (await view.locator('p').allTextContents()).join('\n'),
			buttons: await view.locator('.monaco-button').allTextContents(),
		};
	}

	hasWelcome(): Promise<boolean> {
		return this.pane.locator('.welcome-view-content').isVisible();
	}

	async clickWelcome(button: string): Promise<void> {
		const found = this.pane.locator('.welcome-view-content').locator('.monaco-button, a');
		await found.getByText(button, { exact: true }).first().click({ timeout: patience });
	}

	async message(): Promise<string> {
		const message = this.pane.locator('.tree-explorer-viewlet-tree-view > .message:not(.hide)');
		return (await message.allTextContents()).join('\n');
	}

	/** Moves the pointer to the row first, because a redrawn row shows no actions until the pointer moves again. */
	private underMouse<T>(
		what: string,
		label: string,
		attempt: (row: Locator, tryMs: number) => Promise<T | undefined>,
	): Promise<T> {
		return eventually(what, async (tryMs) => {
			const row = await this.row(label);
			await row.hover();
			return attempt(row, tryMs);
		});
	}

	private async row(label: string): Promise<Locator> {
		await this.waitForRow(label);
		const exact = this.page.locator('.label-name').getByText(label, { exact: true });
		return this.pane.locator('.monaco-list-row').filter({ has: exact }).first();
	}
}
