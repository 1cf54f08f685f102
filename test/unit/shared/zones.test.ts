import assert from 'node:assert/strict';
import { isZoneName, zoneLabel, zoneOffset } from '../../../src/shared/zones';

describe('isZoneName()', () => {
	it('accepts exactly the time zones known to the runtime', () => {
		assert.deepEqual(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isZoneName), [true, true, false, false]);
	});
});

describe('zoneLabel()', () => {
	it('prefixes offsets with UTC and leaves time zone names unchanged', () => {
		assert.deepEqual(['+01:00', '-03:30', 'UTC', 'Europe/Berlin'].map(zoneLabel), [
			'UTC+01:00',
			'UTC-03:30',
			'UTC',
			'Europe/Berlin',
		]);
	});
});

describe('zoneOffset()', () => {
	for (const [zone, at, seconds] of [
		['UTC', '2026-07-01T00:00:00Z', 0],
		['Europe/Berlin', '2026-03-29T00:59:59.999Z', 3600],
		['Europe/Berlin', '2026-03-29T01:00:00Z', 7200],
		['America/St_Johns', '2026-01-01T00:00:00Z', -12_600],
		['Asia/Kolkata', '1969-12-31T23:59:59.500Z', 19_800],
		// Local mean time, for dates in the Julian calendar.
		['Europe/Berlin', '1200-02-26T12:00:00Z', 3208],
		['Europe/Berlin', '0050-02-26T12:00:00Z', 3208],
	] as const) {
		it(`returns an offset of ${seconds} s in ${zone} at ${at}`, () => {
			assert.equal(zoneOffset(Date.parse(at) / 1000, zone), seconds);
		});
	}

	it('returns the offset of the local machine if no time zone is given', () => {
		const moment = new Date('2026-07-01T00:00:00Z');
		assert.equal(zoneOffset(moment.getTime() / 1000, undefined), 0 - 60 * moment.getTimezoneOffset());
	});
});
