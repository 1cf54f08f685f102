import { element } from '../../../common/dom/element';
import { visibleText } from '../../../common/dom/visibleText';

/**
 * Number of characters in a block. Long text is divided into blocks, so that browsers lay out only its visible part.
 */
const blockLength = 8_000;

export function longText(text: string, classes = 'long-text'): HTMLElement {
	const blocks = [];
	for (let start = 0; start < text.length; ) {
		const end = blockEnd(text, start);
		// The line break between two blocks is omitted, because each block starts on a new line.
		const piece = text.slice(start, end);
		const shown = end < text.length && piece.endsWith('\n') ? piece.slice(0, -1) : piece;
		blocks.push(element('div', { class: 'text-block' }, visibleText(shown)));
		start = end;
	}
	return element('div', { class: blocks.length > 1 ? `${classes} large` : classes, dir: 'auto' }, ...blocks);
}

function blockEnd(text: string, start: number): number {
	const end = start + blockLength;
	if (end >= text.length) {
		return text.length;
	}
	const line = text.lastIndexOf('\n', end);
	if (line > start) {
		return line + 1;
	}
	// A block must not end between the two halves of a surrogate pair.
	const code = text.charCodeAt(end);
	return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end;
}
