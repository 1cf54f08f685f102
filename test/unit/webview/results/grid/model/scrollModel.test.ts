import assert from 'node:assert/strict';
import { maximumScrollHeight, ScrollModel } from '../../../../../../src/webview/results/grid/model/scrollModel';

const rowHeight = 22;
const viewport = 700;

/** A scrollbar as browsers have it: it keeps within its range, and rounds to device pixels. */
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

describe('The scrolling of the grid', () => {
	it('is that of the browser while the rows fit', () => {
		const bar = new Scrollbar(10_000);
		assert.equal(bar.model.scrollHeight, 220_000);
		bar.drag(12_345);
		assert.equal(bar.model.top, 12_345);
		bar.wheel(-45);
		assert.equal(bar.model.top, 12_300);
		bar.drag(1e9);
		assert.equal(bar.model.top, bar.end);
	});

	it('has nowhere to go when there is nothing', () => {
		const bar = new Scrollbar(0);
		bar.drag(100);
		bar.wheel(100);
		bar.goTo(100);
		assert.equal(bar.model.top, 0);
		assert.equal(bar.model.scrollHeight, 0);
	});

	for (const rows of [400_000, 1_000_000, 2_000_000, 50_000_000]) {
		describe(`over ${rows} rows`, () => {
			it('never asks for more than browsers bear', () => {
				assert.equal(new Scrollbar(rows).model.scrollHeight, maximumScrollHeight);
			});

			it('has both ends under the thumb', () => {
				const bar = new Scrollbar(rows);
				bar.drag(1e9);
				assert.equal(bar.model.top, bar.end);
				bar.drag(0);
				assert.equal(bar.model.top, 0);
			});

			it('goes with the thumb always forward', () => {
				const bar = new Scrollbar(rows);
				let before = 0;
				for (let at = 10_000; at < bar.range; at += 10_000) {
					bar.drag(at);
					assert.ok(bar.model.top > before, `${at}: ${bar.model.top} after ${before}`);
					before = bar.model.top;
				}
			});

			it('shows where it was told to, exactly, and keeps it', () => {
				for (const scale of [1, 1.25, 1.5, 2, 3]) {
					const bar = new Scrollbar(rows, scale);
					for (const share of [0, 0.001, 0.2, 0.5, 0.77, 0.999, 1]) {
						const top = Math.floor(bar.end * share);
						bar.goTo(top);
						bar.rest();
						// The browser tells of the scrolling that we did ourselves, too.
						bar.model.scrolled(bar.position);
						assert.ok(Math.abs(bar.model.top - top) < 1, `${bar.model.top} for ${top} at ${scale}`);
					}
				}
			});

			it('moves with the wheel pixel for pixel, from anywhere, however far at once', () => {
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

			it('comes by the wheel to both ends and not before them', () => {
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

			it('puts the thumb right after a long turn of the wheel', () => {
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

	it('keeps the row at the top when rows become higher or more', () => {
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
