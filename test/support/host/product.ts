import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { FirstUse } from '../../../src/activation/firstUse';
import type { SettingTypes } from '../../../src/ids';
import type { Product } from '../../../src/product';
import type { Services } from '../../../src/services/services';

/** Returns the object that the extension exports to tests. */
export async function theProduct(): Promise<Product> {
	const extension = vscode.extensions.getExtension<FirstUse<Product> | undefined>('app-errors.app-errors');
	const product = await extension?.activate();
	assert(product, 'the extension under test gives its product');
	return product.get();
}

export async function startProduct(): Promise<Services> {
	return (await theProduct()).services;
}

export async function forgetEverything({ accounts }: Services): Promise<void> {
	for (const account of await accounts.list()) {
		await accounts.remove(account.id);
	}
	await setSetting('appErrors.baseUrl', undefined);
	await setSetting('appErrors.authUrl', undefined);
}

export async function setSetting<K extends keyof SettingTypes>(
	key: K,
	value: SettingTypes[K] | undefined,
): Promise<void> {
	const configuration = vscode.workspace.getConfiguration();
	if (isDeepStrictEqual(configuration.inspect(key)?.globalValue, value)) {
		return;
	}
	await configuration.update(key, value, vscode.ConfigurationTarget.Global);
}

/**
 * Returns the kind of a problem. `instanceof` doesn't work here, because the extension has its own copy of the class.
 */
export async function getProblem(promise: Thenable<unknown>): Promise<string> {
	try {
		await promise;
	} catch (error) {
		const { problem } = error as { problem?: { kind: string } };
		assert(problem, `not a problem: ${error}`);
		return problem.kind;
	}
	throw new assert.AssertionError({ message: 'expected a problem' });
}
