import type { GridModel } from './gridModel';
import { metricsFor } from './metrics';
import type { Viewport } from './viewport';

/** Number of rows above the records: the header row and the filter row. Both have row numbers for screen readers. */
const headRows = 2;

/** Minimum width of the row header in CSS pixels. */
const minimumHeader = 44;
/** Padding of the row header in CSS pixels. */
const headerPadding = 26;
/** Width of a digit as a fraction of the font size. */
const digitWidth = 0.6;

export function layOut(
	root: HTMLElement,
	scroller: HTMLElement,
	model: GridModel,
	viewport: Viewport,
	formatCount: (count: number) => string,
): void {
	const fontSize = Number.parseFloat(getComputedStyle(root).fontSize);
	const metrics = metricsFor(fontSize, model.density);
	const headHeight = metrics.headerHeight + metrics.filterHeight;
	const digits = formatCount(model.highestNumber).length;
	model.metrics = metrics;
	root.classList.toggle('tall', model.density === 'tall');
	const set = (name: string, length: number) => root.style.setProperty(`--grid-${name}`, `${length}px`);
	set('line-height', metrics.lineHeight);
	set('row-height', metrics.rowHeight);
	set('header-height', metrics.headerHeight);
	set('filter-height', metrics.filterHeight);
	viewport.setExtent({ rows: model.count, rowHeight: metrics.rowHeight }, headHeight);
	set('body-height', viewport.height);
	model.layOut(Math.max(minimumHeader, Math.ceil(digits * fontSize * digitWidth) + headerPadding), viewport.width);
	const { layout } = model;
	root.style.setProperty('--grid-columns', layout.widths.map((width) => `${width}px`).join(' '));
	set('width', layout.total);
	for (const { index } of layout.columns.slice(0, layout.frozen)) {
		set(`start-${index}`, layout.startOf(index));
	}
	scroller.ariaRowCount = String(model.count + headRows);
	scroller.ariaColCount = String(layout.columns.length);
}
