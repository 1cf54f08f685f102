import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { DeviceOffers } from '../../../../src/services/results/deviceOffers';
import { fakeMemento } from '../whatsNew/support';

describe('DeviceOffers', () => {
	it('returns the choice about counting devices that was stored in an earlier window', async () => {
		const memento = fakeMemento();
		await new DeviceOffers(memento).choose(true);
		assert.equal(new DeviceOffers(memento).choice, true);
	});

	it("returns the user's latest choice even if VS Code has not stored this choice yet", async () => {
		const stored = fakeMemento();
		await new DeviceOffers(stored).choose(false);
		const late: Memento = { keys: stored.keys, get: stored.get.bind(stored), update: async () => undefined };
		const offers = new DeviceOffers(late);
		await offers.choose(undefined);
		assert.equal(offers.choice, undefined);
		await offers.choose(true);
		assert.equal(offers.choice, true);
	});
});
