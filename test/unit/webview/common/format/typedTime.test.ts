import assert from 'node:assert/strict';
import { secondsFromTyped, typedFromSeconds } from '../../../../../src/webview/common/format/typedTime';

describe('times typed by the user', () => {
	it('converts a typed time to an instant in a time zone, in both summer and winter', () => {
		assert.equal(
			secondsFromTyped('2026-01-15 12:00', 'from', 'Europe/Berlin'),
			String(Date.UTC(2026, 0, 15, 11) / 1000),
		);
		assert.equal(
			secondsFromTyped('2026-07-15 12:00', 'from', 'Europe/Berlin'),
			String(Date.UTC(2026, 6, 15, 10) / 1000),
		);
		assert.equal(
			secondsFromTyped('2026-07-15 12:00', 'from', 'Asia/Kolkata'),
			String(Date.UTC(2026, 6, 15, 6, 30) / 1000),
		);
	});

	it('extends a typed end time to the last second of the typed unit', () => {
		assert.equal(secondsFromTyped('2026-11-19', 'to', 'UTC'), String(Date.UTC(2026, 10, 19, 23, 59, 59) / 1000));
		assert.equal(secondsFromTyped('2026-11-19 10:30', 'to', 'UTC'), String(Date.UTC(2026, 10, 19, 10, 30, 59) / 1000));
	});

	it('accepts Unix seconds as a typed time', () => {
		assert.equal(secondsFromTyped('1794441600', 'from', 'Europe/Berlin'), '1794441600');
	});

	it('rejects a typed day that does not exist', () => {
		for (const text of ['2026-02-30', '2026-13-01', '2026-11-19 25:00', 'yesterday', '19.11.2026', '']) {
			assert.equal(secondsFromTyped(text, 'from', 'UTC'), undefined, text);
		}
	});

	it('formats a time in the same way in which users type it', () => {
		for (const timeZone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland']) {
			const text = '2026-03-29 12:34:56';
			assert.equal(typedFromSeconds(secondsFromTyped(text, 'from', timeZone) ?? '', timeZone), text, timeZone);
		}
	});
});
