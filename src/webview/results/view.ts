import { DisposableStore } from '../../shared/disposables';
import type { ResultsHost, ResultsStart, ResultsView, ViewState } from '../../shared/resultsProtocol';
import type { Channel, Handlers } from '../../shared/rpc';
import { filtersElsewhere } from '../../shared/savedColumns';
import { withNews } from '../../shared/tableChangeNotifier';
import { statusLine } from '../common/components/statusLine';
import { createAnnouncer } from '../common/dom/announcer';
import { element, fill } from '../common/dom/element';
import { listen } from '../common/dom/listen';
import { zoneOfColumn } from '../common/format/clock';
import { createFormats } from '../common/format/formats';
import { createTranslate } from '../common/format/translate';
import { Store } from '../common/state/store';
import { isOfFormerGroup, readsTraces } from '../common/state/viewFilters';
import { openColumnPanel } from './column/columnPanel';
import type { Context } from './context/context';
import { type CopyOrSaveChoice, openCopyOrSave } from './copyOrSave/copyOrSaveForm';
import { dayStrip } from './days/dayStrip';
import { type DaysActions, daysControl } from './days/daysControl';
import { GroupsPane } from './groups/groupsPane';
import { chips } from './header/chips';
import { filterSteps } from './header/filterSteps';
import { header } from './header/header';
import { searchBox } from './header/searchBox';
import { tools } from './header/tools';
import { HistogramPane } from './histogram/histogramPane';
import { emptyState } from './panes/emptyState';
import { focusFirst, PaneFocus } from './panes/paneFocus';
import { workbench } from './panes/workbench';
import { RecordPane } from './record/recordPane';
import { gridPane } from './records/gridPane';
import { initialState, restoredFilters } from './state/initial';
import { getState } from './state/layout';
import { reduce } from './state/reduce';
import { saveState } from './state/saveState';
import { viewCommands } from './viewCommands';

interface StateSaver {
	load(): ViewState | undefined;
	save(state: ViewState): void;
}

/** Builds the view in `root` and returns the methods that the host can call. The view is never disposed of. */
export function createView(
	root: HTMLElement,
	host: Channel<ResultsView, ResultsHost>,
	start: ResultsStart,
	stateSaver: StateSaver,
): Handlers<ResultsView> {
	const owned = new DisposableStore();
	const t = createTranslate(start.strings);
	const announcer = createAnnouncer();
	const status = owned.add(statusLine(t));
	const saved = stateSaver.load() ?? (start.layout && getState(start.layout));
	const store = new Store(initialState(start.info, saved, start.info.total, start.syncedDays), reduce);
	const timeColumn = start.info.timeColumn === undefined ? undefined : start.info.columns[start.info.timeColumn];
	const timeZone = zoneOfColumn(timeColumn, start.timeZone);
	const context: Context = {
		store,
		host,
		t,
		formats: createFormats(start.language, timeZone, t, start.strings),
		timeZone,
		announce: announcer.announce,
		tell: status.tell,
		fail: status.fail,
	};
	const choice: CopyOrSaveChoice = {
		records: 'selected',
		columns: 'visible',
		format: 'csv',
		spreadsheetSafe: false,
		header: true,
		tracesAsWritten: false,
	};
	const copyOrSave = (purpose: 'copy' | 'save', anchor: HTMLElement) =>
		openCopyOrSave(context, anchor, { purpose, selected: grid.selectedRanges(), choice });

	const groups = owned.add(
		new GroupsPane(
			context,
			{
				copyIssue: (key, value) => {
					host
						.call('copyIssue', { view: store.state.view, about: { kind: 'group', key, value } })
						.then(status.tell, status.fail);
				},
				askAgent: (key, value) => {
					host.call('askAgent', { view: store.state.view, about: { kind: 'group', key, value } }).catch(status.fail);
				},
				copyOrSave: (key, value, anchor) => {
					openCopyOrSave(context, anchor, { purpose: 'copy', selected: [], choice, only: { key, value } });
				},
			},
			start.offersDevices,
		),
	);
	const record = owned.add(
		new RecordPane(context, {
			move: (selection) => grid.select(selection),
			leave: () => grid.focus(),
		}),
	);
	const search = owned.add(searchBox(context, ({ position, column }) => grid.goTo(position, column)));
	const tool = owned.add(
		tools(context, {
			copy: (anchor) => copyOrSave('copy', anchor),
			save: (anchor) => copyOrSave('save', anchor),
		}),
	);
	const filterChips = owned.add(chips(context));
	const steps = owned.add(filterSteps(context));
	const searchLine = element('div', { class: 'search-line' }, search.root, steps.root, filterChips.root);
	const showDays: DaysActions['show'] = (choice) => {
		store.dispatch({ kind: 'daysChosen', choice });
		// The state is saved before the page is replaced, because the next page starts with it.
		saver.flush();
		host.call('showDays', { choice }).catch(status.fail);
	};
	const onDays: DaysActions = {
		show: showDays,
		fetch: (days) => {
			host.call('fetchDays', { days: days.map(({ day }) => day) }).catch(status.fail);
		},
	};
	const inView = owned.add(daysControl(context, onDays));
	const head = owned.add(header(context, start, { days: inView.root, tools: tool.root, search: searchLine }));
	const histogram = owned.add(new HistogramPane(context));
	const strip = owned.add(dayStrip(context, onDays));
	const chart = element('div', { class: 'chart' }, histogram.root, strip.root);
	const empty = owned.add(emptyState(context, start.emptyReasons));
	const gridHost = element('div', { class: 'grid-host' });
	const records = element('section', { class: 'records', 'aria-label': t('Records') }, gridHost, empty.root);
	const panes = owned.add(workbench(context, { groups: groups.root, grid: records, record: record.root }));

	document.documentElement.lang = start.language;
	document.title = start.title;
	root.classList.add('view');
	fill(root, head.root, chart, panes.root, status.root, announcer.root);
	// The grid is created last, because it measures its container.
	const grid = owned.add(
		gridPane(context, gridHost, {
			openRecord: () => {
				store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
				record.focus();
			},
			openValues: (column, anchor) => openColumnPanel(context, column, anchor, 'values'),
			editFilters: (column, anchor) => openColumnPanel(context, column, anchor, 'filters'),
			resetLayout: () => command({ id: 'resetLayout' }),
		}),
	);
	const command = viewCommands({
		context,
		search,
		steps,
		grid,
		groups,
		record,
		copyOrSave,
		tools: tool.root,
		showDays,
	});
	owned.add(
		new PaneFocus(
			root,
			{
				head: {
					root: head.root,
					focus: (had) => (had?.control === 'days' && !inView.root.hidden ? inView.root.focus() : search.focus()),
					place: () => ({ control: document.activeElement === inView.root ? 'days' : undefined }),
				},
				chart: { root: chart, focus: () => focusFirst(chart) },
				groups,
				grid: {
					root: records,
					focus: () => grid.focus(),
					place: () => ({ column: store.state.info.columns[grid.activeColumn ?? -1]?.name }),
				},
				record: {
					root: record.root,
					focus: (had) => record.focus(had?.line),
					place: () => ({ line: record.focusedLine }),
				},
			},
			store,
		),
	);
	const saver = owned.add(
		saveState(store, {
			state: (state) => {
				stateSaver.save(state);
				host.call('saveState', state).catch(status.fail);
			},
			layout: (layout) => {
				host.call('saveLayout', { layout }).catch(status.fail);
			},
		}),
	);
	if (saved && restoredFilters(saved).some(isOfFormerGroup)) {
		status.tell(t('The group filter was removed because the grouping changed.'));
	}
	owned.add(listen(window, 'pagehide', () => owned.dispose()));
	return {
		progress: ({ progress, done }) => {
			store.dispatch({
				kind: 'progress',
				info: withNews(store.state.info.columns, progress.info),
				records: progress.records,
				reading: done ? { kind: 'done' } : { kind: 'reading', bytes: progress.bytes, totalBytes: progress.totalBytes },
			});
		},
		failed: ({ message }) => store.dispatch({ kind: 'readingFailed', message }),
		syncedSetChanged: (days) => store.dispatch({ kind: 'daysKnown', days }),
		notices: (known) => head.setNotices(known),
		tracesChanged: () => record.tracesChanged(),
		groupsChanged: () => {
			const { filters } = store.state.view;
			if (filters.some((filter) => readsTraces(filter, store.state.info.columns))) {
				store.dispatch({ kind: 'filtersSet', filters: [...filters] });
			}
			groups.groupsChanged();
		},
		showFilters: ({ showsFirst, ...named }) => {
			store.dispatch({ kind: 'filtersSet', filters: filtersElsewhere(named, store.state.info.columns) });
			if (showsFirst) {
				store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
				record.showFirst();
			}
		},
		command,
	};
}
