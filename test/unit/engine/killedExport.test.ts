import { killExports } from '../../support/faults/kills';

describe('exports in an engine process that is killed', () => {
	// The fault tests do the same with more kills.
	it('neither loses nor duplicates records when a killed export is resumed', () => killExports({ kills: 4, seed: 7 }));
});
