import { sourceOffset, type Unescaped } from '../trace/unescape';
import type { TextLine } from './textLine';

export function joinParts(parts: readonly TextLine[], separator: string): Unescaped {
	const starts: number[] = [];
	let length = 0;
	for (const { text, start } of parts) {
		starts.push(length, start);
		length += text.length + separator.length;
	}
	return {
		text: parts.map(({ text }) => text).join(separator),
		sourceOffset: (offset, isEnd) =>
			isEnd && offset > 0 ? sourceOffset(starts, offset - 1) + 1 : sourceOffset(starts, offset),
	};
}
