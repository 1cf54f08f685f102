import { isWhole } from '../support/faults/run';
import { testAnyCut, testAnyService } from '../unit/core/export/support/anyService';

describe('An export in slices holds exactly what the service has', () => {
	testAnyService({ first: 41, last: isWhole ? 300 : 45 });
});

describe('verifyExport finds out about exports', () => {
	testAnyCut({ first: 21, last: isWhole ? 150 : 25 });
});
