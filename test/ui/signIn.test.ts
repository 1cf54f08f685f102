import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { serve } from '../support/network/loopback';
import { openWizard, tabOf } from '../support/vscode/openExport';
import { serverFiles, uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('signing in with a token', () => {
	const { sample, trusted } = uiEnvironment();
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await workbench.openContainer('App Errors');
	});

	after(() => workbench?.close());

	const tree = () => workbench.tree('Applications');

	it('offers few commands when signed out, and no command that needs an account', async () => {
		const commands = (await workbench.findCommands('App Errors:')).filter((label) => label.startsWith('App Errors:'));
		assert.ok(commands.length > 5 && commands.length <= 15, commands.join());
		assert.ok(!commands.some((label) => /Sign Out|Token…|Existing Table|Groups/.test(label)), commands.join());
	});

	it('shows an error message from the service as plain text, even if it looks like a link', async () => {
		await using service = await serve((_request, response) => {
			response.writeHead(400).end('[Try again](command:workbench.action.showCommands)');
		});
		await tree().clickWelcome('Sign In');
		await workbench.quickInput.opened();
		await workbench.quickInput.type(service.url);
		await workbench.quickInput.accept();
		await workbench.quickInput.opened('Sign In (2/3)');
		await workbench.quickInput.type('a-token');
		await workbench.quickInput.accept();
		assert.match(await workbench.quickInput.validation(), /Server: "\[Try again\]/);
		assert.equal(await workbench.quickInput.widget.locator('.quick-input-message a').count(), 0);
		await workbench.quickInput.escape();
	});

	it('reports a rejected token in the input box', async () => {
		await tree().clickWelcome('Sign In');
		await workbench.quickInput.opened();
		await workbench.quickInput.type(sample.url);
		await workbench.quickInput.accept();
		await workbench.quickInput.opened('Sign In (2/3)');
		await workbench.quickInput.type('not-the-token');
		await workbench.quickInput.accept();
		assert.match(await workbench.quickInput.validation(), /does not accept this token/);
		await workbench.screenshot('sign-in-refused');
	});

	it('accepts a pasted redirect URL as a token and lists the applications', async () => {
		await workbench.quickInput.type(
			`https://example.com/verification_code#access_token=${sample.token}&token_type=bearer`,
		);
		await workbench.quickInput.accept();
		await workbench.quickInput.opened('Sign In (3/3)');
		await workbench.quickInput.accept();
		await tree().waitForRow('Shop for Android');
	});

	it('shows the account in the Accounts menu', async () => {
		const menu = await workbench.accountsMenu();
		const items = await menu.labels();
		await workbench.screenshot('accounts-menu');
		assert.ok(
			items.some((item) => /127\.0\.0\.1.*App Errors/.test(item)),
			items.join(' | '),
		);
		await menu.close();
	});

	it('leaves no token in any file of the editor or the browser after an export', async () => {
		await openWizard(workbench, 'Shop for iOS');
		await workbench.quickInput.accept();
		await workbench.waitForTab(tabOf('Shop for iOS'));
		for (const file of await serverFiles(trusted)) {
			assert.ok(!(await readUnlessDeleted(file)).includes(sample.token), file);
		}
		const stored = await workbench.page.evaluate(readStorage);
		assert.ok(stored.length > 0, 'the browser remembers something');
		const leaks = stored.filter(({ key, value }) => value.includes(sample.token) && !key.startsWith('secret'));
		assert.deepEqual(
			leaks.map(({ key }) => key),
			[],
		);
	});

	it("shows which account's applications are listed once there are two accounts", async () => {
		assert.equal(await tree().message(), '');
		await workbench.runCommand('App Errors: Explore Sample Data');
		await eventually('the account', async () => (await tree().message()) === 'Account: Sample data' || undefined);
		await workbench.screenshot('two-accounts');
		await workbench.runCommand('App Errors: Sign Out…');
		await workbench.quickInput.opened();
		await workbench.quickInput.accept();
		await eventually('no account named', async () => (await tree().message()) === '' || undefined);
		await tree().waitForRow('Shop for Android');
	});

	it('signs out from the Command Palette and shows the welcome text again', async () => {
		await workbench.runCommand('App Errors: Sign Out…');
		await workbench.quickInput.accept();
		assert.match((await tree().welcome()).text, /sign in/i);
	});
});

/** The editor and the extension delete temporary files at any time. */
async function readUnlessDeleted(file: string): Promise<Buffer> {
	return readFile(file).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return Buffer.alloc(0);
		throw error;
	});
}

async function readStorage(): Promise<{ key: string; value: string }[]> {
	interface Request<T> {
		result: T;
		onsuccess: () => void;
		onerror: () => void;
	}
	interface Database {
		objectStoreNames: Iterable<string>;
		transaction(name: string): {
			objectStore(name: string): { getAll(): Request<unknown[]>; getAllKeys(): Request<unknown[]> };
		};
	}
	const scope = globalThis as unknown as {
		localStorage: Record<string, string>;
		indexedDB: { databases(): Promise<{ name: string }[]>; open(name: string): Request<Database> };
	};
	const done = <T>(request: Request<T>) =>
		new Promise<T>((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(new Error('storage'));
		});
	const found = Object.entries(scope.localStorage).map(([key, value]) => ({ key, value }));
	for (const { name } of await scope.indexedDB.databases()) {
		const database = await done(scope.indexedDB.open(name));
		for (const store of database.objectStoreNames) {
			const objects = database.transaction(store).objectStore(store);
			const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
			found.push(...values.map((value, index) => ({ key: String(keys[index]), value: JSON.stringify(value) ?? '' })));
		}
	}
	return found;
}
