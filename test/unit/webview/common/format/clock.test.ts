import assert from 'node:assert/strict';
import type { Column } from '../../../../../src/shared/results';
import { zoneOfColumn } from '../../../../../src/webview/common/format/clock';

const column = (name: string): Column => ({ name, kind: 'time', personal: false, meaning: '' });

describe('time zone of a column', () => {
	it("uses the view's time zone for Unix times and the file's time zone for formatted times", () => {
		assert.equal(zoneOfColumn(column('error_timestamp'), 'Europe/Berlin'), 'Europe/Berlin');
		assert.equal(zoneOfColumn(column('error_receive_datetime'), 'Europe/Berlin'), 'UTC');
		assert.equal(zoneOfColumn(undefined, 'Europe/Berlin'), 'Europe/Berlin');
	});
});
