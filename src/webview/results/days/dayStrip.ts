import { DisposableOwner } from '../../../shared/disposables';
import type { SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import { isDayIn, isWorthAsking } from '../../../shared/syncedDays';
import { element, fill, setAttribute, vector } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { linesAbout } from './dayLabels';
import { drawDay, drawDayPatterns, fullHeight, quietHeight } from './dayMarks';
import { type DaysActions, daysToFetch, fetchItems } from './daysControl';
import { calendarSpan } from './daysOffered';
import { isQuiet, moveDay, type StripCell, stripCells } from './stripCells';

/** Minimum width of a day in the strip, in CSS pixels. Days that would be narrower are combined. */
const minCellWidth = 6;

/** Shows the sync state of each day. Days are based on receive time, even if the timeline above shows device time. */
export class DayStrip extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly picture = vector('svg', { class: 'day-picture', 'aria-hidden': 'true' });
	private readonly cursor = element('div', { class: 'day-cursor', hidden: true });
	private readonly tip = element('div', { class: 'bar-tip day-tip', hidden: true, 'aria-hidden': 'true' });
	private readonly slider: HTMLElement;
	private days: readonly SyncedDayView[] = [];
	private cells: readonly StripCell[] = [];
	private here = 0;

	constructor(
		private readonly context: Context,
		private readonly actions: DaysActions,
	) {
		super();
		const { store, t } = context;
		this.slider = element(
			'div',
			{
				class: 'day-strip',
				role: 'slider',
				tabindex: 0,
				'aria-label': t('Day'),
				'aria-haspopup': 'menu',
				'aria-valuemin': 0,
				on: {
					pointermove: ({ clientX }) => this.onPointer(clientX),
					pointerleave: () => this.hideTip(),
					focus: () => this.slider.matches(':focus-visible') && this.showActiveDay(),
					blur: () => this.hideTip(),
					click: ({ clientX, clientY }) => this.onClick(clientX, clientY),
					keydown: (event) => this.onKey(event),
				},
			},
			this.picture,
			this.cursor,
		);
		this.root = element('section', { class: 'days', 'aria-label': t('Days shown') }, this.slider, this.tip);
		const observer = new ResizeObserver(() => this.draw());
		observer.observe(this.slider);
		this.owned.add({ dispose: () => observer.disconnect() });
		this.owned.add(
			store.onChange(
				({ days }) => days,
				() => this.update(),
			),
		);
		this.update();
		this.activate(Math.max(0, this.days.length - 1));
	}

	private get today(): string {
		const { days } = this.context.store.state;
		return days ? calendarSpan(days).last : '';
	}

	private get width(): number {
		return Math.max(1, this.slider.clientWidth);
	}

	private get cellWidth(): number {
		return this.width / Math.max(1, this.cells.length);
	}

	private cellAt(x: number): number {
		const { left } = this.slider.getBoundingClientRect();
		return Math.max(0, Math.min(this.cells.length - 1, Math.floor((x - left) / this.cellWidth)));
	}

	private cellOf(day: number): number {
		return this.cells.findIndex(({ first, last }) => first <= day && day <= last);
	}

	private daysIn({ first, last }: StripCell): readonly SyncedDayView[] {
		return this.days.slice(first, last + 1);
	}

	private describe(days: readonly SyncedDayView[]): readonly string[] {
		const { store, t } = this.context;
		const isRequesting = days.some(({ day }) => day === store.state.days?.asking);
		return [...linesAbout(days, this.today, this.context), ...(isRequesting ? [t('requesting now')] : [])];
	}

	private update(): void {
		const known = this.context.store.state.days;
		this.days = known ? known.days.filter(({ day }) => isDayIn(day, known.span)) : [];
		this.root.hidden = this.days.length === 0;
		this.draw();
		this.activate(Math.max(0, Math.min(this.here, this.days.length - 1)));
	}

	private draw(): void {
		const { picture, slider, width } = this;
		const height = isQuiet(this.days) ? quietHeight : fullHeight;
		this.cells = stripCells(this.days, Math.floor(width / minCellWidth));
		const { cells, cellWidth } = this;
		setAttribute(picture, 'viewBox', `0 0 ${width} ${height}`);
		slider.style.setProperty('--strip', `${height}px`);
		const gap = cellWidth > 4 ? 1 : 0;
		fill(
			picture,
			drawDayPatterns(),
			...cells.map(({ state }, index) => drawDay(state, index * cellWidth, cellWidth - gap, height)),
		);
	}

	private activate(index: number): void {
		this.here = index;
		const day = this.days[index];
		setAttribute(this.slider, 'aria-valuemax', Math.max(0, this.days.length - 1));
		setAttribute(this.slider, 'aria-valuenow', index);
		setAttribute(this.slider, 'aria-valuetext', day ? this.describe([day]).join('. ') : '');
	}

	private showActiveDay(): void {
		const day = this.days[this.here];
		const cell = this.cellOf(this.here);
		if (day && cell >= 0) {
			this.showTip(cell, this.describe([day]));
		}
	}

	private showTip(cell: number, lines: readonly string[]): void {
		const { tip, cursor, slider, root, cells } = this;
		tip.hidden = cursor.hidden = false;
		fill(tip, ...lines.map((line, index) => element('div', { class: index === 0 ? 'bar-tip-time' : '' }, line)));
		cursor.style.setProperty('left', `${(cell / cells.length) * 100}%`);
		cursor.style.setProperty('width', `${100 / cells.length}%`);
		const middle = slider.offsetLeft + (cell + 0.5) * this.cellWidth;
		const most = root.clientWidth - tip.offsetWidth;
		tip.style.setProperty('left', `${Math.max(0, Math.min(most, middle - tip.offsetWidth / 2))}px`);
	}

	private hideTip(): void {
		this.tip.hidden = this.cursor.hidden = true;
	}

	private onPointer(x: number): void {
		const index = this.cellAt(x);
		const cell = this.cells[index];
		if (cell) {
			this.showTip(index, this.describe(this.daysIn(cell)));
		}
	}

	private onClick(x: number, y: number): void {
		const cell = this.cells[this.cellAt(x)];
		if (cell) {
			this.activate(cell.first);
			this.openMenu(this.daysIn(cell), { x, y });
		}
	}

	private onKey(event: KeyboardEvent): void {
		const { here, slider } = this;
		const { key } = event;
		const day = this.days[here];
		const target = moveDay(here, key, this.days.length);
		if (event.ctrlKey || event.metaKey || event.altKey) {
			return;
		}
		if ((key === 'Enter' || key === ' ') && day) {
			event.preventDefault();
			const { left, bottom } = slider.getBoundingClientRect();
			this.openMenu([day], { x: left + this.cellOf(here) * this.cellWidth, y: bottom });
		} else if (key === 'Escape') {
			this.hideTip();
		} else if (target !== undefined) {
			event.preventDefault();
			this.activate(target);
			this.showActiveDay();
		}
	}

	private openMenu(days: readonly SyncedDayView[], anchor: { readonly x: number; readonly y: number }): void {
		const { context, actions } = this;
		const { store, t, formats } = context;
		const known = store.state.days;
		const [first, last] = [days[0], days.at(-1)];
		if (!known || !first || !last) {
			return;
		}
		const dates = formats.dates({ first: first.day, last: last.day }, this.today);
		const wanted = days.filter(({ state }) => isWorthAsking(state));
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
	}
}
