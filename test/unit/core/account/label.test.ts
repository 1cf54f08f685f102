import assert from 'node:assert/strict';
import { uniqueLabel } from '../../../../src/core/account/label';

describe('uniqueLabel', () => {
	it('leaves a free label as it is', () => {
		assert.equal(uniqueLabel('a.example', ['b.example']), 'a.example');
	});

	it('counts on from 2 until one is free', () => {
		assert.equal(uniqueLabel('a.example', ['a.example', 'a.example 2']), 'a.example 3');
	});

	it('takes labels that differ in case or outer spaces as the same', () => {
		assert.equal(uniqueLabel('Work', [' work ']), 'Work 2');
	});
});
