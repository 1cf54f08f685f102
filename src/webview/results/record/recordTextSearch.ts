import type { Disposable } from '../../../shared/disposables';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';
import { textPlaces } from '../find/textPlaces';
import { isText } from './trace/keepSelection';

const maxHits = 1_000;

/** Searches the displayed record. If the box is empty, highlights the text that is searched for in all records. */
export class RecordTextSearch implements Disposable {
	readonly root: HTMLElement;
	private readonly input: HTMLInputElement;
	private readonly status = element('span', { class: 'search-status', role: 'status' });
	private readonly steps: readonly HTMLButtonElement[];
	private readonly subscription: Disposable;
	private ranges: readonly Range[] = [];
	private current = 0;
	/** Whether the last search found nothing because content was still loading. */
	private missed = false;

	constructor(
		private readonly searched: HTMLElement,
		private readonly context: Context,
		private readonly reveal: (hit: Node) => void,
	) {
		const { t, store } = context;
		this.input = textBox(t('Find in record'), undefined, 'input small');
		this.input.addEventListener('input', () => this.refresh());
		this.input.addEventListener('keydown', (event) => this.onKey(event));
		this.steps = [
			iconButton('arrowUp', t('Previous Match in Record'), () => this.step(-1)),
			iconButton('arrowDown', t('Next Match in Record'), () => this.step(1)),
		];
		this.root = element(
			'div',
			{ class: 'record-search', role: 'search', 'aria-label': t('Find in record') },
			icon('search'),
			this.input,
			this.status,
			...this.steps,
		);
		this.mark();
		this.subscription = store.subscribe((state, previous) => {
			if (state.sought !== previous.sought && this.input.value === '') {
				this.refresh();
			}
		});
	}

	private get sought(): string {
		return this.input.value || this.context.store.state.sought;
	}

	get found(): boolean {
		return this.ranges.length > 0;
	}

	focus(): void {
		this.input.select();
	}

	refresh(): void {
		this.find();
		this.current = 0;
		this.missed = !this.found;
		this.show();
	}

	/** Repeats the search after elements have changed. Scrolls only if there was no match before. */
	markAgain(): void {
		this.find();
		this.current = Math.min(this.current, Math.max(0, this.ranges.length - 1));
		if (this.missed && this.found) {
			this.missed = false;
			this.show();
		} else {
			this.mark();
		}
	}

	dispose(): void {
		this.subscription.dispose();
		CSS.highlights.delete('record-hits');
		CSS.highlights.delete('record-hit');
	}

	private onKey(event: KeyboardEvent): void {
		if (event.key === 'Enter') {
			event.preventDefault();
			this.step(event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape' && this.input.value !== '') {
			event.stopPropagation();
			this.input.value = '';
			this.refresh();
		}
	}

	private step(by: number): void {
		if (this.found) {
			this.current = (this.current + by + this.ranges.length) % this.ranges.length;
			this.show();
		}
	}

	private find(): void {
		const text = this.sought;
		this.ranges = text === '' ? [] : findRanges(this.searched, text);
	}

	private show(): void {
		this.mark();
		const hit = this.ranges[this.current]?.startContainer;
		if (hit) {
			this.reveal(hit);
			hit.parentElement?.scrollIntoView({ block: 'nearest' });
		}
	}

	private mark(): void {
		const { ranges, current } = this;
		const range = ranges[current];
		CSS.highlights.set('record-hits', new Highlight(...ranges));
		CSS.highlights.set('record-hit', new Highlight(...(range ? [range] : [])));
		for (const button of this.steps) {
			button.hidden = this.sought === '';
		}
		this.status.textContent = this.input.value === '' ? '' : this.describePosition();
	}

	private describePosition(): string {
		const { t, formats } = this.context;
		return this.found
			? t('{0} of {1}', formats.count(this.current + 1), formats.count(this.ranges.length))
			: t('No matches');
	}
}

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
