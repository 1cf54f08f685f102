import { GitImport } from '../gitImport';

const folder = 'app/src/main/kotlin/com/example/shop';

export const cartTotals = `${folder}/cart/CartTotals.kt`;
const checkout = `${folder}/checkout/CheckoutActivity.kt`;
const client = `${folder}/net/ShopClient.kt`;

const checkoutSource = `package com.example.shop.checkout

class CheckoutActivity : Activity() {
	fun showTotals(totals: CartTotals) {
		val label = title()
		show(label, totals.average())
	}
}
`;

export const crashLine = '\t\treturn total / prices.size';
export const fixedLine = '\t\treturn if (prices.isEmpty()) 0 else total / prices.size';

export interface ShopRepository extends Disposable {
	readonly folder: string;
	/** Hash of the commit that introduced the crash. */
	readonly culprit: string;
	/** One-based line of the crash, which has moved since version 3.1. */
	readonly line: number;
	git(...args: readonly string[]): string;
}

/**
 * Creates a repository with tags for versions 3.0 and 3.1. One of the three commits between them changed the crashing
 * code.
 */
export function createShopRepository(): ShopRepository {
	const made = new GitImport();
	made.commit({
		files: {
			[cartTotals]: totalsWith('\t\tif (prices.isEmpty()) return 0', crashLine),
			[checkout]: checkoutSource,
			[client]: clientWith(10),
			CODEOWNERS: '*.kt @checkout-team\n',
		},
		subject: 'Start',
		tag: 'v3.0',
	});
	made.commit({ files: { [client]: clientWith(20) }, subject: 'Wait longer for the catalog' });
	const culprit = made.commit({
		files: { [cartTotals]: totalsWith('\t\tlog("average of $total")', crashLine) },
		author: 'Ana <ana@example.com>',
		subject: 'Log the average price',
	});
	made.commit({ files: { [client]: clientWith(30) }, subject: 'Wait even longer', tag: 'v3.1' });
	const now = `// Totals of the cart.\n${totalsWith('\t\tlog("average of $total")', crashLine)}`;
	made.commit({ files: { [cartTotals]: now }, subject: 'Describe the totals' });
	made.write();
	return {
		folder: made.path(''),
		culprit: made.hash(culprit),
		line: now.split('\n').indexOf(crashLine) + 1,
		git: (...args) => made.git('-c', 'user.name=Ben', '-c', 'user.email=ben@example.com', ...args),
		[Symbol.dispose]: () => made[Symbol.dispose](),
	};
}

function totalsWith(...statements: readonly string[]): string {
	return `package com.example.shop.cart

class CartTotals(private val prices: List<Int>) {
	fun sum(): Int = prices.sum()
	fun average(): Int {
		val total = sum()
${statements.join('\n')}
	}
}
`;
}

function clientWith(seconds: number): string {
	return `package com.example.shop.net

class ShopClient {
	val timeoutSeconds = ${seconds}
}
`;
}
