import { element } from '../dom/element';
import { visibleText } from '../dom/visibleText';
import { longText } from './longText';

/** Lines to a block; the browser lays out only the blocks in sight. */
const blockLines = 100;
/** A line longer than this is no frame. Characters. */
const longestFrame = 4_000;

/** A trace line by line, each an element of its own that can be linked to its source. */
export function traceText(text: string): HTMLElement {
	const lines = text.split(/\r\n?|\n/);
	const blocks = [];
	for (let start = 0; start < lines.length; start += blockLines) {
		blocks.push(element('div', { class: 'text-block' }, ...lines.slice(start, start + blockLines).map(traceLine)));
	}
	return element('div', { class: blocks.length > 1 ? 'trace-text large' : 'trace-text', dir: 'ltr' }, ...blocks);
}

function traceLine(line: string): HTMLElement {
	if (line.length > longestFrame) {
		return longText(line);
	}
	const indented = /^\s+\S/.test(line);
	// An empty line has no height of its own.
	return element(
		'div',
		{ class: indented ? 'trace-line frame' : 'trace-line' },
		line === '' ? '\n' : visibleText(line),
	);
}
