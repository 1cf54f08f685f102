import * as assert from 'node:assert/strict';
import { ServiceClock } from '../../../../src/core/service/serviceClock';

describe('difference between the service clock and the local clock', () => {
	const now = Date.parse('2026-11-20T09:00:00Z');
	const clock = () => new ServiceClock(() => now);

	it('returns no clock difference until a response contains a valid Date header', () => {
		const seen = clock();
		assert.equal(seen.ahead, undefined);
		seen.see({});
		seen.see({ date: 'yesterday' });
		assert.equal(seen.ahead, undefined);
	});

	it('derives the difference between the service clock and the local clock from the last Date header', () => {
		const seen = clock();
		seen.see({ date: 'Sat, 21 Nov 2026 09:00:00 GMT' });
		assert.equal(seen.ahead, 86_400_000);
		seen.see({ date: 'Thu, 19 Nov 2026 09:00:00 GMT' });
		assert.equal(seen.ahead, -86_400_000);
	});

	it('ignores a clock difference that is shorter than the duration of the response', () => {
		const seen = clock();
		seen.see({ date: 'Fri, 20 Nov 2026 08:58:00 GMT' });
		assert.equal(seen.ahead, 0);
	});
});
