import { killExports } from '../../support/faults/kills';

describe('An export whose process is killed', () => {
	// The suite of faults does this more often.
	it('loses no record and repeats none when it is resumed', () => killExports({ kills: 4, seed: 7 }));
});
