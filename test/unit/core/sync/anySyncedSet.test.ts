import { testAnySyncedSet } from './support/anySyncedSet';

describe('synced set with simulated random updates', () => {
	// The fault suite continues with further seeds.
	testAnySyncedSet({ first: 1, last: 2 });
});
