import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Sessions } from '../../src/features/account/sessions';
import { Accounts } from '../../src/services/accounts';
import { TokenEntry } from '../../src/services/tokenEntry';
import { MemoryMemento, MemorySecrets } from '../support/host/memory';
import { Person } from '../support/host/person';
import { getProblem } from '../support/host/product';

describe('accounts in two windows', () => {
	let secrets: MemorySecrets;
	let here: Accounts;
	let there: Accounts;
	let sessions: Sessions;
	let person: Person;
	let told: vscode.AuthenticationProviderAuthenticationSessionsChangeEvent[];

	beforeEach(async () => {
		secrets = new MemorySecrets();
		here = new Accounts(secrets, new MemoryMemento());
		there = new Accounts(secrets, new MemoryMemento());
		sessions = new Sessions(here, async () => undefined);
		person = new Person();
		told = [];
		sessions.onDidChangeSessions((change) => told.push(change));
	});

	afterEach(async () => {
		for (const item of [sessions, here, there]) {
			item.dispose();
		}
		await person.leave();
	});

	const account = (label: string) => ({ service: 'https://stats.test', label, allowInsecure: false });

	const news = () =>
		new Promise<Record<'added' | 'removed' | 'changed', string[]>>((resolve) => {
			const watch = sessions.onDidChangeSessions(({ added, removed, changed }) => {
				watch.dispose();
				const labels = (some: readonly vscode.AuthenticationSession[] | undefined) =>
					(some ?? []).map((session) => session.account.label);
				resolve({ added: labels(added), removed: labels(removed), changed: labels(changed) });
			});
		});

	it('detects an account that was added in another window', async () => {
		await sessions.getSessions(undefined);
		const change = news();
		const { id } = await there.add(account('Work'), 'secret');
		assert.deepEqual(await change, { added: ['Work'], removed: [], changed: [] });
		assert.deepEqual(await here.current(), { ...account('Work'), id });
		assert.equal(here.known?.current?.id, id);
	});

	it('notifies the editor of an account added in another window even if no accounts were listed before', async () => {
		const change = news();
		await there.add(account('Work'), 'secret');
		assert.deepEqual(await change, { added: ['Work'], removed: [], changed: [] });
	});

	it('detects that another window has signed out of an account', async () => {
		const { id } = await here.add(account('Work'), 'secret');
		await sessions.getSessions(undefined);
		const change = news();
		await there.remove(id);
		assert.deepEqual(await change, { added: [], removed: ['Work'], changed: [] });
		assert.equal(await here.current(), undefined);
	});

	it('detects that another window has replaced the token of an account', async () => {
		const { id } = await here.add(account('Work'), 'secret');
		await sessions.getSessions(undefined);
		const change = news();
		await there.replaceToken(id, 'new secret');
		assert.deepEqual(await change, { added: [], removed: [], changed: ['Work'] });
	});

	it('keeps a separate current account for each window', async () => {
		const { id: one } = await here.add(account('One'), 'secret 1');
		const { id: two } = await there.add(account('Two'), 'secret 2');
		assert.equal((await here.current())?.id, one);
		assert.equal((await there.current())?.id, two);
	});

	it('reports each account change once even if the editor repeats its secret change event', async () => {
		await sessions.getSessions(undefined);
		const { id } = await there.add(account('Work'), 'secret');
		await there.replaceToken(id, 'secret');
		await there.replaceToken(id, 'secret');
		const change = news();
		await there.remove(id);
		await change;
		assert.deepEqual(
			told.map(({ added, removed, changed }) => [added?.length, removed?.length, changed?.length]),
			[
				[1, 0, 0],
				[0, 1, 0],
			],
		);
	});

	it('fires no account change event if the accounts have not changed since they were last listed', async () => {
		await here.add(account('Work'), 'secret');
		await here.list();
		let changes = 0;
		here.onDidChange(() => changes++);
		await Promise.all([here.list(), here.current(), here.list()]);
		assert.equal(changes, 0);
	});

	it('treats an account with a missing or unreadable secret as signed out', async () => {
		const { id } = await here.add(account('Work'), 'secret');
		secrets.lose(`account:${id}`);
		await secrets.store('account:broken', '{"id":"broken"');
		assert.deepEqual(await here.list(), []);
		const entry = new TokenEntry(here, noSample, noEngine);
		assert.equal(await getProblem(entry.credentials(id, { interactive: true, refusedToken: 'secret' })), 'signedOut');
	});

	it('uses a token that another window has replaced, without prompting', async () => {
		const { id } = await here.add(account('Work'), 'old');
		await there.replaceToken(id, 'new');
		const entry = new TokenEntry(here, noSample, noEngine);
		const { token } = await entry.credentials(id, { interactive: true, refusedToken: 'old' });
		assert.equal(token, 'new');
	});

	it('closes the token prompt when another window has replaced the token', async () => {
		const { id } = await here.add(account('Work'), 'old');
		const entry = new TokenEntry(here, noSample, noEngine);
		const target = entry.credentials(id, { interactive: true, refusedToken: 'old' });
		await person.input(/New Token for Work/).shown();
		await there.replaceToken(id, 'new');
		assert.equal((await target).token, 'new');
	});

	it('prompts for a new token only once if several requests are rejected at the same time', async () => {
		const { id } = await here.add(account('Work'), 'old');
		const entry = new TokenEntry(here, noSample, () => ({ call: async () => ({ applications: 1 }) as never }));
		const refused = { interactive: true, refusedToken: 'old' };
		const targets = Promise.all([entry.credentials(id, refused), entry.credentials(id, refused)]);
		await person.input(/New Token for Work/).answer('new');
		assert.deepEqual(
			(await targets).map(({ token }) => token),
			['new', 'new'],
		);
	});

	describe('authentication sessions provided to the editor', () => {
		it('returns a session for the account that was signed in', async () => {
			const signedIn = await here.add(account('Work'), 'secret');
			const provider = new Sessions(here, async () => signedIn);
			assert.deepEqual(await provider.createSession(), {
				id: signedIn.id,
				accessToken: 'secret',
				account: { id: signedIn.id, label: 'Work' },
				scopes: [],
			});
			provider.dispose();
		});

		it('rejects with a cancellation error if the user cancels the sign-in', async () => {
			await assert.rejects(sessions.createSession(), vscode.CancellationError);
		});

		it('signs out of the account when its session is removed', async () => {
			const { id } = await here.add(account('One'), 'secret 1');
			await here.add(account('Two'), 'secret 2');
			await sessions.getSessions(undefined);
			const change = news();
			await sessions.removeSession(id);
			assert.deepEqual(await change, { added: [], removed: ['One'], changed: [] });
			assert.deepEqual(
				(await here.list()).map(({ label }) => label),
				['Two'],
			);
		});

		it('returns only the sessions of the account that the editor requests', async () => {
			const { id } = await here.add(account('One'), 'secret 1');
			await here.add(account('Two'), 'secret 2');
			const found = await sessions.getSessions(undefined, { account: { id, label: 'One' } });
			assert.deepEqual(
				found.map((session) => session.id),
				[id],
			);
		});
	});

	it('keeps the sample account, which has no secret, even if all secrets are lost', async () => {
		const state = new MemoryMemento();
		const before = new Accounts(secrets, state);
		await before.add({ service: 'sample', label: 'Sample data', allowInsecure: false }, '');
		before.dispose();
		assert.deepEqual(await secrets.keys(), []);

		const after = new Accounts(secrets, state);
		assert.equal((await after.current())?.label, 'Sample data');
		await after.remove('sample');
		assert.deepEqual(await after.list(), []);
		after.dispose();
	});
});

const noSample = {
	target: () => Promise.reject(new Error('no sample service here')),
	replaceToken: () => Promise.reject(new Error('no sample service here')),
};
const noEngine = () => ({ call: () => Promise.reject(new Error('no engine here')) });
