import assert from 'node:assert/strict';
import { measured } from '../../support/measured';
import { longestTask } from '../../support/webview/longestTask';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

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

describe('stack trace in the record pane', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;

	const place = { number: 0, column: 11, original: false };
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
	const places = () =>
		trace()
			.locator('.trace-line')
			.evaluateAll((lines) => lines.map((line) => JSON.stringify(line.getBoundingClientRect())));
	const focused = () => view.page.evaluate(() => document.activeElement?.textContent ?? '');
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

	it("links frames in the user's code, and labels the first of them", async () => {
		await open();
		assert.deepEqual(await links().allInnerTexts(), ['CartTotals.kt:17', 'CheckoutActivity.kt:42', 'CartTotals.kt:31']);
		assert.deepEqual(await trace().locator('.first').allInnerTexts(), [
			'\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)\nyour code',
		]);
		assert.equal(await links().first().getAttribute('aria-description'), 'First frame in your code');
		assert.deepEqual(await trace().locator('.trace-header .frame-name').allInnerTexts(), [
			'java.lang.IllegalStateException',
			'java.lang.ArithmeticException',
		]);
		await view.assertAccessible();
	});

	it("shows the label of the first frame in the user's code only if the whole label fits", async () => {
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

	it("explains why text can't be opened as a stack trace", async () => {
		view = await browser.open({ values: { error: 'Reason: none\nNobody knows' } });
		await view.drawn();
		const button = trace().getByRole('button', { name: 'Open Stack Trace' });
		await view.page.locator('.trace [title="This text contains no stack trace."]').waitFor();
		assert.equal(await button.isDisabled(), true);
	});

	it('opens a frame with a click, and opens it to the side with Alt+click or Ctrl+click', async () => {
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

	it('opens each clicked frame even if the browser counts the second click as a double click', async () => {
		await open();
		const { page } = view;
		/** Simulates a link that has moved under the pointer: the browser reports a second click at the same position. */
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

	it('makes all frames a single tab stop, with arrow keys to move between them and Enter to open one', async () => {
		await open();
		const { page } = view;
		assert.equal(await trace().locator('.trace-lines [tabindex="0"]').count(), 1);
		await links().first().focus();
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), 'CheckoutActivity.kt:42');
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), '14 library frames');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Home');
		await page.keyboard.press('Control+Enter');
		await opened([18, false], [1, true]);
		assert.equal(await trace().locator('.trace-lines [tabindex="0"]').count(), 1);
	});

	describe('stack trace of a known app version', () => {
		const menu = () => view.page.getByRole('menu', { name: 'Stack frame' });
		const items = () => menu().getByRole('menuitem').allInnerTexts();

		const histories = async (count: number) => {
			const told = await view.page.waitForFunction((least) => {
				const found = window.fakeHost.calls.filter(({ method }) => method === 'frameHistory');
				return found.length >= least && found.map(({ params }) => params);
			}, count);
			return (await told.jsonValue()) as unknown as { line: number; shows: string }[];
		};

		it("offers the code at the record's version and later changes in a frame's menu", async () => {
			await open({ traces: { version: '3.1 (2041)' } });
			await links().nth(1).click({ button: 'right' });
			assert.deepEqual(await items(), [
				'Open Source File\nEnter',
				'Open Source File to the Side\nCtrl+Enter',
				'Open File at 3.1 (2041)\nShift+Enter',
				'Show Changes Since 3.1 (2041)\nShift+Alt+Enter',
			]);
			await view.assertAccessible();
			await menu().getByRole('menuitem', { name: 'Open File at' }).click();
			await links().first().click({ button: 'right' });
			await view.page.keyboard.press('End');
			await view.page.keyboard.press('Enter');
			assert.deepEqual(await histories(2), [
				{ ...place, line: 2, text: text.split('\n')[2], shows: 'asOf' },
				{ ...place, line: 1, text: text.split('\n')[1], shows: 'changes' },
			]);
		});

		it("opens a frame's version menu with the keyboard, and restores the focus afterwards", async () => {
			await open({ traces: { version: '3.1' } });
			await links().first().focus();
			await view.page.keyboard.press('Shift+F10');
			assert.match((await items())[2] ?? '', /^Open File at 3\.1/);
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

		it("fits a frame's version menu into a narrow view, regardless of the length of the version name", async () => {
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

		it("does not offer a version menu if the record's version is unknown", async () => {
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

	it('collapses library frames, expands them by click or key, and remembers the choice', async () => {
		await open();
		const { page } = view;
		const folded = trace().locator('.trace-line.folded');
		assert.equal(await folded.count(), 14);
		assert.equal(await fold().innerText(), '14 library frames');
		assert.equal(await fold().getAttribute('aria-expanded'), 'false');
		await fold().click();
		assert.equal(await folded.count(), 0);
		assert.equal(await fold().getAttribute('aria-expanded'), 'true');
		await page.keyboard.press('ArrowLeft');
		assert.equal(await folded.count(), 14);
		await page.keyboard.press('Enter');
		assert.equal(await folded.count(), 0);
		await view.assertAccessible();
		await page.getByRole('button', { name: 'Next Record', exact: true }).click();
		await trace().filter({ hasNotText: 'long overflow' }).waitFor();
		await page.getByRole('button', { name: 'Previous Record', exact: true }).click();
		await trace().filter({ hasText: 'long overflow' }).waitFor();
		await links().first().waitFor();
		assert.equal(await folded.count(), 0);
	});

	it('finds text in collapsed frames and across the edge of a link', async () => {
		await open();
		const { page } = view;
		const box = page.getByRole('textbox', { name: 'Find in record' });
		await box.fill('library9.java');
		await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		assert.equal(await fold().getAttribute('aria-expanded'), 'true');
		await box.fill('sum(carttotals.kt:17)');
		await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		await box.fill('your code');
		await page.locator('.record-search').getByRole('status').filter({ hasText: 'No matches' }).waitFor();
	});

	it('copies collapsed frames but not the labels of the interface', async () => {
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
		it(`shows the trace text immediately, and does not shift lines when links arrive, at ${width} px`, async () => {
			await open({ held: 'trace', width });
			const { page } = view;
			await trace().filter({ hasText: 'long overflow' }).waitFor();
			assert.equal(await links().count(), 0);
			const box = page.getByRole('textbox', { name: 'Find in record' });
			await box.fill('cart');
			await box.press('Enter');
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

	it('updates the frame links when the workspace changes, and keeps the focus', async () => {
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

	it("makes the first frame in the user's code the tab stop even if its source file is found late", async () => {
		view = await browser.open({ values: { error: text }, traces: { missing: '', looking: true } });
		await view.drawn();
		await fold().waitFor();
		await view.page.evaluate(() => window.fakeHost.findSources());
		await links().first().waitFor();
		await trace().getByRole('button', { name: 'Open Stack Trace' }).focus();
		await view.page.keyboard.press('Tab');
		assert.equal(await focused(), 'CartTotals.kt:17');
		assert.equal(await trace().locator('.trace-lines [tabindex="0"]').count(), 1);
	});

	it('keeps the focus on a button above the trace when more information arrives', async () => {
		await open({ traces: { note: { kind: 'info', text: 'What is known.', actions: [] } } });
		const { page } = view;
		await trace().getByRole('button', { name: 'Open Stack Trace' }).focus();
		await page.evaluate(() => window.fakeHost.say('tracesChanged', undefined));
		await page.waitForFunction(() => window.fakeHost.calls.filter(({ method }) => method === 'trace').length > 1);
		await view.settled();
		assert.equal(await focused(), 'Open Stack Trace');
	});

	it('explains why a frame has no link', async () => {
		await open({ traces: { missing: 'CheckoutActivity.kt' } });
		assert.deepEqual(await links().allInnerTexts(), ['CartTotals.kt:17', 'CartTotals.kt:31']);
		await trace().getByText('not in the workspace').waitFor();
	});

	it('shows the deobfuscated and the original text of a trace, with a note', async () => {
		const note = {
			kind: 'info',
			text: 'Deobfuscated with mapping.txt (ID matches the stack trace).',
			actions: [{ id: 'chooseMapping', label: 'Choose Mapping File…' }],
		} as const;
		await open({ values: { error: minified }, traces: { note, deobfuscated: { [minified]: text } } });
		const { page } = view;
		await trace().getByText('Deobfuscated with mapping.txt').waitFor();
		await trace().getByRole('button', { name: 'Show Original' }).click();
		await trace().getByText('at a.b.d.e(SourceFile:7)').waitFor();
		assert.equal(await links().count(), 0);
		await trace().getByRole('button', { name: 'Choose Mapping File…' }).click();
		assert.equal(((await view.calls('traceAction')).at(-1) as { id: string }).id, 'chooseMapping');
		await trace().getByRole('button', { name: 'Show Deobfuscated' }).click();
		await links().first().waitFor();
		assert.equal(await focused(), 'Show Original');
		await links().first().click();
		assert.deepEqual(
			((await view.calls('openFrame')) as { original: boolean; text: string }[]).map((call) => [
				call.original,
				call.text,
			]),
			[[false, text.split('\n')[1]]],
		);
		await trace().getByRole('button', { name: 'Open Stack Trace' }).click();
		assert.equal((await view.calls('openTrace')).length, 1);
		await view.screenshot('trace-deobfuscated');
		await view.assertAccessible();
		await page.getByRole('button', { name: 'Next Record', exact: true }).click();
	});

	it('does not change the text of a trace while the user is selecting text', async () => {
		await open({ values: { error: minified }, held: 'trace', traces: { deobfuscated: { [minified]: text } } });
		const { page } = view;
		await trace()
			.locator('.trace-line')
			.first()
			.evaluate((line) => getSelection()?.selectAllChildren(line));
		await page.evaluate(() => window.fakeHost.release());
		await trace().getByRole('button', { name: 'Show Deobfuscated' }).click();
		await links().first().waitFor();
	});

	it("shows that a frame's source file is still being searched for instead of reporting it as missing", async () => {
		view = await browser.open({
			values: { error: 'a.B: x\n\tat com.example.Gone.run(Gone.kt:1)' },
			traces: { missing: 'Gone', looking: true },
		});
		await view.drawn();
		await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
		await view.page.locator('.status-line', { hasText: 'Still searching the workspace' }).waitFor();
	});

	it("goes to the first frame in the user's code with a command", async () => {
		await open();
		await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
		await opened([1, false]);
	});

	for (const [what, error, words] of [
		[
			'no frame refers to a file in the workspace',
			minified,
			'No frame of this record refers to a file in the workspace.',
		],
		['the record contains no stack trace', 'boom', 'This record contains no stack trace.'],
	] as const) {
		it(`shows a message that ${what} when a command tries to open the first frame`, async () => {
			view = await browser.open({ values: { error } });
			await view.drawn();
			await view.page.evaluate(() => window.fakeHost.say('command', { id: 'openFirstFrame' }));
			await view.page.getByText(words).waitFor();
		});
	}

	it('shows a stack trace from a JSON column, alone or together with the stack trace of the error', async () => {
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

	measured('stays responsive with a trace of one million lines, and shows every line', async () => {
		const ten = ['E: x', '\tat com.example.A.b(A.kt:1)', ...Array.from({ length: 8 }, () => '\tat c.D.e(D.kt:2)')];
		// Repeats the text within the page, so that it need not be transferred.
		await open({ values: { error: ten.join('\n') }, repeat: 100_000 });
		await trace().getByText('The text continues, but only the lines above have links.').waitFor();
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

	it("keeps a frame's link in the correct position in bidirectional text", async () => {
		const mixed =
			'java.lang.Error: שלום עולם\n\tat com.example.חנות.עגלה.סכום(עגלה.kt:17)\n\tat com.example.shop.A.b(A.kt:1)';
		await open({ values: { error: mixed } });
		const [link] = await links().all();
		assert.equal(await link?.innerText(), 'A.kt:1');
		assert.ok((await trace().innerText()).includes('סכום(עגלה.kt:17)'));
	});
});

describe('screenshots of stack traces', () => {
	const browser = useResultsBrowser();

	const look = async (name: string, options: PageOptions) => {
		const view = await browser.open({ values: { error: text }, ...options });
		await view.drawn();
		await view.page.locator('.frame-link').first().waitFor();
		await view.screenshot(name);
		await view.assertAccessible();
	};

	it('renders a stack trace in every theme', async () => {
		const view = await browser.open({ values: { error: text } });
		await view.drawn();
		await view.page.locator('.frame-link').first().waitFor();
		await view.inEachTheme(async (theme) => {
			await view.screenshot(`trace-${theme}`);
			await view.assertAccessibleIn(theme);
		});
	});

	it('renders a stack trace in a narrow view', () => look('trace-narrow', { width: 420, height: 900 }));

	it('renders an obfuscated stack trace', () =>
		look('trace-obfuscated', {
			traces: {
				missing: 'CheckoutActivity.kt',
				note: {
					kind: 'warning',
					text: 'Still obfuscated because no mapping file matches: mapping.txt (explains only 12 % of the names).',
					actions: [{ id: 'chooseMapping', label: 'Choose Mapping File…' }],
				},
			},
		}));
});
