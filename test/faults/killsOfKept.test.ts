import { killUpdates } from '../support/faults/killKept';
import { isWhole, seed } from '../support/faults/run';

describe('Kept records whose window is killed', () => {
	it('lose no record and have none twice, however often they are gone on with', () =>
		killUpdates({ kills: isWhole ? 20 : 4, seed })).timeout(300_000);
});
