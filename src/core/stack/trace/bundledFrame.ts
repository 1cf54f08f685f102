import type { Frame } from './model';

export const embeddedBundles = { android: 'index.android.bundle', apple: 'main.jsbundle' };

const bundle =
	/(?:^|[/.])(?:bundle|jsbundle|hbc)(?:[?#]|\/\/&|$)|(?:^|\/)(?:bundle-[\da-f]|\.expo-internal\/)|\.min\.[cm]?js(?:[?#]|$)|[.-][\da-f]{8,40}\.[cm]?js(?:[?#]|$)/i;

/** Minimum column at which code is considered generated. Lines of code that people write are shorter. */
const longLineMinLength = 600;

/** Returns true if a JavaScript frame is in generated code, so that only a source map contains its source location. */
export function isBundled({ kind, file, position, line1, column1 = 0 }: Frame): boolean {
	if (kind !== 'javascript') {
		return false;
	}
	// If there is no file name, React Native has omitted the name of the bundle: `total@1:132161`.
	const isInBundle = file === undefined ? line1 !== undefined : bundle.test(file) || column1 > longLineMinLength;
	return isInBundle || position?.kind === 'bytecode';
}
