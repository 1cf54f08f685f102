import assert from 'node:assert/strict';
import { createFormSelector } from '../../../src/shared/plural';

const forms = { one: '{0} day', other: '{0} days' };

describe('createFormSelector()', () => {
	it('follows English plural rules in every language if there are no translations', () => {
		assert.deepEqual(
			[0, 1, 2, 21].map((count) => createFormSelector('ru')(count, forms)),
			['{0} days', '{0} day', '{0} days', '{0} days'],
		);
	});

	it('follows the plural rules of the language if there are translations', () => {
		const translations = { '{0} day': '{0} день', '{0} days': '{0} дней', '{0} days [few]': '{0} дня' };
		assert.deepEqual(
			[1, 2, 5, 21].map((count) => createFormSelector('ru', translations)(count, forms)),
			['{0} day', '{0} days [few]', '{0} days', '{0} day'],
		);
	});

	it('falls back to the general plural form for a category without a translation', () => {
		assert.equal(createFormSelector('ru', { '{0} days': '{0} дней' })(2, forms), '{0} days');
	});
});
