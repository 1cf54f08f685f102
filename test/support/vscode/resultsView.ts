import type { FrameLocator, Locator } from 'playwright-core';
import { eventually, plainText } from './waiting';

export class ResultsView {
	readonly grid: Locator;
	readonly groupList: Locator;
	readonly record: Locator;
	readonly chart: Locator;

	constructor(readonly frame: FrameLocator) {
		this.grid = frame.getByRole('grid');
		this.groupList = frame.getByRole('listbox');
		this.record = frame.getByRole('region', { name: 'Record', exact: true }).first();
		this.chart = frame.getByRole('region', { name: 'Records over time' }).first();
	}

	async ready(): Promise<this> {
		await this.loaded();
		const triage = this.frame.getByRole('button', { name: 'Triage Layout', pressed: true });
		if (await triage.isVisible()) {
			await triage.click();
			await this.frame.getByRole('gridcell').first().waitFor();
			await this.grid.locator('[tabindex="0"]').first().focus();
		}
		await this.frame.getByRole('gridcell').first().waitFor();
		return this;
	}

	async triageReady(): Promise<this> {
		await this.loaded();
		await this.frame.getByRole('button', { name: 'Triage Layout', pressed: true }).waitFor();
		await this.groups();
		return this;
	}

	private async loaded(): Promise<void> {
		await this.frame.locator('.header-title').waitFor();
		await this.frame.getByRole('progressbar', { name: 'Loading file' }).waitFor({ state: 'hidden' });
	}

	async title(): Promise<string> {
		return plainText(await this.frame.getByRole('heading', { level: 1 }).textContent());
	}

	async facts(): Promise<string> {
		return plainText(await this.frame.locator('.header-facts').textContent());
	}

	/** Returns the number of records in the view. For the header `12 of 345 records`, it is 12. */
	async count(): Promise<number> {
		const [text = ''] = /[\d,]+/.exec(await this.facts()) ?? [];
		return Number(text.replaceAll(',', ''));
	}

	async waitForAllRecords(): Promise<number> {
		const bar = this.frame.getByRole('progressbar', { name: 'Loading file' });
		let before = '';
		// The number increases while the files of further days are being read.
		await eventually('all records', async () => {
			await new Promise((resolve) => setTimeout(resolve, 1000));
			const facts = await this.facts();
			const isPartial = / of [\d,]+ records?|Not shown:/.test(facts) || (await bar.isVisible());
			const isStable = facts === before;
			before = facts;
			return (isStable && !isPartial) || undefined;
		});
		return this.count();
	}

	async waitForCount(is: (count: number) => boolean): Promise<number> {
		let facts = '';
		let count = Number.NaN;
		return eventually(
			() => `A count of records, last ${count} (${facts})`,
			async () => {
				facts = await this.facts();
				count = await this.count();
				return !facts.includes('…') && is(count) ? count : undefined;
			},
		);
	}

	async columns(): Promise<string[]> {
		return (await this.frame.getByRole('columnheader').allTextContents()).map((text) => plainText(text).trim());
	}

	/** Returns a cell. `row` is the zero-based index among the rendered rows. */
	cell(row: number, text?: string | RegExp): Locator {
		const found = this.frame.locator('.grid-body').getByRole('row').nth(row);
		return text === undefined ? found.getByRole('gridcell').first() : found.getByText(text).first();
	}

	async rows(): Promise<string[][]> {
		return this.frame
			.locator('.grid-body [role=row]')
			.evaluateAll((rows) =>
				rows.map((row) =>
					[...row.querySelectorAll('[role=gridcell], [role=rowheader]')].map((cell) => cell.textContent ?? ''),
				),
			);
	}

	async groups(): Promise<{ value: string; records: string }[]> {
		await this.groupList.getByRole('option').first().locator('.group-records').waitFor();
		return this.groupList.getByRole('option').evaluateAll((options) =>
			options.map((option) => ({
				value: option.querySelector('.group-value')?.textContent ?? '',
				records: option.querySelector('.group-records')?.textContent ?? '',
			})),
		);
	}

	async waitForGroups(atLeast: number): Promise<void> {
		let count = 0;
		await eventually(
			() => `At least ${atLeast} groups, last ${count}`,
			async () => {
				count = (await this.groups()).length;
				return count >= atLeast || undefined;
			},
		);
	}

	/** Waits for the first group. The groups change when mapping files have been found. */
	async waitForFirstGroup(records: number): Promise<void> {
		await eventually(`A group of ${records} records`, async () => {
			const [first] = await this.groups();
			return Number(first?.records.replaceAll(',', '')) === records || undefined;
		});
	}

	/** Returns the number of groups that are completely visible. */
	async groupsInSight(): Promise<number> {
		return this.groupList.first().evaluate((list) => {
			const { top, bottom } = list.getBoundingClientRect();
			return [...list.querySelectorAll('.group:not(.loading)')].filter((group) => {
				const box = group.getBoundingClientRect();
				return box.top >= top - 0.5 && box.bottom <= bottom + 0.5;
			}).length;
		});
	}

	group(index: number): Locator {
		return this.groupList.getByRole('option').nth(index);
	}

	async chips(): Promise<string[]> {
		return (await this.frame.locator('.chips .chip').allTextContents()).map((text) => plainText(text).trim());
	}

	async search(words: string): Promise<void> {
		await this.frame.getByPlaceholder(/^Search all fields/).fill(words);
	}

	frameLink(words: string): Locator {
		return this.record.getByRole('link', { name: words }).first();
	}

	/** Waits until the record pane displays the record at this one-based position in the view. */
	async recordShown(place: number): Promise<void> {
		await this.record.locator('.pane-count', { hasText: new RegExp(`^(Record )?${place} of `) }).waitFor();
		await this.record.locator('.record-body:not([aria-busy])').waitFor();
	}

	async copyOfRecord(what: string): Promise<void> {
		await this.record.getByRole('button', { name: 'Copy…' }).click();
		await this.frame.getByRole('menuitem', { name: what, exact: true }).click();
	}

	button(name: string | RegExp): Locator {
		return this.frame.getByRole('button', { name });
	}
}
