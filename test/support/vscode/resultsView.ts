import type { FrameLocator, Locator } from 'playwright-core';
import { eventually, plainText } from './waiting';

/** The results view in sight, read and worked as a person would. */
export class ResultsView {
	readonly grid: Locator;
	readonly groupList: Locator;
	readonly record: Locator;
	readonly chart: Locator;

	constructor(readonly frame: FrameLocator) {
		this.grid = frame.getByRole('grid');
		this.groupList = frame.getByRole('listbox');
		this.record = frame.getByRole('region', { name: 'Record', exact: true }).first();
		this.chart = frame.getByRole('region', { name: /Over time|Records over time/ }).first();
	}

	/** Waits until there are records, and all of them are read. */
	async ready(): Promise<this> {
		await this.frame.getByRole('gridcell').first().waitFor();
		await this.frame.getByRole('heading', { level: 1 }).waitFor();
		return this;
	}

	async title(): Promise<string> {
		return plainText(await this.frame.getByRole('heading', { level: 1 }).textContent());
	}

	/** Everything the first line says beside the title. */
	async facts(): Promise<string> {
		return plainText(await this.frame.locator('.header-facts').textContent());
	}

	/** Records of the view, as the first line counts them: `12 of 345 records` is 12. */
	async count(): Promise<number> {
		const [text = ''] = /[\d,]+/.exec(await this.facts()) ?? [];
		return Number(text.replaceAll(',', ''));
	}

	async waitForCount(is: (count: number) => boolean): Promise<number> {
		return eventually('A count of records', async () => {
			const facts = await this.facts();
			const count = await this.count();
			return !facts.includes('…') && is(count) ? count : undefined;
		});
	}

	/** Names of the columns in the order on screen. */
	async columns(): Promise<string[]> {
		return (await this.frame.getByRole('columnheader').allTextContents()).map((text) => plainText(text).trim());
	}

	/** A cell of the records that are drawn, by its row from the top. */
	cell(row: number, text?: string | RegExp): Locator {
		const found = this.frame.locator('.grid-body').getByRole('row').nth(row);
		return text === undefined ? found.getByRole('gridcell').first() : found.getByText(text).first();
	}

	/** The records that are drawn, cell by cell. */
	async rows(): Promise<string[][]> {
		return this.frame
			.locator('.grid-body [role=row]')
			.evaluateAll((rows) =>
				rows.map((row) =>
					[...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map((cell) => cell.textContent ?? ''),
				),
			);
	}

	/** The groups that are drawn: what they have in common, and how many records. */
	async groups(): Promise<{ value: string; records: string }[]> {
		await this.groupList.getByRole('option').first().locator('.group-records').waitFor();
		return this.groupList.getByRole('option').evaluateAll((options) =>
			options.map((option) => ({
				value: option.querySelector('.group-value')?.textContent ?? '',
				records: option.querySelector('.group-records')?.textContent ?? '',
			})),
		);
	}

	group(index: number): Locator {
		return this.groupList.getByRole('option').nth(index);
	}

	/** Words of the filters, in their order. */
	async chips(): Promise<string[]> {
		return (await this.frame.locator('.chips .chip').allTextContents()).map((text) => plainText(text).trim());
	}

	/** Searches all records; goes to the first one that has these words. */
	async search(words: string): Promise<void> {
		await this.frame.getByPlaceholder(/^Search all fields/).fill(words);
	}

	/** A frame of the record that is shown, as its link says it. */
	frameLink(words: string): Locator {
		return this.record.getByRole('link', { name: words }).first();
	}

	/** Waits until the record at this place of the view (from 1) is the one that is shown, and not one before it. */
	async recordShown(place: number): Promise<void> {
		await this.record.locator('.pane-count', { hasText: new RegExp(`^${place} of `) }).waitFor();
		await this.record.locator('.record-body:not([aria-busy])').waitFor();
	}

	/** Chooses what is copied of the record that is shown. */
	async copyOfRecord(what: string): Promise<void> {
		await this.record.getByRole('button', { name: 'Copy…' }).click();
		await this.frame.getByRole('menuitem', { name: what, exact: true }).click();
	}

	button(name: string | RegExp): Locator {
		return this.frame.getByRole('button', { name });
	}
}
