import type { Frame } from './model';

const bundle =
	/(?:^|[/.])(?:bundle|jsbundle|hbc)(?:[?#]|\/\/&|$)|(?:^|\/)(?:bundle-[\da-f]|\.expo-internal\/)|\.min\.[cm]?js(?:[?#]|$)|[.-][\da-f]{8,40}\.[cm]?js(?:[?#]|$)/i;

/** Minimum column that indicates generated code. Lines of hand-written code are shorter. */
const longLineMinLength = 600;

/** Whether a JavaScript frame is in generated code. Its source can then be found only with a source map. */
export function isBundled({ kind, file, position, column1 = 0 }: Frame): boolean {
	return (
		kind === 'javascript' &&
		(position?.kind === 'bytecode' || (file !== undefined && (bundle.test(file) || column1 > longLineMinLength)))
	);
}
