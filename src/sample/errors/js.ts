import type { Draws } from '../world/random';
import type { Circumstances, ErrorKind } from './errorKind';
import type { WorkspaceFrame } from './frame';

/** A frame without its indentation; the forms differ by engine. */
export type JsFrame = string;

/** As Hermes and V8 print a frame whose position a source map has already explained. */
export function own({ symbol, file, line, column }: WorkspaceFrame): JsFrame {
	return `at ${symbol} (${file.slice(file.indexOf('/') + 1)}:${line}:${column})`;
}

/** An error as Hermes and V8 print it: frames are indented by four spaces. */
export function thrown(
	type: string,
	message: (draws: Draws) => string,
	frames: readonly JsFrame[],
	more: Circumstances & Partial<Pick<ErrorKind, 'name'>> = {},
): ErrorKind {
	const stack = frames.map((frame) => `\n    ${frame}`).join('');
	return { name: type, text: ({ draws }) => `${type}: ${message(draws)}${stack}`, ...more };
}
