import { type ScrollExtent, ScrollModel } from './scrollModel';

interface ViewportEvents {
	scrolled(): void;
	resized(): void;
}

/** Scrolling element of the grid. Computes the visible rows, because browsers limit the height of scrolled contents. */
export class Viewport {
	private readonly model = new ScrollModel();
	private headHeight = 0;

	constructor(
		private readonly scroller: HTMLElement,
		private readonly content: HTMLElement,
		events: ViewportEvents,
		signal: AbortSignal,
	) {
		const listen = { signal, passive: true };
		scroller.addEventListener('scroll', () => this.onScroll(events), listen);
		scroller.addEventListener('scrollend', () => this.onScrollEnd(), listen);
		scroller.addEventListener('wheel', () => this.model.movesByPixels(), listen);
		scroller.addEventListener('touchmove', () => this.model.movesByPixels(), listen);
		scroller.addEventListener('pointerdown', () => this.model.movesInProportion(), listen);
		const observer = new ResizeObserver(() => events.resized());
		observer.observe(scroller);
		signal.addEventListener('abort', () => observer.disconnect());
	}

	get top(): number {
		return this.model.top;
	}

	/** Horizontal scroll offset from the start of the row, which browsers report as negative in right-to-left layouts. */
	get left(): number {
		return Math.abs(this.scroller.scrollLeft);
	}

	get width(): number {
		return this.scroller.clientWidth;
	}

	get height(): number {
		return Math.max(0, this.scroller.clientHeight - this.headHeight);
	}

	get rightToLeft(): boolean {
		return getComputedStyle(this.scroller).direction === 'rtl';
	}

	/** Converts a horizontal position in the page to the distance from the start of the row. */
	fromStart(clientX: number): number {
		const { left, right } = this.scroller.getBoundingClientRect();
		return this.rightToLeft ? right - clientX : clientX - left;
	}

	setExtent(rows: Omit<ScrollExtent, 'viewport'>, headHeight: number): void {
		this.headHeight = headHeight;
		this.model.setExtent({ ...rows, viewport: this.height });
		this.content.style.setProperty('height', `${this.model.scrollHeight + headHeight}px`);
		this.placeScrollbar();
	}

	scrollTo(top: number): void {
		this.model.moveTo(top);
		this.placeScrollbar();
	}

	scrollSideways(left: number): void {
		if (Math.abs(left - this.left) >= 1) {
			this.scroller.scrollLeft = this.rightToLeft ? -left : left;
		}
	}

	private onScroll(events: ViewportEvents): void {
		if (this.model.scrolled(this.scroller.scrollTop)) {
			this.placeScrollbar();
		}
		events.scrolled();
	}

	private onScrollEnd(): void {
		if (this.model.settle()) {
			this.placeScrollbar();
		}
	}

	private placeScrollbar(): void {
		if (Math.abs(this.scroller.scrollTop - this.model.scrollTop) >= 1) {
			this.scroller.scrollTop = this.model.scrollTop;
		}
		this.model.placed(this.scroller.scrollTop);
	}
}
