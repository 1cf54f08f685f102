import { itReads } from '../support/frames';

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
		['  File "cart.py", line 3', { at: 'cart.py:3', link: 'File "cart.py", line 3' }],
		[
			'\tat <python>.shop.cart.total(cart.py:31)',
			{ method: 'total', enclosing: '#total', at: 'cart.py:31', module: 'shop.cart', after: 'PyException' },
		],
	]);
});
