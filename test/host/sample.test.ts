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
		const done = run('appErrors.exploreSampleData');
		const pick = person.pick(/Explore Sample Data/);
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

	it('adds sample data by pressing Enter once, without an account', async () => {
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

	it('adds no sample data when the prompt is canceled with Escape', async () => {
		const done = run('appErrors.exploreSampleData');
		await person.pick(/Explore Sample Data/).escape();
		await done;
		assert.deepEqual(await services.accounts.list(), []);
	});

	it('remembers the size of the sample data, and restarts the sample service if the size changes', async () => {
		await trySample();
		const before = await services.sample.target();
		await trySample('100,000 records');
		assert.notEqual((await services.sample.target()).baseUrl, before.baseUrl);
		assert.equal((await services.accounts.list()).length, 1);

		const done = run('appErrors.exploreSampleData');
		assert.equal((await person.pick(/Explore Sample Data/).active()).label, '100,000 records');
		await person.pick(/Explore Sample Data/).escape();
		await done;
	});

	it('keeps the sample service running if the same size is chosen again', async () => {
		await trySample();
		const before = await services.sample.target();
		await trySample();
		assert.deepEqual(await services.sample.target(), before);
	});

	it('restarts the sample service automatically after it has stopped, such as by a window reload', async () => {
		await trySample();
		const before = await listed();
		await services.sample.stop();
		assert.equal(await listed(), before);
	});

	it('switches back to the existing sample account', async () => {
		await trySample();
		const { id } = await current();
		await services.accounts.add({ service: 'https://stats.test', label: 'Work', allowInsecure: false }, 'token');
		await trySample();
		assert.equal((await current()).id, id);
	});

	it('stops the sample service on sign-out', async () => {
		await trySample();
		const { baseUrl } = await services.sample.target();
		await run('appErrors.signOut', (await current()).id);
		// Each attempt either reaches the service or is refused. The test's timeout limits the loop.
		while (await isReached(baseUrl)) {}
	});

	it('prompts for a new token if the sample token was replaced, and accepts any input', async () => {
		await trySample();
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
