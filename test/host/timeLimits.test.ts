import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { defaultTimeouts } from '../../src/core/common/timeouts';
import { Settings } from '../../src/vscode/settings';

describe('timeout settings', () => {
	const settings = new Settings();
	const name = 'appErrors.timeouts.responseSeconds';
	const set = (value: unknown) =>
		vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

	afterEach(() => set(undefined));

	it('uses the default timeouts if none are configured', () => {
		assert.deepEqual(settings.network.timeouts, defaultTimeouts);
	});

	it('applies changed timeout settings and fires a change event', async () => {
		const changed = new Promise<number>((resolve) => {
			const listening = settings.onDidChange('appErrors.timeouts', () => {
				listening.dispose();
				resolve(settings.network.timeouts.headers);
			});
		});
		await set(7.5);
		assert.equal(await changed, 7_500);
	});

	for (const [value, expected] of [
		[0, 1_000],
		[1_000_000, 3_600_000],
		['soon', defaultTimeouts.headers],
	] as const) {
		it(`falls back to valid timeouts for the setting ${JSON.stringify(value)}`, async () => {
			await set(value);
			assert.equal(settings.network.timeouts.headers, expected);
		});
	}
});
