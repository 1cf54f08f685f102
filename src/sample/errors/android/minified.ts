import type { ErrorKinds } from '../errorKind';
import { type JvmFrame, thrown } from '../jvm';
import { androidFrames as frames } from './frames';
import { activityStart, listLayout } from './libraryFrames';

/** As `pg_map_hash` in the workspace's mapping file. */
export const mapHash = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';

/** Frames of the release build, and what the mapping file makes of them: inlined ones first. */
export const minifiedFrames = {
	bindTitle: { symbol: 'f3.c.d', position: 3, originals: [frames.bindTitle] },
	addLine: {
		symbol: 'com.example.shop.checkout.CheckoutActivity.onCreate',
		position: 10,
		originals: [frames.addLine, frames.sumForCheckout],
	},
	sumFails: {
		symbol: 'com.example.shop.checkout.CheckoutActivity.onCreate',
		position: 11,
		originals: [frames.sumFails, frames.sumForCheckout],
	},
} as const;

function minified({ symbol, position }: { readonly symbol: string; readonly position: number }): JvmFrame {
	return `${symbol}(r8-map-id-${mapHash}:${position})`;
}

/** From the one version whose mapping file is in the workspace. */
export const minifiedKinds: ErrorKinds = [
	thrown(
		{
			type: 'java.lang.NullPointerException',
			message: "Attempt to invoke virtual method 'java.lang.String java.lang.String.trim()' on a null object reference",
			frames: [
				minified(minifiedFrames.bindTitle),
				minified({ symbol: 'androidx.recyclerview.widget.RecyclerView$e.h', position: 1 }),
				minified({ symbol: 'androidx.recyclerview.widget.RecyclerView$e.c', position: 8 }),
				minified({ symbol: 'androidx.recyclerview.widget.RecyclerView$s.k', position: 20 }),
				minified({ symbol: 'androidx.recyclerview.widget.RecyclerView$s.l', position: 84 }),
				...listLayout.slice(12),
			],
		},
		{ since: '2.4.1' },
	),
	thrown(
		{
			type: 'java.lang.IllegalStateException',
			message: 'cart total, "negative"',
			frames: [minified(minifiedFrames.sumFails), ...activityStart],
			cause: {
				type: 'java.lang.ArithmeticException',
				message: 'long overflow',
				frames: ['java.lang.Math.addExact(Math.java:883)', minified(minifiedFrames.addLine), ...activityStart],
			},
		},
		{ since: '2.4.1' },
	),
];
