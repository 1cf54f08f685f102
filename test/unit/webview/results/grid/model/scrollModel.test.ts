import assert from 'node:assert/strict';
import { maximumScrollHeight, ScrollModel } from '../../../../../../src/webview/results/grid/model/scrollModel';

const rowHeight = 22;
const viewport = 700;

/** Emulates a browser scrollbar, which stays within its range and rounds to device pixels. */
class Scrollbar {
	readonly model = new ScrollModel();
	position = 0;

	constructor(
		readonly rows: number,
		private readonly scale = 1,
	) {
		this.model.setExtent({ rows, rowHeight, viewport });
	}

	get range(): number {
		return this.model.scrollHeight - viewport;
	}

	get end(): number {
		return this.rows * rowHeight - viewport;
	}

	drag(to: number): void {
		this.model.movesInProportion();
		this.set(to);
		if (this.model.scrolled(this.position)) {
			this.follow();
		}
	}

	wheel(by: number): void {
		this.model.movesByPixels();
		this.set(this.position + by);
		if (this.model.scrolled(this.position)) {
			this.follow();
		}
	}

	rest(): void {
		if (this.model.settle()) {
			this.follow();
		}
	}

	goTo(top: number): void {
		this.model.moveTo(top);
		this.follow();
	}

	private follow(): void {
		this.set(this.model.scrollTop);
		this.model.placed(this.position);
	}

	private set(to: number): void {
		const whole = Math.round(to * this.scale) / this.scale;
		this.position = Math.max(0, Math.min(whole, this.range));
	}
}

describe('grid scrolling', () => {
	it("uses the browser's own scroll position if all rows fit into its maximum element height", () => {
		const bar = new Scrollbar(10_000);
		assert.equal(bar.model.scrollHeight, 220_000);
		bar.drag(12_345);
		assert.equal(bar.model.top, 12_345);
		bar.wheel(-45);
		assert.equal(bar.model.top, 12_300);
		bar.drag(1e9);
		assert.equal(bar.model.top, bar.end);
	});

	it('ignores scrolling in an empty grid', () => {
		const bar = new Scrollbar(0);
		bar.drag(100);
		bar.wheel(100);
		bar.goTo(100);
		assert.equal(bar.model.top, 0);
		assert.equal(bar.model.scrollHeight, 0);
	});

	for (const rows of [400_000, 1_000_000, 2_000_000, 50_000_000]) {
		describe(`scrolling a grid with ${rows} rows`, () => {
			it('limits the scroll height to the maximum element height of browsers', () => {
				assert.equal(new Scrollbar(rows).model.scrollHeight, maximumScrollHeight);
			});

			it('reaches the first and last row by dragging the scrollbar', () => {
				const bar = new Scrollbar(rows);
				bar.drag(1e9);
				assert.equal(bar.model.top, bar.end);
				bar.drag(0);
				assert.equal(bar.model.top, 0);
			});

			it('moves rows only forward while the scrollbar is dragged forward', () => {
				const bar = new Scrollbar(rows);
				let before = 0;
				for (let at = 10_000; at < bar.range; at += 10_000) {
					bar.drag(at);
					assert.ok(bar.model.top > before, `${at}: ${bar.model.top} after ${before}`);
					before = bar.model.top;
				}
			});

			it('scrolls exactly to a given row and stays there', () => {
				for (const scale of [1, 1.25, 1.5, 2, 3]) {
					const bar = new Scrollbar(rows, scale);
					for (const share of [0, 0.001, 0.2, 0.5, 0.77, 0.999, 1]) {
						const top = Math.floor(bar.end * share);
						bar.goTo(top);
						bar.rest();
						// The browser also fires a scroll event for programmatic scrolling.
						bar.model.scrolled(bar.position);
						assert.ok(Math.abs(bar.model.top - top) < 1, `${bar.model.top} for ${top} at ${scale}`);
					}
				}
			});

			it('scrolls pixel by pixel with the wheel, from any position and over any distance', () => {
				for (const start of [0, 99_000, bar0(rows) * 0.5, bar0(rows) - 99_000]) {
					const bar = new Scrollbar(rows);
					bar.goTo(start);
					for (const by of [100, 24_000, -100, -7_000]) {
						const before = bar.model.top;
						bar.wheel(by);
						assert.equal(bar.model.top, Math.max(0, Math.min(before + by, bar.end)));
					}
				}
			});

			it('reaches the first and last row exactly with the wheel', () => {
				const bar = new Scrollbar(rows);
				bar.goTo(250_000);
				let turns = 0;
				while (bar.model.top > 0) {
					bar.wheel(-1000);
					turns++;
				}
				assert.equal(turns, 250);
				bar.goTo(bar.end - 250_000);
				turns = 0;
				while (bar.model.top < bar.end) {
					bar.wheel(1000);
					turns++;
				}
				assert.equal(turns, 250);
			});

			it('corrects the scrollbar position after a long wheel scroll', () => {
				const bar = new Scrollbar(rows);
				bar.goTo(bar.end / 2);
				for (let turn = 0; turn < 1000; turn++) {
					bar.wheel(500);
				}
				const { top } = bar.model;
				bar.rest();
				assert.equal(bar.model.top, top, 'which moves no row');
				assert.ok(Math.abs(bar.position - bar.model.scrollTop) < 1);
			});
		});
	}

	it('keeps the top row in place when the row height or the row count increases', () => {
		const bar = new Scrollbar(1_000_000);
		bar.goTo(600_000 * rowHeight);
		bar.model.setExtent({ rows: 1_000_000, rowHeight: 60, viewport });
		assert.equal(bar.model.top, 600_000 * 60);
		bar.model.setExtent({ rows: 3_000_000, rowHeight: 60, viewport });
		assert.equal(bar.model.top, 600_000 * 60);
		bar.model.setExtent({ rows: 10, rowHeight: 60, viewport });
		assert.equal(bar.model.top, 0);
	});
});

const bar0 = (rows: number) => rows * rowHeight - viewport;
