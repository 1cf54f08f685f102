import assert from 'node:assert/strict';
import { ThemeIcon } from 'vscode';
import { pickApplication } from '../../src/services/pickApplication';
import { ApplicationsStage, application, home, news, shop } from '../support/host/applicationsStage';
import { Person } from '../support/host/person';

describe('choosing an application', () => {
	let stage: ApplicationsStage;
	let person: Person;
	beforeEach(() => {
		stage = new ApplicationsStage();
		person = new Person();
	});
	afterEach(async () => {
		stage.dispose();
		await person.leave();
	});

	const pick = () => person.pick('Export');
	const choose = (activeId?: string) =>
		pickApplication(stage.applications, { title: 'Export', canGoBack: true, ...(activeId && { activeId }) });

	it('offers names with IDs, pinned ones first and marked', async () => {
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
				['News', '102', 'star-full'],
				['Shop for Android', '101', 'device-mobile'],
			],
		);
		await pick().choose('Shop for Android');
		assert.deepEqual(await answer, { kind: 'value', value: shop });
	});

	it('has the application at hand that Enter takes', async () => {
		await stage.list([shop, news]);
		const answer = choose('102');
		await pick().enter();
		assert.deepEqual(await answer, { kind: 'value', value: news });
	});

	it('takes a typed ID before the list has come, and offers the list then', async () => {
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

	it('says why there is no list, and takes a typed ID all the same', async () => {
		await stage.failWith({ kind: 'unknownShape', shape: '{a}' });
		const answer = choose();
		(await stage.nextAsked()).fail({ kind: 'forbidden', words: 'no' });
		await stage.applications.load();
		const refused = 'The service refuses this token the right to the application.';
		await pick().type('7');
		assert.deepEqual((await pick().labels()).sort(), ['Application ID 7', refused]);
		await pick().choose('Application ID 7');
		assert.deepEqual(await answer, { kind: 'value', value: { id: '7', details: [] } });
	});

	it('offers no ID twice, and none that cannot be one', async () => {
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

	it('draws no icon that a name asks for', async () => {
		await stage.list([application('1', '$(bug) Shop')]);
		const answer = choose();
		assert.deepEqual(await pick().labels(), ['\\$(bug) Shop']);
		await pick().back();
		assert.deepEqual(await answer, { kind: 'back' });
	});

	it('is refused to whoever is signed out', async () => {
		stage.switchTo(undefined);
		await assert.rejects(choose(), { name: 'AppError', problem: { kind: 'signedOut' } });
	});
});
