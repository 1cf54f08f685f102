import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { daysBefore, todayOf } from '../../src/core/kept/model/calendar';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';
import { eventually } from '../support/vscode/waiting';

describe('kept records from the wizard', () => {
	const stage = useExportsStage();
	const { application, sets, only, node } = keptStage(stage);

	const hub = () => stage.person.pick(/Export errors – Shop for Android/);
	/** @param range A label of the wizard's ranges. */
	const keep = async (range: string) => {
		const done = vscode.commands.executeCommand('appErrors.exportErrors', await application());
		await hub().choose('Range');
		await stage.person.pick(/Which days and hours/).choose(range);
		await hub().choose('Output');
		await stage.person.pick(/What the records become/).choose('Keep these records current');
		await hub().choose('Keep Current');
		return done;
	};
	const dayBefore = async (days: number) => daysBefore(todayOf(new Date(), (await only()).known.zone), days);

	it('have its fields, begin with the first day of its range, and open', async () => {
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

	it('are those that there are, where they are the same, from the earlier day on', async () => {
		await keep('Last 14 days');
		await keep('Last 7 days');
		await stage.person
			.message(/^These records of Shop for Android are kept already, since .*\. They are updated/)
			.read();
		assert.equal((await only()).known.plan.since, await dayBefore(14));
		await keep('Last 30 days');
		const { known } = await only();
		assert.equal(known.plan.since, await dayBefore(30));
		assert.equal(known.summary.days.missing, 0);
	});

	it('are not asked for where they are kept already and paused', async () => {
		await keep('Today');
		await vscode.commands.executeCommand('appErrors.pauseKept', await node());
		const asked = stage.asked().length;
		await keep('Today');
		await stage.person.message(/are kept already, since .*\. Their updates are paused/).read();
		assert.equal(stage.asked().length, asked);
	});

	it('are another set with other filters, and leave an export for the next time', async () => {
		await keep('Today');
		const { plans } = stage.services;
		const last = plans.last(stage.account, '101');
		assert.equal(last?.view, 'results');
		assert.equal(plans.draft(stage.account, '101'), undefined);
		await plans.saveLast(stage.account, { ...last, filters: [{ field: 'os_version', value: '14' }] });
		await keep('Today');
		assert.equal((await sets()).length, 2);
	});
});
