import { isWhole } from '../support/faults/run';
import { testAnyService } from '../unit/core/export/support/anyService';

describe('An export in slices holds exactly what the service has', () => {
	testAnyService({ first: 41, last: isWhole ? 300 : 45 });
});
