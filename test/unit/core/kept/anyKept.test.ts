import { testAnyKept } from './support/anyKept';

describe('A kept set', () => {
	// The suite of faults goes on from here.
	testAnyKept({ first: 1, last: 30 });
});
