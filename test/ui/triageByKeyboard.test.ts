import assert from 'node:assert/strict';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const group = /^groups: ArithmeticException in CartTotals\.sum/;
const frame = /^record: .*CartTotals\.kt:17/;
const traceButton = /^record: (?:Open Stack Trace|Show Original|Choose Another…)$/;
const cartTotals = 'shop-android/app/src/main/kotlin/com/example/shop/cart/CartTotals.kt';

describe('triage with the keyboard only', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	// Each attempt gets a new window, because filters of a failed attempt would remain.
	beforeEach(async () => {
		workbench = await Workbench.open();
		// The permissions avoid the browser's prompt for clipboard access.
		await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	});

	afterEach(() => workbench?.close());

	const view = () => new ResultsView(workbench.webview());
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) {
			await workbench.page.keyboard.press(key);
		}
	};
	const type = (text: string) => workbench.page.keyboard.type(text);

	const focus = async (): Promise<string> => {
		const part = await workbench.page.evaluate<string>(`(() => {
			const active = document.activeElement;
			return active?.closest('.quick-input-widget') ? 'quick input'
				: active?.matches('iframe.webview') ? 'view'
				: active?.closest('.monaco-editor') ? 'editor'
				: active?.className ?? '';
		})()`);
		if (part !== 'view') return part;
		const inView = await view()
			.frame.locator(':focus')
			.evaluateAll(([element]) => {
				const panes = {
					menu: '[role=menu]',
					groups: '.groups',
					grid: '.records',
					record: '.record',
				};
				const pane = Object.entries(panes).find(([, selector]) => element?.closest(selector))?.[0] ?? 'no pane';
				const described = element?.getAttribute('aria-activedescendant');
				const option = described ? element?.ownerDocument.getElementById(described) : undefined;
				const row = element?.closest('[role=row]')?.getAttribute('aria-rowindex');
				const told = option ?? element;
				// A filter cell is described by its input box.
				const box = told?.querySelector(':scope > input');
				const name = (box ?? told)?.getAttribute('aria-label') ?? told?.textContent ?? '';
				return [pane, row ? `row ${row}` : '', element?.matches('input') ? 'typing' : '', name.slice(0, 120)]
					.filter((word) => word !== '')
					.join(': ');
			})
			.catch(() => '');
		return plainText(inView);
	};
	const hasFocus = async (expected: string | RegExp) => {
		let seen = '';
		await eventually(
			`The focus on ${expected}`,
			async () => {
				seen = await focus();
				return (typeof expected === 'string' ? seen === expected : expected.test(seen)) || undefined;
			},
			10_000,
		).catch((error: Error) => {
			throw new Error(`${error.message}; it is on "${seen}"`);
		});
	};
	/** Presses Tab past the buttons of the trace. Their number depends on the record, which varies by day. */
	const pastButtons = async (key: 'Tab' | 'Shift+Tab', expected: string | RegExp) => {
		await press(key);
		await hasFocus(traceButton);
		for (let step = 0; step < 4 && traceButton.test(await focus()); step++) {
			const before = await focus();
			await press(key);
			await eventually('The focus elsewhere', async () => (await focus()) !== before || undefined, 10_000);
		}
		await hasFocus(expected);
	};
	const command = (title: string) =>
		// Starts over on each attempt, because VS Code registers some commands late after its start.
		eventually(`The command "${title}"`, async () => {
			await press('Escape', 'F1');
			await hasFocus('quick input');
			await type(title);
			await workbench.page.waitForTimeout(300);
			if (!(await workbench.quickInput.labels())[0]?.includes(title)) {
				return undefined;
			}
			await press('Enter');
			// The palette ignores Enter and stays open while its list is being updated.
			return eventually(
				'The palette closed',
				async () => !(await workbench.quickInput.isPalette()) || undefined,
				5_000,
			).catch(() => undefined);
		});

	const open = async () => {
		await command('App Errors: Explore Sample Data');
		await workbench.waitForTab(tabOf('Shop for Android'));
		await view().ready();
		await hasFocus(/^grid: row 3: /);
	};

	const narrowByGroup = async () => {
		const all = await view().count();
		await view().groups();
		await press('Shift+F6');
		await hasFocus(/^groups: /);
		await eventually('Records of the group', async () => {
			const before = await focus();
			if (group.test(before)) return true;
			await press('ArrowDown');
			// The last group keeps the focus. Groups that appear later may be before it.
			const isElsewhere = async () => (await focus()) !== before || undefined;
			await eventually('The next group', isElsewhere, 2_000).catch(() => press('Home'));
			return undefined;
		});
		await press('Enter');
		await view().waitForCount((count) => count < all);
		await hasFocus(group);
		await press('F6');
		await hasFocus(/^grid: row 3: /);
	};

	const narrowByFilter = async () => {
		await press('ArrowUp');
		await hasFocus('grid: row 2: Filter error_datetime');
		await press('ArrowRight');
		await hasFocus('grid: row 2: Filter error_name');
		await type('IllegalState');
		await hasFocus('grid: row 2: typing: Filter error_name');
		await press('Enter');
		await eventually('Two filters', async () => (await view().chips()).length === 2 || undefined);
		await hasFocus('grid: row 2: typing: Filter error_name');
		await press('Escape');
		await hasFocus('grid: row 2: Filter error_name');
		await view().waitForCount((count) => count > 1);
		await press('ArrowDown');
		await hasFocus('grid: row 3: IllegalStateException');
	};

	const jumpAndComeBack = async () => {
		await press('Enter');
		await hasFocus('record: Record details');
		// Waits for the record first, because the previously shown record may have the same frames.
		await view().recordShown(1);
		await view().frameLink('CartTotals.kt:17').waitFor();
		await pastButtons('Tab', frame);
		for (const key of ['Enter', 'ControlOrMeta+F12']) {
			await press(key);
			await workbench.editor.waitForPlace(cartTotals, 17);
			await hasFocus('editor');
			await press('ControlOrMeta+1');
			await hasFocus(frame);
		}
	};

	const goOn = async () => {
		const place = view().record.locator('.pane-count');
		const [first = 0] = (plainText(await place.textContent()).match(/\d+/) ?? []).map(Number);
		for (const [key, by] of [
			['F8', 1],
			['Shift+F8', 0],
			['F8', 1],
		] as const) {
			await press(key);
			await view().recordShown(first + by);
			await hasFocus(frame);
		}
	};

	const copyIssue = async () => {
		await pastButtons('Shift+Tab', 'record: Record details');
		await press('Shift+Tab');
		await hasFocus('record: typing: Find in record');
		await press('Shift+Tab');
		await hasFocus('record: Previous Record');
		await press('End', 'ArrowLeft', 'ArrowLeft');
		await hasFocus('record: Copy…');
		await press('Enter');
		await hasFocus('menu: Copy Error Text');
		await press('ArrowDown');
		await hasFocus('menu: Copy as Issue Text');
		await press('Enter');
		await hasFocus('record: Copy…');
		const text = await eventually('An issue', async () => {
			const copied = String(await workbench.page.evaluate('navigator.clipboard.readText()'));
			return copied.includes('CartTotals') ? copied : undefined;
		});
		assert.match(text, /CartTotals\.kt:17/);
		await press('Escape');
		await hasFocus('grid: row 4: IllegalStateException');
		await press('F6');
		await hasFocus('record: Copy…');
	};

	it('opens an export, filters it, follows a frame, returns and copies an issue text by keyboard', async () => {
		await open();
		await narrowByGroup();
		await narrowByFilter();
		await jumpAndComeBack();
		await goOn();
		await copyIssue();
	});
});
