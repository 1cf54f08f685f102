import { testAnyService } from '../support/anyService';

describe('chunked exports from a randomly simulated service', () => {
	// The fault suite continues with further seeds.
	testAnyService({ first: 1, last: 6 });
});
