import { isWhole } from '../support/faults/run';
import { testAnyCut, testAnyService } from '../unit/core/export/support/anyService';
import { testAnySyncedSet } from '../unit/core/sync/support/anySyncedSet';

describe('chunked exports against randomly generated services', () => {
	testAnyService({ first: 17, last: isWhole ? 120 : 20 });
});

describe('verifyExport with randomly truncated exports', () => {
	testAnyCut({ first: 9, last: isWhole ? 60 : 10 });
});

if (isWhole) {
	describe('synced records from randomly generated services', () => {
		testAnySyncedSet({ first: 9, last: 30 });
	});
}
