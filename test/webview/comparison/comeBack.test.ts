import assert from 'node:assert/strict';
import { type ErrorValue, groupVersion } from '../../../src/shared/groupValue';
import type { ComparisonState } from '../../../src/shared/protocols/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';
import { fakeComparison } from '../../support/webview/fakeComparison';

describe('restoring the comparison page', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const shown = () =>
		staged.page.evaluate(() => ({
			folds: [...document.querySelectorAll('.fold')].map((fold) => fold.getAttribute('aria-expanded')),
			top: document.querySelector('[role=tree]')?.scrollTop,
			selected: document.querySelector('.compared[aria-selected=true] .compared-pair')?.textContent,
			title: document.querySelector('.detail:not([hidden]) h2')?.textContent,
			chips: [...document.querySelectorAll('.chip')].map((chip) => chip.textContent),
			key: document.querySelectorAll<HTMLSelectElement>('.choice select')[0]?.selectedOptions[0]?.text,
			order: document.querySelectorAll<HTMLSelectElement>('.choice select')[2]?.value,
			width: document.querySelector('.detail')?.getBoundingClientRect().width,
		}));
	const saved = async () => (await staged.calls('saveState')).at(-1) as ComparisonState | undefined;

	it('restores the comparison page with its complete state', async () => {
		staged = await browser.open({ counts: { new: 500, unchanged: 200 } });
		const { page } = staged;
		await staged.drawn();
		await page.getByRole('textbox', { name: /^Search both sides/ }).fill('Exception');
		await page.keyboard.press('Enter');
		await staged.settled();
		await page.getByLabel('Sort by').selectOption('records (after)');
		await staged.settled();
		await page.getByRole('tree').evaluate((list) => list.scrollTo(0, 44 * 230));
		await staged.settled();
		await page.locator('.compared').nth(6).click();
		await page.locator('.apart-lines li').first().waitFor();
		await page.getByRole('separator', { name: 'Resize group details' }).press('ArrowLeft');
		await staged.settled();
		const before = await shown();
		assert.ok(before.selected && before.title && before.top === 44 * 230, JSON.stringify(before));
		await page.waitForFunction(
			(top) =>
				window.hostCalls.some(
					({ method, params }) => method === 'saveState' && (params as { top: number }).top === top,
				),
			before.top,
		);
		assert.equal((await saved())?.selected?.fold, 'new');
		await page.reload();
		await page.locator('.apart-lines li').first().waitFor();
		await staged.settled();
		assert.deepEqual(await shown(), before);
		assert.equal((await staged.calls('compare')).length, 1, 'the comparison is not repeated');
	});

	it('restores only the parts of the saved state that match the records', async () => {
		const value = { version: groupVersion - 1, title: 'Former', frame: 'Former' };
		staged = await browser.open({
			state: {
				asked: {
					key: { kind: 'column', column: 3 },
					exposure: 'devices',
					filters: [
						{ kind: 'oneOf', column: 4, values: ['13'] },
						{ kind: 'contains', column: 7, text: 'x' },
						{ kind: 'group', key: { kind: 'frames' }, values: [value] },
					],
				},
				columnNames: { 3: 'os_version', 4: 'device_model', 7: 'column_of_before' },
				order: 'before',
				unfolded: ['unchanged'],
				selected: { value: 'not found', fold: 'unchanged', index: 3 },
				top: 0,
			},
		});
		await staged.drawn();
		const [asked] = await staged.calls('compare');
		assert.deepEqual(asked, {
			key: { kind: 'column', column: 5 },
			exposure: 'devices',
			filters: [{ kind: 'oneOf', column: 6, values: ['13'] }],
		});
		assert.deepEqual((await shown()).folds, ['false', 'false', 'false', 'false', 'true']);
		assert.equal(await staged.page.locator('.detail').isVisible(), false);
	});

	const first = (change: object = {}) => {
		const { rows } = fakeComparison({});
		const asked = { key: { kind: 'frames' }, exposure: 'time', filters: [] } as const;
		const { value, after } = rows(asked, 'increased', 'evidence', 0, 1).rows[0] ?? assert.fail();
		const selected = {
			value: { ...(value as ErrorValue), ...change },
			fold: 'increased',
			index: 0,
			firstRecords: { after: after?.firstRecord },
		} as const;
		return { asked, columnNames: {}, order: 'evidence', unfolded: ['increased'], selected, top: 0 } as const;
	};
	const title = () => staged.page.locator('.detail:not([hidden]) h2');

	it('restores the selected group if the sort order changes before its row is loaded', async () => {
		staged = await browser.open({ state: first(), held: 'rows' });
		const { page } = staged;
		await page.waitForFunction(() => window.hostCalls.some(({ method }) => method === 'rows'));
		await page.getByLabel('Sort by').selectOption('records (before)');
		await page.evaluate(() => window.fakeComparison.release());
		await title().getByText('NullPointerException').waitFor();
		await staged.settled();
		const selected = (await saved())?.selected;
		assert.deepEqual([selected?.fold, selected?.index], ['increased', 4]);
	});

	it('restores the selected group even if package names in the workspace have changed its key', async () => {
		staged = await browser.open({ state: first({ frames: ['com.example.shop.App.run'], basis: 'otherFrames' }) });
		await title().getByText('NullPointerException').waitFor();
		staged = await browser.open({ state: first({ frames: ['com.example.shop.App.run'], title: 'OtherException' }) });
		await staged.drawn();
		// The detail closes once the groups have been searched for the selected one.
		await title().waitFor({ state: 'detached' });
	});

	it('keeps the selected group while filters exclude it, even across a reload', async () => {
		staged = await browser.open({ state: first() });
		const { page } = staged;
		await title().waitFor();
		await page.getByRole('textbox', { name: /^Search both sides/ }).fill('SQLiteFull');
		await page.keyboard.press('Enter');
		await title().waitFor({ state: 'detached' });
		await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
		await staged.settled();
		await page.reload();
		await staged.drawn();
		await title().waitFor({ state: 'detached' });
		await page.getByRole('button', { name: /^Remove filter/ }).click();
		await title().getByText('NullPointerException').waitFor();
	});

	it('opens the comparison at the group that was chosen in another view', async () => {
		const asked = { key: { kind: 'frames' }, exposure: 'time', filters: [] } as const;
		const { rows } = fakeComparison({}).rows(asked, 'unchanged', 'evidence', 30, 31);
		const sought = { key: asked.key, value: rows[0]?.value ?? '', filters: [], columnNames: {} };
		staged = await browser.open({ sought });
		const { page } = staged;
		const row = page.locator('.compared[aria-selected=true]');
		await row.waitFor();
		await title().getByText('SQLiteFullException').waitFor();
		assert.equal(await row.getAttribute('aria-posinset'), '31');
		await staged.page.locator('.detail-verdict', { hasText: /^Unchanged/ }).waitFor();
		const message = { ...sought, key: { kind: 'message' as const }, value: 'not found' };
		await page.evaluate((group) => window.fakeComparison.say('showGroup', group), message);
		await page.getByText('The group is not in the list.').waitFor();
		assert.deepEqual(((await staged.calls('compare')) as { key: object }[]).map(({ key }) => key).at(-1), {
			kind: 'message',
		});
		assert.equal(await title().count(), 0);
	});

	it('stores the compared files in the webview state as soon as the page is loaded', async () => {
		staged = await browser.open();
		await staged.drawn();
		const left = await staged.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? 'null'));
		assert.equal(left.comparison.application, 'Shop for Android');
	});
});
