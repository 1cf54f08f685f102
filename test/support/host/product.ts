import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FirstUse } from '../../../src/activation/firstUse';
import type { SettingTypes } from '../../../src/ids';
import type { Product } from '../../../src/product';
import type { Services } from '../../../src/services/services';

/** What the editor asks of the extension under test, which it gives to tests only. */
export async function theProduct(): Promise<Product> {
	const extension = vscode.extensions.getExtension<FirstUse<Product> | undefined>('app-errors.app-errors');
	const product = await extension?.activate();
	assert(product, 'the extension under test gives its product');
	return product.get();
}

/** The services of the extension under test. */
export async function startProduct(): Promise<Services> {
	return (await theProduct()).services;
}

/** Nobody signed in and no address known, as after installation. */
export async function forgetEverything({ accounts }: Services): Promise<void> {
	for (const account of await accounts.list()) {
		await accounts.remove(account.id);
	}
	await setSetting('appErrors.baseUrl', undefined);
	await setSetting('appErrors.authUrl', undefined);
}

/** Sets one of the user's own settings, or takes it away. */
export async function setSetting<K extends keyof SettingTypes>(
	key: K,
	value: SettingTypes[K] | undefined,
): Promise<void> {
	await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
}

/** The kind of problem a promise rejects with; the product's own class is another one than the test's. */
export async function problemOf(promise: Thenable<unknown>): Promise<string> {
	try {
		await promise;
	} catch (error) {
		const { problem } = error as { problem?: { kind: string } };
		assert(problem, `not a problem: ${error}`);
		return problem.kind;
	}
	throw new assert.AssertionError({ message: 'expected a problem' });
}
