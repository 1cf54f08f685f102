import assert from 'node:assert/strict';
import type { ErrorValue, FrameValue } from '../../../../../src/shared/groupValue';
import { sharedLabel, tellApart } from '../../../../../src/webview/common/words/tellApart';

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

describe('Groups of one label', () => {
	const first = error('java.lang.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Checkout.onCreate');
	const second = error('java.lang.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Search.onClick');
	const third = error('java.lang.IllegalStateException', 'com.acme.Cart.sum');
	const fourth = error('kotlin.IllegalStateException', 'com.acme.Cart.sum', 'com.acme.Checkout.onCreate');
	const fifth = error('java.lang.IllegalStateException', 'org.other.Cart.sum', 'com.acme.Checkout.onCreate');

	it('have one label', () => {
		const labels = [first, second, third, fourth, fifth].map((value) => sharedLabel({ kind: 'frames' }, value));
		assert.equal(new Set(labels).size, 1);
	});

	it('are told apart by first differing frames, types, or where a class is from', () => {
		assert.equal(tellApart(first, [first, second], t), '← Checkout.onCreate');
		assert.equal(tellApart(second, [first, second], t), '← Search.onClick');
		assert.equal(tellApart(third, [first, third], t), 'no other frame');
		assert.equal(tellApart(first, [first, fourth], t), 'java.lang.IllegalStateException');
		assert.equal(tellApart(first, [first, fifth], t), '← com.acme.Cart.sum');
		const all = [first, second, third, fourth, fifth];
		assert.equal(new Set(all.map((value) => tellApart(value, all, t))).size, all.length, 'each by something else');
	});

	it('need nothing where they are the only ones of their label', () => {
		assert.equal(tellApart(first, [first], t), '');
		assert.equal(tellApart('A', ['A'], t), '');
	});

	it('are told apart by their whole frame where there is only one', () => {
		const frame = (name: string): FrameValue => ({ version: 4, title: 'Cart.sum', frame: name });
		const [one, other] = [frame('com.acme.Cart.sum'), frame('org.other.Cart.sum')];
		assert.equal(tellApart(one, [one, other], t), 'com.acme.Cart.sum');
	});
});
