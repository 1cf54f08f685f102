import assert from 'node:assert/strict';
import { ThemeIcon } from 'vscode';
import { pickApplication } from '../../src/services/pickApplication';
import { ApplicationsHarness, application, home, news, shop } from '../support/host/applicationsHarness';
import { Person } from '../support/host/person';

describe('application picker', () => {
	let stage: ApplicationsHarness;
	let person: Person;
	beforeEach(() => {
		stage = new ApplicationsHarness();
		person = new Person();
	});
	afterEach(async () => {
		stage.dispose();
		await person.leave();
	});

	const pick = () => person.pick('Export');
	const choose = (activeId?: string) =>
		pickApplication(stage.applications, { title: 'Export', canGoBack: true, ...(activeId && { activeId }) });

	it('lists application names with IDs, with pinned applications marked and listed first', async () => {
		await stage.applications.pin(home, '102', true);
		await stage.list([shop, news]);
		const answer = choose();
		const rows = await pick().rows();
		assert.deepEqual(
			rows.map(({ label, description, iconPath }) => [
				label,
				description,
				iconPath instanceof ThemeIcon && iconPath.id,
			]),
			[
				['News', '★ 102', 'device-mobile'],
				['Shop for Android', '101', 'robot'],
			],
		);
		await pick().choose('Shop for Android');
		assert.deepEqual(await answer, { kind: 'value', value: shop });
	});

	it('preselects the given application, so that pressing Enter accepts it', async () => {
		await stage.list([shop, news]);
		const answer = choose('102');
		await pick().enter();
		assert.deepEqual(await answer, { kind: 'value', value: news });
	});

	it('accepts a typed application ID before the list is loaded, and shows the list afterwards', async () => {
		await stage.applications.pin(home, '102', true);
		const answer = choose();
		assert.deepEqual(await pick().labels(), ['102']);
		const asked = await stage.nextAsked();
		await pick().type('2599');
		assert.deepEqual(await pick().labels(), ['Application ID 2599']);
		await pick().type('');
		asked.answer([shop, news]);
		await stage.applications.load();
		await pick().choose('Shop for Android');
		assert.deepEqual(await answer, { kind: 'value', value: shop });
	});

	it('shows why the application list is unavailable, and still accepts a typed ID', async () => {
		await stage.failWith({ kind: 'unknownShape', shape: '{a}' });
		const answer = choose();
		(await stage.nextAsked()).fail({ kind: 'forbidden', words: 'no' });
		await stage.applications.load();
		const refused = "You don't have access to this application.";
		await pick().type('7');
		assert.deepEqual((await pick().labels()).sort(), ['Application ID 7', refused]);
		await pick().choose('Application ID 7');
		assert.deepEqual(await answer, { kind: 'value', value: { id: '7', details: [] } });
	});

	it('offers each application ID only once, and does not offer typed text that is not a valid ID', async () => {
		await stage.list([shop]);
		const answer = choose();
		for (const [text, labels] of [
			['101', ['Shop for Android']],
			['007', []],
			['12a', []],
		] as const) {
			await pick().type(text);
			assert.deepEqual(await pick().labels(), labels);
		}
		await pick().escape();
		assert.deepEqual(await answer, { kind: 'dismissed' });
	});

	it('escapes icon syntax in application names', async () => {
		await stage.list([application('1', '$(bug) Shop')]);
		const answer = choose();
		assert.deepEqual(await pick().labels(), ['\\$(bug) Shop']);
		await pick().back();
		assert.deepEqual(await answer, { kind: 'back' });
	});

	it('reports an error in the application picker when signed out', async () => {
		stage.switchTo(undefined);
		await assert.rejects(choose(), { name: 'AppError', problem: { kind: 'signedOut' } });
	});
});
