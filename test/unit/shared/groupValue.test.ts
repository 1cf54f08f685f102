import assert from 'node:assert/strict';
import {
	decodeError,
	decodeFrame,
	type ErrorValue,
	encodeGroupValue,
	groupVersion,
	isOfThisVersion,
	sameGroup,
} from '../../../src/shared/groupValue';

const error: ErrorValue = {
	version: groupVersion,
	title: 'A',
	place: 'b.c',
	message: '',
	basis: 'ownFrames',
	platform: 'jvm',
	type: 'x.A',
	frames: ['x.b.c'],
};

describe('group values', () => {
	it('round-trips a group value that contains any text', () => {
		const odd = { ...error, title: 'A\nb', place: '["\\u2028\ud800', frames: ['', '\n', 'ownFrames'] };
		for (const value of [error, odd]) {
			assert.deepEqual(decodeError(encodeGroupValue(value)), value);
		}
	});

	it('decodes an encoded top frame value unchanged', () => {
		const frame = { version: groupVersion, title: 'b."c"', frame: 'x\nb."c"' };
		assert.deepEqual(decodeFrame(encodeGroupValue(frame)), frame);
		assert.ok(!sameGroup(frame, { ...frame, frame: 'b' }));
		assert.ok(!sameGroup(frame, error));
	});

	it('compares group values by their fields regardless of field order', () => {
		const { frames, ...others } = error;
		assert.ok(sameGroup(error, { frames: [...frames], ...others }));
		assert.ok(sameGroup('A', 'A'));
		for (const other of [{ ...error, title: 'A\nb', place: 'c' }, { ...error, frames: [] }, '', 'A']) {
			assert.ok(!sameGroup(error, other));
		}
		assert.ok(!sameGroup({ ...error, title: 'A\nb', place: 'c' }, { ...error, title: 'A', place: 'b\nc' }));
	});

	it('detects group values from another version', () => {
		assert.ok(isOfThisVersion(error));
		assert.ok(isOfThisVersion(''));
		assert.ok(!isOfThisVersion({ ...error, version: groupVersion - 1 }));
		assert.ok(!isOfThisVersion('A\nb.c\n3\nownFrames\njvm\nx.A\nx.b.c'));
	});
});
