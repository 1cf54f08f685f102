import assert from 'node:assert/strict';
import { openSampleData, openWizard } from '../support/vscode/openExport';
import { eventually, succeeds } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('export wizard with a real Quick Pick', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await openSampleData(workbench);
	});

	beforeEach(async () => {
		await openWizard(workbench, 'Notes');
	});

	/** Presses Escape until the wizard is closed, because each press only returns to the previous step. */
	const leave = () =>
		eventually('the closed wizard', async (timeout) => {
			await workbench.quickInput.escape();
			return succeeds(workbench.quickInput.widget.waitFor({ state: 'hidden', timeout: Math.min(timeout, 1000) }));
		});
	afterEach(leave);

	after(() => workbench?.close());

	const fields = (count: number) => workbench.quickInput.opened(`${count} of 31 fields`);
	const descriptionOf = async (label: string) =>
		(await workbench.quickInput.rows()).find((row) => row.label === label)?.description ?? '';
	const rows = (what: string, are: (checked: readonly (boolean | undefined)[]) => boolean) =>
		eventually(what, async () => are((await workbench.quickInput.rows()).map((row) => row.checked)) || undefined);

	it('keeps selected fields that a search hides, and shows only selected fields on demand', async () => {
		await workbench.quickInput.pick('Fields');
		await fields(13);
		await workbench.screenshot('wizard-fields');
		await workbench.quickInput.type('city');
		await workbench.quickInput.toggle('city');
		await fields(14);
		await workbench.screenshot('wizard-fields-searched');
		await workbench.quickInput.type('');
		await workbench.quickInput.button('Show Selected Only');
		await rows('ticked rows alone', (checked) => checked.length === 14 && checked.every(Boolean));
		await workbench.screenshot('wizard-fields-selected');
		await workbench.quickInput.button('Show All Fields');
		await rows('all rows', (checked) => checked.includes(false));
		await fields(14);
		await workbench.quickInput.type('city');
		await workbench.quickInput.toggle('city');
		await fields(13);
		await workbench.quickInput.back();
		await eventually(
			'the hub',
			async () => (await descriptionOf('Fields')) === '13 of 31 · no personal data' || undefined,
		);
	});

	it('returns from an option to the main menu with Escape, and restores the options when the wizard is reopened', async () => {
		await workbench.quickInput.pick('Output');
		await workbench.quickInput.pick('JSON file');
		await workbench.quickInput.pick('Range');
		await eventually('ranges', async () => (await descriptionOf('Yesterday')) !== '' || undefined);
		await workbench.screenshot('wizard-range');
		await workbench.quickInput.escape();
		await eventually('the overview', async () => (await descriptionOf('Output')) === 'JSON file' || undefined);
		await leave();
		await openWizard(workbench, 'Notes');
		assert.equal(await descriptionOf('Output'), 'JSON file');
	});

	it('shows a date error below the input box', async () => {
		await workbench.quickInput.pick('Range');
		await workbench.quickInput.pick('Custom range…');
		await workbench.quickInput.waitForPlaceholder(/^YYYY-MM-DD hh:mm:ss$/);
		await workbench.quickInput.type('2026-02-30');
		assert.equal(await workbench.quickInput.validation(), '30 February 2026 does not exist.');
		await workbench.screenshot('wizard-date');
	});

	it('shows the export request in the wizard', async () => {
		await workbench.quickInput.pick('Show Request…');
		await eventually('the parameters', async () => (await descriptionOf('application_id')) === '103' || undefined);
		await workbench.screenshot('wizard-request');
	});

	it('shows all placeholders of the wizard in full, even in a narrow window', async () => {
		const { page, quickInput } = workbench;
		await page.setViewportSize({ width: 800, height: 600 });
		const cut: string[] = [];
		const check = async () => {
			const isCut = await quickInput.widget
				.locator('input.input')
				.first()
				.evaluateAll(([box]) => {
					if (!box?.ownerDocument.defaultView) return false;
					const pen = box.ownerDocument.createElement('canvas').getContext('2d');
					const { font, paddingLeft, paddingRight } = box.ownerDocument.defaultView.getComputedStyle(box);
					if (!pen) return false;
					pen.font = font;
					const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
					return pen.measureText(box.getAttribute('placeholder') ?? '').width > room;
				});
			if (isCut) cut.push(await quickInput.placeholder());
		};
		await check();
		for (const row of [
			'Application',
			'Output',
			'Range',
			'Time basis',
			'Fields',
			'Filters',
			'Options',
			'Show Request…',
		]) {
			const before = await quickInput.placeholder();
			await quickInput.pick(row);
			await eventually(row, async () => (await quickInput.placeholder()) !== before || undefined);
			await check();
			if (row === 'Fields') await workbench.screenshot('wizard-fields-narrow');
			await quickInput.escape();
			await eventually('the overview', async () => (await quickInput.placeholder()) === before || undefined);
		}
		await page.setViewportSize({ width: 1280, height: 800 });
		assert.deepEqual(cut, []);
	});

	it('starts an export when the user just presses Enter', async () => {
		await workbench.quickInput.accept();
		await workbench.waitForTab(/notes.*\.errors/);
		assert.match(await workbench.editor.text(), /^\{\s*"data"\s*:/);
		assert.match(await workbench.notifications.waitFor('Exported Notes'), /records/);
	});
});
