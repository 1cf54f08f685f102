import assert from 'node:assert/strict';
import { frameStatus } from '../../../../../src/core/stack/locate/frameStatus';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import { getFrame } from '../support/frames';
import { memoryWorld } from './support/workspace';

const shop = {
	'shared/src/CartScreen.kt':
		'package com.acme.shop\n\nimport a.b\n\nfun CartScreen(modifier: Modifier) {\n    total()\n}\n',
	'shared/src/prices.kt':
		'package com.acme.shop.prices\n\nfun total(): Int {\n    return 1\n}\n\nsuspend fun load() {\n}\n',
	'shared/src/Taxes.kt': 'package com.acme.shop.taxes\n\nfun total(): Int {\n    return 2\n}\n',
	'shared/src/Use.kt': 'package com.acme.shop\n\nval sum = CartScreen(x)\n',
	'shared/src/Main.kt': 'fun main() {\n}\n',
	'shared/src/Cart.kt': 'package com.acme.shop\n\nclass Cart {\n    fun total(): Int {\n        return 3\n    }\n}\n',
	'shared/src/a/Twice.kt': 'package com.acme.twice\n\nfun twice() {\n}\n',
	'shared/src/b/Twice.kt': 'package com.acme.twice\n\nfun twice() {\n}\n',
	'shared/src/Extensions.kt': 'package com.acme.shop\n\nfun String.shout(): String {\n    return this\n}\n',
};

async function placeOf(symbol: string): Promise<string> {
	const frame = getFrame(
		`    at 3   Shop   0x1055091df ${symbol} + 275`,
		'Uncaught Kotlin exception: a.BException: c',
		undefined,
	);
	const world = memoryWorld(shop);
	const located = await locateFrame({ frame, trace: { platform: 'apple', sections: [], lines: [frame.text] } }, world);
	const targets = located.kind === 'target' ? [located.target] : located.kind === 'several' ? located.targets : [];
	return `${frameStatus(frame, world.index)} ${located.kind} ${targets.map(({ file, line1 }) => `${file.path}:${line1}`).join(' ')}`;
}

describe('Kotlin/Native frames', () => {
	for (const [symbol, place] of [
		['kfun:com.acme.shop#CartScreen(androidx.compose.ui.Modifier?){}', 'own target shared/src/CartScreen.kt:5'],
		['kfun:com.acme.shop.CartScreen$lambda$0#internal', 'own target shared/src/CartScreen.kt:5'],
		['kfun:com.acme.shop.prices#total(){}kotlin.Int', 'own target shared/src/prices.kt:3'],
		['kfun:com.acme.shop.taxes#total(){}kotlin.Int', 'own target shared/src/Taxes.kt:3'],
		[
			'kfun:com.acme.shop.prices.$loadCOROUTINE$5#invokeSuspend(kotlin.Result<kotlin.Any?>){}',
			'own target shared/src/prices.kt:7',
		],
		[
			'kfun:com.acme.shop.prices#load#suspend(kotlin.coroutines.Continuation<kotlin.Unit>){}kotlin.Any',
			'own target shared/src/prices.kt:7',
		],
		['kfun:com.acme.shop#shout__at__kotlin.String(){}kotlin.String', 'own target shared/src/Extensions.kt:3'],
		['kfun:#main(){}', 'own target shared/src/Main.kt:1'],
		['kfun:com.acme.shop.Cart#total(){}kotlin.Int', 'own target shared/src/Cart.kt:4'],
		['kfun:com.acme.twice#twice(){}', 'own several shared/src/a/Twice.kt:3 shared/src/b/Twice.kt:3'],
		['kfun:com.acme.shop.other#total(){}kotlin.Int', 'own none '],
	] as const) {
		it(`finds the source location of ${symbol}`, async () => {
			assert.equal(await placeOf(symbol), place);
		});
	}
});
