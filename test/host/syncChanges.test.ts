import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { daysBefore, getToday } from '../../src/core/sync/model/calendar';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { useExportsHarness } from '../support/host/exportsHarness';
import { syncHarness } from '../support/host/syncHarness';

describe('sync settings', () => {
	const stage = useExportsHarness();
	const { keep, sets, only, node } = syncHarness(stage);

	const change = async () => {
		const set = await node();
		return vscode.commands.executeCommand('appErrors.editSyncSettings', set);
	};
	const menu = () => stage.person.pick(/Choose a setting \(changes require confirmation\)/);
	const dayFolders = async () => (await readdir((await only()).folder)).filter((name) => /^\d{4}-/.test(name));

	it('shows the current sync settings', async () => {
		await keep('Last 7 days');
		const done = change();
		const rows = await menu().rows();
		assert.deepEqual(
			rows.map(({ label }) => label),
			['Start date', 'Fields', 'Filters', 'Retention'],
		);
		const { plan } = (await only()).known;
		assert.deepEqual(
			rows.slice(1).map(({ description }) => description),
			[String(plan.fields.length), 'none', 'Keep all days'],
		);
		await menu().escape();
		await done;
	});

	it('requests only added and provisional days when the start date is moved back', async () => {
		await keep('Last 7 days');
		const before = (await only()).known.summary;
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Start date');
		await stage.person.pick(/Start date/).choose('Last 30 days');
		const question = stage.person.message(/^Sync records of Shop for Android since /);
		assert.match(
			(await question.read()).detail,
			/^23 earlier days will be requested\. The service may have already deleted their records\./,
		);
		await question.press('Change');
		await done;
		const { summary } = (await only()).known;
		assert.equal(summary.days.final + summary.days.provisional, 31);
		assert.ok(summary.rows > before.rows);
		assert.equal(stage.asked().length - asked, 23 + before.days.provisional);
	});

	it('deletes days before a later start date after confirmation', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const day = daysBefore(getToday(new Date(), known.zone), 7);
		const done = change();
		await menu().choose('Start date');
		await stage.person.pick(/Start date/).choose('Last 7 days');
		const question = stage.person.message(/^Sync records of Shop for Android since /);
		const { detail } = await question.read();
		assert.match(
			detail,
			/^23 days will be deleted · [\d,]+ records? · .*\nRecords that the service has already deleted can't be restored\./,
		);
		assert.equal((await dayFolders()).length, 31);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 8);
		const { plan, summary } = (await only()).known;
		assert.equal(plan.since, day);
		assert.equal(summary.days.missing, 0);
		assert.ok(summary.rows < known.summary.rows);
	});

	it('leaves synced records unchanged if a change is not confirmed', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const done = change();
		await menu().choose('Retention');
		await stage.person.pick(/Choose how many past days to keep/).choose('Keep 7 days');
		await stage.person.message(/^Change the retention of Shop for Android to "Keep 7 days"\?/).dismiss();
		await done;
		assert.deepEqual((await only()).known, known);
		assert.equal((await dayFolders()).length, 31);
	});

	it('requests days again if their records have no values for an added field, after confirmation', async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Fields');
		const fields = stage.person.pick(/Edit Sync Settings: Shop for Android · \d+ of 31 fields/);
		await fields.check(...known.plan.fields, 'mcc');
		await fields.enter();
		const question = stage.person.message(/^Change the fields of the synced records of Shop for Android/);
		const { detail } = await question.read();
		const message =
			/^Added: mcc\n([78]) days will be requested again \(about [\d,]+ records\)\. The added fields are empty until then\./;
		// Shortly after midnight, today has no records yet and is not requested again.
		const days = Number(message.exec(detail)?.[1]);
		assert.ok(days, detail);
		await question.press('Change');
		await done;
		const changed = (await only()).known;
		assert.deepEqual(new Set(changed.plan.fields), new Set([...known.plan.fields, 'mcc']));
		assert.equal(changed.summary.rows, known.summary.rows);
		assert.equal(stage.asked().length - asked, days);
	});

	it('requests only provisional days after the user removes a field', async () => {
		await keep('Last 7 days');
		const { plan, summary } = (await only()).known;
		const { provisional: open } = summary.days;
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Fields');
		const fields = stage.person.pick(/Edit Sync Settings: Shop for Android · \d+ of 31 fields/);
		await fields.check(...plan.fields.filter((field) => field !== 'country_iso_code'));
		await fields.enter();
		const question = stage.person.message(/^Change the fields/);
		assert.match(
			(await question.read()).detail,
			/^No longer requested: country_iso_code\. Existing days keep these values\./,
		);
		await question.press('Change');
		await done;
		assert.ok(!(await only()).known.plan.fields.includes('country_iso_code'));
		assert.equal(stage.asked().length, asked);
		await vscode.commands.executeCommand('appErrors.syncNow', await node());
		assert.equal(stage.asked().length - asked, open);
	});

	it('returns to the menu from each step of the sync settings', async () => {
		await keep('Today');
		const done = change();
		for (const [row, step] of [
			['Start date', /Start date/],
			['Fields', /13 of 31 fields/],
			['Filters', /Choose a field to filter by/],
			['Retention', /Choose how many past days to keep/],
		] as const) {
			await menu().choose(row);
			await stage.person.pick(step).back();
		}
		await menu().escape();
		await done;
	});

	it('creates a separate set of synced records for changed filters, and keeps the existing set', async () => {
		await keep('Last 7 days');
		const { folder, known } = await only();
		const done = change();
		await menu().choose('Filters');
		await stage.person.pick(/Choose a field to filter by/).choose('error_name');
		const value = stage.person.pick(/Enter a value for error_name/);
		await value.type('nothing of the kind');
		await value.choose('nothing of the kind');
		await stage.person.pick(/Only records that match/).choose('Done');
		const question = stage.person.message(/^Sync records of Shop for Android with different filters\?/);
		assert.match(
			(await question.read()).detail,
			/^Filters: error_name = nothing of the kind\.\n.* are synced separately\. All days since/,
		);
		await question.press('Start Separate Sync');
		await done;
		const both = await sets();
		assert.equal(both.length, 2);
		assert.deepEqual(both.find((set) => set.folder === folder)?.known, known);
		const other = both.find((set) => set.folder !== folder)?.known;
		assert.deepEqual(other?.plan.filters, [{ field: 'error_name', value: 'nothing of the kind' }]);
		assert.equal(other?.plan.since, known.plan.since);
		assert.equal(other?.summary.days.missing, 0);
	});

	it('immediately deletes days beyond the retention limit and never requests them again', async () => {
		await keep('Last 30 days');
		const done = change();
		await menu().choose('Retention');
		await stage.person.pick(/Choose how many past days to keep/).choose('Keep 7 days');
		const question = stage.person.message(/^Change the retention of Shop for Android to "Keep 7 days"\?/);
		assert.match((await question.read()).detail, /^From now on, every sync deletes .*\n23 days will be deleted · /);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 8);
		const asked = stage.asked().length;
		await vscode.commands.executeCommand('appErrors.syncNow', await node());
		const { days } = (await only()).known.summary;
		assert.equal(stage.asked().length - asked, days.provisional);
		assert.equal(days.missing, 0);
		const item = toTreeItem(await node(), { hasRows: false, now: new Date() });
		assert.match(String(item.description), / · Keep 7 days/);
	});

	it('keeps days beyond the retention limit while they are open in a view', async () => {
		await keep('Last 30 days');
		await vscode.commands.executeCommand('appErrors.openSyncedRecords', await node());
		const done = change();
		await menu().choose('Retention');
		const days = stage.person.pick(/Choose how many past days to keep/);
		await days.type('1');
		assert.match((await days.rows())[0]?.detail ?? '', /Enter at least 2/);
		await days.type('3');
		await days.choose('Keep 3 days');
		const question = stage.person.message(/^Change the retention of Shop for Android to "Keep 3 days"\?/);
		assert.match(
			(await question.read()).detail,
			/These days are open in an editor and will be deleted by the first sync after it is closed/,
		);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 31);
	});
});
