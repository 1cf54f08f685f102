import * as vscode from 'vscode';
import { zoneName } from '../../core/plan/range';
import type { SyncedSetEntry } from '../../engine/protocol';
import { needsRow } from '../../services/commands';
import type { Services } from '../../services/services';
import type { SyncedSetNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { tabsBelow } from '../../vscode/openFiles';
import { pickOne } from '../../vscode/quickInput';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import { applicationName, describeDay } from '../../wording/planMessages';
import { describeDays, describeSyncedRecords } from '../../wording/syncMessages';
import { changeSyncedSet } from './changeSyncedSet';
import { exportSyncedSet } from './exportSyncedSet';
import { openSyncedSet } from './openSyncedSet';
import { syncFromWizard, syncRecords } from './syncRecords';
import { updateInWindow } from './updateInWindow';

const { l10n } = vscode;

export function register(services: Services): vscode.Disposable {
	const { commands, syncedRecords } = services;
	const store = new DisposableStore();
	store.add(updateByThemselves(services));
	store.add(commands.register('appErrors.syncRecords', (node) => syncRecords(services, node)));
	store.add(commands.register('appErrors.syncPlan', (order) => syncFromWizard(services, order)));
	store.add(
		commands.register('appErrors.editSyncSettings', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && changeSyncedSet(services, chosen));
		}),
	);
	store.add(
		commands.register('appErrors.exportSyncedRecords', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && exportSyncedSet(services, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.openSyncedRecords', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && openSyncedSet(chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.syncNow', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && updateInWindow(services, chosen.account, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.fetchSyncedDays', ({ account, entry }, days) =>
			updateInWindow(services, account, entry, days),
		),
	);
	store.add(
		commands.register(
			'appErrors.stopSync',
			needsRow((node) => syncedRecords.updateOf(node.entry)?.stop()),
		),
	);
	store.add(
		commands.register(
			'appErrors.pauseSync',
			needsRow((node) => syncedRecords.pause(node.entry, true)),
		),
	);
	store.add(
		commands.register(
			'appErrors.resumeSync',
			needsRow((node) => syncedRecords.pause(node.entry, false)),
		),
	);
	store.add(
		commands.register(
			'appErrors.revealSyncedRecords',
			needsRow(async ({ entry: { folder, known } }) => {
				await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(known?.manifest ?? folder));
			}),
		),
	);
	store.add(
		commands.register(
			'appErrors.deleteSyncedRecords',
			needsRow((node) => deleteSyncedSet(services, node.entry)),
		),
	);
	return store;
}

function updateByThemselves({
	accounts,
	syncSchedule,
	settings,
}: Pick<Services, 'accounts' | 'syncSchedule' | 'settings'>): vscode.Disposable {
	const store = new DisposableStore();
	store.add(vscode.window.onDidChangeWindowState(() => syncSchedule.focusChanged()));
	store.add(settings.onDidChange('appErrors.sync.intervalMinutes', () => syncSchedule.reschedule()));
	store.add(settings.onDidChange('appErrors.exports.folder', () => syncSchedule.reschedule()));
	store.add(accounts.onDidChange(() => syncSchedule.accountsChanged()));
	syncSchedule.focusChanged();
	return store;
}

async function deleteSyncedSet(
	{ syncedRecords, watermarks }: Pick<Services, 'syncedRecords' | 'watermarks'>,
	entry: SyncedSetEntry,
): Promise<void> {
	const remove = l10n.t('Delete');
	const { known } = entry;
	const name = known ? applicationName(known.plan) : entry.folder;
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Delete the synced records of {0}?', name),
		{
			modal: true,
			detail: [
				...(known
					? [
							l10n.t('Since {0}', describeDay(known.plan.since)),
							describeRecordCount(known.summary.rows),
							formatBytes(known.summary.bytes),
						]
					: []),
				l10n.t("Records that the service has already deleted can't be restored."),
			].join(' · '),
		},
		remove,
	);
	// Tabs are closed before the files are deleted, because views save their state on closing.
	if (chosen === remove && (await vscode.window.tabGroups.close(await tabsBelow([entry.folder]), true))) {
		await syncedRecords.delete(entry);
		await watermarks.forget(entry.folder);
	}
}

/** Prompts for one of the current account's synced sets. If there is only one set, returns it without a prompt. */
async function pickSyncedSet({
	accounts,
	syncedRecords,
}: Pick<Services, 'accounts' | 'syncedRecords'>): Promise<Pick<SyncedSetNode, 'account' | 'entry'> | undefined> {
	const account = await accounts.signedIn();
	const sets = (await syncedRecords.list(account)).flatMap((entry) =>
		entry.known ? [{ entry, known: entry.known }] : [],
	);
	const [first, ...others] = sets;
	if (!first) {
		void showInformation(l10n.t('No synced records yet. Use "Sync Records…" on an application to start.'));
		return undefined;
	}
	if (others.length === 0) {
		return { account, entry: first.entry };
	}
	const answer = await pickOne({
		title: l10n.t('Synced records'),
		placeholder: l10n.t("Choose an application's records"),
		items: sets.map(({ entry, known: { plan, summary, zone } }) => ({
			label: withoutIcons(applicationName(plan)),
			description: l10n.t('since {0}', describeDay(plan.since)),
			detail: [...describeSyncedRecords(summary, zoneName(zone)), ...describeDays(summary)].join(' · '),
			iconPath: new vscode.ThemeIcon('database'),
			value: entry,
		})),
	});
	return answer.kind === 'value' ? { account, entry: answer.value } : undefined;
}
