import * as vscode from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import { openRecords } from '../../services/openRecords';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import type { PageCommand } from '../../shared/protocols/resultsProtocol';
import { reopenDisconnected } from '../../vscode/disconnectedTabs';
import { logFault } from '../../vscode/logFault';
import { recordsShownIn } from '../../vscode/openFiles';
import { copyAs } from './copyAs';
import { focusPane, togglePane } from './panes';
import { openResultsAsText, openResultsView } from './reopening';
import { ResultsProvider } from './resultsProvider';

const pageCommands = {
	'appErrors.findInResults': 'find',
	'appErrors.findNextInResults': 'findNext',
	'appErrors.findPreviousInResults': 'findPrevious',
	'appErrors.goToRecord': 'goToRecord',
	'appErrors.goToColumn': 'goToColumn',
	'appErrors.nextRecord': 'nextRecord',
	'appErrors.previousRecord': 'previousRecord',
	'appErrors.nextRecordInGroup': 'nextRecordInGroup',
	'appErrors.previousRecordInGroup': 'previousRecordInGroup',
	'appErrors.findInRecord': 'findInRecord',
	'appErrors.openFirstFrameOfRecord': 'openFirstFrame',
	'appErrors.clearFilters': 'clearFilters',
	'appErrors.undoFilterChange': 'undoFilters',
	'appErrors.redoFilterChange': 'redoFilters',
	'appErrors.copyRecords': 'copy',
	'appErrors.saveRecordsAs': 'save',
	'appErrors.saveReport': 'saveReport',
	'appErrors.editTriage': 'editTriage',
	'appErrors.resetResultsLayout': 'resetLayout',
} as const satisfies { readonly [C in CommandId]?: PageCommand };

export function register(services: Services): vscode.Disposable & { readonly results: ResultsProvider } {
	const { commands } = services;
	const store = new DisposableStore();
	const provider = new ResultsProvider(services);
	store.add(
		reopenDisconnected(
			(tab) => provider.isDisconnected(tab),
			async (tab) => {
				const file = recordsShownIn(tab);
				const { viewColumn } = tab.group;
				await vscode.window.tabGroups.close(tab, true);
				await (file && openRecords(file, 'results', viewColumn));
			},
			(error) => logFault(services.log, 'results', error),
		),
	);
	store.add(commands.register('appErrors.openResultsView', openResultsView));
	store.add(commands.register('appErrors.openResultsAsText', openResultsAsText));
	store.add(commands.register('appErrors.reopenWithFormat', () => provider.active?.readAs()));
	store.add(commands.register('appErrors.tidyTriage', () => provider.active?.tidyTriage()));
	store.add(
		commands.register('appErrors.copyAs', async (of) => {
			const chosen = of && 'kind' in of ? of : provider.active?.document;
			await (chosen && copyAs(services, chosen));
		}),
	);
	for (const [id, command] of Object.entries(pageCommands) as [keyof typeof pageCommands, PageCommand][]) {
		store.add(commands.register(id, () => provider.active?.run(command)));
	}
	store.add(commands.register('appErrors.toggleResultsPane', (pane) => togglePane(provider, pane)));
	store.add(commands.register('appErrors.focusResultsPane', (pane) => focusPane(provider, pane)));
	return { results: provider, dispose: () => store.dispose() };
}
