import { testAnyCut } from './support/anyService';

describe('verifyExport() with truncated exports', () => {
	// The fault suite continues with further seeds.
	testAnyCut({ first: 1, last: 3 });
});
