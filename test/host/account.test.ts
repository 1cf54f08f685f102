import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runCommand, useAccountStage } from '../support/host/accountStage';
import { setSetting } from '../support/host/product';

describe('signing in', () => {
	const stage = useAccountStage();

	describe('step by step', () => {
		it('asks for address, token and name, and stores an account the service accepts', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address of the analytics service/).answer(stage.service.address);
			await stage.person.input(/Token for 127\.0\.0\.1/).answer('good-token');
			await stage.person.input(/Name of this account/).answer('Work');
			await done;
			assert.deepEqual(await stage.signedIn(), ['Work*']);
			assert.deepEqual(stage.service.asked[0], 'good-token');
			assert.equal((await stage.person.message(/Signed in/).read()).text, 'Signed in to Work: 2 applications.');
		});

		it('keeps the address in the user settings and offers it the next time', async () => {
			const first = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(`${stage.service.address}/`);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Name/).answer();
			await first;
			assert.equal(
				vscode.workspace.getConfiguration().inspect('appErrors.baseUrl')?.globalValue,
				stage.service.address,
			);

			const second = runCommand('appErrors.signIn');
			assert.equal((await stage.person.input(/Address/).look()).value, stage.service.address);
			await stage.person.input(/Address/).answer();
			await stage.person.input(/Token/).escape();
			await second;
		});

		it('names the account after the host and keeps names apart', async () => {
			await stage.addAccount(new URL(stage.service.address).host, 'another-token');
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			const host = new URL(stage.service.address).host;
			assert.equal((await stage.person.input(/Name/).look()).value, `${host} 2`);
			await stage.person.input(/Name/).type(host.toUpperCase());
			assert.equal(await stage.person.input(/Name/).words(), 'Another account has this name.');
			await stage.person.input(/Name/).answer('');
			await done;
			assert.deepEqual(await stage.signedIn(), [host, `${host} 2*`]);
		});

		it('hides what is typed as a token', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			assert.equal((await stage.person.input(/Token/).look()).secret, true);
			await stage.person.input(/Token/).escape();
			await done;
		});

		it('says that a token is refused, stores nothing, and takes a good one next', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).type('bad-token');
			await stage.person.input(/Token/).enter();
			assert.match(await stage.person.input(/Token/).words(), /does not accept this token/);
			assert.deepEqual(await stage.services.accounts.list(), []);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Name/).answer();
			await done;
			assert.equal((await stage.services.accounts.list()).length, 1);
		});

		it('says that the service cannot be reached and keeps the box open', async () => {
			await stage.service.close();
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).type('good-token');
			await stage.person.input(/Token/).enter();
			assert.match(await stage.person.input(/Token/).words(), /refuses the connection/);
			await stage.person.input(/Token/).escape();
			await done;
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('takes the whole address that the identity provider ends at', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person
				.input(/Token/)
				.answer('https://id.test/verification_code#access_token=good-token&token_type=bearer&expires_in=31536000');
			await stage.person.input(/Name/).answer('Pasted');
			await done;
			const [account] = await stage.services.accounts.list();
			assert.equal((await stage.services.accounts.secret(account?.id ?? ''))?.token, 'good-token');
		});

		it('says what is wrong with something that is no token, without asking the service', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).type('https://id.test/authorize?response_type=token');
			assert.match(await stage.person.input(/Token/).words(), /holds no token/);
			await stage.person.input(/Token/).enter();
			await stage.person.input(/Token/).escape();
			await done;
			assert.deepEqual(stage.service.asked, []);
		});

		it('says what is wrong with an address when it is done, not while it is typed', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).type('ftp://host.test');
			assert.equal((await stage.person.input(/Address/).look()).words, '');
			await stage.person.input(/Address/).enter();
			assert.equal(await stage.person.input(/Address/).words(), 'The address begins with https, or with http.');
			await stage.person.input(/Address/).escape();
			await done;
		});

		it('stores nothing when left with Escape, at any box', async () => {
			for (const boxes of [0, 1, 2]) {
				const done = runCommand('appErrors.signIn');
				const answers = [stage.service.address, 'good-token'];
				for (const [index, pattern] of [/Address/, /Token/].slice(0, boxes).entries()) {
					await stage.person.input(pattern).answer(answers[index]);
				}
				await stage.person.input([/Address/, /Token/, /Name/][boxes] ?? /never/).escape();
				await done;
				assert.deepEqual(await stage.services.accounts.list(), []);
				assert.equal(stage.services.settings.baseUrl, '');
			}
		});

		it('goes back with what was typed, except the token', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer('localhost:1');
			await stage.person.input(/Token/).back();
			assert.equal((await stage.person.input(/Address/).look()).value, 'http://localhost:1');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			await stage.person.input(/Name/).back();
			assert.equal((await stage.person.input(/Token/).look()).value, '');
			await stage.person.input(/Token/).back();
			assert.equal((await stage.person.input(/Address/).look()).value, stage.service.address);
			await stage.person.input(/Address/).escape();
			await done;
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('stays open and busy while the token is checked, and closes with Escape', async () => {
			const release = stage.service.hold();
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).type('good-token');
			await stage.person.input(/Token/).enter();
			await stage.person.input(/Token/).busy();
			await stage.person.input(/Token/).escape();
			await done;
			release();
			assert.deepEqual(await stage.services.accounts.list(), []);
		});

		it('takes a token that is stored already as signing in to that account', async () => {
			await stage.addAccount('Work');
			await stage.addAccount('Other', 'another-token');
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).answer('good-token');
			// Without a name, which that account has.
			await done;
			assert.deepEqual(await stage.signedIn(), ['Other', 'Work*']);
		});

		it('opens the way to a token from the box and leaves the box there', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer(stage.service.address);
			await stage.person.input(/Token/).press('How to get a token');
			await stage.person.input(/Token/).escape();
			await done;
			await runCommand('workbench.action.closeAllEditors');
		});
	});

	describe('an address without encryption', () => {
		it('is asked about with the risk named; without consent the address is asked again', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer('http://stats.test');
			const warning = await stage.person.message(/unencrypted/).read();
			assert.equal(warning.modal, true);
			assert.match(warning.detail, /anyone on the way can read the token/);
			await stage.person.message(/unencrypted/).dismiss();
			assert.equal((await stage.person.input(/Address/).look()).value, 'http://stats.test');
			await stage.person.input(/Address/).escape();
			await done;
		});

		it('goes on with consent, which is asked once', async () => {
			const done = runCommand('appErrors.signIn');
			await stage.person.input(/Address/).answer('http://stats.test');
			await stage.person.message(/unencrypted/).press('Send Unencrypted');
			await stage.person.input(/Token/).back();
			await stage.person.input(/Address/).answer();
			await stage.person.input(/Token/).escape();
			await done;
			assert.equal(stage.person.messageTexts.filter((text) => text.includes('unencrypted')).length, 1);
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
			const done = runCommand('appErrors.signIn');
			assert.equal((await stage.person.input(/Address/).look()).value, 'https://mine.test');
			await stage.person.input(/Address/).escape();
			await done;
		} finally {
			await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder.uri, '.vscode'), { recursive: true });
		}
	});
});
