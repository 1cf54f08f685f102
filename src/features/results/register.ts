import type { Disposable } from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { copyAs } from './copyAs';
import { openResultsAsText, openResultsView } from './reopening';
import { ResultsProvider } from './resultsProvider';

export function register(services: Services): Disposable & { readonly results: ResultsProvider } {
	const { commands } = services;
	const store = new DisposableStore();
	const provider = new ResultsProvider(services);
	store.add(commands.register('appErrors.openResultsView', openResultsView));
	store.add(commands.register('appErrors.openResultsAsText', openResultsAsText));
	store.add(commands.register('appErrors.reopenWithFormat', () => provider.active?.readAs()));
	store.add(commands.register('appErrors.findInResults', () => provider.active?.run('find')));
	store.add(commands.register('appErrors.findNextInResults', () => provider.active?.run('findNext')));
	store.add(commands.register('appErrors.findPreviousInResults', () => provider.active?.run('findPrevious')));
	store.add(commands.register('appErrors.goToRecord', () => provider.active?.run('goToRecord')));
	store.add(commands.register('appErrors.goToColumn', () => provider.active?.run('goToColumn')));
	store.add(commands.register('appErrors.nextRecord', () => provider.active?.run('nextRecord')));
	store.add(commands.register('appErrors.previousRecord', () => provider.active?.run('previousRecord')));
	store.add(commands.register('appErrors.nextRecordInGroup', () => provider.active?.run('nextRecordInGroup')));
	store.add(commands.register('appErrors.previousRecordInGroup', () => provider.active?.run('previousRecordInGroup')));
	store.add(commands.register('appErrors.findInRecord', () => provider.active?.run('findInRecord')));
	store.add(commands.register('appErrors.openFirstFrameOfRecord', () => provider.active?.run('openFirstFrame')));
	store.add(commands.register('appErrors.clearFilters', () => provider.active?.run('clearFilters')));
	store.add(commands.register('appErrors.undoFilterChange', () => provider.active?.run('undoFilters')));
	store.add(commands.register('appErrors.redoFilterChange', () => provider.active?.run('redoFilters')));
	store.add(commands.register('appErrors.copyRecords', () => provider.active?.run('copy')));
	store.add(
		commands.register('appErrors.copyAs', async (of) => {
			const chosen = of && 'kind' in of ? of : provider.active?.document;
			await (chosen && copyAs(services, chosen));
		}),
	);
	store.add(commands.register('appErrors.saveRecordsAs', () => provider.active?.run('save')));
	store.add(commands.register('appErrors.saveReport', () => provider.active?.run('saveReport')));
	store.add(commands.register('appErrors.toggleGroups', () => provider.active?.run('toggleGroups')));
	store.add(commands.register('appErrors.toggleRecordDetails', () => provider.active?.run('toggleRecord')));
	store.add(commands.register('appErrors.focusRecords', () => provider.active?.run('focusRecords')));
	store.add(commands.register('appErrors.focusGroups', () => provider.active?.run('focusGroups')));
	store.add(commands.register('appErrors.focusRecordDetails', () => provider.active?.run('focusRecord')));
	store.add(commands.register('appErrors.focusFilters', () => provider.active?.run('focusFilters')));
	store.add(commands.register('appErrors.toggleTimeline', () => provider.active?.run('toggleHistogram')));
	store.add(commands.register('appErrors.resetResultsLayout', () => provider.active?.run('resetLayout')));
	return { results: provider, dispose: () => store.dispose() };
}
