import type { DayState } from '../../../shared/syncedDays';
import { vector } from '../../common/dom/element';

/** Height of the day strip in CSS pixels if no day needs the user's attention. */
export const quietHeight = 4;
/** Height of the day strip in CSS pixels if any day needs the user's attention. */
export const fullHeight = 12;

/** Draws a day in the day strip. States differ in shape, not only in color. */
export function drawDay(state: DayState, x: number, width: number, height: number): SVGElement {
	const box = { x, width: Math.max(1, width), rx: 1 };
	const low = { ...box, y: height - quietHeight, height: quietHeight };
	const inset = { x: x + 0.5, width: Math.max(1, width - 1), rx: 1 };
	const children = {
		final: () => [vector('rect', { class: 'day-fill', ...low })],
		provisional: () => [
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
