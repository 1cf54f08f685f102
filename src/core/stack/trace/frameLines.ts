import type { Frame, Trace } from './model';

/** Returns the text of a frame. Includes the next lines if they contain its file, as in Go and Rust. */
export function frameText({ line, lastLine = line, file = '', text }: Frame, { lines }: Pick<Trace, 'lines'>): string {
	const rest = text.includes(file) ? [] : lines.slice(line + 1, lastLine + 1);
	return [text, ...rest].map((part) => part.trim()).join(' ');
}
