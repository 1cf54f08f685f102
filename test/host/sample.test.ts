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
			await forgetEverything(services);
			await services.sample.stop();
		}
	});

	const trySample = async (size?: string) => {
		const done = run('appErrors.trySampleData');
		const pick = person.pick(/Try with sample data/);
		await (size === undefined ? pick.enter() : pick.choose(size));
		await done;
	};

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

	it('needs one Enter and no account', async () => {
		await trySample();
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

	it('adds nothing when left with Escape', async () => {
		const done = run('appErrors.trySampleData');
		await person.pick(/Try with sample data/).escape();
		await done;
		assert.deepEqual(await services.accounts.list(), []);
	});

	it('keeps the size, and starts anew with another one for the same account', async () => {
		await trySample();
		const before = await services.sample.target();
		await trySample('100 thousand');
		assert.notEqual((await services.sample.target()).baseUrl, before.baseUrl);
		assert.equal((await services.accounts.list()).length, 1);

		const done = run('appErrors.trySampleData');
		assert.equal((await person.pick(/Try with sample data/).active()).label, '100 thousand');
		await person.pick(/Try with sample data/).escape();
		await done;
	});

	it('leaves a running service alone when the size stays', async () => {
		await trySample();
		const before = await services.sample.target();
		await trySample();
		assert.deepEqual(await services.sample.target(), before);
	});

	it('works again by itself after the service ended, as after a reload of the window', async () => {
		await trySample();
		const before = await listed();
		await services.sample.stop();
		assert.equal(await listed(), before);
	});

	it('comes back to the account that is there already', async () => {
		await trySample();
		const { id } = await current();
		await services.accounts.add({ service: 'https://stats.test', label: 'Work', allowInsecure: false }, 'token');
		await trySample();
		assert.equal((await current()).id, id);
	});

	it('ends its service with the sign-out', async () => {
		await trySample();
		const { baseUrl } = await services.sample.target();
		await run('appErrors.signOut', (await current()).id);
		// Each attempt either reaches the service or is refused; the test's own time limit bounds them.
		while (await isReached(baseUrl)) {}
	});

	it('asks for a new token in place when its own has died, and takes any', async () => {
		await trySample();
		// `/sample/…` steers the service and is no part of the interface it plays.
		const { baseUrl, token } = await services.sample.target();
		const response = await fetch(`${baseUrl}/sample/token`, {
			method: 'PUT',
			headers: { authorization: `OAuth ${token}` },
			body: JSON.stringify({ token: 'known-to-nobody' }),
		});
		assert.equal(response.status, 200);
		const listing = listed();
		await person.input(/New token for Sample data/).answer('anything');
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
