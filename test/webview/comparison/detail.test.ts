import assert from 'node:assert/strict';
import type { ComparisonAsked } from '../../../src/shared/protocols/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

describe('detail pane of a compared group', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const detail = () => staged.page.getByRole('region', { name: 'Group details', exact: true });
	const title = () => detail().getByRole('heading', { level: 2 });
	const choose = async (index: number) => {
		await staged.page.locator('.compared').nth(index).click();
		await detail().locator('.apart-lines li').first().waitFor();
		await staged.settled();
	};

	beforeEach(async () => {
		staged = await browser.open({ renamed: true });
		await staged.drawn();
	});

	it('shows both sides of a compared group next to each other', async () => {
		await choose(3);
		const cells = await detail()
			.locator('tr')
			.evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
		assert.deepEqual(cells, [
			['', 'Before', 'After'],
			['Devices', '113', '450'],
			['Share of devices with errors', '1.2%', '12%'],
			['Records', '339', '1,350'],
			['First seen', 'Nov 2, 01:00', 'Nov 16, 01:00'],
			['Last seen', 'Nov 15, 23:59', 'Nov 22, 23:59'],
			['Versions', '2.3.0', '2.3.0'],
		]);
		await detail().getByText('113 → 450 devices in 14 days and 7 days').waitFor();
	});

	it('shows both trends of a group in one chart with a text description', async () => {
		await choose(3);
		const picture = detail().getByRole('img');
		assert.equal(await picture.locator('.trend-line').count(), 2);
		assert.match(
			(await picture.getAttribute('aria-label')) ?? '',
			/^Frequency over time, aligned at the start of each side\. Before: [\d,]+ records, peak of [\d,]+ records? within [\d.]+ (?:hours|days) on day \d+\. After: /,
		);
		await detail().getByText('14 days').last().waitFor();
		await choose(0);
		await detail().getByText('Before: no records').waitFor();
	});

	it('opens the records of a group, with the button disabled for a side without such records', async () => {
		await choose(0);
		assert.equal(await detail().getByRole('button', { name: 'Records (before)' }).isDisabled(), true);
		await detail().getByRole('button', { name: 'Records (after)' }).click();
		const [params] = (await staged.calls('openRecords')) as { side: string; asked: ComparisonAsked; value: object }[];
		assert.deepEqual([params?.side, params?.asked.key], ['after', { kind: 'frames' }]);
		assert.ok(params?.value);
	});

	it("shows a group's stack trace and opens its first frame in the user's code with the keyboard", async () => {
		await choose(3);
		const link = detail().locator('.pane-head').getByRole('button', { name: 'CartTotals.kt:17' });
		await link.focus();
		await staged.page.keyboard.press('Enter');
		const trace = detail().locator('.group-trace');
		assert.deepEqual(await trace.locator('h3, .trace-line').allInnerTexts(), [
			'Stack trace (after)',
			'java.lang.IllegalStateException: cart total is negative',
			'\tat com.example.shop.CartTotals.sum(CartTotals.kt:17)',
			'\tat com.example.shop.App.run(App.kt:9)',
			'\tat android.os.Looper.loop(Looper.java:299)',
		]);
		await trace.getByRole('button', { name: 'CartTotals.kt:17' }).focus();
		await staged.page.keyboard.press('ArrowDown');
		await staged.page.keyboard.press('Enter');
		await staged.settled();
		const opened = (await staged.calls('openFrame')) as { side: string; number: number; line: number }[];
		assert.deepEqual(
			opened.map(({ side, number, line }) => [side, number, line]),
			[
				['after', 0, 1],
				['after', 0, 2],
			],
		);
	});

	it("compares a group's stack traces only if both sides have one", async () => {
		const button = detail().getByRole('button', { name: 'Compare Stack Traces' });
		await choose(0);
		assert.equal(await button.isDisabled(), true);
		await choose(4);
		await button.click();
		await staged.settled();
		assert.deepEqual(await staged.calls('compareTraces'), [{ before: 3, after: 3, title: 'SocketTimeoutException' }]);
	});

	it("retries a failed request for a group's common traits", async () => {
		staged = await browser.open({ refused: { commonTraits: 'The engine stopped.' } });
		await staged.drawn();
		await staged.page.locator('.compared').first().click();
		await detail().getByText('The engine stopped.').waitFor();
		await detail().getByRole('button', { name: 'Retry' }).click();
		await detail()
			.getByRole('button', { name: /^os_version 14/ })
			.waitFor();
	});

	it('closes the detail pane if filters remove its group, and restores the focus', async () => {
		await choose(2);
		await title().focus();
		await staged.page.evaluate(() => window.fakeComparison.say('command', { id: 'clearFilters' }));
		const search = staged.page.getByRole('textbox', { name: /^Search both sides/ });
		await search.fill('CartTotals');
		await title().focus();
		await search.dispatchEvent('keydown', { key: 'Enter' });
		await detail().waitFor({ state: 'hidden' });
		await staged.settled();
		assert.equal(await staged.page.evaluate(() => document.activeElement?.tagName !== 'BODY'), true);
	});

	it('filters both sides by a common trait until the filter chip is removed', async () => {
		await choose(0);
		assert.equal(
			await detail()
				.getByRole('button', { name: /^Between 03:00/ })
				.count(),
			0,
			'no filter can express an hour',
		);
		await detail()
			.getByRole('button', { name: /^os_version 14/ })
			.focus();
		await staged.page.keyboard.press('Enter');
		await staged.settled();
		const chip = staged.page.getByRole('button', { name: 'Remove filter: os_version = 14' });
		await chip.waitFor();
		assert.equal(await title().innerText(), 'IllegalStateException', 'the group stays');
		await chip.click();
		await staged.settled();
		const asked = (await staged.calls('compare')) as ComparisonAsked[];
		assert.deepEqual(
			asked.map(({ filters }) => filters.length),
			[0, 1, 0],
		);
		assert.deepEqual(
			((await staged.calls('commonTraits')) as { side: string }[]).map(({ side }) => side),
			['after', 'after', 'after'],
		);
	});

	it('links the two groups of a possible rename to each other', async () => {
		await choose(0);
		const link = () =>
			detail().getByRole('paragraph').filter({ hasText: 'Possibly renamed from or to:' }).getByRole('button');
		await staged.fold('Gone').click();
		await link().click();
		await staged.settled();
		await detail().getByText('Gone').first().waitFor();
		assert.equal(await staged.fold('Gone').getAttribute('aria-expanded'), 'true');
		assert.equal(
			await staged.page.locator('.compared[aria-selected=true] .compared-pair').innerText(),
			'450 → 0 devices',
		);
		await link().click();
		await staged.page.locator('.compared[aria-selected=true]', { hasText: '0 → 450 devices' }).waitFor();
	});

	it('opens and closes the detail pane with the keyboard', async () => {
		const { page } = staged;
		await page.getByRole('tree').focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await staged.settled();
		assert.equal(await title().evaluate((heading) => heading === document.activeElement), true);
		await page.keyboard.press('Escape');
		assert.equal(await page.getByRole('tree').evaluate((list) => list === document.activeElement), true);
		assert.equal(await detail().isVisible(), true);
		await page.keyboard.press('Escape');
		assert.equal(await detail().isVisible(), false);
		await page.keyboard.press('Enter');
		await staged.settled();
		await page.keyboard.press('F6');
		assert.equal(await page.locator('header').evaluate((head) => head.contains(document.activeElement)), true);
		await page.keyboard.press('F6');
		await page.keyboard.press('F6');
		assert.equal(await title().evaluate((heading) => heading === document.activeElement), true);
		await detail().getByRole('button', { name: 'Close' }).click();
		assert.equal(await page.getByRole('tree').evaluate((list) => list === document.activeElement), true);
	});

	it('places the detail pane below the list in a narrow window', async () => {
		await choose(0);
		const places = () =>
			staged.page.evaluate(() => {
				const [list, pane] = ['.compared-groups', '.detail'].map((part) =>
					document.querySelector(part)?.getBoundingClientRect(),
				);
				return { beside: (pane?.left ?? 0) >= (list?.right ?? 0), below: (pane?.top ?? 0) >= (list?.bottom ?? 0) };
			});
		assert.deepEqual(await places(), { beside: true, below: false });
		await staged.page.setViewportSize({ width: 600, height: 900 });
		await staged.settled();
		assert.deepEqual(await places(), { beside: false, below: true });
	});

	it('copies the name of the selected group', async () => {
		await choose(0);
		await detail().getByRole('button', { name: 'Copy Name' }).click();
		assert.deepEqual(await staged.calls('copyText'), [{ text: 'IllegalStateException in CartTotals.sum' }]);
	});
});
