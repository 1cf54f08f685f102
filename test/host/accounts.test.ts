import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/services/services';
import { runCommand, useAccountHarness } from '../support/host/accountHarness';
import { getProblem } from '../support/host/product';

describe('accounts', () => {
	const stage = useAccountHarness();

	describe('multiple accounts', () => {
		it('switches between accounts', async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			const done = runCommand('appErrors.switchAccount');
			assert.equal((await stage.person.pick(/Switch Account/).active()).label, 'Two');
			await stage.person.pick(/Switch Account/).choose('One');
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*', 'Two']);
		});

		it('offers to sign in to another account', async () => {
			await stage.addAccount('One');
			const done = runCommand('appErrors.switchAccount');
			await stage.person.pick(/Switch Account/).choose(/Sign in to another/);
			await stage.person.input(/URL of/).escape();
			await done;
		});

		it('signs out of the chosen account only', async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			const done = runCommand('appErrors.signOut');
			await stage.person.pick(/Sign Out/).choose('Two');
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*']);
		});

		it('stays signed in to all accounts if sign-out is canceled with Escape', async () => {
			await stage.addAccount('One');
			const done = runCommand('appErrors.signOut');
			await stage.person.pick(/Sign Out/).escape();
			await done;
			assert.deepEqual(await stage.signedIn(), ['One*']);
		});
	});

	describe('Check Token command', () => {
		it('reports that the service accepts the token', async () => {
			await stage.addAccount('Work');
			await runCommand('appErrors.checkToken');
			const { text } = await stage.person.message(/^The token for .* is valid/).read();
			assert.equal(text, 'The token for Work is valid. It can access 2 applications.');
		});

		it('explains a rejected token and offers a button to replace it', async () => {
			const { id } = await stage.addAccount('Work', 'old-token');
			await runCommand('appErrors.checkToken');
			await stage.person.message(/does not accept this token/).press('Paste a New Token');
			await stage.person.input(/New Token for Work/).answer('good-token');
			await until(async () => (await stage.services.accounts.secret(id))?.token === 'good-token', stage.services);
		});

		it('offers to sign in if no account is signed in', async () => {
			await runCommand('appErrors.checkToken');
			await stage.person.message(/signed out/).press('Sign In');
			await stage.person.input(/URL of/).escape();
		});
	});

	describe('token that the service no longer accepts', () => {
		const list = (accountId: string, interactive = true) =>
			stage.services.engine.call('listApplications', {
				account: { accountId, service: stage.service.address, interactive },
			});

		it('prompts for a new token and continues the interrupted request with it', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = list(id);
			const { prompt } = await stage.person.input(/New Token for Work/).look();
			assert.match(prompt, /no longer accepts the saved token/);
			await stage.person.input(/New Token/).answer('new-token');
			assert.equal((await listing).applications.length, 2);
			assert.equal((await stage.services.accounts.secret(id))?.token, 'new-token');
		});

		it('rejects the old token if it is entered again, and explains why', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = list(id);
			await stage.person.input(/New Token/).type('good-token');
			await stage.person.input(/New Token/).enter();
			assert.match(await stage.person.input(/New Token/).words(), /does not accept this token/);
			await stage.person.input(/New Token/).answer('new-token');
			await listing;
		});

		it('fails the request with an authorization error if the prompt for a new token is closed', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = getProblem(list(id));
			await stage.person.input(/New Token/).escape();
			assert.equal(await listing, 'unauthorized');
			assert.equal((await stage.services.accounts.secret(id))?.token, 'good-token');
		});

		it('does not prompt for a new token when a background request is rejected', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			assert.equal(await getProblem(list(id, false)), 'unauthorized');
		});

		it('fails a request with a signed-out error if its account is removed during the token prompt', async () => {
			const { id } = await stage.addAccount('Work');
			stage.service.token = 'new-token';
			const listing = getProblem(list(id));
			await stage.person.input(/New Token/).shown();
			await stage.services.accounts.remove(id);
			assert.equal(await listing, 'signedOut');
		});
	});

	describe('Accounts menu of the editor', () => {
		const sessions = async () =>
			(await vscode.authentication.getAccounts('appErrors')).map((account) => account.label).sort();

		it("shows the accounts in the editor's Accounts menu", async () => {
			await stage.addAccount('One');
			await stage.addAccount('Two');
			assert.deepEqual(await sessions(), ['One', 'Two']);
		});

		it('removes an account from the Accounts menu after the Sign Out command', async () => {
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
