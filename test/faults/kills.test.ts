import { killExports } from '../support/faults/kills';
import { seed } from '../support/faults/run';

describe('exports whose process is killed', () => {
	it('neither loses nor duplicates records when an export is repeatedly killed and resumed', () =>
		killExports({ kills: 10, seed })).timeout(300_000);
});
