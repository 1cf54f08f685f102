import assert from 'node:assert/strict';
import { keepSampleRecords } from '../support/vscode/keepRecords';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually, plainText } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

/** Where hidden pages begin anew, what is lost on the way is lost now and then. */
const times = 10;

describe('A comparison', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	const page = () => workbench.webview();
	const groups = () => page().locator('.compared');
	/** Once both sides are counted. */
	const folds = () =>
		eventually('the folds', async () => {
			const texts = (await page().locator('.fold').allTextContents()).map((text) => plainText(text).trim());
			return texts.length === 6 ? texts : undefined;
		});

	it('of the last days of kept records with those before shows what changed', async () => {
		const { label } = await keepSampleRecords(workbench);
		const weeks = 'The last 7 days with the 7 before';
		await workbench.chooseInMenu(workbench.tree('Applications'), label, 'Compare With…', new RegExp(`^${weeks}$`));
		await workbench.quickInput.pick(weeks);
		await workbench.waitForTab('What changed: Shop for Android');
		const shown = await folds();
		assert.match(shown[0] ?? '', /^New \d+/);
		await groups().first().click();
		await page().getByRole('button', { name: 'Records after' }).waitFor();
		await workbench.pictures('comparison', () => groups().first().waitFor());
	});

	it('leads to the records of a group and back, as often as one likes', async () => {
		const before = await folds();
		for (let time = 0; time < times; time++) {
			const row = groups().first();
			const name = plainText(await row.locator('.compared-title').textContent());
			await row.click();
			const title = page().locator('.detail-title');
			await eventually(name, async () => plainText(await title.textContent()) === name || undefined);
			// Without a column of devices, records are what is compared.
			const words = plainText(await page().locator('.compared[aria-selected=true] .compared-pair').textContent());
			const [, after = ''] = /→ ([\d,]+) records/.exec(words) ?? [];
			await page().getByRole('button', { name: 'Records after' }).click();
			await workbench.waitForTab(/^shop-for-android\.kept/);
			const results = await new ResultsView(workbench.webview()).ready();
			await results.waitForCount((count) => count === Number(after.replaceAll(',', '')));
			assert.equal((await results.chips()).length, 2);
			await workbench.page.locator('.tab .label-name').getByText('What changed: Shop for Android').click();
			assert.deepEqual(await folds(), before);
			await eventually(`${name} again`, async () => plainText(await title.textContent()) === name || undefined);
		}
	});

	it('is there again after the window is loaded anew', async () => {
		const before = await folds();
		await workbench.reload();
		await workbench.waitForTab('What changed: Shop for Android');
		assert.deepEqual(await folds(), before);
		await page().locator('.detail-title').waitFor();
	});
});
