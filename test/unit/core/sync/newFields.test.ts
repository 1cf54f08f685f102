import assert from 'node:assert/strict';
import { getAvailableFields, getNewFields } from '../../../../src/core/sync/model/newFields';

describe('fields added to a synced set after a view was opened', () => {
	const available = (...days: Parameters<typeof getAvailableFields>[1]) => getAvailableFields(['error', 'mcc'], days);

	it('added fields are available as soon as the records of one day have these fields', () => {
		assert.deepEqual(available({ rows: 5, missingFields: ['mcc'] }, { rows: 3, missingFields: ['mcc'] }), ['error']);
		assert.deepEqual(available({ rows: 5, missingFields: ['mcc'] }, { rows: 3 }), ['error', 'mcc']);
	});

	it('days without records do not make added fields available', () => {
		assert.deepEqual(available({ rows: 5, missingFields: ['mcc'] }, { rows: 0 }), ['error']);
		assert.deepEqual(available(), []);
	});

	it('offers to show added fields until the view shows them', () => {
		assert.deepEqual(getNewFields(['error', 'mcc'], ['error'], ['error']), ['mcc']);
		assert.deepEqual(getNewFields(['error', 'mcc'], ['error'], ['error', 'mcc']), []);
	});

	it('does not offer fields that the service already omitted when the view was opened', () => {
		assert.deepEqual(getNewFields(['error', 'mcc'], ['error', 'mcc'], ['error']), []);
	});

	it('does not offer to show added fields in a view without records', () => {
		assert.deepEqual(getNewFields(['error', 'mcc'], [], []), []);
	});
});
