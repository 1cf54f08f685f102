import { DisposableStore } from '../../shared/disposables';
import type {
	PaneName,
	ResultsHost,
	ResultsStart,
	ResultsView,
	ViewState,
} from '../../shared/protocols/resultsProtocol';
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
import { DayStrip } from './days/dayStrip';
import { type DaysActions, daysControl } from './days/daysControl';
import { deviceOffer } from './groups/deviceOffer';
import type { CopyRecords } from './groups/groupMenu';
import { GroupsPane } from './groups/groupsPane';
import { chips } from './header/chips';
import { filterSteps } from './header/filterSteps';
import { header } from './header/header';
import { SearchBox } from './header/searchBox';
import { tools } from './header/tools';
import { HistogramPane } from './histogram/histogramPane';
import { emptyState } from './panes/emptyState';
import { focusFirst, PaneFocus } from './panes/paneFocus';
import { Workbench } from './panes/workbench';
import { RecordPane } from './record/recordPane';
import { GridPane } from './records/gridPane';
import { initialState, restoredFilters } from './state/initial';
import { getState } from './state/layout';
import { reduce } from './state/reduce';
import { saveState } from './state/saveState';
import { isTriage } from './state/triage';
import type { Selection } from './state/viewState';
import { DetailTabs } from './triage/detailTabs';
import { GroupDetail } from './triage/groupDetail';
import { ValueSummary } from './triage/valueSummary';
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
	return new ResultsPage(root, host, start, stateSaver).handlers();
}

class ResultsPage {
	private readonly owned = new DisposableStore();
	private readonly announcer = createAnnouncer();
	private readonly status: ReturnType<typeof statusLine>;
	private readonly context: Context;
	private readonly saver: ReturnType<typeof saveState>;
	private readonly groups: GroupsPane;
	private readonly detail: GroupDetail;
	private readonly tabs: DetailTabs;
	private readonly summary: ValueSummary;
	private readonly record: RecordPane;
	private readonly histogram: HistogramPane;
	private readonly search: SearchBox;
	private readonly steps: ReturnType<typeof filterSteps>;
	private readonly tools: ReturnType<typeof tools>;
	private readonly days: ReturnType<typeof daysControl>;
	private readonly head: ReturnType<typeof header>;
	private readonly chart: HTMLElement;
	private readonly records: HTMLElement;
	private readonly grid: GridPane;
	private readonly command: ReturnType<typeof viewCommands>;
	private readonly offer: HTMLElement;
	/** Whether the record was opened from the grid in the triage layout. If so, Escape returns to the grid. */
	private isOpenedFromGrid = false;
	private readonly choice: CopyOrSaveChoice = {
		records: 'selected',
		columns: 'visible',
		format: 'csv',
		spreadsheetSafe: false,
		header: true,
		tracesAsWritten: false,
	};

	constructor(
		private readonly root: HTMLElement,
		private readonly host: Channel<ResultsView, ResultsHost>,
		start: ResultsStart,
		stateSaver: StateSaver,
	) {
		const t = createTranslate(start.strings);
		const { owned } = this;
		this.status = owned.add(statusLine(t));
		const saved = stateSaver.load() ?? (start.layout && getState(start.layout));
		this.context = this.createContext(start, saved);
		const { context } = this;
		const copyRecords: CopyRecords = (key, value, anchor) => {
			const { choice } = this;
			openCopyOrSave(context, anchor, { purpose: 'copy', selected: [], choice, only: { key, value } });
		};
		this.offer = deviceOffer(context, start.offersDevices);
		this.groups = owned.add(new GroupsPane(context, copyRecords, this.offer));
		this.summary = owned.add(new ValueSummary(context));
		const onRecord = { move: (selection: Selection) => this.grid.select(selection), leave: () => this.leaveRecord() };
		this.record = owned.add(new RecordPane(context, onRecord));
		this.search = owned.add(new SearchBox(context, ({ position, column }) => this.grid.goTo(position, column)));
		this.tools = owned.add(this.createTools());
		this.steps = owned.add(filterSteps(context));
		const filterChips = owned.add(chips(context));
		const searchLine = element('div', { class: 'search-line' }, this.search.root, this.steps.root, filterChips.root);
		const onDays = this.daysActions();
		this.days = owned.add(daysControl(context, onDays));
		this.head = owned.add(header(context, start, { days: this.days.root, tools: this.tools.root, search: searchLine }));
		this.histogram = owned.add(new HistogramPane(context));
		this.chart = element('div', { class: 'chart' }, this.histogram.root, owned.add(new DayStrip(context, onDays)).root);
		const gridHost = element('div', { class: 'grid-host' });
		const empty = owned.add(emptyState(context, start.emptyReasons));
		this.records = element('section', { class: 'records', 'aria-label': t('Records') }, gridHost, empty.root);
		this.tabs = owned.add(
			new DetailTabs(
				context,
				{ details: this.record.root, records: this.records, timeline: this.chart },
				() => (this.isOpenedFromGrid = false),
			),
		);
		const leave = () => this.groups.focus();
		this.detail = owned.add(new GroupDetail(context, { tabs: this.tabs.root, copyRecords, leave }));
		this.build(start);
		// The grid is created last, because it measures its container.
		this.grid = owned.add(this.createGrid(gridHost));
		this.command = this.createCommands();
		owned.add(this.createPaneFocus());
		this.saver = owned.add(this.createSaver(stateSaver));
		if (saved && restoredFilters(saved).some(isOfFormerGroup)) {
			this.status.showStatus(t('The group filter was removed because the grouping changed.'));
		}
		owned.add(listen(window, 'pagehide', () => owned.dispose()));
	}

	handlers(): Handlers<ResultsView> {
		const { store } = this.context;
		return {
			progress: ({ progress, done }) => {
				const { records, bytes, totalBytes } = progress;
				store.dispatch({
					kind: 'progress',
					info: withNews(store.state.info.columns, progress.info),
					records,
					reading: done ? { kind: 'done' } : { kind: 'reading', bytes, totalBytes },
				});
			},
			failed: ({ message }) => store.dispatch({ kind: 'readingFailed', message }),
			syncedSetChanged: (days) => store.dispatch({ kind: 'daysKnown', days }),
			notices: (known) => this.head.setNotices(known),
			tracesChanged: () => {
				this.record.tracesChanged();
				this.detail.tracesChanged();
			},
			groupsChanged: () => {
				const { filters } = store.state.view;
				if (filters.some((filter) => readsTraces(filter, store.state.info.columns))) {
					store.dispatch({ kind: 'filtersSet', filters: [...filters] });
				}
				this.groups.groupsChanged();
				this.detail.groupsChanged();
			},
			statesChanged: () => {
				this.groups.statesChanged();
				this.detail.statesChanged();
			},
			showFilters: ({ showsFirst, ...named }) => {
				store.dispatch({ kind: 'filtersSet', filters: filtersElsewhere(named, store.state.info.columns) });
				if (showsFirst) {
					store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
					this.record.showFirst();
				}
			},
			command: this.command,
		};
	}

	private createContext(start: ResultsStart, saved: ViewState | undefined): Context {
		const { info, strings, language } = start;
		const t = createTranslate(strings);
		const timeColumn = info.timeColumn === undefined ? undefined : info.columns[info.timeColumn];
		const timeZone = zoneOfColumn(timeColumn, start.timeZone);
		return {
			store: new Store(initialState(info, saved, info.total, start.syncedDays), reduce),
			host: this.host,
			t,
			formats: createFormats(language, timeZone, t, strings),
			timeZone,
			announce: this.announcer.announce,
			showStatus: this.status.showStatus,
			fail: this.status.fail,
		};
	}

	private createTools(): ReturnType<typeof tools> {
		return tools(this.context, {
			copy: (anchor) => this.copyOrSave('copy', anchor),
			save: (anchor) => this.copyOrSave('save', anchor),
		});
	}

	private createSaver(stateSaver: StateSaver): ReturnType<typeof saveState> {
		const { host, context } = this;
		return saveState(context.store, {
			state: (state) => {
				stateSaver.save(state);
				host.call('saveState', state).catch(context.fail);
			},
			layout: (layout) => {
				host.call('saveLayout', { layout }).catch(context.fail);
			},
		});
	}

	private daysActions(): DaysActions {
		const { host, context } = this;
		return {
			show: (choice) => {
				context.store.dispatch({ kind: 'daysChosen', choice });
				// The state must be saved before the page is replaced, because the next page starts with the saved state.
				this.saver.flush();
				host.call('showDays', { choice }).catch(context.fail);
			},
			fetch: (days) => {
				host.call('fetchDays', { days: days.map(({ day }) => day) }).catch(context.fail);
			},
		};
	}

	private copyOrSave(purpose: 'copy' | 'save', anchor: HTMLElement): void {
		openCopyOrSave(this.context, anchor, { purpose, selected: this.grid.selectedRanges, choice: this.choice });
	}

	private build(start: ResultsStart): void {
		const { root, owned, context, groups, detail, record, chart, records } = this;
		const { store } = context;
		const panes = owned.add(
			new Workbench(context, root, {
				chart,
				groups: groups.root,
				detail: detail.root,
				grid: records,
				record: record.root,
				summary: this.summary.root,
			}),
		);
		document.documentElement.lang = start.language;
		document.title = start.title;
		root.classList.add('view');
		fill(root, this.head.root, chart, panes.root, this.status.root, this.announcer.root);
		panes.start();
		this.placeOffer();
		owned.add(store.onChange(isTriage, () => this.placeOffer()));
		for (const pane of [detail.root, records, chart]) {
			owned.add(listen(pane, 'keydown', (event) => this.onKey(event)));
		}
	}

	/** Moves the offer to count devices, because the list of groups has no space for it in the triage layout. */
	private placeOffer(): void {
		const { context, offer, groups, tabs } = this;
		if (isTriage(context.store.state)) {
			tabs.root.before(offer);
		} else {
			groups.root.firstElementChild?.after(offer);
		}
	}

	private createGrid(gridHost: HTMLElement): GridPane {
		const { context } = this;
		return new GridPane(context, gridHost, {
			openRecord: () => {
				this.isOpenedFromGrid = true;
				context.store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
				this.record.focus();
			},
			openValues: (column, anchor) => openColumnPanel(context, column, anchor, 'values'),
			editFilters: (column, anchor) => openColumnPanel(context, column, anchor, 'filters'),
			resetLayout: () => this.command({ id: 'resetLayout' }),
		});
	}

	private createCommands(): ReturnType<typeof viewCommands> {
		const { context, search, steps, grid, groups, record } = this;
		return viewCommands({
			context,
			search,
			steps,
			grid,
			groups,
			record,
			copyOrSave: (purpose, anchor) => this.copyOrSave(purpose, anchor),
			tools: this.tools.root,
			showDays: this.daysActions().show,
		});
	}

	private createPaneFocus(): PaneFocus {
		const { root, head, chart, groups, detail, tabs, records, grid, record, search, days, context } = this;
		const { store } = context;
		const panes: Readonly<Record<PaneName, ConstructorParameters<typeof PaneFocus>[1][PaneName]>> = {
			head: {
				root: head.root,
				focus: (had) => (had?.control === 'days' && !days.root.hidden ? days.root.focus() : search.focus()),
				place: () => ({ control: document.activeElement === days.root ? 'days' : undefined }),
			},
			chart: { root: chart, focus: () => focusFirst(chart) },
			groups,
			detail: { root: detail.root, focus: () => tabs.focus() },
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
		};
		return new PaneFocus(root, panes, store);
	}

	/** Moves the focus to the groups on Escape in the triage layout, unless a control has handled the key. */
	private onKey(event: KeyboardEvent): void {
		const inPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
		if (event.key === 'Escape' && !event.defaultPrevented && !inPopover && isTriage(this.context.store.state)) {
			event.preventDefault();
			this.groups.focus();
		}
	}

	private leaveRecord(): void {
		const { store } = this.context;
		if (!isTriage(store.state)) {
			this.grid.focus();
		} else if (this.isOpenedFromGrid) {
			this.isOpenedFromGrid = false;
			store.dispatch({ kind: 'tabChosen', tab: 'records' });
			this.grid.focus();
		} else {
			this.groups.focus();
		}
	}
}
