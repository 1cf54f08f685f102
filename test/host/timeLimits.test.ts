import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { defaultTimeouts } from '../../src/core/common/timeouts';
import { Settings } from '../../src/vscode/settings';

describe('Time limits in the settings', () => {
	const settings = new Settings();
	const name = 'appErrors.timeouts.headersSeconds';
	const set = (value: unknown) =>
		vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

	afterEach(() => set(undefined));

	it('are the usual ones where nobody says otherwise', () => {
		assert.deepEqual(settings.network.timeouts, defaultTimeouts);
	});

	it('tell that they change, and are in force then', async () => {
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
		it(`are sane for ${JSON.stringify(value)}`, async () => {
			await set(value);
			assert.equal(settings.network.timeouts.headers, expected);
		});
	}
});
