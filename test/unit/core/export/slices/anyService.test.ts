import { testAnyService } from '../support/anyService';

describe('An export in slices holds exactly what the service has', () => {
	// The suite of faults goes on from here.
	testAnyService({ first: 1, last: 40 });
});
