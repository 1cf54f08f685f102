import { vector } from './element';

/** SVG path data on a 16 × 16 grid. Lines are one pixel wide and have the color of the text. */
const outlines = {
	add: 'M8 3v10M3 8h10',
	arrowDown: 'M8 3v10M4 9l4 4 4-4',
	arrowUp: 'M8 13V3M4 7l4-4 4 4',
	beside: 'M2.5 3h11v10h-11zM9.5 3v10',
	below: 'M2.5 3h11v10h-11zM2.5 9.5h11',
	chart: 'M2.5 13.5h11M4 11.5v-4M7 11.5v-8M10 11.5v-5M13 11.5v-3',
	check: 'M3 8.500l3.500 3.500L13 4.500',
	chevronDown: 'M4 6l4 4 4-4',
	chevronLeft: 'M10 4L6 8l4 4',
	chevronRight: 'M6 4l4 4-4 4',
	close: 'M4 4l8 8M12 4l-8 8',
	compare: 'M2.5 3h4.5v10H2.5zM9 3h4.5v10H9z',
	copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
	density: 'M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11',
	filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5v-5.5z',
	groups: 'M2.5 3.5h3M2.5 8h3M2.5 12.5h3M8 3.5h5.5M8 8h5.5M8 12.5h5.5',
	info: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM8 7v4M8 4.8v1',
	more: 'M3.5 8h1M7.5 8h1M11.5 8h1',
	record: 'M2.5 2.5h11v11h-11zM5 5.5h6M5 8h6M5 10.5h4',
	redo: 'M11 3l3 3-3 3M14 6H7a3.500 3.500 0 0 0 0 7h3',
	save: 'M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5v-4M5 13.5v-4.500h6v4.5',
	search: 'M9.5 6.500a4 4 0 1 1-8 0a4 4 0 1 1 8 0zM8.5 9.500l5 5',
	sort: 'M5 3v10M2.5 10.5L5 13l2.5-2.5M11 13V3M8.5 5.5L11 3l2.5 2.5',
	table: 'M2.5 3h11v10h-11zM2.5 6.500h11M2.5 9.500h11M7 6.500V13',
	text: 'M3.5 1.500h6l3 3v10h-9zM9.5 1.500v3h3M5.5 8h5M5.5 10.500h5',
	undo: 'M5 3L2 6l3 3M2 6h7a3.500 3.500 0 0 1 0 7H6',
	warning: 'M8 2l6.5 11.500h-13zM8 6.500v3.500M8 11.300v1',
} as const;

export type IconName = keyof typeof outlines;

/** Creates a decorative icon. The element that contains it must have an accessible name. */
export function icon(name: IconName): SVGSVGElement {
	return vector(
		'svg',
		{ class: 'icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
		vector('path', { d: outlines[name] }),
	);
}
