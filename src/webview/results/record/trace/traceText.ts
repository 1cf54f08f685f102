import type { TraceView } from '../../../../shared/traceView';
import { element } from '../../../common/dom/element';
import { openMenu } from '../../../common/dom/menu';
import type { Context } from '../../context/context';
import { Fold, getRuns, type OpenedRuns } from './folds';
import { type FrameAction, frameMenu } from './frameMenu';
import { keepingSelection } from './keepSelection';
import { cutLines, decorate, isPlain, sameLine, type TextLines, textLines } from './lines';
import { rovingFocus } from './rovingFocus';

/**
 * Time in milliseconds after which users may be reading the displayed text. After this time, visible lines must not
 * move.
 */
const glance = 150;
/**
 * Fraction of a label that must be visible. The fraction is less than 1, because the edges of a label can be between
 * two pixels.
 */
const whole = 0.98;

export interface TraceTextOptions {
	readonly opened: OpenedRuns;
	readonly act: (line: number, text: string, action: FrameAction) => void;
}

export class TraceText {
	readonly root = element('div', { class: 'trace-lines', role: 'group' });
	private lines: TextLines;
	private view: TraceView | undefined;
	private folds: readonly Fold[] = [];
	private readonly shownAt = performance.now();
	/** Whether the text has ever had the focus. If so, the tab stop is not moved automatically. */
	private wasFocused = false;
	/** Detects which labels fit next to their lines, which is known only after layout. */
	private readonly marks = new IntersectionObserver(
		(seen) => {
			for (const { target, intersectionRatio } of seen) {
				target.classList.toggle('fits', intersectionRatio >= whole);
			}
		},
		{ root: this.root, threshold: whole },
	);

	constructor(
		text: string,
		private readonly context: Context,
		private readonly options: TraceTextOptions,
	) {
		const { texts, rest } = cutLines(text);
		this.lines = textLines(texts, rest, context.t);
		this.root.setAttribute('aria-label', context.t('Stack trace'));
		this.root.append(this.lines.root);
		this.root.addEventListener('focusin', () => {
			this.wasFocused = true;
		});
		rovingFocus(this.root, {
			act: (link, action) => this.actionOn(link)(action),
			openMenu: (link, at) => {
				const { t } = context;
				openMenu(at, t('Stack frame'), frameMenu(this.view?.version, this.actionOn(link), t));
			},
			fold: (button, open) => this.folds.find((fold) => fold.button === button && fold.open !== open)?.button.click(),
		});
		// Copies the text, because browsers don't copy folded lines inside a selection.
		this.root.addEventListener('copy', (event) => this.copy(event));
	}

	holds({ lines }: TraceView): boolean {
		const { texts } = this.lines;
		return lines.length === texts.length && lines.every(({ text }, index) => text === texts[index]);
	}

	apply(view: TraceView): void {
		const before = this.view;
		if (this.holds(view)) {
			keepingSelection(this.lines.elements, () => this.decorate(view, before));
			this.fold(view, performance.now() - this.shownAt > glance);
			return;
		}
		const texts = view.lines.map(({ text }) => text);
		this.lines = textLines(texts, view.rest, this.context.t);
		this.folds = [];
		this.root.replaceChildren(this.lines.root);
		this.decorate(view, undefined);
		this.fold(view, false);
	}

	reveal(node: Node): void {
		const fold = this.folds.find((candidate) => !candidate.open && candidate.holds(node));
		if (fold) {
			fold.open = true;
		}
	}

	get focusedLine(): number | undefined {
		const line = this.lines.elements.findIndex((candidate) => candidate.contains(document.activeElement));
		return line < 0 ? undefined : line;
	}

	focusLine(line: number | 'first'): boolean {
		const target = line === 'first' ? this.root.querySelector('.first') : this.lines.elements[line];
		const link = target?.querySelector<HTMLElement>('.frame-link');
		link?.focus({ preventScroll: true });
		return link !== undefined && link !== null;
	}

	/** Stores the line of a link before its menu opens, because the link can be replaced while the menu is open. */
	private actionOn(link: HTMLElement): (action: FrameAction) => void {
		const line = this.lines.elements.findIndex((candidate) => candidate.contains(link));
		const text = this.lines.texts[line] ?? '';
		return (action) => this.options.act(line, text, action);
	}

	private decorate(view: TraceView, before: TraceView | undefined): void {
		this.view = view;
		const focused = this.focusedLine;
		for (const [index, line] of view.lines.entries()) {
			const target = this.lines.elements[index];
			const known = before?.lines[index];
			if (target && !(known ? sameLine(known, line) : isPlain(line))) {
				decorate(target, line, this.context.t);
			}
		}
		if (focused !== undefined && !this.root.contains(document.activeElement)) {
			this.focusLine(focused);
		}
		this.marks.disconnect();
		for (const mark of this.root.querySelectorAll('.frame-mark')) {
			this.marks.observe(mark);
		}
		this.offerOneStop();
	}

	/** @param late Whether the user may already be reading the visible lines, in which case these lines must not move */
	private fold(view: TraceView, late: boolean): void {
		const known = new Map(this.folds.map((fold) => [fold.run.key, fold.open]));
		const runs = getRuns(view.lines);
		const isSame =
			runs.length === this.folds.length && runs.every(({ start }, at) => this.folds[at]?.run.start === start);
		if (isSame && runs.every(({ key }, at) => this.folds[at]?.run.key === key)) {
			return;
		}
		for (const fold of this.folds) {
			fold.remove();
		}
		const bottom = late ? bottomOfSight(this.root) : Number.NEGATIVE_INFINITY;
		this.folds = runs.map((run) => {
			const lines = this.lines.elements.slice(run.start, run.end);
			const fold = new Fold(run, lines, this.context, (toggled) => this.toggle(toggled));
			fold.open = known.get(run.key) ?? (this.options.opened.has(run.key) || isAbove(lines[0], bottom));
			return fold;
		});
		this.offerOneStop();
	}

	private toggle(fold: Fold): void {
		fold.open = !fold.open;
		this.options.opened.set(fold.run.key, fold.open);
	}

	/** Moves the tab stop to the first frame in the user's code, which may be recognized only after the text is shown. */
	private offerOneStop(): void {
		const stops = [...this.root.querySelectorAll<HTMLElement>('.frame-link, .fold')];
		const chosen = this.wasFocused ? stops.find(({ tabIndex }) => tabIndex === 0) : undefined;
		const offered = chosen ?? stops.find((stop) => stop.closest('.first')) ?? stops[0];
		for (const stop of stops) {
			if ((stop.tabIndex === 0) !== (stop === offered)) {
				stop.tabIndex = stop === offered ? 0 : -1;
			}
		}
	}

	private copy(event: ClipboardEvent): void {
		const folded = this.folds.filter(({ open }) => !open);
		if (folded.length === 0) {
			return;
		}
		// The folds are expanded to measure the layout, and collapsed before the browser paints.
		for (const fold of folded) {
			fold.open = true;
		}
		const text = getSelection()?.toString() ?? '';
		for (const fold of folded) {
			fold.open = false;
		}
		if (text !== '' && event.clipboardData) {
			event.clipboardData.setData('text/plain', text);
			event.preventDefault();
		}
	}
}

function bottomOfSight(root: HTMLElement): number {
	return root.closest('.record-body')?.getBoundingClientRect().bottom ?? Number.NEGATIVE_INFINITY;
}

function isAbove(line: HTMLElement | undefined, bottom: number): boolean {
	return bottom !== Number.NEGATIVE_INFINITY && line !== undefined && line.getBoundingClientRect().top < bottom;
}
