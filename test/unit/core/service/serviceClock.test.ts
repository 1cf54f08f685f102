import * as assert from 'node:assert/strict';
import { ServiceClock } from '../../../../src/core/service/serviceClock';

describe('The clock of a service', () => {
	const now = Date.parse('2026-11-20T09:00:00Z');
	const clock = () => new ServiceClock(() => now);

	it('is not known before the service has told it', () => {
		const seen = clock();
		assert.equal(seen.ahead, undefined);
		seen.see({});
		seen.see({ date: 'yesterday' });
		assert.equal(seen.ahead, undefined);
	});

	it('is ahead or behind by what its last answer told', () => {
		const seen = clock();
		seen.see({ date: 'Sat, 21 Nov 2026 09:00:00 GMT' });
		assert.equal(seen.ahead, 86_400_000);
		seen.see({ date: 'Thu, 19 Nov 2026 09:00:00 GMT' });
		assert.equal(seen.ahead, -86_400_000);
	});

	it('is the same where it differs by the time of an answer', () => {
		const seen = clock();
		seen.see({ date: 'Fri, 20 Nov 2026 08:58:00 GMT' });
		assert.equal(seen.ahead, 0);
	});
});
