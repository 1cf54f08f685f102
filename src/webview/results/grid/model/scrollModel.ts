/**
 * Chromium draws nothing beyond 33,554,428 device pixels, so that a CSS height of 8,000,000 is safe up to a scale of 4.
 * Contents higher than this are scrolled through a shorter scrollbar.
 */
export const maximumScrollHeight = 8_000_000;

/** Within this distance from either end a pixel of the scrollbar stays a pixel of the contents. */
const plainMargin = 100_000;

/** How near to an end of its own the scrollbar may come by the wheel before it has to agree with the contents again. */
const reserve = plainMargin / 2;

export interface ScrollExtent {
	readonly rows: number;
	/** CSS pixels, as all lengths here. */
	readonly rowHeight: number;
	/** Height in which rows are seen. */
	readonly viewport: number;
}

/**
 * Where the contents stand, given where the scrollbar stands. A turn of the wheel moves the contents pixel for pixel,
 * also where the scrollbar is shorter than they are; dragging its thumb moves them in proportion. After the first the
 * two no longer agree, which `settle` puts right once the scrolling has ended.
 */
export class ScrollModel {
	private extent: ScrollExtent = { rows: 0, rowHeight: 1, viewport: 0 };
	private offset = 0;
	private seen = 0;
	private byPixels = false;

	/** Height that the contents pretend to have. */
	get scrollHeight(): number {
		return Math.min(this.height, maximumScrollHeight);
	}

	/** Distance of the viewport from the true top. */
	get top(): number {
		return this.offset;
	}

	/** Where the scrollbar ought to stand. */
	get scrollTop(): number {
		return this.toScroll(this.offset);
	}

	/** Keeps the row at the top where it is; the caller then puts the scrollbar where `scrollTop` says. */
	setExtent(extent: ScrollExtent): void {
		const rowsAbove = this.offset / this.extent.rowHeight;
		this.extent = extent;
		this.offset = clamp(rowsAbove * extent.rowHeight, 0, this.maximumTop);
	}

	/** The caller then puts the scrollbar where `scrollTop` says. */
	moveTo(top: number): void {
		this.offset = clamp(top, 0, this.maximumTop);
	}

	/** The scrollbar was put somewhere by the program. Browsers round, so `scrollTop` is what they made of it. */
	placed(scrollTop: number): void {
		this.seen = scrollTop;
	}

	/** Until `settle` the scrollbar moves by wheel or touch. */
	movesByPixels(): void {
		this.byPixels = true;
	}

	/** The thumb or the track was taken hold of. */
	movesInProportion(): void {
		this.byPixels = false;
	}

	/**
	 * The scrollbar moved.
	 *
	 * @returns whether it runs out of room before the contents do, and has to be put where `scrollTop` says.
	 */
	scrolled(scrollTop: number): boolean {
		const distance = scrollTop - this.seen;
		this.seen = scrollTop;
		// Taking the thumb one pixel further is always more than a viewport here.
		if (this.scaled && (this.byPixels || Math.abs(distance) < this.extent.viewport)) {
			this.offset = clamp(this.offset + distance, 0, this.maximumTop);
			const isNearEnd = scrollTop < reserve || scrollTop > this.maximumScroll - reserve;
			return isNearEnd && Math.abs(this.scrollTop - scrollTop) >= 1;
		}
		this.offset = this.toTop(scrollTop);
		return false;
	}

	/** The scrolling has ended. @returns whether the scrollbar has to be put where `scrollTop` says. */
	settle(): boolean {
		this.byPixels = false;
		return this.scaled && Math.abs(this.scrollTop - this.seen) >= 1;
	}

	private get height(): number {
		return this.extent.rows * this.extent.rowHeight;
	}

	private get scaled(): boolean {
		return this.height > maximumScrollHeight;
	}

	private get maximumTop(): number {
		return Math.max(0, this.height - this.extent.viewport);
	}

	private get maximumScroll(): number {
		return Math.max(0, this.scrollHeight - this.extent.viewport);
	}

	/** Contents per scrollbar between the margins. */
	private get ratio(): number {
		return (this.maximumTop - 2 * plainMargin) / (this.maximumScroll - 2 * plainMargin);
	}

	private toTop(scroll: number): number {
		const fromEnd = this.maximumScroll - scroll;
		// At fractional scales the browser's own end may lie up to a pixel before ours.
		if (fromEnd <= 1) {
			return this.maximumTop;
		}
		if (!this.scaled || scroll <= plainMargin) {
			return Math.max(0, scroll);
		}
		return fromEnd <= plainMargin ? this.maximumTop - fromEnd : plainMargin + (scroll - plainMargin) * this.ratio;
	}

	private toScroll(top: number): number {
		const fromEnd = this.maximumTop - top;
		if (!this.scaled || top <= plainMargin) {
			return top;
		}
		return fromEnd <= plainMargin ? this.maximumScroll - fromEnd : plainMargin + (top - plainMargin) / this.ratio;
	}
}

function clamp(value: number, low: number, high: number): number {
	return Math.max(low, Math.min(value, high));
}
