import assert from 'node:assert/strict';
import { noMarks, withAdded, withoutApplication, withPinned } from '../../../../src/core/applications/marks';

describe('pinned and added applications', () => {
	it('ignores pinning or unpinning an application a second time', () => {
		const once = withPinned(noMarks, '1', true);
		const twice = withPinned(once, '1', true);
		assert.deepEqual(twice, { pinned: ['1'], added: [] });
		assert.deepEqual(withPinned(withPinned(twice, '1', false), '1', false), noMarks);
	});

	it('stores pinned applications separately from added applications', () => {
		const marks = withAdded(withPinned(withAdded(noMarks, '2'), '1', true), '3');
		assert.deepEqual(marks, { pinned: ['1'], added: ['2', '3'] });
	});

	it('unpins an application when it is removed', () => {
		const marks = withAdded(withPinned(withAdded(noMarks, '1'), '1', true), '2');
		assert.deepEqual(withoutApplication(marks, '1'), { pinned: [], added: ['2'] });
	});

	it('does not mutate the given lists of pinned and added applications', () => {
		const marks = Object.freeze({ pinned: Object.freeze(['1']), added: Object.freeze(['2']) });
		withPinned(marks, '1', false);
		withAdded(marks, '3');
		withoutApplication(marks, '2');
		assert.deepEqual(marks, { pinned: ['1'], added: ['2'] });
	});
});
