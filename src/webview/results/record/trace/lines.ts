import { splitLines } from '../../../../shared/lines';
import { maxLinkedLines, type Span, type TraceLine } from '../../../../shared/traceView';
import { element, fill, setAttribute } from '../../../common/dom/element';
import { visibleText } from '../../../common/dom/visibleText';
import type { Translate } from '../../../common/words/translate';
import { longText } from '../text/longText';

/** Lines to a block; the browser lays out only the blocks in sight. */
const blockLines = 100;
/** A line longer than this is no frame (UTF-16 units). */
const maxFrameLength = 4_000;

/** Words of ours inside a text: neither found nor selected with it. */
export const ownWords = 'data-own-words';

/** A text line by line, each an element of its own as far as lines can be linked. */
export interface TextLines {
	readonly root: HTMLElement;
	readonly texts: readonly string[];
	/** By line. */
	readonly elements: readonly HTMLElement[];
}

/** @param rest Shown behind the lines, in blocks without lines of their own. */
export function textLines(texts: readonly string[], rest: string, t: Translate): TextLines {
	const elements = texts.map(plainLine);
	const blocks: HTMLElement[] = [];
	for (let start = 0; start < elements.length; start += blockLines) {
		blocks.push(element('div', { class: 'text-block' }, ...elements.slice(start, start + blockLines)));
	}
	const classes = blocks.length > 1 ? 'trace-text large' : 'trace-text';
	const root = element('div', { class: classes, dir: 'ltr' }, ...blocks);
	if (rest !== '') {
		const words = t('Only the lines above are linked; the text goes on.');
		root.append(
			element('p', { class: 'trace-cap dim', [ownWords]: true }, words),
			longText(rest, 'long-text trace-rest'),
		);
	}
	return { root, texts, elements };
}

/** The lines that can be linked, and the text behind them. */
export function cutLines(text: string): { readonly texts: readonly string[]; readonly rest: string } {
	const all = splitLines(text);
	return { texts: all.slice(0, maxLinkedLines), rest: all.slice(maxLinkedLines).join('\n') };
}

function plainLine(text: string): HTMLElement {
	if (text.length > maxFrameLength) {
		return longText(text, 'trace-line long-text');
	}
	const classes = /^\s+\S/.test(text) ? 'trace-line indented' : 'trace-line';
	// An empty line has no height of its own.
	return element('div', { class: classes }, text === '' ? '\n' : visibleText(text));
}

/** Shows in a line what is known of it. Its text stays the same, so that nothing moves. */
export function decorate(target: HTMLElement, line: TraceLine, t: Translate): void {
	const isOwn = line.kind === 'frame' && !line.library;
	target.classList.toggle('library', line.library);
	target.classList.toggle('own', isOwn);
	target.classList.toggle('trace-header', line.kind === 'header');
	target.classList.toggle('first', line.first);
	setAttribute(target, 'title', line.hint === '' ? undefined : visibleText(line.hint));
	if (line.text === '' || line.text.length > maxFrameLength) {
		return;
	}
	const spans = [
		...(line.name ? [{ ...line.name, make: nameOf }] : []),
		...(line.link ? [{ ...line.link, make: (text: string) => linkOf(text, line.first, t) }] : []),
	].sort((one, other) => one.start - other.start);
	const children: (Node | string)[] = [];
	let at = 0;
	for (const { start, end, make } of spans) {
		children.push(visibleText(line.text.slice(at, start)), make(line.text.slice(start, end)));
		at = end;
	}
	children.push(visibleText(line.text.slice(at)), ...asides(line, t));
	fill(target, ...children.filter((child) => child !== ''));
}

function nameOf(text: string): HTMLElement {
	return element('span', { class: 'frame-name' }, visibleText(text));
}

function linkOf(text: string, first: boolean, t: Translate): HTMLElement {
	return element(
		'span',
		{
			class: 'frame-link',
			role: 'link',
			tabindex: -1,
			title: t('Go to the source (Ctrl or Alt: to the side)'),
			'aria-description': first ? t('First frame of your code') : undefined,
		},
		visibleText(text),
	);
}

/** Words behind a line take no room in it. */
function asides({ first, hint }: TraceLine, t: Translate): readonly HTMLElement[] {
	return [
		...(first
			? [element('span', { class: 'frame-mark', [ownWords]: true, 'aria-hidden': 'true' }, t('your code'))]
			: []),
		...(hint === '' ? [] : [element('span', { class: 'frame-hint', [ownWords]: true }, visibleText(hint))]),
	];
}

/** Whether a line is shown as any text is. */
export function isPlain({ kind, library, hint }: TraceLine): boolean {
	return kind === 'raw' && !library && hint === '';
}

export function sameLine(one: TraceLine, other: TraceLine): boolean {
	const same = (a: Span | undefined, b: Span | undefined) => a?.start === b?.start && a?.end === b?.end;
	return (
		one.kind === other.kind &&
		one.library === other.library &&
		one.first === other.first &&
		one.hint === other.hint &&
		same(one.link, other.link) &&
		same(one.name, other.name)
	);
}
