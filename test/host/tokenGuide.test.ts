import assert from 'node:assert/strict';
import { runCommand, useAccountHarness } from '../support/host/accountHarness';
import { setSetting } from '../support/host/product';

describe('guide for obtaining a service token', () => {
	const stage = useAccountHarness();

	it('opens the app registration page of the provider URL in the settings', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test/oauth/');
		await runCommand('appErrors.openAppRegistration');
		assert.deepEqual(stage.person.opened, ['https://id.test/oauth/client/new']);
	});

	it('copies the redirect URI and the permissions for the app registration', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test');
		await runCommand('appErrors.copyRedirectUri');
		assert.equal(stage.person.clipboard, 'https://id.test/verification_code');
		await runCommand('appErrors.copyPermission', 'analytics:read');
		assert.equal(stage.person.clipboard, 'analytics:read');
		const done = runCommand('appErrors.copyPermission');
		await stage.person.pick(/Copy Permission Name/).choose('analytics:write');
		await done;
		assert.equal(stage.person.clipboard, 'analytics:write');
	});

	it('prompts for the app ID and opens the authorization page with this ID', async () => {
		await setSetting('appErrors.authUrl', 'https://id.test');
		const done = runCommand('appErrors.requestToken');
		await stage.person.input(/App ID/).type('two words');
		await stage.person.input(/App ID/).enter();
		assert.match(await stage.person.input(/App ID/).words(), /can't contain spaces/);
		await stage.person.input(/App ID/).answer(' 0123abc ');
		await done;
		assert.deepEqual(stage.person.opened, ['https://id.test/authorize?response_type=token&client_id=0123abc']);
	});

	it('prompts for a missing identity provider and saves the provider in the user settings', async () => {
		const done = runCommand('appErrors.openAppRegistration');
		await stage.person.input(/identity provider/).answer('id.test');
		await done;
		assert.deepEqual(stage.person.opened, ['https://id.test/client/new']);
		assert.equal(stage.services.settings.authUrl, 'https://id.test');
	});

	it('does not open a sign-in page if the user enters no identity provider', async () => {
		const done = runCommand('appErrors.requestToken');
		await stage.person.input(/identity provider/).escape();
		await done;
		assert.deepEqual(stage.person.opened, []);
	});
});
