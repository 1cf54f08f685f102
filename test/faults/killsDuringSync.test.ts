import { killUpdates } from '../support/faults/killSync';
import { seed } from '../support/faults/run';

describe('syncs in a window that is killed', () => {
	it('neither loses nor duplicates synced records when a sync is repeatedly killed and continued', () =>
		killUpdates({ kills: 10, seed })).timeout(300_000);
});
