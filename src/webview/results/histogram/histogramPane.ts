import { DisposableOwner } from '../../../shared/disposables';
import type { Histogram } from '../../../shared/results';
import { iconButton, setPressed, toggleButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import { setRange, unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { findNewestVersion } from '../groups/newestVersion';
import { offeredColumns, offersDiffer } from '../state/offeredColumns';
import { isPaneShown, isTriage } from '../state/triage';
import type { State } from '../state/viewState';
import { type Bars, type Brush, barSeconds, toBars } from './bars';
import { barTable } from './barTable';
import { seriesColours, valuesShown } from './drawing';
import { legend } from './legend';
import { Plot } from './plot';
import { SeriesColours } from './seriesColours';

/** Minimum width of a bar, in CSS pixels. */
const barWidth = 10;

const daySeconds = 86_400;

const allRecords = { filters: [], sort: [] };

function describeRange(bars: Bars, formats: Context['formats']): string {
	const { from, to } = barSeconds(bars, 0, bars.count - 1);
	return `${to - from > 2 * daySeconds ? formats.dayRange(from, to) : formats.timeRange(from, to + 1)} ${formats.zone}`;
}

export class HistogramPane extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly asking = this.owned.add(new Latest());
	private readonly stack: HTMLSelectElement;
	private readonly series: HTMLElement;
	private readonly zone: HTMLElement;
	private readonly without = element('span', { class: 'dim' });
	private readonly tableHost = element('div', { class: 'bar-table', hidden: true, tabindex: 0 });
	private readonly drawing: Plot;
	private readonly closeButton: HTMLButtonElement;
	private bars: Bars | undefined;
	private parts = 0;
	private colours: { readonly column: number | undefined; readonly of: SeriesColours } | undefined;

	constructor(private readonly context: Context) {
		super();
		const { store, t, formats } = context;
		this.stack = element('select', { class: 'select', 'aria-label': t('Break down timeline by') });
		this.stack.addEventListener('change', () => {
			const column = this.stack.value === '' ? undefined : Number(this.stack.value);
			store.dispatch({ kind: 'stackedBy', column });
		});
		this.closeButton = iconButton('close', t('Hide Timeline'), () =>
			store.dispatch({ kind: 'paneToggled', pane: 'histogram', shown: false }),
		);
		this.series = element('ul', { class: 'legend', 'aria-label': t('Legend') });
		this.zone = element('span', { class: 'dim', title: t('Time zone: {0}', formats.zone) });
		this.drawing = this.owned.add(new Plot(context, (brush) => this.filter(brush)));
		this.root = element(
			'section',
			{ class: 'histogram', 'aria-label': t('Records over time') },
			this.createHead(),
			this.drawing.root,
			this.tableHost,
		);
		this.fillStack();
		const observer = new ResizeObserver(() => this.fit());
		observer.observe(this.drawing.root);
		this.owned.add({ dispose: () => observer.disconnect() });
		this.owned.add(store.subscribe((state, previous) => this.update(state, previous)));
		this.ask(0);
	}

	private createHead(): HTMLElement {
		const { t } = this.context;
		const tableButton = toggleButton('table', t('Show as Table'), () => {
			this.tableHost.hidden = !this.tableHost.hidden;
			setPressed(tableButton, !this.tableHost.hidden);
			this.drawTable();
		});
		const head = element(
			'div',
			{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Records over time') },
			element('h2', { class: 'pane-title' }, t('Timeline')),
			this.stack,
			this.series,
			this.without,
			this.zone,
			element('span', { class: 'pane-tools' }, tableButton, this.closeButton),
		);
		oneStop(head);
		return head;
	}

	private update(state: State, previous: State): void {
		if (offersDiffer(state, previous) || state.stackBy !== previous.stackBy) {
			this.fillStack();
		}
		if (
			state.view.filters !== previous.view.filters ||
			state.stackBy !== previous.stackBy ||
			state.reading.kind !== previous.reading.kind ||
			isPaneShown(state, 'histogram') !== isPaneShown(previous, 'histogram') ||
			isTriage(state) !== isTriage(previous)
		) {
			this.ask(0);
		}
	}

	private fit(): void {
		const width = this.drawing.root.clientWidth;
		const fitting = Math.max(12, Math.min(96, Math.floor(width / barWidth)));
		if (width > 0 && fitting !== this.parts) {
			const isFirst = this.parts === 0;
			this.parts = fitting;
			this.ask(isFirst ? 0 : 200);
		}
	}

	private ask(wait: number): void {
		const { root, drawing, parts, context } = this;
		const { t } = context;
		const { state } = context.store;
		const { view, stackBy, info, reading } = state;
		this.closeButton.hidden = isTriage(state);
		root.hidden = info.timeColumn === undefined || !isPaneShown(state, 'histogram');
		if (root.hidden || parts === 0) {
			return;
		}
		if (reading.kind === 'reading') {
			drawing.showMessage(t('The timeline appears after the file is loaded.'));
			return;
		}
		this.asking.run(
			async (signal) => {
				await pause(wait, signal);
				root.setAttribute('aria-busy', 'true');
				const params = { view: unsorted(view), parts, stackBy, series: valuesShown, timeZone: context.timeZone };
				const [answer, newest] = await Promise.all([
					context.host.call('histogram', params, { signal }),
					stackBy === info.versionColumn ? findNewestVersion(context, allRecords, signal) : undefined,
				]);
				root.removeAttribute('aria-busy');
				this.show(answer, stackBy, newest);
			},
			(error) => this.showFailure(error),
		);
	}

	private show(answer: Histogram | undefined, stackBy: number | undefined, newest: string | undefined): void {
		const { t, formats } = this.context;
		const bars = answer && toBars(answer, this.coloursOf(stackBy, answer, newest));
		this.bars = bars && bars.records > 0 ? bars : undefined;
		if (this.bars) {
			this.drawing.show(this.bars);
		} else {
			this.drawing.showMessage(t('No data for this period.'));
		}
		const missing = answer?.without ?? 0;
		this.without.textContent = [
			...(answer?.approximate ? [t('≈ estimated, because exact counts would exceed a limit of the database')] : []),
			...(missing > 0 ? [t('{0} without a time', formats.count(missing))] : []),
		].join(' · ');
		fill(this.series, ...(this.bars ? legend(this.bars, this.context) : []));
		this.zone.textContent = this.bars ? describeRange(this.bars, formats) : '';
		this.drawTable();
	}

	/** Replaces the chart with an error message, because the previous chart doesn't match the current view. */
	private showFailure(error: unknown): void {
		this.root.removeAttribute('aria-busy');
		this.bars = undefined;
		this.drawing.showMessage(this.context.t('Failed to draw the timeline.'));
		this.without.textContent = '';
		fill(this.series);
		this.zone.textContent = '';
		this.drawTable();
		this.context.fail(error);
	}

	private coloursOf(column: number | undefined, { series }: Histogram, newest: string | undefined) {
		if (this.colours?.column !== column) {
			this.colours = { column, of: new SeriesColours(seriesColours) };
		}
		return this.colours?.of.of(
			series.flatMap(({ value, other }) => (other ? [] : [value])),
			newest,
		);
	}

	private drawTable(): void {
		if (!this.tableHost.hidden) {
			fill(this.tableHost, this.bars && barTable(this.bars, this.context));
		}
	}

	private fillStack(): void {
		const { store, t } = this.context;
		const { info, stackBy } = store.state;
		const { columns, more } = offeredColumns(store.state, stackBy);
		fill(
			this.stack,
			element('option', { value: '' }, t('No breakdown')),
			...columns.map((column) => element('option', { value: column }, t('by {0}', info.columns[column]?.name ?? ''))),
			more && element('option', { disabled: true }, t('Hidden columns appear in this list once you show them')),
		);
		this.stack.value = stackBy === undefined ? '' : String(stackBy);
	}

	private filter(brush: Brush): void {
		const { store, announce, t, formats } = this.context;
		const { timeColumn } = store.state.info;
		if (this.bars && timeColumn !== undefined) {
			const [first, last] = [Math.min(brush.anchor, brush.head), Math.max(brush.anchor, brush.head)];
			const { from, to } = barSeconds(this.bars, first, last);
			const filters = setRange(store.state.view.filters, timeColumn, String(from), String(to));
			store.dispatch({ kind: 'filtersSet', filters });
			announce(t('Filtered to {0}', formats.timeRange(from, to)));
		}
	}
}
