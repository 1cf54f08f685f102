import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/services/services';
import { Person } from '../support/host/person';
import { forgetEverything, startProduct } from '../support/host/product';

const run = (command: string, ...parameters: unknown[]) => vscode.commands.executeCommand(command, ...parameters);

describe('sample data', () => {
	let services: Services;
	let person: Person;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		await forgetEverything(services);
		await services.sample.resize(10_000);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await run('workbench.action.closeAllEditors');
			await services.exports.clear();
			await forgetEverything(services);
			await services.sample.stop();
		}
	});

	const explore = () => run('appErrors.exploreSampleData');

	const changeSize = async (size: string) => {
		const done = run('appErrors.changeSampleSize');
		await person.pick(/Change Sample Data Size/).choose(size);
		await done;
	};

	const openFiles = () =>
		vscode.window.tabGroups.all.flatMap(({ tabs }) =>
			tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [input] : [])),
		);

	const current = async () => {
		const account = await services.accounts.current();
		assert(account, 'somebody is signed in');
		return account;
	};

	const listed = async () => {
		const { id, service } = await current();
		const account = { accountId: id, service, interactive: true };
		return (await services.engine.call('listApplications', { account })).applications.length;
	};

	it('adds sample data of the default size without an account and without a prompt', async () => {
		await explore();
		const { service, label } = await current();
		assert.deepEqual([service, label], ['sample', 'Sample data']);
		assert.equal(services.sample.size, 10_000);
		assert.ok((await listed()) > 0);
		const inMenu = await vscode.authentication.getAccounts('appErrors');
		assert.deepEqual(
			inMenu.map((account) => account.label),
			['Sample data'],
		);
	});

	it('opens the last seven days of Shop for Android in the results view', async () => {
		await explore();
		const [file] = openFiles();
		assert.equal(file?.viewType, 'appErrors.results');
		const { entries } = await services.exports.list(await current());
		assert.deepEqual(
			entries.map(({ stored }) => [stored.plan.application.name, stored.plan.range]),
			[['Shop for Android', { kind: 'lastDays', days: 7 }]],
		);
		assert.ok(file?.uri.fsPath.startsWith(entries[0]?.folder ?? '?'));
		assert.ok((entries[0]?.outcome?.rows ?? 0) > 0);
	});

	it('changes nothing when the user cancels the prompt for the sample data size', async () => {
		const done = run('appErrors.changeSampleSize');
		await person.pick(/Change Sample Data Size/).escape();
		await done;
		assert.deepEqual(await services.accounts.list(), []);
	});

	it('remembers the size of the sample data, and restarts the sample service if the size changes', async () => {
		await explore();
		const before = await services.sample.target();
		await changeSize('100,000 records');
		assert.notEqual((await services.sample.target()).baseUrl, before.baseUrl);
		assert.equal((await services.accounts.list()).length, 1);
		await explore();
		assert.equal(services.sample.size, 100_000);

		const done = run('appErrors.changeSampleSize');
		assert.equal((await person.pick(/Change Sample Data Size/).active()).label, '100,000 records');
		await person.pick(/Change Sample Data Size/).escape();
		await done;
	});

	it('keeps the sample service running if the same size is chosen again', async () => {
		await explore();
		const before = await services.sample.target();
		await changeSize('10,000 records');
		assert.deepEqual(await services.sample.target(), before);
	});

	it('restarts the sample service automatically after it has stopped, for example because of a window reload', async () => {
		await explore();
		const before = await listed();
		await services.sample.stop();
		assert.equal(await listed(), before);
	});

	it('switches back to the existing sample account', async () => {
		await explore();
		const { id } = await current();
		await services.accounts.add({ service: 'https://stats.test', label: 'Work', allowInsecure: false }, 'token');
		await explore();
		assert.equal((await current()).id, id);
	});

	it('stops the sample service on sign-out', async () => {
		await explore();
		const { baseUrl } = await services.sample.target();
		await run('appErrors.signOut', (await current()).id);
		// Each attempt either reaches the service or is refused. The test's timeout limits the loop.
		while (await isReached(baseUrl)) {}
	});

	it('prompts for a new token after the sample token was replaced, and accepts any text as the token', async () => {
		await explore();
		// `/sample/…` controls the sample service and is not part of the emulated API.
		const { baseUrl, token } = await services.sample.target();
		const response = await fetch(`${baseUrl}/sample/token`, {
			method: 'PUT',
			headers: { authorization: `OAuth ${token}` },
			body: JSON.stringify({ token: 'known-to-nobody' }),
		});
		assert.equal(response.status, 200);
		const listing = listed();
		await person.input(/New Token for Sample data/).answer('anything');
		assert.ok((await listing) > 0);
		assert.equal((await services.sample.target()).token, 'anything');
	});
});

async function isReached(url: string): Promise<boolean> {
	try {
		await fetch(url);
		return true;
	} catch {
		return false;
	}
}
