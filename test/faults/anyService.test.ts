import { testAnyCut, testAnyService } from '../unit/core/export/support/anyService';
import { testAnySyncedSet } from '../unit/core/sync/support/anySyncedSet';

describe('chunked exports against randomly generated services', () => {
	testAnyService({ first: 7, last: 60 });
});

describe('verifyExport() with randomly truncated exports', () => {
	testAnyCut({ first: 4, last: 30 });
});

describe('synced records from randomly generated services', () => {
	testAnySyncedSet({ first: 3, last: 30 });
});
