import assert from 'node:assert/strict';
import type { ErrorValue, FrameValue } from '../../../../../src/shared/groupValue';
import { disambiguate, sharedLabel } from '../../../../../src/webview/common/format/disambiguate';

const t = (text: string) => text;
const error = (type: string, ...frames: string[]): ErrorValue => ({
	version: 4,
	title: type.split('.').at(-1) ?? '',
	place: frames[0]?.split('.').slice(-2).join('.') ?? '',
	message: '',
	basis: 'ownFrames',
	platform: 'jvm',
	type,
	frames,
});

describe('groups with identical labels', () => {
	const first = error('java.lang.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Checkout.onCreate');
	const second = error('java.lang.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Search.onClick');
	const third = error('java.lang.IllegalStateException', 'com.acme.Cart.sum');
	const fourth = error('kotlin.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Checkout.onCreate');
	const fifth = error('java.lang.IllegalStateException', 'org.other.Cart.sum', 'com.acme.Checkout.onCreate');

	it('gives different groups the same label if they have the same error and function', () => {
		const labels = [first, second, third, fourth, fifth].map((value) => sharedLabel({ kind: 'frames' }, value));
		assert.equal(new Set(labels).size, 1);
	});

	it('distinguishes groups by the first frame, type or package that differs', () => {
		assert.equal(disambiguate(first, [first, second], t), '← Checkout.onCreate');
		assert.equal(disambiguate(second, [first, second], t), '← Search.onClick');
		assert.equal(disambiguate(third, [first, third], t), 'no other frame');
		assert.equal(disambiguate(first, [first, fourth], t), 'java.lang.IllegalStateException');
		assert.equal(disambiguate(first, [first, fifth], t), '← com.acme.Cart.sum');
		const all = [first, second, third, fourth, fifth];
		assert.equal(new Set(all.map((value) => disambiguate(value, all, t))).size, all.length, 'each by something else');
	});

	it('adds nothing to a group label that is already unique', () => {
		assert.equal(disambiguate(first, [first], t), '');
		assert.equal(disambiguate('A', ['A'], t), '');
	});

	it('distinguishes top-frame groups by the qualified name of the frame', () => {
		const frame = (name: string): FrameValue => ({ version: 4, title: 'Cart.sum', frame: name });
		const [one, other] = [frame('com.acme.Cart.sum'), frame('org.other.Cart.sum')];
		assert.equal(disambiguate(one, [one, other], t), 'com.acme.Cart.sum');
	});
});
