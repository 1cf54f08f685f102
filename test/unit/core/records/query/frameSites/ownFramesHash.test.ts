import assert from 'node:assert/strict';
import { OwnFramesHash } from '../../../../../../src/core/records/query/frameSites/ownFramesHash';
import { TraceGrouping } from '../../../../../../src/core/stack/grouping/groupKey';
import { noOwnCode } from '../../../../../../src/core/stack/own/ownCode';
import { OwnFrameTest } from '../../../../../../src/core/stack/own/ownFrameTest';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import { Random } from '../../../../../support/random';

const own = new OwnFrameTest(noOwnCode);

function groupingOf(text: string): TraceGrouping {
	return new TraceGrouping(parseTrace(text), own);
}

const frames = {
	jvm: [
		'\tat com.acme.Cart.add(Cart.java:40)',
		'\tat com.acme.Cart.add(Cart.java:41)',
		'\tat com.acme.Cart.addAll(Cart.java:40)',
		'\tat com.acme.Basket.add(Cart.java:40)',
		'\tat com.acme.Cart.lambda$add$0(Cart.java:40)',
		'\tat com.acme.Cart.add(Basket.java:40)',
		'\tat com.acme.Cart.add(Unknown Source)',
		'\tat java.util.ArrayList.get(ArrayList.java:427)',
		'Caused by: com.acme.Lost: gone',
	],
	javascript: [
		'    at add (src/cart.ts:1:2)',
		'    at add (src/cart.ts:3:2)',
		'    at add (src/cart.ts:1:601)',
		'    at add (src/basket.ts:1:2)',
		'    at add (lib/cart.ts:1:2)',
		'    at addAll (src/cart.ts:1:2)',
		'    at Cart.add (src/cart.ts:1:2)',
		'    at Cart.add (src/cart.ts:1:601)',
		'    at index.android.bundle:1:1581',
		'    at src/cart.ts:1:2',
		'    at src/cart.ts:1:601',
		'    at next (node_modules/react/cjs/react.js:1:2)',
	],
	native: [
		'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libcart.so (acme::Cart::total()+84)',
		'#00 pc 0000000000012a4d  /data/app/com.acme/lib/arm64/libcart.so (acme::Cart::total()+85)',
		'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libcart.so (acme::Cart::sum()+84)',
		'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libcart.so (total+84)',
		'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libcart.so',
		'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libshop.so',
		'#00 pc 0000000000012a4c  /apex/com.android.runtime/lib64/bionic/libc.so (abort+204)',
	],
};

describe('app-frame hash', () => {
	it('app-frame hash differs for traces with different group keys', () => {
		const random = new Random(11);
		const reader = new OwnFramesHash();
		const keys = new Map<string, string>();
		let compared = 0;
		for (let round = 0; round < 6000; round++) {
			const pool = random.pick([frames.jvm, frames.javascript, frames.native]);
			const head = random.pick(['TypeError: a', 'com.acme.Lost: b', 'com.acme.Lost: c']);
			const lines = random.times(1 + random.below(3), () => pool[random.below(pool.length)] ?? '');
			const text = [head, ...lines].join('\n');
			const grouping = groupingOf(text);
			const hash = reader.read(grouping);
			const names = `${hash?.low} ${hash?.high}`;
			const known = keys.get(names);
			if (known !== undefined) {
				assert.equal(known, grouping.group.key, text);
				compared++;
			} else if (grouping.isOfOwnFrames) {
				keys.set(names, grouping.group.key);
			}
		}
		assert.ok(keys.size > 200);
		assert.ok(compared > 2 * keys.size);
	});

	it('app-frame hash ignores line numbers, unlike the crash site hash', () => {
		const reader = new OwnFramesHash();
		const read = (line: number) => {
			const hash = reader.read(
				groupingOf(
					`com.acme.Lost: b\n\tat com.acme.Cart.add(Cart.java:${line})\n\tat java.lang.Thread.run(Thread.java:1)`,
				),
			);
			return { names: [hash?.low, hash?.high], site: [...reader.sites.numbers.subarray(0, 2)] };
		};
		const [one, other] = [read(40), read(41)];
		assert.deepEqual(one.names, other.names);
		assert.notDeepEqual(one.site, other.site);
	});

	it('app-frame hash ignores frames below the frames that determine the group key', () => {
		const reader = new OwnFramesHash();
		const read = (method: string) => {
			const hash = reader.read(
				groupingOf(
					`Exception in thread "main" com.acme.Lost: b\n\tat com.acme.Cart.add(Cart.java:4)\n\tSuppressed: com.acme.Lost: c\n\tat com.acme.Cart.${method}(Cart.java:5)`,
				),
			);
			return [hash?.low, hash?.high];
		};
		assert.deepEqual(read('close'), read('open'));
	});
});
