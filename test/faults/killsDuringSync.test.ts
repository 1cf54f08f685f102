import { killUpdates } from '../support/faults/killSync';
import { seed } from '../support/faults/run';

describe('synced records after a sync is killed', () => {
	it('neither loses nor duplicates synced records when a sync is repeatedly killed and continued', () =>
		killUpdates({ kills: 10, seed })).timeout(300_000);
});
