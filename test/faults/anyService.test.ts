import { isWhole } from '../support/faults/run';
import { testAnyCut, testAnyService } from '../unit/core/export/support/anyService';
import { testAnySyncedSet } from '../unit/core/sync/support/anySyncedSet';

describe('chunked exports against randomly generated services', () => {
	testAnyService({ first: 7, last: isWhole ? 60 : 8 });
});

describe('verifyExport() with randomly truncated exports', () => {
	testAnyCut({ first: 4, last: isWhole ? 30 : 4 });
});

if (isWhole) {
	describe('synced records from randomly generated services', () => {
		testAnySyncedSet({ first: 3, last: 30 });
	});
}
