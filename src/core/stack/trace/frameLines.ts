import type { Frame, Trace } from './model';

/** Returns a frame as text. If its file is on the next lines, as in Go and Rust, they are included. */
export function frameText({ line, lastLine = line, file = '', text }: Frame, { lines }: Pick<Trace, 'lines'>): string {
	const rest = text.includes(file) ? [] : lines.slice(line + 1, lastLine + 1);
	return [text, ...rest].map((part) => part.trim()).join(' ');
}
