import * as vscode from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import type { RunningExport, RunningExports } from '../../services/runningExports';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { applicationName, describeRange } from '../../wording/planMessages';
import { describeProgressShortly } from '../../wording/progressMessages';
import { describeRun, titleOfRun } from '../../wording/runMessages';

const { l10n } = vscode;

const tickMs = 1000;

/** Maximum length of a name, in characters. The status bar doesn't truncate text. */
const maxNameLength = 30;

export class ExportStatusBar implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private item: vscode.StatusBarItem | undefined;
	private ticking: NodeJS.Timeout | undefined;

	constructor(private readonly running: RunningExports) {
		this.store.add(running.onDidChange(() => this.draw()));
	}

	dispose(): void {
		this.clear();
		this.store.dispose();
	}

	private draw(): void {
		const [first, ...others] = this.running.all;
		if (!first) {
			this.clear();
			return;
		}
		this.item ??= newItem();
		this.ticking ??= setInterval(() => this.draw(), tickMs);
		this.item.text = `$(sync~spin) ${withoutIcons(shortly(first, others.length))}`;
		this.item.tooltip = this.running.all
			.map((run) => [titleOfRun(run.plan, run.purpose), ...describeRun(run)].join('\n'))
			.join('\n\n');
		this.item.show();
	}

	private clear(): void {
		clearInterval(this.ticking);
		this.ticking = undefined;
		this.item?.dispose();
		this.item = undefined;
	}
}

function newItem(): vscode.StatusBarItem {
	const item = vscode.window.createStatusBarItem('appErrors.runningExports', vscode.StatusBarAlignment.Left, 0);
	item.name = l10n.t('App Errors: Exports');
	item.command = 'appErrors.showRunningExports' satisfies CommandId;
	return item;
}

function shortly({ plan, progress }: RunningExport, others: number): string {
	const name = applicationName(plan);
	const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
	const text = [shown, progress && describeProgressShortly(progress)].filter((part) => part !== undefined).join(': ');
	return others > 0 ? l10n.t('{0} and {1} more', text, others) : text;
}

export async function showRunningExports(running: RunningExports): Promise<void> {
	const runs = running.all;
	if (runs.length === 0) {
		void showInformation(l10n.t('No exports are running.'));
		return;
	}
	const answer = await pickOne({
		title: l10n.t('Running Exports'),
		placeholder: l10n.t('Select an export to stop it. Fetched records are kept.'),
		items: runs.map((run) => ({
			label: withoutIcons(titleOfRun(run.plan, run.purpose)),
			description: withoutIcons(describeRange(run.plan.range)),
			detail: withoutIcons(describeRun(run).join(' · ')),
			iconPath: new vscode.ThemeIcon('debug-stop'),
			value: run,
		})),
	});
	if (answer.kind === 'value') {
		answer.value.stop();
	}
}
