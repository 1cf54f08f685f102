import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { utc } from '../../src/core/plan/range';
import type { Account } from '../../src/services/accounts';
import { setSetting } from '../support/host/product';
import { useServiceHarness } from '../support/host/serviceHarness';
import { startHttpProxy, type TestProxy } from '../support/network/proxies';

/** A host name that does not exist, so only a proxy can reach it. */
const host = 'service.example.invalid';
const login = { name: 'me', password: 'p@ss word' };
const authorization = (password: string) => `Basic ${Buffer.from(`${login.name}:${password}`).toString('base64')}`;

const proxySettings = ['proxy', 'proxyAuthorization', 'noProxy', 'proxySupport'] as const;

const setHttp = (key: (typeof proxySettings)[number], value: unknown) =>
	vscode.workspace.getConfiguration('http').update(key, value, vscode.ConfigurationTarget.Global);

describe('network settings', () => {
	const stage = useServiceHarness(2_000);

	const signIn = (address: string) =>
		stage.services.accounts.add({ service: address, label: 'Work', allowInsecure: true }, stage.service.token);
	const list = ({ id, service }: Account) =>
		stage.services.engine.call('listApplications', { account: { accountId: id, service, interactive: false } });
	const run = (account: Account) =>
		vscode.commands.executeCommand<ExportEntry | undefined>('appErrors.runExport', {
			account,
			plan: { ...firstPlan({ id: '101', name: 'Shop for Android' }), view: 'document' },
			zone: utc,
		});

	describe('proxy settings of the editor', () => {
		let proxy: TestProxy;
		let account: Account;

		beforeEach(async () => {
			const target = Number(new URL(stage.service.url).port);
			proxy = await startHttpProxy({ target, login });
			account = await signIn(`http://${host}`);
		});

		afterEach(async () => {
			for (const key of proxySettings) {
				await setHttp(key, undefined);
			}
			await proxy[Symbol.asyncDispose]();
		});

		it('lists applications and runs an export through a proxy with the user name and password from the settings', async () => {
			await setHttp('proxy', proxy.address);
			await setHttp('proxyAuthorization', authorization(login.password));
			assert.ok((await list(account)).applications.length > 3);
			const entry = await run(account);
			assert.ok((entry?.outcome?.rows ?? 0) > 0);
			assert.ok(proxy.asked.length >= 2 && proxy.asked.every((asked) => asked.includes(host)), proxy.asked.join('\n'));
			assert.ok(stage.service.requests.list().some(({ url }) => url.includes('/export/')));
			await stage.person.message(/^Exported/).dismiss();
		});

		it('uses the user name and password in the proxy URL', async () => {
			const url = new URL(proxy.address);
			url.username = login.name;
			url.password = login.password;
			await setHttp('proxy', url.href);
			assert.ok((await list(account)).applications.length > 3);
		});

		it('reports a wrong proxy password and links to the proxy setting', async () => {
			await setHttp('proxy', proxy.address);
			await setHttp('proxyAuthorization', authorization('wrong'));
			assert.equal(await run(account), undefined);
			const { text, buttons } = await stage.person
				.message(/^The proxy requires a different user name or password\./)
				.read();
			assert.ok(!text.includes('wrong'));
			assert.deepEqual(buttons, ['Open Settings']);
			assert.deepEqual(stage.service.requests.list(), []);

			await setHttp('proxyAuthorization', authorization(login.password));
			assert.ok((await list(account)).applications.length > 3, 'the next request uses the new one');
		});

		for (const [title, key, value] of [
			['bypasses the proxy for the hosts in the noProxy setting', 'noProxy', [host]],
			['bypasses the proxy if proxySupport is off', 'proxySupport', 'off'],
		] as const) {
			it(title, async () => {
				// Set before the proxy, because the view can request applications at any time.
				await setHttp(key, value);
				await setHttp('proxy', proxy.address);
				await setHttp('proxyAuthorization', authorization(login.password));
				const done = run(account);
				await stage.person.progress(/Exporting errors/).reported(/^request failed, retrying/);
				await stage.person.progress(/Exporting errors/).cancel();
				await done;
				assert.deepEqual(proxy.asked, []);
				await setHttp(key, undefined);
				assert.ok((await list(account)).applications.length > 3);
				assert.ok(proxy.asked.length > 0);
			});
		}

		it('does not use the proxy for requests to the local machine', async () => {
			await setHttp('proxy', proxy.address);
			const near = await signIn(stage.service.url);
			assert.ok((await list(near)).applications.length > 3);
			assert.deepEqual(proxy.asked, []);
		});
	});

	describe('timeout settings', () => {
		afterEach(async () => {
			for (const key of ['responseSeconds', 'idleSeconds'] as const) {
				await setSetting(`appErrors.timeouts.${key}`, undefined);
			}
		});

		it('applies a changed first-byte timeout from the next request on', async () => {
			const account = await signIn(stage.service.url);
			await list(account);
			await setSetting('appErrors.timeouts.responseSeconds', 1);
			// The default timeout for silence is longer than the timeout of this test.
			stage.service.faults.set({ name: 'silence', times: 1 });
			const entry = await run(account);
			assert.ok((entry?.outcome?.rows ?? 0) > 0, 'it was asked for again');
			await stage.person.message(/^Exported/).dismiss();
		});

		it('applies a changed timeout for stalled responses to the next request', async () => {
			const account = await signIn(stage.service.url);
			await list(account);
			await setSetting('appErrors.timeouts.idleSeconds', 1);
			stage.service.faults.set({ name: 'stallAfter', value: '2048', times: 1 });
			const entry = await run(account);
			assert.ok((entry?.outcome?.rows ?? 0) > 0, 'it was asked for again');
			await stage.person.message(/^Exported/).dismiss();
		});
	});
});
