import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/services/services';
import { runCommand, useAccountStage } from '../support/host/accountStage';
import { problemOf } from '../support/host/product';

describe('accounts', () => {
	const stage = useAccountStage();

	describe('several accounts', () => {
		it('switches between them', async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			const done = runCommand('appErrors.switchAccount');
			assert.equal((await stage.person.pick(/Switch account/).active()).label, 'Two');
			await stage.person.pick(/Switch account/).choose('One');
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*', 'Two']);
		});

		it('offers to sign in to another one', async () => {
			await stage.addAccount('One');
			const done = runCommand('appErrors.switchAccount');
			await stage.person.pick(/Switch account/).choose(/Sign in to another/);
			await stage.person.input(/Address/).escape();
			await done;
		});

		it('signs out of the chosen one only', async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			const done = runCommand('appErrors.signOut');
			await stage.person.pick(/Sign out/).choose('Two');
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*']);
		});

		it('signs out of nothing with Escape', async () => {
			await stage.addAccount('One');
			const done = runCommand('appErrors.signOut');
			await stage.person.pick(/Sign out/).escape();
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*']);
		});
	});

	describe('check token', () => {
		it('tells that the token is accepted', async () => {
			await stage.addAccount('Work');
			await runCommand('appErrors.checkToken');
			const { text } = await stage.person.message(/accepts the token/).read();
			assert.equal(text, 'The service accepts the token of Work: 2 applications.');
		});

		it('explains a refused one, with a button that takes a new one', async () => {
			const { id } = await stage.addAccount('Work', 'old-token');
			await runCommand('appErrors.checkToken');
			await stage.person.message(/does not accept this token/).press('Paste a New Token');
			await stage.person.input(/New token for Work/).answer('good-token');
			await until(async () => (await stage.services.accounts.secret(id))?.token === 'good-token', stage.services);
		});

		it('leads to signing in when nobody is signed in', async () => {
			await runCommand('appErrors.checkToken');
			await stage.person.message(/signed out/).press('Sign In');
			await stage.person.input(/Address/).escape();
		});
	});

	describe('a token the service does not accept any more', () => {
		const list = (accountId: string, interactive = true) =>
			stage.services.engine.call('listApplications', {
				account: { accountId, service: stage.service.address, interactive },
			});

		it('is asked for in place, and what was going on continues', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = list(id);
			const { prompt } = await stage.person.input(/New token for Work/).look();
			assert.match(prompt, /no longer accepts the token/);
			await stage.person.input(/New token/).answer('new-token');
			assert.equal((await listing).applications.length, 2);
			assert.equal((await stage.services.accounts.secret(id))?.token, 'new-token');
		});

		it('refuses the old one in the box again, in words', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = list(id);
			await stage.person.input(/New token/).type('good-token');
			await stage.person.input(/New token/).enter();
			assert.match(await stage.person.input(/New token/).words(), /does not accept this token/);
			await stage.person.input(/New token/).answer('new-token');
			await listing;
		});

		it('ends what was going on as unauthorized when the box is closed', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = problemOf(list(id));
			await stage.person.input(/New token/).escape();
			assert.equal(await listing, 'unauthorized');
			assert.equal((await stage.services.accounts.secret(id))?.token, 'good-token');
		});

		it('is not asked for when nobody is waiting', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			assert.equal(await problemOf(list(id, false)), 'unauthorized');
		});

		it('leaves an account that went away meanwhile signed out', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = problemOf(list(id));
			await stage.person.input(/New token/).shown();
			await stage.services.accounts.remove(id);
			assert.equal(await listing, 'signedOut');
		});
	});

	describe('the Accounts menu', () => {
		const sessions = async () =>
			(await vscode.authentication.getAccounts('appErrors')).map((account) => account.label).sort();

		it('shows the accounts', async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			assert.deepEqual(await sessions(), ['One', 'Two']);
		});

		it('forgets an account that was signed out by command', async () => {
			const { id } = await stage.addAccount('One');
			const gone = new Promise<void>((resolve) => {
				const watch = vscode.authentication.onDidChangeSessions(async ({ provider }) => {
					if (provider.id === 'appErrors' && (await sessions()).length === 0) {
						watch.dispose();
						resolve();
					}
				});
			});
			await runCommand('appErrors.signOut', id);
			await gone;
		});
	});
});

/** Waits for a state that some change of the accounts leads to. */
async function until(reached: () => Promise<boolean>, { accounts }: Services): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const look = () => {
			reached().then((done) => {
				if (done) {
					watch.dispose();
					resolve();
				}
			}, reject);
		};
		const watch = accounts.onDidChange(look);
		look();
	});
}
