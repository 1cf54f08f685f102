import assert from 'node:assert/strict';
import { getDayRows, numberInDays, placeInDay } from '../../../../../src/webview/results/state/dayPlaces';
import { initialState, restoreState } from '../../../../../src/webview/results/state/initial';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import { fakeSyncedDays } from '../../../../support/webview/syncedDays';
import { tableInfo } from '../support/tableInfo';

describe('positions of records in a synced set', () => {
	const info = tableInfo(['error', 'error_name']);
	const days = getDayRows(fakeSyncedDays('sms')) ?? [];

	it('converts between a record number and the day and position of the record', () => {
		assert.deepEqual(placeInDay(99, days), { day: '2026-10-01', index: 99 });
		assert.deepEqual(placeInDay(100, days), { day: '2026-10-03', index: 0 });
		assert.equal(placeInDay(200, days), undefined);
		for (const number of [0, 99, 100, 199]) {
			assert.equal(numberInDays(placeInDay(number, days) ?? { day: '', index: 0 }, days), number);
		}
		assert.equal(numberInDays({ day: '2026-10-02', index: 0 }, days), undefined);
		assert.equal(numberInDays({ day: '2026-09-30', index: 0 }, days), undefined);
	});

	it('keeps a record selected when records of earlier days are added or deleted', () => {
		const selected = { kind: 'selected', selection: { number: 150, position: 150 } } as const;
		const left = restoreState(reduce(initialState(info, undefined, 200, fakeSyncedDays('sms')), selected));
		assert.equal(initialState(info, left, 300, fakeSyncedDays('sss')).selection?.number, 250);
		const span = { first: '2026-10-03', last: '2026-10-03' };
		assert.equal(initialState(info, left, 100, fakeSyncedDays('sms', { span })).selection?.number, 50);
		const without = { first: '2026-10-01', last: '2026-10-02' };
		assert.equal(initialState(info, left, 100, fakeSyncedDays('sms', { span: without })).selection, undefined);
	});

	it("keeps a record's number if the table is older than the list of days", () => {
		const selected = { kind: 'selected', selection: { number: 150, position: 150 } } as const;
		const left = restoreState(reduce(initialState(info, undefined, 200, fakeSyncedDays('sms')), selected));
		const state = initialState(info, left, 200, fakeSyncedDays('sss', { isAsOpened: false }));
		assert.equal(state.selection?.number, 150);
		assert.equal(restoreState(state).selectedOn, undefined);
	});
});
