import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { Account } from '../../services/accounts';
import type { MeasuredLibrary } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import { showInformation, showProgress } from '../../vscode/messages';
import { tabsBelow } from '../../vscode/openFiles';
import { formatBytes, plural } from '../../wording/formats';

const { l10n } = vscode;

type ClearAllDataServices = Pick<
	Services,
	| 'accounts'
	| 'databases'
	| 'datasetFiles'
	| 'exports'
	| 'syncedRecords'
	| 'watermarks'
	| 'running'
	| 'storedData'
	| 'log'
>;

/** Deletes all records, secrets, and stored state after confirmation. Doesn't delete settings or other files. */
export async function clearAllData(services: ClearAllDataServices): Promise<void> {
	const { accounts, databases, exports } = services;
	const libraries = await exports.measure();
	if (
		libraries.some(
			({ runningElsewhere, synced: syncedRecords }) => runningElsewhere + syncedRecords.runningElsewhere > 0,
		)
	) {
		throw new AppError({ kind: 'exportRunning', where: 'elsewhere' });
	}
	const clear = l10n.t('Clear All Data');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Clear all App Errors data on this machine?'),
		{ modal: true, detail: describe(libraries, await accounts.list(), databases.list().length) },
		clear,
	);
	if (chosen === clear) {
		await showProgress({ title: l10n.t('Clearing all data…') }, () => clearEverything(services));
		void showInformation(l10n.t('All App Errors data was cleared.'));
	}
}

function describe(libraries: readonly MeasuredLibrary[], accounts: readonly Account[], databases: number): string {
	return [
		describeExports(libraries.filter(({ exports }) => exports > 0)),
		...describeSyncedSet(libraries),
		...describeAbsent(libraries.filter(({ isAway }) => isAway)),
		describeAccounts(accounts.length),
		...(databases === 0
			? []
			: [
					l10n.t(
						'Database connections are removed, including passwords and table mappings. The records stay in the databases.',
					),
				]),
		l10n.t(
			'Pinned and added applications, previous export options, view layouts, last reviewed dates, and selected mapping files are also deleted.',
		),
		l10n.t("Settings and files saved elsewhere are not affected. This can't be undone."),
	].join('\n\n');
}

function describeExports(libraries: readonly MeasuredLibrary[]): string {
	const folders = libraries.map(({ library }) => library).join(', ');
	const bytes = libraries.reduce((sum, library) => sum + library.bytes, 0);
	const exports = libraries.reduce((sum, library) => sum + library.exports, 0);
	return exports === 0
		? l10n.t('No exports will be deleted.')
		: plural(
				exports,
				{
					one: '{0} export ({1}) will be deleted from {2}. If it is running or open, it will be stopped and closed.',
					other:
						'{0} exports ({1}) of all accounts and services will be deleted from {2}. Running exports will be stopped and open ones closed.',
				},
				formatBytes(bytes),
				folders,
			);
}

function describeSyncedSet(libraries: readonly MeasuredLibrary[]): readonly string[] {
	const sets = libraries.reduce((sum, { synced: syncedRecords }) => sum + syncedRecords.sets, 0);
	const size = formatBytes(libraries.reduce((sum, { synced: syncedRecords }) => sum + syncedRecords.bytes, 0));
	return sets === 0
		? []
		: [
				plural(
					sets,
					{
						one: 'The synced records of {0} application ({1}) will be deleted.',
						other: 'The synced records of {0} applications ({1}) will be deleted.',
					},
					size,
				),
			];
}

function describeAbsent(libraries: readonly MeasuredLibrary[]): readonly string[] {
	const folders = libraries.map(({ library }) => library).join(', ');
	return folders === ''
		? []
		: [
				l10n.t(
					"Exports in {0} can't be deleted because the folder is not available. They stay on the disconnected drive.",
					folders,
				),
			];
}

function describeAccounts(count: number): string {
	if (count === 0) {
		return l10n.t('No account is signed in.');
	}
	return plural(count, {
		one: '{0} account will be signed out, and its token removed from this machine.',
		other: '{0} accounts will be signed out, and their tokens removed from this machine.',
	});
}

/** Runs all deletions even if some fail, and reports the errors at the end. */
async function clearEverything({
	accounts,
	databases,
	datasetFiles,
	exports,
	syncedRecords,
	watermarks,
	running,
	storedData,
	log,
}: ClearAllDataServices): Promise<void> {
	const failures: unknown[] = [];
	const steps: readonly (() => Promise<unknown>)[] = [
		() => Promise.all([running.abandonAll(), syncedRecords.stopAll()]),
		// Tabs are closed before the data is deleted, because views save their state on closing.
		async () => vscode.window.tabGroups.close(await tabsBelow([...exports.roots, datasetFiles.root]), true),
		() => exports.clear(),
		() => watermarks.forgetAll(),
		async () => {
			for (const { id } of await accounts.list()) {
				await accounts.remove(id);
			}
		},
		() => databases.forgetAll(),
		() => storedData.clear(),
	];
	for (const step of steps) {
		try {
			await step();
		} catch (error) {
			failures.push(error);
		}
	}
	log.info(`clear all data: ${failures.length === 0 ? 'done' : 'not all of it'}`);
	if (failures.length > 0) {
		throw failures[0];
	}
}
