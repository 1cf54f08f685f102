import assert from 'node:assert/strict';
import { dayRowsOf, numberInDays, placeInDay } from '../../../../../src/webview/results/state/dayPlaces';
import { initialState, keptState } from '../../../../../src/webview/results/state/initial';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import { keptDays } from '../../../../support/webview/keptDays';
import { tableInfo } from '../support/tableInfo';

describe('A record of kept days', () => {
	const info = tableInfo(['error', 'error_name']);
	const days = dayRowsOf(keptDays('sms')) ?? [];

	it('has a place in its day, and its number from that', () => {
		assert.deepEqual(placeInDay(99, days), { day: '2026-10-01', index: 99 });
		assert.deepEqual(placeInDay(100, days), { day: '2026-10-03', index: 0 });
		assert.equal(placeInDay(200, days), undefined);
		for (const number of [0, 99, 100, 199]) {
			assert.equal(numberInDays(placeInDay(number, days) ?? { day: '', index: 0 }, days), number);
		}
		assert.equal(numberInDays({ day: '2026-10-02', index: 0 }, days), undefined);
		assert.equal(numberInDays({ day: '2026-09-30', index: 0 }, days), undefined);
	});

	it('stays selected where records of other days come before it, or go', () => {
		const selected = { kind: 'selected', selection: { number: 150, position: 150 } } as const;
		const left = keptState(reduce(initialState(info, undefined, 200, keptDays('sms')), selected));
		assert.equal(initialState(info, left, 300, keptDays('sss')).selection?.number, 250);
		const span = { first: '2026-10-03', last: '2026-10-03' };
		assert.equal(initialState(info, left, 100, keptDays('sms', { span })).selection?.number, 50);
		const without = { first: '2026-10-01', last: '2026-10-02' };
		assert.equal(initialState(info, left, 100, keptDays('sms', { span: without })).selection, undefined);
	});

	it('keeps its number in a table that is older than what is known of its days', () => {
		const selected = { kind: 'selected', selection: { number: 150, position: 150 } } as const;
		const left = keptState(reduce(initialState(info, undefined, 200, keptDays('sms')), selected));
		const state = initialState(info, left, 200, keptDays('sss', { isAsOpened: false }));
		assert.equal(state.selection?.number, 150);
		assert.equal(keptState(state).selectedOn, undefined);
	});
});
