import assert from 'node:assert/strict';
import { longestTask } from '../../support/webview/longestTask';
import { allThemes, type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const library = (count: number) =>
	Array.from(
		{ length: count },
		(_, index) => `\tat android.app.Library${index}.run(Library${index}.java:${index + 10})`,
	);

const text = [
	'java.lang.IllegalStateException: cart total, "negative"',
	'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
	'\tat com.example.shop.checkout.CheckoutActivity.onCreate(CheckoutActivity.kt:42)',
	...library(14),
	'Caused by: java.lang.ArithmeticException: long overflow',
	'\tat com.example.shop.cart.CartTotals.add(CartTotals.kt:31)',
	...library(1),
	'\t... 15 more',
].join('\n');

const minified = ['a.b.c: boom', '\tat a.b.d.e(SourceFile:7)', '\tat a.b.f.g(SourceFile:9)'].join('\n');

describe('A stack trace in the record pane', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;

	/** Of the first record. */
	const place = { number: 0, column: 11, original: false };
	/** The first record's trace, linked unless the answers are held. */
	const open = async (options: PageOptions = {}) => {
		view = await browser.open({ values: { error: text }, ...options });
		await view.drawn();
		if (options.held !== 'trace') {
			await view.page.locator('.frame-link').first().waitFor();
		}
	};
	const trace = () => view.page.locator('.trace').first();
	const links = () => trace().locator('.frame-link');
	const fold = () => trace().locator('.fold').first();
	/** Where each line that can be seen begins, in CSS pixels. */
	const places = () =>
		trace()
			.locator('.trace-line')
			.evaluateAll((lines) => lines.map((line) => JSON.stringify(line.getBoundingClientRect())));
	const focused = () => view.page.evaluate(() => document.activeElement?.textContent ?? '');
	/** What the host was asked to open: the line, and whether beside. */
	const opened = async (...expected: readonly (readonly [line: number, beside: boolean])[]) => {
		await view.page.waitForFunction(
			(count) => window.fakeHost.calls.filter(({ method }) => method === 'openFrame').length >= count,
			expected.length,
		);
		const calls = (await view.calls('openFrame')) as { line: number; beside: boolean }[];
		assert.deepEqual(
			calls.map(({ line, beside }) => [line, beside]),
			expected,
		);
	};

	it('links the frames of one’s own code, and marks the first of them by a word', async () => {
		await open();
		assert.deepEqual(await links().allInnerTexts(), ['CartTotals.kt:17', 'CheckoutActivity.kt:42', 'CartTotals.kt:31']);
		assert.deepEqual(await trace().locator('.first').allInnerTexts(), [
			'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)\nyour code',
		]);
		assert.equal(await links().first().getAttribute('aria-description'), 'First frame of your code');
		assert.deepEqual(await trace().locator('.trace-header .frame-name').allInnerTexts(), [
			'java.lang.IllegalStateException',
			'java.lang.ArithmeticException',
		]);
		await view.assertAccessible();
	});

	it('says the word where there is room for all of it, and nowhere else', async () => {
		await open();
		const { page } = view;
		const mark = trace().locator('.frame-mark');
		const shown = () => mark.evaluate((word) => getComputedStyle(word).opacity === '1');
		const waitUntil = (visible: boolean) =>
			page.waitForFunction((expected) => {
				const word = document.querySelector('.frame-mark');
				return word !== null && (getComputedStyle(word).opacity === '1') === expected;
			}, visible);
		await waitUntil(true);
		const seen = new Set<boolean>();
		for (let width = 1100; width >= 900; width -= 20) {
			await page.setViewportSize({ width, height: 800 });
			const fits = await mark.evaluate(
				(word) =>
					word.getBoundingClientRect().right <=
					(word.closest('.trace-text')?.getBoundingClientRect().right ?? Number.NaN) + 0.5,
			);
			await waitUntil(fits);
			seen.add(await shown());
		}
		assert.equal(seen.size, 2, 'there were widths with room and without');
	});

	it('says why a text cannot be opened as a trace', async () => {
		view = await browser.open({ values: { error: 'Reason: none\nNobody knows' } });
		await view.drawn();
		const button = trace().getByRole('button', { name: 'Open trace' });
		await view.page.locator('.trace [title="No stack trace was found in this text."]').waitFor();
		assert.equal(await button.isDisabled(), true);
	});

	it('opens a frame by a click, beside with Alt or Ctrl', async () => {
		await open();
		await links().nth(1).click();
		await links()
			.first()
			.click({ modifiers: ['Alt'] });
		await links()
			.nth(2)
			.click({ modifiers: ['ControlOrMeta'] });
		await opened([2, false], [1, true], [18, true]);
	});

	it('opens one frame after another, however fast they are clicked in one place', async () => {
		await open();
		const { page } = view;
		/** As where the trace moves in between: to the page it is the second click in the same place. */
		const click = async (index: number, clickCount: number) => {
			const box = await links().nth(index).boundingBox();
			assert.ok(box);
			await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
			await page.mouse.down({ clickCount });
			await page.mouse.up({ clickCount });
		};
		await click(1, 1);
		await click(0, 2);
		await opened([2, false], [1, false]);
	});

	it('is one stop of the tab key, walked by the arrow keys, opened by Enter', async () => {
		await open();
		const { page } = view;
		assert.equal(await trace().locator('.trace-lines [tabindex="0"]').count(), 1);
		await links().first().focus();
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), 'CheckoutActivity.kt:42');
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), '14 frames of libraries');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Home');
		await page.keyboard.press('Control+Enter');
		await opened([18, false], [1, true]);
		assert.equal(await trace().locator('.trace-lines [tabindex="0"]').count(), 1);
	});

	describe('of a version', () => {
		const menu = () => view.page.getByRole('menu', { name: 'Frame' });
		const items = () => menu().getByRole('menuitem').allInnerTexts();

		/** What the host was asked to show of histories, so many times. */
		const histories = async (count: number) => {
			const told = await view.page.waitForFunction((least) => {
				const found = window.fakeHost.calls.filter(({ method }) => method === 'frameHistory');
				return found.length >= least && found.map(({ params }) => params);
			}, count);
			return (await told.jsonValue()) as unknown as { line: number; shows: string }[];
		};

		it('offers the code of that version and what came since, in a menu', async () => {
			await open({ traces: { version: '3.1 (2041)' } });
			await links().nth(1).click({ button: 'right' });
			assert.deepEqual(await items(), [
				'Go to the source\nEnter',
				'Go to the source at the side\nCtrl+Enter',
				'Open as of 3.1 (2041)\nShift+Enter',
				'Changes since 3.1 (2041)\nShift+Alt+Enter',
			]);
			await view.assertAccessible();
			await menu().getByRole('menuitem', { name: 'Open as of' }).click();
			await links().first().click({ button: 'right' });
			await view.page.keyboard.press('End');
			await view.page.keyboard.press('Enter');
			assert.deepEqual(await histories(2), [
				{ ...place, line: 2, text: text.split('\n')[2], shows: 'asOf' },
				{ ...place, line: 1, text: text.split('\n')[1], shows: 'changes' },
			]);
		});

		it('offers it to the keyboard, and gives the focus back', async () => {
			await open({ traces: { version: '3.1' } });
			await links().first().focus();
			await view.page.keyboard.press('Shift+F10');
			assert.match((await items())[2] ?? '', /^Open as of 3\.1/);
			await view.page.keyboard.press('Escape');
			assert.equal(await focused(), 'CartTotals.kt:17');
			await view.page.keyboard.press('Shift+Enter');
			await view.page.keyboard.press('ArrowDown');
			await view.page.keyboard.press('Shift+Alt+Enter');
			assert.deepEqual(
				(await histories(2)).map(({ line, shows }) => [line, shows]),
				[
					[1, 'asOf'],
					[2, 'changes'],
				],
			);
		});

		it('has its menu in sight in a narrow view, whatever the version is called', async () => {
			await open({ traces: { version: `3.1 ${'long '.repeat(40)}` } });
			await view.page.setViewportSize({ width: 360, height: 640 });
			await links().first().click({ button: 'right' });
			await view.screenshot('frame-menu-narrow');
			for (const one of [menu(), ...(await menu().locator('.menu-hint').all())]) {
				const box = await one.boundingBox();
				assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
			}
			assert.equal(await menu().evaluate((root) => root.scrollWidth > root.clientWidth), false);
		});

		it('offers nothing of that where no version is known', async () => {
			await open();
			await links().first().click({ button: 'right' });
			assert.equal((await items()).length, 2);
			await view.page.keyboard.press('ArrowDown');
			await view.page.keyboard.press('Enter');
			await links().first().focus();
			await view.page.keyboard.press('Shift+Enter');
			await opened([1, true], [1, false]);
			assert.deepEqual(await histories(0), []);
		});
	});

	it('folds libraries, unfolds them by click and key, and remembers that', async () => {
		await open();
		const { page } = view;
		const folded = trace().locator('.trace-line.folded');
		assert.equal(await folded.count(), 14);
		assert.equal(await fold().innerText(), '14 frames of libraries');
		assert.equal(await fold().getAttribute('aria-expanded'), 'false');
		await fold().click();
		assert.equal(await folded.count(), 0);
		assert.equal(await fold().getAttribute('aria-expanded'), 'true');
		await page.keyboard.press('ArrowLeft');
		assert.equal(await folded.count(), 14);
		await page.keyboard.press('Enter');
		assert.equal(await folded.count(), 0);
		await view.assertAccessible();
		await page.getByRole('button', { name: 'Next record', exact: true }).click();
		await trace().filter({ hasNotText: 'long overflow' }).waitFor();
		await page.getByRole('button', { name: 'Previous record', exact: true }).click();
		await trace().filter({ hasText: 'long overflow' }).waitFor();
		await links().first().waitFor();
		assert.equal(await folded.count(), 0);
	});

	it('finds what is folded, and text across a link', async () => {
		await open();
		const { page } = view;
		const box = page.getByRole('textbox', { name: 'Find in record' });
		await box.fill('library9.java');
		await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		assert.equal(await fold().getAttribute('aria-expanded'), 'true');
		await box.fill('sum(carttotals.kt:17)');
		await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		await box.fill('your code');
		await page.locator('.record-search').getByRole('status').filter({ hasText: 'No hits' }).waitFor();
	});

	it('copies what is folded and none of our words', async () => {
		await open();
		const { page } = view;
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await trace()
			.locator('.trace-lines')
			.evaluate((lines) => getSelection()?.selectAllChildren(lines));
		await page.keyboard.press('ControlOrMeta+C');
		assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), text);
		assert.equal(await trace().locator('.folded').count(), 14);
	});

	for (const width of [1280, 640, 420]) {
		it(`shows the text at once, and moves nothing when links come, ${width} pixels wide`, async () => {
			await open({ held: 'trace', width });
			const { page } = view;
			await trace().filter({ hasText: 'long overflow' }).waitFor();
			assert.equal(await links().count(), 0);
			const box = page.getByRole('textbox', { name: 'Find in record' });
			await box.fill('cart');
			await box.press('Enter');
			// A person has looked at it by now.
			await page.waitForFunction(
				(since) => performance.now() - since > 400,
				await page.evaluate(() => performance.now()),
			);
			await trace()
				.locator('.trace-line')
				.nth(1)
				.evaluate((line) => {
					const node = line.firstChild as Text;
					getSelection()?.setBaseAndExtent(node, 8, node, 45);
				});
			const selected = () => page.evaluate(() => getSelection()?.toString());
			const [textBefore, before] = [await selected(), await places()];
			await page.evaluate(() => window.fakeHost.release());
			await links().first().waitFor();
			assert.deepEqual((await places()).slice(0, 8), before.slice(0, 8));
			assert.equal(await selected(), textBefore);
			await page.locator('.record-search').getByRole('status').filter({ hasText: /^2 of/ }).waitFor();
		});
	}

	it('takes the links anew when the workspace changed, and keeps the focus', async () => {
		await open();
		const { page } = view;
		await links().nth(1).focus();
		await fold().click();
		await links().nth(1).focus();
		const asked = (await view.calls('trace')).length;
		await page.evaluate(() => window.fakeHost.say('tracesChanged', undefined));
		await page.waitForFunction(
			(before) => window.fakeHost.calls.filter(({ method }) => method === 'trace').length > before,
			asked,
		);
		await view.settled();
		assert.equal(await focused(), 'CheckoutActivity.kt:42');
		assert.equal(await fold().getAttribute('aria-expanded'), 'true');
	});

	it('keeps the focus on a button above it when more becomes known', async () => {
		await open({ traces: { note: { kind: 'info', text: 'What is known.', actions: [] } } });
		const { page } = view;
		await trace().getByRole('button', { name: 'Open trace' }).focus();
		await page.evaluate(() => window.fakeHost.say('tracesChanged', undefined));
		await page.waitForFunction(() => window.fakeHost.calls.filter(({ method }) => method === 'trace').length > 1);
		await view.settled();
		assert.equal(await focused(), 'Open trace');
	});

	it('says why a frame leads nowhere', async () => {
		await open({ traces: { missing: 'CheckoutActivity.kt' } });
		assert.deepEqual(await links().allInnerTexts(), ['CartTotals.kt:17', 'CartTotals.kt:31']);
		await trace().getByText('not in the workspace').waitFor();
	});

	it('shows the deobfuscated text and the original, with what is to be known', async () => {
		const note = {
			kind: 'info',
			text: 'Deobfuscated with mapping.txt (its ID is in the trace).',
			actions: [{ id: 'chooseMapping', label: 'Choose a Mapping…' }],
		} as const;
		await open({ values: { error: minified }, traces: { note, deobfuscated: { [minified]: text } } });
		const { page } = view;
		await trace().getByText('Deobfuscated with mapping.txt').waitFor();
		await trace().getByRole('button', { name: 'Show original' }).click();
		await trace().getByText('at a.b.d.e(SourceFile:7)').waitFor();
		assert.equal(await links().count(), 0);
		await trace().getByRole('button', { name: 'Choose a Mapping…' }).click();
		assert.equal(((await view.calls('traceAction')).at(-1) as { id: string }).id, 'chooseMapping');
		await trace().getByRole('button', { name: 'Show deobfuscated' }).click();
		await links().first().waitFor();
		assert.equal(await focused(), 'Show original');
		await links().first().click();
		assert.deepEqual(
			((await view.calls('openFrame')) as { original: boolean; text: string }[]).map((call) => [
				call.original,
				call.text,
			]),
			[[false, text.split('\n')[1]]],
		);
		await trace().getByRole('button', { name: 'Open trace' }).click();
		assert.equal((await view.calls('openTrace')).length, 1);
		await view.screenshot('trace-deobfuscated');
		await view.assertAccessible();
		await page.getByRole('button', { name: 'Next record', exact: true }).click();
	});

	it('does not exchange a text that a person has hold of', async () => {
		await open({ values: { error: minified }, held: 'trace', traces: { deobfuscated: { [minified]: text } } });
		const { page } = view;
		await trace()
			.locator('.trace-line')
			.first()
			.evaluate((line) => getSelection()?.selectAllChildren(line));
		await page.evaluate(() => window.fakeHost.release());
		await trace().getByRole('button', { name: 'Show deobfuscated' }).click();
		await links().first().waitFor();
	});

	it('says that the workspace is still searched, not that no frame leads there', async () => {
		view = await browser.open({
			values: { error: 'a.B: x\n\tat com.example.Gone.run(Gone.kt:1)' },
			traces: { missing: 'Gone', looking: true },
		});
		await view.drawn();
		await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
		await view.page.locator('.status-line', { hasText: 'still being searched' }).waitFor();
	});

	it('goes to the first frame of one’s own code by a command', async () => {
		await open();
		await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
		await opened([1, false]);
	});

	for (const [what, error, words] of [
		['no frame leads anywhere', minified, 'No frame of this record leads to a file of the workspace.'],
		['there is none', 'boom', 'There is no stack trace in this record.'],
	] as const) {
		it(`says that ${what}`, async () => {
			view = await browser.open({ values: { error } });
			await view.drawn();
			await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
			await view.page.getByText(words).waitFor();
		});
	}

	it('shows the traces in JSON where the error has none, and both where both have one', async () => {
		const json = JSON.stringify({ screen: 'cart', stack: text });
		await open({ values: { error: '', error_json: json } });
		assert.equal(await view.page.locator('.trace').count(), 1);
		assert.equal(await links().count(), 3);
		assert.equal(await view.page.locator('.json').count(), 1);
		await view.close();
		await open({ values: { error: text, error_json: json } });
		await view.page.locator('.trace').nth(1).locator('.frame-link').first().waitFor();
		assert.equal(await view.page.locator('.trace').count(), 2);
		await view.assertAccessible();
	});

	it('stays live with a trace of a million lines, and hides none of them', async () => {
		const ten = ['E: x', '\tat com.example.A.b(A.kt:1)', ...Array.from({ length: 8 }, () => '\tat c.D.e(D.kt:2)')];
		// Written out in the page, so that the text need not cross to it.
		await open({ values: { error: ten.join('\n') }, repeat: 100_000 });
		await trace().getByText('Only the lines above are linked; the text goes on.').waitFor();
		const lines = await trace().evaluate((section) => (section.textContent ?? '').split('E: x').length - 1);
		assert.equal(lines, 100_000);
		const drawing = await longestTask(view.page, () =>
			view.page.evaluate(
				() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
			),
		);
		assert.ok(drawing < 1_000, `${drawing} ms`);
		await links().nth(1).click();
		await opened([11, false]);
	});

	it('keeps the place of a link in a text of both directions', async () => {
		const mixed =
			'java.lang.Error: שלום עולם\n\tat com.example.חנות.עגלה.סכום(עגלה.kt:17)\n\tat com.example.shop.A.b(A.kt:1)';
		await open({ values: { error: mixed } });
		const [link] = await links().all();
		assert.equal(await link?.innerText(), 'A.kt:1');
		assert.ok((await trace().innerText()).includes('סכום(עגלה.kt:17)'));
	});
});

describe('Pictures of stack traces', () => {
	const browser = useResultsBrowser();

	const look = async (name: string, options: PageOptions) => {
		const view = await browser.open({ values: { error: text }, ...options });
		await view.drawn();
		await view.page.locator('.frame-link').first().waitFor();
		await view.screenshot(name);
		await view.assertAccessible();
	};

	for (const theme of allThemes) {
		it(`in ${theme}`, () => look(`trace-${theme}`, { theme }));
	}

	it('narrow', () => look('trace-narrow', { width: 420, height: 900 }));

	it('obfuscated', () =>
		look('trace-obfuscated', {
			traces: {
				missing: 'CheckoutActivity.kt',
				note: {
					kind: 'warning',
					text: 'Still obfuscated, no mapping fits: mapping.txt (explains only 12 % of the names).',
					actions: [{ id: 'chooseMapping', label: 'Choose a Mapping…' }],
				},
			},
		}));
});
