import type { Frame } from './model';

/** Names of the bundles in React Native apps. */
export const embeddedBundles = { android: 'index.android.bundle', apple: 'main.jsbundle' };

const bundle =
	/(?:^|[/.])(?:bundle|jsbundle|hbc)(?:[?#]|\/\/&|$)|(?:^|\/)(?:bundle-[\da-f]|\.expo-internal\/)|\.min\.[cm]?js(?:[?#]|$)|[.-][\da-f]{8,40}\.[cm]?js(?:[?#]|$)/i;

/** Minimum column that indicates generated code. Lines of hand-written code are shorter. */
const longLineMinLength = 600;

/** Whether a JavaScript frame is in generated code. Its source can then be found only with a source map. */
export function isBundled({ kind, file, position, line1, column1 = 0 }: Frame): boolean {
	if (kind !== 'javascript') {
		return false;
	}
	// React Native reports frames without the name of the bundle: `total@1:132161`.
	const isInBundle = file === undefined ? line1 !== undefined : bundle.test(file) || column1 > longLineMinLength;
	return isInBundle || position?.kind === 'bytecode';
}
