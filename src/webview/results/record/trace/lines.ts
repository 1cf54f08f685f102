import { splitLines } from '../../../../shared/lines';
import { maxLinkedLines, type Span, type TraceLine } from '../../../../shared/traceView';
import { element, fill, setAttribute } from '../../../common/dom/element';
import { visibleText } from '../../../common/dom/visibleText';
import type { Translate } from '../../../common/format/translate';
import { longText } from '../text/longText';

/**
 * Number of lines in a block. Long traces are divided into blocks, so that browsers lay out only their visible part.
 */
const blockLines = 100;
/** Maximum length of a line that is parsed as a frame, in UTF-16 code units. */
const maxFrameLength = 4_000;

/** Attribute of annotations inside text, which are excluded from searching and selecting. */
export const ownWords = 'data-own-words';

/** Text of a trace. Each line that may contain links has its own element. */
export interface TextLines {
	readonly root: HTMLElement;
	readonly texts: readonly string[];
	readonly elements: readonly HTMLElement[];
}

/** @param rest Text after the last line, which is shown without an element for each line */
export function textLines(texts: readonly string[], rest: string, t: Translate): TextLines {
	const elements = texts.map(plainLine);
	const blocks: HTMLElement[] = [];
	for (let start = 0; start < elements.length; start += blockLines) {
		blocks.push(element('div', { class: 'text-block' }, ...elements.slice(start, start + blockLines)));
	}
	const classes = blocks.length > 1 ? 'trace-text large' : 'trace-text';
	const root = element('div', { class: classes, dir: 'ltr' }, ...blocks);
	if (rest !== '') {
		const words = t('The text continues, but only the lines above have links.');
		root.append(
			element('p', { class: 'trace-cap dim', [ownWords]: true }, words),
			longText(rest, 'long-text trace-rest'),
		);
	}
	return { root, texts, elements };
}

export function cutLines(text: string): { readonly texts: readonly string[]; readonly rest: string } {
	const all = splitLines(text);
	return { texts: all.slice(0, maxLinkedLines), rest: all.slice(maxLinkedLines).join('\n') };
}

function plainLine(text: string): HTMLElement {
	if (text.length > maxFrameLength) {
		return longText(text, 'trace-line long-text');
	}
	const classes = /^\s+\S/.test(text) ? 'trace-line indented' : 'trace-line';
	// An empty element would have no height.
	return element('div', { class: classes }, text === '' ? '\n' : visibleText(text));
}

/** Adds links and annotations to a line. The text stays the same, so that the layout doesn't shift. */
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
		...(line.name ? [{ ...line.name, make: getName }] : []),
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

function getName(text: string): HTMLElement {
	return element('span', { class: 'frame-name' }, visibleText(text));
}

function linkOf(text: string, first: boolean, t: Translate): HTMLElement {
	return element(
		'span',
		{
			class: 'frame-link',
			role: 'link',
			tabindex: -1,
			title: t('Open the source file (Ctrl+click or Alt+click to open it to the side)'),
			'aria-description': first ? t('First frame in your code') : undefined,
		},
		visibleText(text),
	);
}

/** Creates a line's annotations, which are positioned so that they don't affect the layout. */
function asides({ first, hint }: TraceLine, t: Translate): readonly HTMLElement[] {
	return [
		...(first
			? [element('span', { class: 'frame-mark', [ownWords]: true, 'aria-hidden': 'true' }, t('your code'))]
			: []),
		...(hint === '' ? [] : [element('span', { class: 'frame-hint', [ownWords]: true }, visibleText(hint))]),
	];
}

export function isPlain({ kind, library, link, hint }: TraceLine): boolean {
	return kind === 'raw' && !library && link === undefined && hint === '';
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
