import { killUpdates } from '../support/faults/killSync';
import { isWhole, seed } from '../support/faults/run';

describe('syncs in a window that is killed', () => {
	it('neither loses nor duplicates synced records when a sync is repeatedly killed and continued', () =>
		killUpdates({ kills: isWhole ? 10 : 4, seed })).timeout(300_000);
});
