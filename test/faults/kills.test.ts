import { killExports } from '../support/faults/kills';
import { isWhole, seed } from '../support/faults/run';

describe('exports in a process that is killed', () => {
	it('neither loses nor duplicates records when an export is repeatedly killed and resumed', () =>
		killExports({ kills: isWhole ? 10 : 4, seed })).timeout(300_000);
});
