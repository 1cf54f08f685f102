import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { SyncedDayView } from '../../../shared/resultsProtocol';
import { isDayIn, isWorthAsking } from '../../../shared/syncedDays';
import { element, fill, setAttribute, vector } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { linesAbout } from './dayLabels';
import { drawDay, drawDayPatterns, fullHeight, quietHeight } from './dayMarks';
import { type DaysActions, daysToFetch, fetchItems } from './daysControl';
import { calendarSpan } from './daysOffered';
import { isQuiet, moveDay, type StripCell, stripCells } from './stripCells';

/** Minimum width of a cell, in CSS pixels. */
const cellWidth = 6;

/**
 * Strip with one cell for each visible day of the synced records. Days are based on receive time, but the timeline may
 * show device time. The cells therefore have equal widths and their own labels.
 */
export function dayStrip(context: Context, actions: DaysActions): Disposable & { root: HTMLElement } {
	const { store, t, formats } = context;
	const owned = new DisposableStore();
	const picture = vector('svg', { class: 'day-picture', 'aria-hidden': 'true' });
	const cursor = element('div', { class: 'day-cursor', hidden: true });
	const tip = element('div', { class: 'bar-tip day-tip', hidden: true, 'aria-hidden': 'true' });
	const slider = element(
		'div',
		{
			class: 'day-strip',
			role: 'slider',
			tabindex: 0,
			'aria-label': t('Day'),
			'aria-haspopup': 'menu',
			'aria-valuemin': 0,
		},
		picture,
		cursor,
	);
	const root = element('section', { class: 'days', 'aria-label': t('Days shown') }, slider, tip);
	let days: readonly SyncedDayView[] = [];
	let cells: readonly StripCell[] = [];
	let here = 0;

	/** Describes days, and whether one of these days is being requested. */
	const told = (held: readonly SyncedDayView[]) => [
		...linesAbout(held, today(), context),
		...(held.some(({ day }) => day === store.state.days?.asking) ? [t('requesting now')] : []),
	];
	const today = () => (store.state.days ? calendarSpan(store.state.days).last : '');
	const width = () => Math.max(1, slider.clientWidth);
	const widthOf = () => width() / Math.max(1, cells.length);
	const cellOf = (day: number) => cells.findIndex(({ first, last }) => first <= day && day <= last);
	const heldBy = ({ first, last }: StripCell) => days.slice(first, last + 1);

	const showTip = (cell: number | undefined, lines: readonly string[] = []) => {
		tip.hidden = cursor.hidden = cell === undefined || cell < 0;
		if (cell !== undefined && cell >= 0) {
			fill(tip, ...lines.map((line, index) => element('div', { class: index === 0 ? 'bar-tip-time' : '' }, line)));
			cursor.style.setProperty('left', `${(cell / cells.length) * 100}%`);
			cursor.style.setProperty('width', `${100 / cells.length}%`);
			const middle = slider.offsetLeft + (cell + 0.5) * widthOf();
			const most = root.clientWidth - tip.offsetWidth;
			tip.style.setProperty('left', `${Math.max(0, Math.min(most, middle - tip.offsetWidth / 2))}px`);
		}
	};
	const showHere = () => {
		const day = days[here];
		if (day) {
			showTip(cellOf(here), told([day]));
		}
	};
	const speak = () => {
		const day = days[here];
		setAttribute(slider, 'aria-valuemax', Math.max(0, days.length - 1));
		setAttribute(slider, 'aria-valuenow', here);
		setAttribute(slider, 'aria-valuetext', day ? told([day]).join('. ') : '');
	};
	const draw = () => {
		const height = isQuiet(days) ? quietHeight : fullHeight;
		cells = stripCells(days, Math.floor(width() / cellWidth));
		setAttribute(picture, 'viewBox', `0 0 ${width()} ${height}`);
		slider.style.setProperty('--strip', `${height}px`);
		const gap = widthOf() > 4 ? 1 : 0;
		fill(
			picture,
			drawDayPatterns(),
			...cells.map(({ state }, index) => drawDay(state, index * widthOf(), widthOf() - gap, height)),
		);
	};
	const update = () => {
		const known = store.state.days;
		days = known ? known.days.filter(({ day }) => isDayIn(day, known.span)) : [];
		root.hidden = days.length === 0;
		here = Math.max(0, Math.min(here, days.length - 1));
		draw();
		speak();
	};
	const openMenuOf = (held: readonly SyncedDayView[], anchor: { readonly x: number; readonly y: number }) => {
		const known = store.state.days;
		const [first, last] = [held[0], held.at(-1)];
		if (!known || !first || !last) {
			return;
		}
		const dates = formats.dates({ first: first.day, last: last.day }, today());
		const wanted = held.filter(({ state }) => isWorthAsking(state));
		const all = daysToFetch(known);
		openMenu(anchor, dates, [
			...fetchItems(t('Fetch {0}', dates), wanted, known, context, actions),
			...(all.length > wanted.length ? fetchItems(t('Fetch These Days'), all, known, context, actions) : []),
			{
				kind: 'item',
				label: t('Show Only {0}', dates),
				disabled: first.day === known.span.first && last.day === known.span.last,
				run: () => actions.show({ kind: 'between', first: first.day, last: last.day }),
			},
		]);
	};
	const cellAt = (x: number) => {
		const { left } = slider.getBoundingClientRect();
		return Math.max(0, Math.min(cells.length - 1, Math.floor((x - left) / widthOf())));
	};

	slider.addEventListener('pointermove', ({ clientX }) => {
		const cell = cells[cellAt(clientX)];
		if (cell) {
			showTip(cellAt(clientX), told(heldBy(cell)));
		}
	});
	slider.addEventListener('pointerleave', () => showTip(undefined));
	slider.addEventListener('focus', () => slider.matches(':focus-visible') && showHere());
	slider.addEventListener('blur', () => showTip(undefined));
	slider.addEventListener('click', ({ clientX, clientY }) => {
		const cell = cells[cellAt(clientX)];
		if (cell) {
			here = cell.first;
			speak();
			openMenuOf(heldBy(cell), { x: clientX, y: clientY });
		}
	});
	slider.addEventListener('keydown', (event) => {
		const { key } = event;
		const day = days[here];
		const target = moveDay(here, key, days.length);
		if (event.ctrlKey || event.metaKey || event.altKey) {
			return;
		}
		if ((key === 'Enter' || key === ' ') && day) {
			event.preventDefault();
			const { left, bottom } = slider.getBoundingClientRect();
			openMenuOf([day], { x: left + cellOf(here) * widthOf(), y: bottom });
		} else if (key === 'Escape') {
			showTip(undefined);
		} else if (target !== undefined) {
			event.preventDefault();
			here = target;
			speak();
			showHere();
		}
	});
	const observer = new ResizeObserver(draw);
	observer.observe(slider);
	owned.add({ dispose: () => observer.disconnect() });
	owned.add(
		store.subscribe((state, previous) => {
			if (state.days !== previous.days) {
				update();
			}
		}),
	);
	update();
	here = Math.max(0, days.length - 1);
	speak();
	return { root, dispose: () => owned.dispose() };
}
