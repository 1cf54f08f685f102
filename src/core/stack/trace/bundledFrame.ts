import type { Frame } from './model';

const bundle =
	/(?:^|[/.])(?:bundle|jsbundle|hbc)(?:[?#]|\/\/&|$)|(?:^|\/)bundle-[\da-f]|\.min\.[cm]?js(?:[?#]|$)|[.-][\da-f]{8,40}\.[cm]?js(?:[?#]|$)/i;

/** Lines that a person writes are shorter (characters). */
const longLine = 600;

/** Whether a frame of JavaScript is in what a bundler made, so that only a source map tells the source. */
export function isBundled({ kind, file, position, column1 = 0 }: Frame): boolean {
	return (
		kind === 'javascript' &&
		(position?.kind === 'bytecode' || (file !== undefined && (bundle.test(file) || column1 > longLine)))
	);
}
