import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hashedDevices } from '../../src/core/plan/fields';
import { usualFields } from '../../src/core/plan/plan';
import { daysBefore, getToday } from '../../src/core/sync/model/calendar';
import { deviceKeySecret } from '../../src/ids';
import { useExportsHarness } from '../support/host/exportsHarness';
import { syncHarness } from '../support/host/syncHarness';
import { eventually } from '../support/vscode/waiting';

describe('synced records created in the export wizard', () => {
	const stage = useExportsHarness();
	const { application, sets, only, node } = syncHarness(stage);

	const hub = () => stage.person.pick(/Export Errors: Shop for Android/);
	const keep = async (range: string) => {
		const done = vscode.commands.executeCommand('appErrors.exportErrors', await application());
		await hub().choose('Range');
		await stage.person.pick(/Choose a date range/).choose(range);
		await hub().choose('Output');
		await stage.person.pick(/Choose an output format/).choose('Sync records');
		await hub().choose('Start Sync');
		return done;
	};
	const dayBefore = async (days: number) => daysBefore(getToday(new Date(), (await only()).known.zone), days);

	it('syncs the fields selected in the wizard from the first selected day, and opens the records', async () => {
		await keep('Last 14 days');
		const { known } = await only();
		assert.equal(known.plan.since, await dayBefore(14));
		assert.equal(known.plan.fields.length, 13);
		assert.equal(known.summary.days.missing, 0);
		assert.ok(stage.asked().every((url) => url.includes('date_dimension=receive')));
		const tab = await eventually('the results view', async () => vscode.window.tabGroups.activeTabGroup.activeTab);
		assert(tab.input instanceof vscode.TabInputCustom);
		assert.equal(tab.input.uri.fsPath, vscode.Uri.file(known.manifest).fsPath);
	});

	it('extends an existing synced set to an earlier start date instead of creating a second set', async () => {
		await keep('Last 7 days');
		await keep('Today');
		await stage.person
			.message(
				/^These records of Shop for Android are already synced \(since .*\)\. The existing synced records will be updated/,
			)
			.read();
		assert.equal((await only()).known.plan.since, await dayBefore(7));
		await keep('Last 14 days');
		const { known } = await only();
		assert.equal(known.plan.since, await dayBefore(14));
		assert.equal(known.summary.days.missing, 0);
	});

	it('sends no request if identical synced records already exist and are paused', async () => {
		await keep('Today');
		await vscode.commands.executeCommand('appErrors.pauseSync', await node());
		const asked = stage.asked().length;
		await keep('Today');
		await stage.person.message(/^The sync of these records of .* \(since .*\) is paused/).read();
		assert.equal(stage.asked().length, asked);
	});

	it('creates a second synced set for different filters, and offers an export when the wizard reopens', async () => {
		await keep('Today');
		const { plans } = stage.services;
		const last = plans.last(stage.account, '101');
		assert.equal(last?.view, 'results');
		assert.equal(plans.draft(stage.account, '101'), undefined);
		await plans.saveLast(stage.account, { ...last, filters: [{ field: 'os_version', value: '14' }] });
		await keep('Today');
		assert.equal((await sets()).length, 2);
	});

	it('creates another set of synced records if the key for hashing device IDs has changed', async () => {
		await keep('Today');
		const { plans, storedData } = stage.services;
		const last = plans.last(stage.account, '101');
		assert(last);
		const keepHashed = async () => {
			await plans.saveLast(stage.account, { ...last, fields: [...usualFields, hashedDevices.name] });
			await keep('Today');
			return (await sets()).length;
		};
		assert.equal(await keepHashed(), 2);
		const { places } = storedData as unknown as { places: Pick<vscode.ExtensionContext, 'secrets'> };
		await places.secrets.delete(deviceKeySecret);
		assert.equal(await keepHashed(), 3);
		assert.equal(await keepHashed(), 3);
	});
});
