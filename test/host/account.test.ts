import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/services/services';
import { Person } from '../support/host/person';
import { forgetEverything, problemOf, setSetting, startProduct } from '../support/host/product';
import { startTokenService, type TokenService } from '../support/host/tokenService';

const run = (command: string, ...parameters: unknown[]) => vscode.commands.executeCommand(command, ...parameters);

describe('accounts', () => {
	let services: Services;
	let service: TokenService;
	let person: Person;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startTokenService('good-token');
		await forgetEverything(services);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await forgetEverything(services);
			await service.close();
		}
	});

	/** Labels of the accounts, the current one with a star. */
	const signedIn = async () => {
		const current = await services.accounts.current();
		return (await services.accounts.list()).map(({ id, label }) => (id === current?.id ? `${label}*` : label));
	};

	const addAccount = (label: string, token = service.token) =>
		services.accounts.add({ service: service.address, label, allowInsecure: false }, token);

	describe('sign in', () => {
		it('asks for address, token and name, and stores an account the service accepts', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address of the analytics service/).answer(service.address);
			await person.input(/Token for 127\.0\.0\.1/).answer('good-token');
			await person.input(/Name of this account/).answer('Work');
			await done;
			assert.deepEqual(await signedIn(), ['Work*']);
			assert.deepEqual(service.asked[0], 'good-token');
			assert.equal((await person.message(/Signed in/).read()).text, 'Signed in to Work: 2 applications.');
		});

		it('keeps the address in the user settings and offers it the next time, so that Enter goes on', async () => {
			const first = run('appErrors.signIn');
			await person.input(/Address/).answer(`${service.address}/`);
			await person.input(/Token/).answer('good-token');
			await person.input(/Name/).answer();
			await first;
			assert.equal(vscode.workspace.getConfiguration().inspect('appErrors.baseUrl')?.globalValue, service.address);

			const second = run('appErrors.signIn');
			assert.equal((await person.input(/Address/).look()).value, service.address);
			await person.input(/Address/).answer();
			await person.input(/Token/).escape();
			await second;
		});

		it('names the account after the host and keeps names apart', async () => {
			await addAccount(new URL(service.address).host, 'another-token');
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).answer('good-token');
			const host = new URL(service.address).host;
			assert.equal((await person.input(/Name/).look()).value, `${host} 2`);
			await person.input(/Name/).type(host.toUpperCase());
			assert.equal(await person.input(/Name/).words(), 'Another account has this name.');
			await person.input(/Name/).answer('');
			await done;
			assert.deepEqual(await signedIn(), [host, `${host} 2*`]);
		});

		it('hides what is typed as a token', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			assert.equal((await person.input(/Token/).look()).secret, true);
			await person.input(/Token/).escape();
			await done;
		});

		it('says that a token is refused, stores nothing, and takes a good one in the same box', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).type('bad-token');
			await person.input(/Token/).enter();
			assert.match(await person.input(/Token/).words(), /does not accept this token/);
			assert.deepEqual(await services.accounts.list(), []);
			await person.input(/Token/).answer('good-token');
			await person.input(/Name/).answer();
			await done;
			assert.equal((await services.accounts.list()).length, 1);
		});

		it('says that the service cannot be reached and keeps the box open', async () => {
			await service.close();
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).type('good-token');
			await person.input(/Token/).enter();
			assert.match(await person.input(/Token/).words(), /refuses the connection/);
			await person.input(/Token/).escape();
			await done;
			assert.deepEqual(await services.accounts.list(), []);
		});

		it('takes the whole address that the identity provider ends at', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person
				.input(/Token/)
				.answer('https://id.test/verification_code#access_token=good-token&token_type=bearer&expires_in=31536000');
			await person.input(/Name/).answer('Pasted');
			await done;
			const [account] = await services.accounts.list();
			assert.equal((await services.accounts.secret(account?.id ?? ''))?.token, 'good-token');
		});

		it('says what is wrong with something that is no token, without asking the service', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).type('https://id.test/authorize?response_type=token');
			assert.match(await person.input(/Token/).words(), /holds no token/);
			await person.input(/Token/).enter();
			await person.input(/Token/).escape();
			await done;
			assert.deepEqual(service.asked, []);
		});

		it('says what is wrong with an address when it is done, not while it is typed', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).type('ftp://host.test');
			assert.equal((await person.input(/Address/).look()).words, '');
			await person.input(/Address/).enter();
			assert.equal(await person.input(/Address/).words(), 'The address begins with https, or with http.');
			await person.input(/Address/).escape();
			await done;
		});

		it('stores nothing when left with Escape, at any box', async () => {
			for (const boxes of [0, 1, 2]) {
				const done = run('appErrors.signIn');
				const answers = [service.address, 'good-token'];
				for (const [index, pattern] of [/Address/, /Token/].slice(0, boxes).entries()) {
					await person.input(pattern).answer(answers[index]);
				}
				await person.input([/Address/, /Token/, /Name/][boxes] ?? /never/).escape();
				await done;
				assert.deepEqual(await services.accounts.list(), []);
				assert.equal(services.settings.baseUrl, '');
			}
		});

		it('goes back with what was typed, except the token', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer('localhost:1');
			await person.input(/Token/).back();
			assert.equal((await person.input(/Address/).look()).value, 'http://localhost:1');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).answer('good-token');
			await person.input(/Name/).back();
			assert.equal((await person.input(/Token/).look()).value, '');
			await person.input(/Token/).back();
			assert.equal((await person.input(/Address/).look()).value, service.address);
			await person.input(/Address/).escape();
			await done;
			assert.deepEqual(await services.accounts.list(), []);
		});

		it('leaves the box open and busy while the token is checked, and gives up with Escape', async () => {
			const release = service.hold();
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).type('good-token');
			await person.input(/Token/).enter();
			await person.input(/Token/).busy();
			await person.input(/Token/).escape();
			await done;
			release();
			assert.deepEqual(await services.accounts.list(), []);
		});

		it('takes a token that is stored already as signing in to that account', async () => {
			await addAccount('Work');
			await addAccount('Other', 'another-token');
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).answer('good-token');
			await person.input(/Name/).answer();
			await done;
			assert.deepEqual(await signedIn(), ['Other', 'Work*']);
		});

		it('opens the way to a token from the box and leaves the box there', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer(service.address);
			await person.input(/Token/).press('How to get a token');
			await person.input(/Token/).escape();
			await done;
			await run('workbench.action.closeAllEditors');
		});
	});

	describe('an address without encryption', () => {
		it('is asked about with the risk named; without consent the address is asked again', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer('http://stats.test');
			const warning = await person.message(/unencrypted/).read();
			assert.equal(warning.modal, true);
			assert.match(warning.detail, /anyone on the way can read the token/);
			await person.message(/unencrypted/).dismiss();
			assert.equal((await person.input(/Address/).look()).value, 'http://stats.test');
			await person.input(/Address/).escape();
			await done;
		});

		it('goes on with consent, which is asked once', async () => {
			const done = run('appErrors.signIn');
			await person.input(/Address/).answer('http://stats.test');
			await person.message(/unencrypted/).press('Send Unencrypted');
			await person.input(/Token/).back();
			await person.input(/Address/).answer();
			await person.input(/Token/).escape();
			await done;
			assert.equal(person.messageTexts.filter((text) => text.includes('unencrypted')).length, 1);
		});
	});

	it('takes no address from a workspace', async () => {
		await setSetting('appErrors.baseUrl', 'https://mine.test');
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		assert(folder, 'tests run in a workspace');
		const settings = vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json');
		const changed = new Promise<void>((resolve) => {
			const watch = vscode.workspace.onDidChangeConfiguration((event) => {
				if (event.affectsConfiguration('editor.rulers')) {
					watch.dispose();
					resolve();
				}
			});
		});
		const text = JSON.stringify({ 'appErrors.baseUrl': 'https://theirs.test', 'editor.rulers': [77] });
		await vscode.workspace.fs.writeFile(settings, Buffer.from(text));
		try {
			await changed;
			const done = run('appErrors.signIn');
			assert.equal((await person.input(/Address/).look()).value, 'https://mine.test');
			await person.input(/Address/).escape();
			await done;
		} finally {
			await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, '.vscode'), { recursive: true });
		}
	});

	describe('several accounts', () => {
		it('switches between them', async () => {
			await addAccount('One');
			await addAccount('Two');
			const done = run('appErrors.switchAccount');
			assert.equal((await person.pick(/Switch account/).active()).label, 'Two');
			await person.pick(/Switch account/).choose('One');
			await done;
			assert.deepEqual(await signedIn(), ['One*', 'Two']);
		});

		it('offers to sign in to another one', async () => {
			await addAccount('One');
			const done = run('appErrors.switchAccount');
			await person.pick(/Switch account/).choose(/Sign in to another/);
			await person.input(/Address/).escape();
			await done;
		});

		it('signs out of the chosen one only', async () => {
			await addAccount('One');
			await addAccount('Two');
			const done = run('appErrors.signOut');
			await person.pick(/Sign out/).choose('Two');
			await done;
			assert.deepEqual(await signedIn(), ['One*']);
		});

		it('signs out of nothing with Escape', async () => {
			await addAccount('One');
			const done = run('appErrors.signOut');
			await person.pick(/Sign out/).escape();
			await done;
			assert.deepEqual(await signedIn(), ['One*']);
		});
	});

	describe('check token', () => {
		it('tells that the token is accepted', async () => {
			await addAccount('Work');
			await run('appErrors.checkToken');
			const { text } = await person.message(/accepts the token/).read();
			assert.equal(text, 'The service accepts the token of Work: 2 applications.');
		});

		it('explains a refused one, with a button that takes a new one', async () => {
			const { id } = await addAccount('Work', 'old-token');
			await run('appErrors.checkToken');
			await person.message(/does not accept this token/).press('Paste a New Token');
			await person.input(/New token for Work/).answer('good-token');
			await until(async () => (await services.accounts.secret(id))?.token === 'good-token', services);
		});

		it('leads to signing in when nobody is signed in', async () => {
			await run('appErrors.checkToken');
			await person.message(/signed out/).press('Sign In');
			await person.input(/Address/).escape();
		});
	});

	describe('a token the service does not accept any more', () => {
		const list = (accountId: string, interactive = true) =>
			services.engine.call('listApplications', {
				account: { accountId, service: service.address, interactive },
			});

		it('is asked for in place, and what was going on continues', async () => {
			const { id } = await addAccount('Work');
			service.token = 'new-token';
			const listing = list(id);
			const { prompt } = await person.input(/New token for Work/).look();
			assert.match(prompt, /no longer accepts the token/);
			await person.input(/New token/).answer('new-token');
			assert.equal((await listing).applications.length, 2);
			assert.equal((await services.accounts.secret(id))?.token, 'new-token');
		});

		it('refuses the old one in the box again, in words', async () => {
			const { id } = await addAccount('Work');
			service.token = 'new-token';
			const listing = list(id);
			await person.input(/New token/).type('good-token');
			await person.input(/New token/).enter();
			assert.match(await person.input(/New token/).words(), /does not accept this token/);
			await person.input(/New token/).answer('new-token');
			await listing;
		});

		it('ends what was going on as unauthorized when the box is closed', async () => {
			const { id } = await addAccount('Work');
			service.token = 'new-token';
			const listing = problemOf(list(id));
			await person.input(/New token/).escape();
			assert.equal(await listing, 'unauthorized');
			assert.equal((await services.accounts.secret(id))?.token, 'good-token');
		});

		it('is not asked for when nobody is waiting', async () => {
			const { id } = await addAccount('Work');
			service.token = 'new-token';
			assert.equal(await problemOf(list(id, false)), 'unauthorized');
		});

		it('leaves an account that went away meanwhile signed out', async () => {
			const { id } = await addAccount('Work');
			service.token = 'new-token';
			const listing = problemOf(list(id));
			await person.input(/New token/).shown();
			await services.accounts.remove(id);
			assert.equal(await listing, 'signedOut');
		});
	});

	describe('the Accounts menu', () => {
		const sessions = async () =>
			(await vscode.authentication.getAccounts('appErrors')).map((account) => account.label).sort();

		it('shows the accounts', async () => {
			await addAccount('One');
			await addAccount('Two');
			assert.deepEqual(await sessions(), ['One', 'Two']);
		});

		it('forgets an account that was signed out by command', async () => {
			const { id } = await addAccount('One');
			const gone = new Promise<void>((resolve) => {
				const watch = vscode.authentication.onDidChangeSessions(async ({ provider }) => {
					if (provider.id === 'appErrors' && (await sessions()).length === 0) {
						watch.dispose();
						resolve();
					}
				});
			});
			await run('appErrors.signOut', id);
			await gone;
		});
	});

	describe('the way to a token', () => {
		it('opens the registration page below the address of the settings', async () => {
			await setSetting('appErrors.authUrl', 'https://id.test/oauth/');
			await run('appErrors.openTokenRegistration');
			assert.deepEqual(person.opened, ['https://id.test/oauth/client/new']);
		});

		it('copies the redirect URI and the permissions', async () => {
			await setSetting('appErrors.authUrl', 'https://id.test');
			await run('appErrors.copyRedirectAddress');
			assert.equal(person.clipboard, 'https://id.test/verification_code');
			await run('appErrors.copyPermission', 'analytics:read');
			assert.equal(person.clipboard, 'analytics:read');
			const done = run('appErrors.copyPermission');
			await person.pick(/Copy permission/).choose('analytics:write');
			await done;
			assert.equal(person.clipboard, 'analytics:write');
		});

		it('asks for the app ID and opens the authorization page with it', async () => {
			await setSetting('appErrors.authUrl', 'https://id.test');
			const done = run('appErrors.openTokenAuthorization');
			await person.input(/App ID/).type('two words');
			await person.input(/App ID/).enter();
			assert.match(await person.input(/App ID/).words(), /one word/);
			await person.input(/App ID/).answer(' 0123abc ');
			await done;
			assert.deepEqual(person.opened, ['https://id.test/authorize?response_type=token&client_id=0123abc']);
		});

		it('asks for the identity provider first and keeps it in the user settings', async () => {
			const done = run('appErrors.openTokenRegistration');
			await person.input(/identity provider/).answer('id.test');
			await done;
			assert.deepEqual(person.opened, ['https://id.test/client/new']);
			assert.equal(services.settings.authUrl, 'https://id.test');
		});

		it('opens nothing without an identity provider', async () => {
			const done = run('appErrors.openTokenAuthorization');
			await person.input(/identity provider/).escape();
			await done;
			assert.deepEqual(person.opened, []);
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
