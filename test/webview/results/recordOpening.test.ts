import assert from 'node:assert/strict';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const preamble = [
	'Incident Identifier 4D2C1A0B',
	'Hardware Model      iPhone15,2',
	'Process             Shop [123]',
	'Identifier          com.example.shop',
	'Code Type           ARM-64',
	'Parent Process      launchd [1]',
	'Date                2026-11-20 10:00:00 +0000',
	'',
];
const own = '\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)';
const others = (count: number) => Array.from({ length: count }, (_, index) => `Thread ${index + 1} waits for ${index}`);
const report = [...preamble, 'java.lang.Error: x', ...others(40), own, ...others(40)].join('\n');

describe('opening a record', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	const open = async (options: PageOptions = {}) => {
		view = await browser.open({ values: { error: report }, ...options });
		await view.drawn();
	};
	const inSight = () =>
		view.page.evaluate(() => {
			const line = document.querySelector('.record .trace-line.first')?.getBoundingClientRect();
			const sight = document.querySelector('.record-body')?.getBoundingClientRect();
			return line && sight && line.top >= sight.top && line.bottom <= sight.bottom;
		});

	for (const width of [360, 800, 1440]) {
		it(`opens a record at its first frame in the user's code, at ${width} px`, async () => {
			await open({ width, height: width < 800 ? 800 : 600 });
			await view.page.locator('.frame-link').first().waitFor();
			await view.settled();
			assert.equal(await inSight(), true);
		});
	}

	it("scrolls to the first frame in the user's code when it is found, unless the user has scrolled", async () => {
		await open({ held: 'trace' });
		await view.page.evaluate(() => window.fakeHost.release());
		await view.page.locator('.frame-link').first().waitFor({ state: 'attached' });
		await view.settled();
		assert.equal(await inSight(), true);
		await open({ held: 'trace' });
		await view.page.locator('.record-body').hover();
		await view.page.mouse.wheel(0, 1);
		await view.page.evaluate(() => window.fakeHost.release());
		await view.page.locator('.frame-link').first().waitFor({ state: 'attached' });
		await view.settled();
		assert.equal(await inSight(), false);
	});

	it('collapses the crash report text before a stack trace, and remembers if the user expands it', async () => {
		await open();
		const { page } = view;
		const fold = page.getByRole('button', { name: '8 lines before the stack trace', expanded: false });
		await fold.waitFor({ state: 'attached' });
		assert.equal(await page.getByText('Parent Process      launchd [1]', { exact: true }).isVisible(), false);
		await fold.click();
		assert.equal(await page.getByText('Parent Process      launchd [1]', { exact: true }).isVisible(), true);
		await view.assertAccessible('.record');
	});

	it('shows the full text of a note on as many lines as necessary', async () => {
		const text = `Still obfuscated, no mapping fits: ${'a/long/path/'.repeat(30)}mapping.txt`;
		const note = { kind: 'warning', text, actions: [{ id: 'chooseMapping', label: 'Choose Mapping File…' }] } as const;
		await open({ traces: { note }, width: 480 });
		const words = view.page.locator('.trace-note-text').first();
		await words.waitFor({ state: 'attached' });
		const cut = await words.evaluate((all) => all.scrollWidth > all.clientWidth + 1 && all.clientWidth > 0);
		assert.equal(cut, false);
		assert.ok(((await words.boundingBox())?.height ?? 0) > 30);
		await view.page.getByRole('button', { name: 'Choose Mapping File…' }).first().waitFor();
	});
});
