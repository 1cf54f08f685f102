import type { Disposable } from '../../../shared/disposables';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';
import { textPlaces } from '../find/textPlaces';
import { isText } from './trace/keepSelection';

const maxHits = 1_000;

interface RecordTextSearch extends Disposable {
	readonly root: HTMLElement;
	focus(): void;
	readonly found: boolean;
	refresh(): void;
	/** Must be called after elements have changed. Scrolls to a match only if there was no match before. */
	markAgain(): void;
}

/** Highlights matches without changing the DOM (CSS custom highlights). An empty box uses the view's search text. */
export function textSearch(
	searched: HTMLElement,
	{ t, formats, store }: Context,
	reveal: (hit: Node) => void,
): RecordTextSearch {
	const input = textBox(t('Find in record'), undefined, 'input small');
	const status = element('span', { class: 'search-status', role: 'status' });
	let ranges: readonly Range[] = [];
	let current = 0;
	/** Whether the last search found no match while content was still loading. */
	let missed = false;

	const mark = () => {
		CSS.highlights.set('record-hits', new Highlight(...ranges));
		const range = ranges[current];
		CSS.highlights.set('record-hit', new Highlight(...(range ? [range] : [])));
		status.textContent =
			input.value === ''
				? ''
				: ranges.length === 0
					? t('No matches')
					: t('{0} of {1}', formats.count(current + 1), formats.count(ranges.length));
	};
	const show = () => {
		mark();
		const hit = ranges[current]?.startContainer;
		if (hit) {
			reveal(hit);
			hit.parentElement?.scrollIntoView({ block: 'nearest' });
		}
	};
	const find = () => {
		const text = input.value || store.state.sought;
		ranges = text === '' ? [] : findRanges(searched, text);
	};
	const refresh = () => {
		find();
		current = 0;
		missed = ranges.length === 0;
		show();
	};
	const markAgain = () => {
		find();
		current = Math.min(current, Math.max(0, ranges.length - 1));
		if (missed && ranges.length > 0) {
			missed = false;
			show();
		} else {
			mark();
		}
	};
	const step = (by: number) => {
		if (ranges.length > 0) {
			current = (current + by + ranges.length) % ranges.length;
			show();
		}
	};
	input.addEventListener('input', refresh);
	const subscription = store.subscribe((state, previous) => {
		if (state.sought !== previous.sought && input.value === '') {
			refresh();
		}
	});
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			step(event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape' && input.value !== '') {
			event.stopPropagation();
			input.value = '';
			refresh();
		}
	});
	return {
		root: element(
			'div',
			{ class: 'record-search', role: 'search', 'aria-label': t('Find in record') },
			icon('search'),
			input,
			status,
			iconButton('arrowUp', t('Previous Match in Record'), () => step(-1)),
			iconButton('arrowDown', t('Next Match in Record'), () => step(1)),
		),
		focus: () => input.select(),
		get found() {
			return ranges.length > 0;
		},
		refresh,
		markAgain,
		dispose: () => {
			subscription.dispose();
			CSS.highlights.delete('record-hits');
			CSS.highlights.delete('record-hit');
		},
	};
}

/** Finds all matches, which can span several elements of a line. */
function findRanges(searched: HTMLElement, text: string): readonly Range[] {
	const ranges: Range[] = [];
	for (const run of textRuns(searched)) {
		for (const { start, end } of textPlaces(run.text, text, maxHits - ranges.length)) {
			ranges.push(rangeIn(run, start, end));
		}
		if (ranges.length === maxHits) {
			break;
		}
	}
	return ranges;
}

/** Contiguous text, which can span several elements. */
interface TextRun {
	readonly text: string;
	readonly nodes: readonly Text[];
}

const inline = 'span, bdi, b, mark, a, button, label';

function* textRuns(searched: HTMLElement): Iterable<TextRun> {
	const walker = document.createTreeWalker(searched, NodeFilter.SHOW_TEXT, isText);
	let nodes: Text[] = [];
	let block: Element | undefined;
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const own = blockOf(node);
		if (own !== block && nodes.length > 0) {
			yield runOf(nodes);
			nodes = [];
		}
		block = own;
		nodes.push(node as Text);
	}
	if (nodes.length > 0) {
		yield runOf(nodes);
	}
}

function runOf(nodes: readonly Text[]): TextRun {
	const [only] = nodes;
	return { nodes, text: nodes.length === 1 && only ? only.data : nodes.map(({ data }) => data).join('') };
}

function blockOf(node: Node): Element | undefined {
	let parent = node.parentElement;
	while (parent?.matches(inline)) {
		parent = parent.parentElement;
	}
	return parent ?? undefined;
}

function rangeIn({ nodes }: TextRun, start: number, end: number): Range {
	const range = document.createRange();
	let before = 0;
	for (const node of nodes) {
		const after = before + node.length;
		if (start >= before && start < after) {
			range.setStart(node, start - before);
		}
		if (end > before && end <= after) {
			range.setEnd(node, end - before);
			break;
		}
		before = after;
	}
	return range;
}
