import assert from 'node:assert/strict';
import { retryAfterMs } from '../../../../src/core/service/parseRetryAfter';

const now = Date.UTC(2026, 10, 20, 9, 0, 0);

describe('retryAfterMs()', () => {
	for (const [value, milliseconds] of [
		['0', 0],
		['7', 7_000],
		[' 3600 ', 3_600_000],
		['Fri, 20 Nov 2026 09:01:30 GMT', 90_000],
		['Friday, 20-Nov-26 09:00:10 GMT', 10_000],
		['Fri, 20 Nov 2026 08:00:00 GMT', 0],
		['soon', undefined],
		['-5', undefined],
		['1.5', undefined],
		['', undefined],
		['2026-11-20', undefined],
		['Fri, 99 Nov 2026 09:00:00 GMT', undefined],
		['99999999999999999999', undefined],
	] as const) {
		it(`parses the Retry-After value ${JSON.stringify(value)} as ${milliseconds} ms`, () => {
			assert.equal(retryAfterMs({ 'retry-after': value }, now), milliseconds);
		});
	}

	it('returns undefined if there is no Retry-After header', () => assert.equal(retryAfterMs({}, now), undefined));

	it("interprets a Retry-After date relative to the service's Date header", () => {
		const headers = { date: 'Fri, 20 Nov 2026 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 12:00:05 GMT' };
		assert.equal(retryAfterMs(headers, now), 5_000);
	});
});
