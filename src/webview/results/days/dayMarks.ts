import type { DayState } from '../../../shared/keptDays';
import { vector } from '../../common/dom/element';

/** Of a strip that nobody needs to look at, and of one that somebody should. CSS pixels. */
export const quietHeight = 4;
export const fullHeight = 12;

/**
 * A cell, told by its shape and not by its colour: settled is a low bar, open its outline, missing a gap over a line,
 * refused a cross, in doubt a hatched block, gone a hollow block.
 */
export function drawDay(state: DayState, x: number, width: number, height: number): SVGElement {
	const box = { x, width: Math.max(1, width), rx: 1 };
	const low = { ...box, y: height - quietHeight, height: quietHeight };
	const inset = { x: x + 0.5, width: Math.max(1, width - 1), rx: 1 };
	const children = {
		settled: () => [vector('rect', { class: 'day-fill', ...low })],
		open: () => [
			vector('rect', { class: 'day-outline', ...inset, y: low.y + 0.5, height: Math.max(1, quietHeight - 1) }),
		],
		missing: () => [
			vector('path', {
				class: 'day-line dashed',
				d: `M${x} ${height - 0.5}h${Math.max(1, width)}M${x} 0.5h${Math.max(1, width)}`,
			}),
		],
		refused: () => [vector('path', { class: 'day-line strong', d: crossIn(x, width, height) })],
		inDoubt: () => [
			vector('rect', { class: 'day-outline', ...inset, y: 0.5, height: height - 1 }),
			vector('rect', { fill: 'url(#day-hatching)', ...box, y: 0, height }),
		],
		gone: () => [vector('rect', { class: 'day-outline', ...inset, y: 0.5, height: height - 1 })],
	}[state]();
	return vector('g', { class: `day ${state}` }, ...children);
}

/** What cells are filled with that are in doubt. */
export function drawDayPatterns(): SVGElement {
	return vector(
		'defs',
		{},
		vector(
			'pattern',
			{ id: 'day-hatching', width: 4, height: 4, patternUnits: 'userSpaceOnUse' },
			vector('path', { class: 'day-hatching', d: 'M-1 1L1 -1M0 4L4 0M3 5L5 3' }),
		),
	);
}

function crossIn(x: number, width: number, height: number): string {
	const size = Math.max(3, Math.min(width, height) - 4);
	const [left, top] = [x + (width - size) / 2, (height - size) / 2];
	return `M${left} ${top}l${size} ${size}M${left + size} ${top}l${-size} ${size}`;
}
