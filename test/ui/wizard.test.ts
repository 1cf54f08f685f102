import assert from 'node:assert/strict';
import { openSampleData, openWizard } from '../support/vscode/openExport';
import { eventually } from '../support/vscode/waiting';
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

	afterEach(async () => {
		await workbench.quickInput.escape();
		await workbench.quickInput.closed();
	});

	after(() => workbench?.close());

	const fields = (count: number) => workbench.quickInput.opened(`${count} of 31 fields`);
	const descriptionOf = async (label: string) =>
		(await workbench.quickInput.rows()).find((row) => row.label === label)?.description ?? '';
	/** Waits for the rows, because a list is rendered with a delay. */
	const rows = (what: string, are: (checked: readonly (boolean | undefined)[]) => boolean) =>
		eventually(what, async () => are((await workbench.quickInput.rows()).map((row) => row.checked)) || undefined);

	it('keeps selected fields that a search hides, and shows only selected fields on demand', async () => {
		await workbench.quickInput.pick('Fields');
		await fields(12);
		await workbench.screenshot('wizard-fields');
		await workbench.quickInput.type('city');
		await workbench.quickInput.toggle('city');
		await fields(13);
		await workbench.screenshot('wizard-fields-searched');
		await workbench.quickInput.type('');
		await workbench.quickInput.button('Show Selected Only');
		await rows('ticked rows alone', (checked) => checked.length === 13 && checked.every(Boolean));
		await workbench.screenshot('wizard-fields-selected');
		await workbench.quickInput.button('Show All Fields');
		await rows('all rows', (checked) => checked.includes(false));
		await fields(13);
		await workbench.quickInput.type('city');
		await workbench.quickInput.toggle('city');
		await fields(12);
		await workbench.quickInput.back();
		await eventually(
			'the hub',
			async () => (await descriptionOf('Fields')) === '12 of 31 · no personal data' || undefined,
		);
	});

	it('restores the chosen options after the wizard was canceled with Escape', async () => {
		await workbench.quickInput.pick('Output');
		await workbench.quickInput.pick('JSON file');
		await workbench.quickInput.pick('Range');
		await eventually('ranges', async () => (await descriptionOf('Yesterday')) !== '' || undefined);
		await workbench.screenshot('wizard-range');
		await workbench.quickInput.escape();
		await workbench.quickInput.closed();
		await openWizard(workbench, 'Notes');
		assert.equal(await descriptionOf('Output'), 'JSON file');
	});

	it('shows an error in a date below the input box', async () => {
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

	it('starts an export when the user only presses Enter', async () => {
		await workbench.quickInput.accept();
		await workbench.waitForTab(/notes.*\.errors/);
		assert.match(await workbench.editor.text(), /^\{\s*"data"\s*:/);
		assert.match(await workbench.notifications.waitFor('Exported Notes'), /records/);
	});
});
