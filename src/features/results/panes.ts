import { l10n } from 'vscode';
import type { ResultsPane } from '../../services/commands';
import type { PageCommand } from '../../shared/protocols/resultsProtocol';
import { pickOne } from '../../vscode/quickInput';
import type { ResultsProvider } from './resultsProvider';

interface PaneCommand {
	readonly pane: ResultsPane;
	readonly label: string;
	readonly command: PageCommand;
}

export async function togglePane({ active }: Pick<ResultsProvider, 'active'>, pane?: ResultsPane): Promise<void> {
	const panes: readonly PaneCommand[] = [
		{ pane: 'groups', label: l10n.t('Groups'), command: 'toggleGroups' },
		{ pane: 'record', label: l10n.t('Record Details'), command: 'toggleRecord' },
		{ pane: 'timeline', label: l10n.t('Timeline'), command: 'toggleHistogram' },
	];
	const command = active && (await choose(l10n.t('Show or Hide Pane'), panes, pane));
	await (command && active.run(command));
}

export async function focusPane({ active }: Pick<ResultsProvider, 'active'>, pane?: ResultsPane): Promise<void> {
	const panes: readonly PaneCommand[] = [
		{ pane: 'records', label: l10n.t('Records'), command: 'focusRecords' },
		{ pane: 'groups', label: l10n.t('Groups'), command: 'focusGroups' },
		{ pane: 'record', label: l10n.t('Record Details'), command: 'focusRecord' },
		{ pane: 'filters', label: l10n.t('Filters'), command: 'focusFilters' },
	];
	const command = active && (await choose(l10n.t('Focus Pane'), panes, pane));
	await (command && active.run(command));
}

async function choose(
	title: string,
	panes: readonly PaneCommand[],
	pane: ResultsPane | undefined,
): Promise<PageCommand | undefined> {
	const given = panes.find((known) => known.pane === pane)?.command;
	if (given) {
		return given;
	}
	const items = panes.map(({ label, command }) => ({ label, value: command }));
	const answer = await pickOne({ title, placeholder: l10n.t('Choose a pane'), items });
	return answer.kind === 'value' ? answer.value : undefined;
}
