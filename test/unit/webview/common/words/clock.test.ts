import assert from 'node:assert/strict';
import type { Column } from '../../../../../src/shared/results';
import { zoneOfColumn } from '../../../../../src/webview/common/words/clock';

const column = (name: string): Column => ({ name, kind: 'time', personal: false, meaning: '' });

describe('The clock of a column', () => {
	it("is the view's for Unix time, and that of the texts for texts", () => {
		assert.equal(zoneOfColumn(column('error_timestamp'), 'Europe/Berlin'), 'Europe/Berlin');
		assert.equal(zoneOfColumn(column('error_receive_datetime'), 'Europe/Berlin'), 'UTC');
		assert.equal(zoneOfColumn(undefined, 'Europe/Berlin'), 'Europe/Berlin');
	});
});
