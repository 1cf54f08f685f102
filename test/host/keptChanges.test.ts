import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import { daysBefore, todayOf } from '../../src/core/kept/model/calendar';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';

describe('changes of kept records', () => {
	const stage = useExportsStage();
	const { keep, sets, only, node } = keptStage(stage);

	const change = async () => {
		const set = await node();
		return vscode.commands.executeCommand('appErrors.changeKept', set);
	};
	const menu = () => stage.person.pick(/What comes of a change is said before it is made/);
	const dayFolders = async () => (await readdir((await only()).folder)).filter((name) => /^\d{4}-/.test(name));

	it('show what there is so far', async () => {
		await keep('Last 7 days');
		const done = change();
		const rows = await menu().rows();
		assert.deepEqual(
			rows.map(({ label }) => label),
			['Since', 'Fields', 'Filters', 'Retention'],
		);
		const { plan } = (await only()).known;
		assert.deepEqual(
			rows.slice(1).map(({ description }) => description),
			[String(plan.fields.length), 'none', 'All days are kept'],
		);
		await menu().escape();
		await done;
	});

	it('to an earlier day ask for the days before, and nothing else of settled days', async () => {
		await keep('Last 7 days');
		const before = (await only()).known.summary;
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Since');
		await stage.person.pick(/Since which day/).choose('Last 30 days');
		const question = stage.person.message(/^Keep the records of Shop for Android since /);
		assert.match((await question.read()).detail, /^23 days before are asked for\. The service may have dropped/);
		await question.press('Change');
		await done;
		const { summary } = (await only()).known;
		assert.equal(summary.days.settled + summary.days.open, 31);
		assert.ok(summary.rows > before.rows);
		assert.equal(stage.asked().length - asked, 23 + before.days.open);
	});

	it('to a later day delete the days before, once that is confirmed', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const day = daysBefore(todayOf(new Date(), known.zone), 7);
		const done = change();
		await menu().choose('Since');
		await stage.person.pick(/Since which day/).choose('Last 7 days');
		const question = stage.person.message(/^Keep the records of Shop for Android since /);
		const { detail } = await question.read();
		assert.match(detail, /^23 days are deleted · [\d,]+ records? · .*\nWhat the service has dropped meanwhile cannot/);
		assert.equal((await dayFolders()).length, 31);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 8);
		const { plan, summary } = (await only()).known;
		assert.equal(plan.since, day);
		assert.equal(summary.days.missing, 0);
		assert.ok(summary.rows < known.summary.rows);
	});

	it('are not made when they are not confirmed', async () => {
		await keep('Last 30 days');
		const { known } = await only();
		const done = change();
		await menu().choose('Retention');
		await stage.person.pick(/How many days are kept/).choose('7 days are kept');
		await stage.person.message(/^Records of Shop for Android: 7 days are kept\?/).dismiss();
		await done;
		assert.deepEqual((await only()).known, known);
		assert.equal((await dayFolders()).length, 31);
	});

	it('of fields ask again for the days that lack one, and say so before', async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Fields');
		const fields = stage.person.pick(/Change the kept records of Shop for Android · \d+ of 31 fields/);
		await fields.check(...known.plan.fields, 'mcc');
		await fields.enter();
		const question = stage.person.message(/^Change the fields of the kept records of Shop for Android/);
		const { detail } = await question.read();
		assert.match(detail, /^Added: mcc\n8 days are asked again, about [\d,]+ records\. Till then/);
		await question.press('Change');
		await done;
		const changed = (await only()).known;
		assert.deepEqual(new Set(changed.plan.fields), new Set([...known.plan.fields, 'mcc']));
		assert.equal(changed.summary.rows, known.summary.rows);
		assert.equal(stage.asked().length - asked, 8);
	});

	it('of fields that only go ask nothing of settled days', async () => {
		await keep('Last 7 days');
		const { plan, summary } = (await only()).known;
		const { open } = summary.days;
		const asked = stage.asked().length;
		const done = change();
		await menu().choose('Fields');
		const fields = stage.person.pick(/Change the kept records of Shop for Android · \d+ of 31 fields/);
		await fields.check(...plan.fields.filter((field) => field !== 'country_iso_code'));
		await fields.enter();
		const question = stage.person.message(/^Change the fields/);
		assert.match((await question.read()).detail, /^Not asked for any more: country_iso_code\. Days that are here keep/);
		await question.press('Change');
		await done;
		assert.ok(!(await only()).known.plan.fields.includes('country_iso_code'));
		assert.equal(stage.asked().length, asked);
		await vscode.commands.executeCommand('appErrors.updateKept', await node());
		assert.equal(stage.asked().length - asked, open);
	});

	it('lead back from each step to the menu', async () => {
		await keep('Today');
		const done = change();
		for (const [row, step] of [
			['Since', /Since which day/],
			['Fields', /13 of 31 fields/],
			['Filters', /The field to compare/],
			['Retention', /How many days are kept/],
		] as const) {
			await menu().choose(row);
			await stage.person.pick(step).back();
		}
		await menu().escape();
		await done;
	});

	it('of filters begin a set of their own, and leave this one', async () => {
		await keep('Last 7 days');
		const { folder, known } = await only();
		const done = change();
		await menu().choose('Filters');
		await stage.person.pick(/The field to compare/).choose('error_name');
		const value = stage.person.pick(/value that error_name equals/);
		await value.type('nothing of the kind');
		await value.choose('nothing of the kind');
		await stage.person.pick(/Only records that match/).choose('Done');
		const question = stage.person.message(/^Keep the records of Shop for Android with other filters\?/);
		assert.match(
			(await question.read()).detail,
			/^With error_name = nothing of the kind\.\n.* a set of its own: all days since/,
		);
		await question.press('Begin a Set');
		await done;
		const both = await sets();
		assert.equal(both.length, 2);
		assert.deepEqual(both.find((set) => set.folder === folder)?.known, known);
		const other = both.find((set) => set.folder !== folder)?.known;
		assert.deepEqual(other?.plan.filters, [{ field: 'error_name', value: 'nothing of the kind' }]);
		assert.equal(other?.plan.since, known.plan.since);
		assert.equal(other?.summary.days.missing, 0);
	});

	it('of Retention delete what is older at once, and never ask for it again', async () => {
		await keep('Last 30 days');
		const done = change();
		await menu().choose('Retention');
		await stage.person.pick(/How many days are kept/).choose('7 days are kept');
		const question = stage.person.message(/^Records of Shop for Android: 7 days are kept\?/);
		assert.match((await question.read()).detail, /^From now on each update deletes .*\n23 days are deleted · /);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 8);
		const asked = stage.asked().length;
		await vscode.commands.executeCommand('appErrors.updateKept', await node());
		const { days } = (await only()).known.summary;
		assert.equal(stage.asked().length - asked, days.open);
		assert.equal(days.missing, 0);
		const item = toTreeItem(await node(), { hasRows: false, now: new Date() });
		assert.match(String(item.description), / · 7 days are kept/);
	});

	it('of Retention leave what is open in a view', async () => {
		await keep('Last 30 days');
		await vscode.commands.executeCommand('appErrors.openKept', await node());
		const done = change();
		await menu().choose('Retention');
		const days = stage.person.pick(/How many days are kept/);
		await days.type('1');
		assert.match((await days.rows())[0]?.detail ?? '', /At least 2/);
		await days.type('3');
		await days.choose('3 days are kept');
		const question = stage.person.message(/^Records of Shop for Android: 3 days are kept\?/);
		assert.match(
			(await question.read()).detail,
			/They are open in a view, and go with the first update after it is closed/,
		);
		await question.press('Change and Delete');
		await done;
		assert.equal((await dayFolders()).length, 31);
	});
});
