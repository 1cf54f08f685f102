import type { PageCommand } from '../../shared/protocols/resultsProtocol';
import { allDays, type DaysChoice } from '../../shared/syncedDays';
import { describeForOthers, describeGroupKey } from '../common/format/describeFilter';
import { addFilter, unsorted } from '../common/state/viewFilters';
import type { Context } from './context/context';
import { groupQuestion } from './groups/groupPages';
import type { FilterSteps } from './header/filterSteps';
import type { SearchBox } from './header/searchBox';
import type { RecordPane } from './record/recordPane';
import type { GridPane } from './records/gridPane';
import { isTriage } from './state/triage';

interface CommandTargets {
	readonly context: Context;
	readonly search: SearchBox;
	readonly steps: FilterSteps;
	readonly grid: GridPane;
	readonly groups: { focus(): void; editTriage(): void };
	readonly record: RecordPane;
	readonly copyOrSave: (purpose: 'copy' | 'save', anchor: HTMLElement) => void;
	readonly tools: HTMLElement;
	readonly showDays: (choice: DaysChoice) => void;
}

export function viewCommands(targets: CommandTargets): (command: { readonly id: PageCommand }) => void {
	const { context, search, steps, grid, groups, record, copyOrSave, tools, showDays } = targets;
	const { store, showStatus, t } = context;
	const showPane = (pane: 'groups' | 'record') => store.dispatch({ kind: 'paneToggled', pane, shown: true });
	const showRecords = () => {
		if (isTriage(store.state)) {
			store.dispatch({ kind: 'tabChosen', tab: 'records' });
		}
	};
	const commands: Readonly<Record<PageCommand, () => void>> = {
		find: () => search.focus(),
		findNext: () => search.step(false),
		findPrevious: () => search.step(true),
		findInRecord: () => {
			showPane('record');
			record.focusSearch();
		},
		goToRecord: () => {
			showRecords();
			grid.promptRecord();
		},
		goToColumn: () => {
			showRecords();
			grid.promptColumn();
		},
		nextRecord: () => record.step(1, false),
		previousRecord: () => record.step(-1, false),
		nextRecordInGroup: () => record.step(1, true),
		previousRecordInGroup: () => record.step(-1, true),
		openFirstFrame: () => record.openFirstFrame(),
		copy: () => copyOrSave('copy', tools),
		editTriage: () => groups.editTriage(),
		save: () => copyOrSave('save', tools),
		saveReport: () => saveReport(context),
		focusRecords: () => {
			showRecords();
			grid.focus();
		},
		focusGroups: () => {
			showPane('groups');
			groups.focus();
		},
		focusRecord: () => {
			showPane('record');
			record.focus();
		},
		focusFilters: () => {
			showRecords();
			grid.focusFilters();
		},
		toggleGroups: () => {
			store.dispatch({ kind: 'paneToggled', pane: 'groups' });
			if (isTriage(store.state)) {
				groups.focus();
			}
		},
		toggleRecord: () => store.dispatch({ kind: 'paneToggled', pane: 'record' }),
		toggleHistogram: () => store.dispatch({ kind: 'paneToggled', pane: 'histogram' }),
		resetLayout: () => {
			store.dispatch({ kind: 'layoutReset' });
			showStatus(t('The layout was reset.'));
		},
		showBroken: () => {
			const filters = addFilter(store.state.view.filters, { kind: 'broken' });
			store.dispatch({ kind: 'filtersSet', filters });
		},
		undoFilters: () => steps.undo(),
		redoFilters: () => steps.redo(),
		showAllDays: () => showDays(allDays),
		clearFilters: () => store.dispatch({ kind: 'filtersSet', filters: [] }),
	};
	return ({ id }) => commands[id]();
}

function saveReport(context: Context): void {
	const { store, host, t, formats, timeZone } = context;
	const { view, info } = store.state;
	const { key, order, descending } = groupQuestion(store.state);
	const params = {
		view: unsorted(view),
		key,
		order,
		descending,
		timeZone,
		filters: view.filters.map((filter) => describeForOthers(filter, info.columns, t, formats)),
		keyWords: describeGroupKey(key, info.columns, t),
	};
	host.call('saveReport', params).then((words) => words !== '' && context.showStatus(words), context.fail);
}
