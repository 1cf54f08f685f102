/**
 * Maximum height in CSS pixels. Chromium's limit is 33,554,428 device pixels, and a CSS pixel can span up to 4 device
 * pixels.
 */
export const maximumScrollHeight = 8_000_000;

/** Size of the zone at both ends, in CSS pixels, in which the scrollbar and the contents move by the same distance. */
const plainMargin = 100_000;

/** Distance to an end, in CSS pixels, below which wheel scrolling resets the position of the scrollbar. */
const reserve = plainMargin / 2;

export interface ScrollExtent {
	readonly rows: number;
	/** Height of a row. All lengths in this file are in CSS pixels. */
	readonly rowHeight: number;
	readonly viewport: number;
}

/** Scrolls contents that are taller than browsers support: by pixels with the wheel, proportionally with the thumb. */
export class ScrollModel {
	private extent: ScrollExtent = { rows: 0, rowHeight: 1, viewport: 0 };
	private offset = 0;
	private seen = 0;
	private byPixels = false;

	get scrollHeight(): number {
		return Math.min(this.height, maximumScrollHeight);
	}

	/** Distance between the top of the contents and the top of the viewport. */
	get top(): number {
		return this.offset;
	}

	get scrollTop(): number {
		return this.toScroll(this.offset);
	}

	/** Changes the size of the contents but keeps the top row. The caller must then set the scrollbar to `scrollTop`. */
	setExtent(extent: ScrollExtent): void {
		const rowsAbove = this.offset / this.extent.rowHeight;
		this.extent = extent;
		this.offset = clamp(rowsAbove * extent.rowHeight, 0, this.maximumTop);
	}

	/** Moves the viewport. The caller must then set the scrollbar to `scrollTop`. */
	moveTo(top: number): void {
		this.offset = clamp(top, 0, this.maximumTop);
	}

	/** Stores the actual position of the scrollbar after code has moved it, because browsers round the position. */
	placed(scrollTop: number): void {
		this.seen = scrollTop;
	}

	/** Handles scroll events as wheel or touch input until `settle` is called. */
	movesByPixels(): void {
		this.byPixels = true;
	}

	/** From now on, handles scroll events as if the user dragged the scrollbar's thumb or clicked its track. */
	movesInProportion(): void {
		this.byPixels = false;
	}

	/** Handles a scroll event. If it returns true, the caller must set the scrollbar's position to `scrollTop`. */
	scrolled(scrollTop: number): boolean {
		const distance = scrollTop - this.seen;
		this.seen = scrollTop;
		// Dragging the thumb by one pixel moves the contents by more than the viewport, so smaller movements must come from
		// the wheel.
		if (this.scaled && (this.byPixels || Math.abs(distance) < this.extent.viewport)) {
			this.offset = clamp(this.offset + distance, 0, this.maximumTop);
			const isNearEnd = scrollTop < reserve || scrollTop > this.maximumScroll - reserve;
			return isNearEnd && Math.abs(this.scrollTop - scrollTop) >= 1;
		}
		this.offset = this.toTop(scrollTop);
		return false;
	}

	/** Must be called when scrolling has ended. Returns true if the caller must then set the scrollbar to `scrollTop`. */
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

	/** Number of content pixels per scrollbar pixel. Does not apply to the zones at both ends, where the ratio is 1. */
	private get ratio(): number {
		return (this.maximumTop - 2 * plainMargin) / (this.maximumScroll - 2 * plainMargin);
	}

	private toTop(scroll: number): number {
		const fromEnd = this.maximumScroll - scroll;
		// At fractional scale factors, the browser's maximum can be up to one pixel less than the computed maximum.
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
