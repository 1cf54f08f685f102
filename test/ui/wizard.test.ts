import assert from 'node:assert/strict';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

describe('The wizard in a real quick pick', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.openContainer('App Errors');
		await workbench.tree('Applications').clickWelcome('Try with sample data');
		await (await workbench.quickInput.opened()).accept();
		await workbench.tree('Applications').waitForRow('Notes');
	});

	after(() => workbench?.close());

	const hub = () => workbench.quickInput.opened('Export errors – Notes');
	const open = async () => {
		await workbench.tree('Applications').clickInline('Notes', 'Export Errors…');
		await hub();
	};
	const descriptionOf = async (label: string) =>
		(await workbench.quickInput.rows()).find((row) => row.label.includes(label))?.description;

	it('keeps ticks that a search hides, and shows only the ticked ones on demand', async () => {
		await open();
		await workbench.quickInput.pick('Fields');
		await workbench.quickInput.opened('12 of 30 fields');
		await workbench.quickInput.type('city');
		await workbench.quickInput.toggle('city');
		await workbench.quickInput.opened('13 of 30 fields');
		await workbench.screenshot('wizard-fields-searched');
		await workbench.quickInput.type('');
		await workbench.quickInput.button('Show selected only');
		await workbench.quickInput.opened('13 of 30 fields');
		const rows = await workbench.quickInput.rows();
		assert.deepEqual(
			rows.filter((row) => !row.checked),
			[],
		);
		await workbench.screenshot('wizard-fields-selected');
		await workbench.quickInput.button('Show all fields');
		await workbench.quickInput.opened('13 of 30 fields');
		await workbench.quickInput.toggle('city');
		await workbench.quickInput.opened('12 of 30 fields');
		await workbench.screenshot('wizard-fields');
		await workbench.quickInput.back();
		await hub();
		assert.equal(await descriptionOf('Fields'), '12 of 30 · no personal data');
	});

	it('goes back from a spoke and finds its choices after Escape', async () => {
		await workbench.quickInput.pick('Output');
		await workbench.quickInput.pick('JSON document');
		await hub();
		await workbench.quickInput.pick('Range');
		await workbench.quickInput.opened();
		await workbench.screenshot('wizard-range');
		await workbench.quickInput.escape();
		await workbench.quickInput.closed();
		await open();
		assert.equal(await descriptionOf('Output'), 'JSON document');
	});

	it('says under the box what is wrong with a date', async () => {
		await workbench.quickInput.pick('Range');
		await workbench.quickInput.pick('Since … until …');
		await workbench.quickInput.type('2026-02-30');
		assert.equal(await workbench.quickInput.validation(), '30 February 2026 does not exist.');
		await workbench.screenshot('wizard-date');
		await workbench.quickInput.back();
		await workbench.quickInput.back();
		await hub();
	});

	it('runs by keyboard alone', async () => {
		await workbench.quickInput.accept();
		await workbench.waitForTab(/notes.*\.errors/);
		assert.match(await workbench.editorText(), /^\{\s*"data"\s*:/);
	});
});
