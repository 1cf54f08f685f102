import assert from 'node:assert/strict';
import { getTopFrame } from '../../../src/core/records/query/keys/keyOfText';
import { groupWords } from '../../../src/shared/groupLabels';
import { groupKeyOfText } from '../core/stack/support/groupKeyOfText';
import { sampleTraces } from '../core/stack/support/sampleTraces';

const ofText = (text: string) => groupWords({ kind: 'frames' }, groupKeyOfText(text));

describe('group labels', () => {
	it("uses a readable group value as the group's label", () => {
		for (const key of [{ kind: 'name' }, { kind: 'message' }, { kind: 'column', column: 3 }] as const) {
			assert.deepEqual(groupWords(key, 'x\ny'), { title: 'x\ny', place: '', message: '', whole: ['x\ny'] });
		}
		assert.deepEqual(groupWords({ kind: 'name' }, '').whole, []);
		assert.deepEqual(groupWords({ kind: 'frames' }, ''), { title: '', place: '', message: '', whole: [] });
	});

	const cases: readonly (readonly [text: string, title: string, place: string, whole: readonly string[]])[] = [
		[
			'java.lang.IllegalStateException: 3\n\tat com.acme.cart.CartTotals.sum(CartTotals.kt:17)\n\tat com.acme.Till.<init>(Till.kt:4)',
			'IllegalStateException',
			'CartTotals.sum',
			['java.lang.IllegalStateException', 'com.acme.cart.CartTotals.sum', 'com.acme.Till.<init>'],
		],
		[
			'System.Collections.Generic.KeyNotFoundException: x\n   at Acme.Cart`1..ctor(String a) in C:\\Cart.cs:line 3',
			'KeyNotFoundException',
			'Cart..ctor',
			['System.Collections.Generic.KeyNotFoundException', 'Acme.Cart..ctor'],
		],
		[
			'TypeError: x\n    at Checkout.onPress (/app/src/Checkout.tsx:3:4)\n    at pay (/app/src/pay.tsx:3:4)',
			'TypeError',
			'Checkout.onPress',
			['TypeError', 'Checkout.onPress', 'src/pay.tsx.pay'],
		],
		[
			'Thread 0 Crashed:\n0   Shop   0x0000000102a3b5c8 Cart.load() + 4\n1   Shop   0x0000000102a3b5c8 Cart.open() + 4',
			'Cart.load',
			'',
			['Cart.load', 'Cart.load', 'Cart.open'],
		],
	];
	for (const [text, title, place, whole] of cases) {
		it(`labels a group with ${title} and ${place === '' ? 'nothing more' : place}`, () => {
			assert.deepEqual(ofText(text), { title, place, message: '', whole });
		});
	}

	it('labels a group without frames by its message', () => {
		assert.deepEqual(ofText('com.acme.Failed: 17 left'), {
			title: 'Failed',
			place: '',
			message: '<n> left',
			whole: ['com.acme.Failed', '<n> left'],
		});
		assert.deepEqual(ofText('17 left').whole, ['<n> left']);
	});

	it('starts the label of a message group with the exception name, without repeating the name', () => {
		const ofMessage = (value: string) => {
			const { title, message, whole } = groupWords({ kind: 'message' }, value);
			assert.deepEqual(whole, [value]);
			return [title, message];
		};
		assert.deepEqual(ofMessage('java.lang.IllegalStateException: cart total, <text>'), [
			'IllegalStateException',
			'cart total, <text>',
		]);
		assert.deepEqual(ofMessage('TypeError: x is undefined'), ['TypeError', 'x is undefined']);
		assert.deepEqual(ofMessage('acme::Failure: gone'), ['Failure', 'gone']);
		for (const text of ['No orders file', 'setState() called after dispose(): a', 'a.b.C:', 'open https://a.b: no']) {
			assert.deepEqual(ofMessage(text), [text, '']);
		}
	});

	it('labels a top-frame group by its class and method', () => {
		const frame = getTopFrame(
			groupKeyOfText('a.B: x\n\tat com.acme.cart.CartTotals.sum(CartTotals.kt:17)\n\tat com.acme.Till.pay(Till.kt:4)'),
		);
		assert.deepEqual(groupWords({ kind: 'topFrame' }, frame ?? ''), {
			title: 'CartTotals.sum',
			place: '',
			message: '',
			whole: ['com.acme.cart.CartTotals.sum'],
		});
		assert.deepEqual(groupWords({ kind: 'topFrame' }, ''), { title: '', place: '', message: '', whole: [] });
	});

	it('labels the groups of all sample traces with short single-line text', () => {
		for (const { text } of sampleTraces(2)) {
			const { title, place, message, whole } = ofText(text);
			assert.notEqual(title, '');
			for (const line of [title, place, message, ...whole]) {
				assert.doesNotMatch(line, /[\r\n]/);
			}
			assert.doesNotMatch(title, /^\d$|^(?:java|System|com)\./);
			assert.doesNotMatch(place, /^(?:java|System|com)\./);
		}
	});

	it('limits the length of labels even if names are very long', () => {
		const { title, whole } = ofText(`a.${'B'.repeat(5000)}Exception: x\n\tat a.${'c'.repeat(5000)}.d(E.java:1)`);
		assert.ok(title.length <= 500);
		assert.ok(whole.every(({ length }) => length <= 500));
	});
});
