import { testAnyCut } from './support/anyService';

describe('verifyExport finds out about exports', () => {
	// The suite of faults goes on from here.
	testAnyCut({ first: 1, last: 20 });
});
