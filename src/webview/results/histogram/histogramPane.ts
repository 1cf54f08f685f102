import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { Histogram } from '../../../shared/results';
import { iconButton, setPressed, toggleButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import { setRange, unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { offeredColumns, offersDiffer } from '../state/offeredColumns';
import { type Bars, type Brush, barSeconds, toBars } from './bars';
import { barTable } from './barTable';
import { seriesShown } from './drawing';
import { legend } from './legend';
import { plot } from './plot';
import { SeriesColours } from './seriesColours';

/** Minimum width of a bar, in CSS pixels. */
const barWidth = 10;

/** Shows the records over time in a stacked histogram. Selecting a range of bars filters by it. */
export function histogramPane(context: Context): Disposable & { root: HTMLElement } {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const asking = owned.add(new Latest());
	let bars: Bars | undefined;
	let parts = 0;
	let colours: { readonly column: number | undefined; readonly of: SeriesColours } | undefined;
	const coloursOf = (column: number | undefined, { series }: Histogram) => {
		if (colours?.column !== column) {
			colours = { column, of: new SeriesColours(seriesShown - 1) };
		}
		return colours?.of.of(series.flatMap(({ value, other }) => (other ? [] : [value])));
	};

	const stack = element('select', { class: 'select', 'aria-label': t('Break down timeline by') });
	const series = element('ul', { class: 'legend', 'aria-label': t('Legend') });
	const without = element('span', { class: 'dim' });
	const zone = element('span', { class: 'dim', title: t('Time zone: {0}', formats.timeZone) });
	const tableHost = element('div', { class: 'bar-table', hidden: true, tabindex: 0 });
	const tableButton = toggleButton('table', t('Show as Table'), () => {
		tableHost.hidden = !tableHost.hidden;
		setPressed(tableButton, !tableHost.hidden);
		drawTable();
	});
	const drawing = owned.add(
		plot(context, (brush: Brush) => {
			const { timeColumn } = store.state.info;
			if (bars && timeColumn !== undefined) {
				const { from, to } = barSeconds(bars, Math.min(brush.anchor, brush.head), Math.max(brush.anchor, brush.head));
				const { filters } = store.state.view;
				store.dispatch({ kind: 'filtersSet', filters: setRange(filters, timeColumn, String(from), String(to)) });
				context.announce(t('Filtered to {0}', formats.timeRange(from, to)));
			}
		}),
	);
	const drawTable = () => {
		if (!tableHost.hidden) {
			fill(tableHost, bars && barTable(bars, context));
		}
	};
	const ask = (wait: number) => {
		const { view, stackBy, info, reading, panes } = store.state;
		root.hidden = info.timeColumn === undefined || !panes.histogramShown;
		if (root.hidden || parts === 0) {
			return;
		}
		if (reading.kind === 'reading') {
			drawing.say(t('The timeline appears after the file is loaded.'));
			return;
		}
		asking.run(async (signal) => {
			await pause(wait, signal);
			root.setAttribute('aria-busy', 'true');
			const answer = await host.call(
				'histogram',
				{ view: unsorted(view), parts, stackBy, series: seriesShown - 1, timeZone: context.timeZone },
				{ signal },
			);
			root.removeAttribute('aria-busy');
			bars = answer && toBars(answer, coloursOf(stackBy, answer));
			if (!bars || bars.records === 0) {
				bars = undefined;
				drawing.say(t('No data for this period.'));
			} else {
				drawing.show(bars);
			}
			const missing = answer?.without ?? 0;
			without.textContent = [
				...(answer?.approximate ? [t('≈ estimated, because the exact counts exceed a limit of the database')] : []),
				...(missing > 0 ? [t('{0} without a time', formats.count(missing))] : []),
			].join(' · ');
			fill(series, ...(bars ? legend(bars, context) : []));
			zone.textContent = bars ? formats.zone(bars.histogram.start) : '';
			drawTable();
		}, failed);
	};
	/** After an error, the chart is removed, because it belongs to a different view. */
	const failed = (error: unknown) => {
		root.removeAttribute('aria-busy');
		bars = undefined;
		drawing.say(t('Failed to draw the timeline.'));
		without.textContent = '';
		fill(series);
		zone.textContent = '';
		drawTable();
		context.fail(error);
	};
	const fillStack = () => {
		const { info, stackBy } = store.state;
		const { columns, more } = offeredColumns(store.state, stackBy);
		fill(
			stack,
			element('option', { value: '' }, t('No breakdown')),
			...columns.map((column) => element('option', { value: column }, t('by {0}', info.columns[column]?.name ?? ''))),
			more && element('option', { disabled: true }, t('Other columns are listed after you show them')),
		);
		stack.value = store.state.stackBy === undefined ? '' : String(store.state.stackBy);
	};
	stack.addEventListener('change', () =>
		store.dispatch({ kind: 'stackedBy', column: stack.value === '' ? undefined : Number(stack.value) }),
	);
	const head = element(
		'div',
		{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Records over time') },
		element('h2', { class: 'pane-title' }, t('Timeline')),
		stack,
		series,
		without,
		zone,
		element(
			'span',
			{ class: 'pane-tools' },
			tableButton,
			iconButton('close', t('Hide Timeline'), () =>
				store.dispatch({ kind: 'paneToggled', pane: 'histogram', shown: false }),
			),
		),
	);
	oneStop(head);
	const root = element(
		'section',
		{ class: 'histogram', 'aria-label': t('Records over time') },
		head,
		drawing.root,
		tableHost,
	);
	fillStack();
	const observer = new ResizeObserver(() => {
		const fitting = Math.max(12, Math.min(96, Math.floor(drawing.root.clientWidth / barWidth)));
		if (drawing.root.clientWidth > 0 && fitting !== parts) {
			const first = parts === 0;
			parts = fitting;
			ask(first ? 0 : 200);
		}
	});
	observer.observe(drawing.root);
	owned.add({ dispose: () => observer.disconnect() });
	owned.add(
		store.subscribe((state, previous) => {
			if (offersDiffer(state, previous) || state.stackBy !== previous.stackBy) {
				fillStack();
			}
			if (
				state.view.filters !== previous.view.filters ||
				state.stackBy !== previous.stackBy ||
				state.reading.kind !== previous.reading.kind ||
				state.panes.histogramShown !== previous.panes.histogramShown
			) {
				ask(0);
			}
		}),
	);
	ask(0);
	return { root, dispose: () => owned.dispose() };
}
