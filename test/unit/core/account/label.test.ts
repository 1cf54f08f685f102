import assert from 'node:assert/strict';
import { uniqueLabel } from '../../../../src/core/account/label';

describe('uniqueLabel()', () => {
	it('returns an unused account label unchanged', () => {
		assert.equal(uniqueLabel('a.example', ['b.example']), 'a.example');
	});

	it('appends the first available number, starting at 2, to an account label that is already used', () => {
		assert.equal(uniqueLabel('a.example', ['a.example', 'a.example 2']), 'a.example 3');
	});

	it('treats account labels that differ only in case or surrounding spaces as duplicates', () => {
		assert.equal(uniqueLabel('Work', [' work ']), 'Work 2');
	});
});
