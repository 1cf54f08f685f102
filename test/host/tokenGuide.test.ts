import assert from 'node:assert/strict';
import { runCommand, useAccountStage } from '../support/host/accountStage';
import { setSetting } from '../support/host/product';

describe('the way to a token', () => {
	const stage = useAccountStage();

	it('opens the registration page below the address of the settings', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test/oauth/');
		await runCommand('appErrors.openTokenRegistration');
		assert.deepEqual(stage.person.opened, ['https://id.test/oauth/client/new']);
	});

	it('copies the redirect URI and the permissions', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test');
		await runCommand('appErrors.copyRedirectAddress');
		assert.equal(stage.person.clipboard, 'https://id.test/verification_code');
		await runCommand('appErrors.copyPermission', 'analytics:read');
		assert.equal(stage.person.clipboard, 'analytics:read');
		const done = runCommand('appErrors.copyPermission');
		await stage.person.pick(/Copy permission/).choose('analytics:write');
		await done;
		assert.equal(stage.person.clipboard, 'analytics:write');
	});

	it('asks for the app ID and opens the authorization page with it', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test');
		const done = runCommand('appErrors.openTokenAuthorization');
		await stage.person.input(/App ID/).type('two words');
		await stage.person.input(/App ID/).enter();
		assert.match(await stage.person.input(/App ID/).words(), /one word/);
		await stage.person.input(/App ID/).answer(' 0123abc ');
		await done;
		assert.deepEqual(stage.person.opened, ['https://id.test/authorize?response_type=token&client_id=0123abc']);
	});

	it('asks for the identity provider first and keeps it in the user settings', async () => {
		const done = runCommand('appErrors.openTokenRegistration');
		await stage.person.input(/identity provider/).answer('id.test');
		await done;
		assert.deepEqual(stage.person.opened, ['https://id.test/client/new']);
		assert.equal(stage.services.settings.authUrl, 'https://id.test');
	});

	it('opens nothing without an identity provider', async () => {
		const done = runCommand('appErrors.openTokenAuthorization');
		await stage.person.input(/identity provider/).escape();
		await done;
		assert.deepEqual(stage.person.opened, []);
	});
});
