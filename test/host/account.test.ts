import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runCommand, useAccountHarness } from '../support/host/accountHarness';
import { setSetting } from '../support/host/product';

describe('signing in', () => {
	const stage = useAccountHarness();

	describe('sign-in steps', () => {
		it('prompts for URL, token and name, and stores an account that the service accepts', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of the analytics service/).answer(stage.service.address);
			await stage.person.input(/Token for 127\.0\.0\.1/).answer('good-token');
			await stage.person.input(/Account name/).answer('Work');
			await done;
			assert.deepEqual(await stage.signedIn(), ['Work*']);
			assert.deepEqual(stage.service.asked[0], 'good-token');
			assert.equal((await stage.person.message(/Signed in/).read()).text, 'Signed in to Work: 2 applications found.');
		});

		it('saves the service URL in the user settings and suggests the URL for the next sign-in', async () => {
			const first = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(`${stage.service.address}/`);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Account name/).answer();
			await first;
			assert.equal(
				vscode.workspace.getConfiguration().inspect('appErrors.baseUrl')?.globalValue,
				stage.service.address,
			);

			const second = runCommand('appErrors.signIn');
			assert.equal((await stage.person.input(/URL of/).look()).value, stage.service.address);
			await stage.person.input(/URL of/).answer();
			await stage.person.input(/Token/).escape();
			await second;
		});

		it('names a new account after its host and makes the name unique', async () => {
			await stage.addAccount(new URL(stage.service.address).host, 'another-token');
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			const host = new URL(stage.service.address).host;
			assert.equal((await stage.person.input(/Account name/).look()).value, `${host} 2`);
			await stage.person.input(/Account name/).type(host.toUpperCase());
			assert.equal(await stage.person.input(/Account name/).words(), 'An account with this name already exists.');
			await stage.person.input(/Account name/).answer('');
			await done;
			assert.deepEqual(await stage.signedIn(), [host, `${host} 2*`]);
		});

		it('hides the token while it is typed', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			assert.equal((await stage.person.input(/Token/).look()).secret, true);
			await stage.person.input(/Token/).escape();
			await done;
		});

		it('reports a rejected token without storing it, and then accepts a valid one', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).type('bad-token');
			await stage.person.input(/Token/).enter();
			assert.match(await stage.person.input(/Token/).words(), /does not accept this token/);
			assert.deepEqual(await stage.services.accounts.list(), []);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Account name/).answer();
			await done;
			assert.equal((await stage.services.accounts.list()).length, 1);
		});

		it('reports an unreachable service and keeps the token input open', async () => {
			await stage.service.close();
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).type('good-token');
			await stage.person.input(/Token/).enter();
			assert.match(await stage.person.input(/Token/).words(), /refused the connection/);
			await stage.person.input(/Token/).escape();
			await done;
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('accepts the full redirect URL of the identity provider as a token', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person
				.input(/Token/)
				.answer('https://id.test/verification_code#access_token=good-token&token_type=bearer&expires_in=31536000');
			await stage.person.input(/Account name/).answer('Pasted');
			await done;
			const [account] = await stage.services.accounts.list();
			assert.equal((await stage.services.accounts.secret(account?.id ?? ''))?.token, 'good-token');
		});

		it('rejects input that is not a token, without contacting the service', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).type('https://id.test/authorize?response_type=token');
			assert.match(await stage.person.input(/Token/).words(), /contains no token/);
			await stage.person.input(/Token/).enter();
			await stage.person.input(/Token/).escape();
			await done;
			assert.deepEqual(stage.service.asked, []);
		});

		it('validates the service URL when it is submitted rather than while it is typed', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).type('ftp://host.test');
			assert.equal((await stage.person.input(/URL of/).look()).words, '');
			await stage.person.input(/URL of/).enter();
			assert.equal(await stage.person.input(/URL of/).words(), 'The URL must start with https or http.');
			await stage.person.input(/URL of/).escape();
			await done;
		});

		it('stores nothing if sign-in is canceled with Escape at any step', async () => {
			for (const boxes of [0, 1, 2]) {
				const done = runCommand('appErrors.signIn');
				const answers = [stage.service.address, 'good-token'];
				for (const [index, pattern] of [/URL of/, /Token/].slice(0, boxes).entries()) {
					await stage.person.input(pattern).answer(answers[index]);
				}
				await stage.person.input([/URL of/, /Token/, /Account name/][boxes] ?? /never/).escape();
				await done;
				assert.deepEqual(await stage.services.accounts.list(), []);
				assert.equal(stage.services.settings.baseUrl, '');
			}
		});

		it('keeps the typed values except the token when the user goes back a step during sign-in', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer('localhost:1');
			await stage.person.input(/Token/).back();
			assert.equal((await stage.person.input(/URL of/).look()).value, 'http://localhost:1');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Account name/).back();
			assert.equal((await stage.person.input(/Token/).look()).value, '');
			await stage.person.input(/Token/).back();
			assert.equal((await stage.person.input(/URL of/).look()).value, stage.service.address);
			await stage.person.input(/URL of/).escape();
			await done;
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('keeps the token input open and busy while the token is checked, and closes it on Escape', async () => {
			const release = stage.service.hold();
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).type('good-token');
			await stage.person.input(/Token/).enter();
			await stage.person.input(/Token/).busy();
			await stage.person.input(/Token/).escape();
			await done;
			release();
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('signs in to the existing account if its stored token is entered again', async () => {
			await stage.addAccount('Work');
			await stage.addAccount('Other', 'another-token');
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			await done;
			assert.deepEqual(await stage.signedIn(), ['Other', 'Work*']);
		});

		it('opens the token page from the token input and keeps the input open', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer(stage.service.address);
			await stage.person.input(/Token/).press('How to Get a Token');
			await stage.person.input(/Token/).escape();
			await done;
			await runCommand('workbench.action.closeAllEditors');
		});
	});

	describe('unencrypted service URL', () => {
		it('warns about an unencrypted URL, and prompts for the URL again if the user does not consent', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer('http://stats.test');
			const warning = await stage.person.message(/without encryption/).read();
			assert.deepEqual([warning.modal, warning.defaultButton], [true, 'Change URL']);
			assert.match(warning.detail, /anyone on the network can read the token/);
			await stage.person.message(/without encryption/).dismiss();
			assert.equal((await stage.person.input(/URL of/).look()).value, 'http://stats.test');
			await stage.person.input(/URL of/).escape();
			await done;
		});

		it('continues with an unencrypted URL after the user has consented once', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/URL of/).answer('http://stats.test');
			await stage.person.message(/without encryption/).press('Send Unencrypted');
			await stage.person.input(/Token/).back();
			await stage.person.input(/URL of/).answer();
			await stage.person.input(/Token/).escape();
			await done;
			assert.equal(stage.person.messageTexts.filter((text) => text.includes('without encryption')).length, 1);
		});
	});

	it('ignores a service URL from workspace settings', async () => {
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
			const done = runCommand('appErrors.signIn');
			assert.equal((await stage.person.input(/URL of/).look()).value, 'https://mine.test');
			await stage.person.input(/URL of/).escape();
			await done;
		} finally {
			await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, '.vscode'), { recursive: true });
		}
	});
});
