import { killExports } from '../support/faults/kills';
import { isWhole, seed } from '../support/faults/run';

describe('An export whose process is killed', () => {
	it('loses no record and repeats none, however often it is resumed', () =>
		killExports({ kills: isWhole ? 20 : 4, seed })).timeout(300_000);
});
