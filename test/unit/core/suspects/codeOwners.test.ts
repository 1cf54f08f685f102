import assert from 'node:assert/strict';
import { CodeOwners } from '../../../../src/core/suspects/codeOwners';

describe('code owners', () => {
	for (const [lines, path, owners] of [
		['* @all\n*.kt @android', 'app/src/Cart.kt', '@android'],
		['*.kt @android\n* @all', 'app/src/Cart.kt', '@all'],
		['/app/ @app', 'app/src/Cart.kt', '@app'],
		['/app/ @app', 'lib/app/Cart.kt', ''],
		['app/ @app', 'lib/app/Cart.kt', '@app'],
		['src/cart @cart', 'src/cart/ui/Cart.kt', '@cart'],
		['src/* @src', 'src/cart/Cart.kt', ''],
		['src/* @src', 'src/Cart.kt', '@src'],
		['src/**/ui @ui', 'src/a/b/ui/Cart.kt', '@ui'],
		['* @all\n/src/Cart.kt', 'src/Cart.kt', ''],
		['# * @none\n* @all # *.kt @none', 'Cart.kt', '@all'],
		['my\\ app/ @app dev@example.com', 'my app/Cart.kt', '@app dev@example.com'],
		['[Checkout][2] @checkout\n*.kt\n[Other]\n*.java', 'Cart.kt', '@checkout'],
		['^[Docs] @docs\n*.kt @own', 'Cart.kt', '@own'],
		['* not-an-owner', 'Cart.kt', ''],
	] as const) {
		it(`assigns ${path} with the rules ${JSON.stringify(lines)} to the owners "${owners}"`, () => {
			assert.equal(CodeOwners.parse(lines).of(path).join(' '), owners);
		});
	}
});
