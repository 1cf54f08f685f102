import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { failingThread } from '../../../../../src/core/stack/trace/failingThread';
import { itReads } from '../support/frames';
import { groupKeyOfText } from '../support/groupKeyOfText';

describe('Python stack frames', () => {
	itReads('python', 'managed', [
		[
			'  File "/app/cart.py", line 31, in total',
			{ method: 'total', at: '/app/cart.py:31', link: 'File "/app/cart.py", line 31' },
		],
		[
			'  File "/app/cart.py", line 31, in Cart.total',
			{
				method: 'Cart.total',
				enclosing: 'Cart#total',
				at: '/app/cart.py:31',
				link: 'File "/app/cart.py", line 31',
			},
		],
		[
			'  File "<frozen runpy>", line 88, in <module>',
			{ method: '<module>', enclosing: undefined, at: '<frozen runpy>:88', link: 'File "<frozen runpy>", line 88' },
		],
		[
			'  File "/app/cart.py", line 31 in total',
			{ method: 'total', enclosing: '#total', at: '/app/cart.py:31', link: 'File "/app/cart.py", line 31' },
		],
		['  File "cart.py", line 3', { at: 'cart.py:3', link: 'File "cart.py", line 3' }],
		[
			'\tat <python>.shop.cart.total(cart.py:31)',
			{ method: 'total', enclosing: '#total', at: 'cart.py:31', module: 'shop.cart', after: 'PyException' },
		],
	]);
});

describe('Python errors', () => {
	it('parses a Python syntax error without a traceback', () => {
		const text = [
			'  File "/app/cart.py", line 12',
			'    print "x"',
			'    ^^^^^^^^^',
			'SyntaxError: invalid syntax',
		].join('\n');
		const [header] = failingThread(parseTrace(text)).headers;
		assert.deepEqual([header?.type, header?.message, header?.errorLine], ['SyntaxError', 'invalid syntax', 3]);
	});

	it('parses the dump of a crashed Python interpreter, which prints the innermost frame first', () => {
		const text = [
			'Fatal Python error: Segmentation fault',
			'',
			'Thread 0x00007f8b1c2d7741 (most recent call first):',
			'  File "/app/store.py", line 8 in wait',
			'',
			'Current thread 0x00007f8b1c2d7740 [shop] (most recent call first):',
			'  File "/app/cart.py", line 31 in total',
			'  File "/app/main.py", line 12 in <module>',
		].join('\n');
		const { frames, headers } = failingThread(parseTrace(text));
		assert.deepEqual(
			frames.map(({ method }) => method),
			['total', '<module>'],
		);
		assert.ok(headers.some(({ message }) => message === 'Segmentation fault'));
		assert.equal(groupKeyOfText(text).frames[0], 'cart.py.total');
	});
});
