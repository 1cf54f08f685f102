import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { Account } from '../../services/accounts';
import type { MeasuredLibrary } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import { showInformation, showProgress } from '../../vscode/messages';
import { tabsBelow } from '../../vscode/openFiles';
import { formatBytes, formatCount } from '../../wording/formats';

const { l10n } = vscode;

type Used = Pick<
	Services,
	'accounts' | 'databases' | 'datasetFiles' | 'exports' | 'kept' | 'keptMarks' | 'running' | 'storedData' | 'log'
>;

/**
 * Asks, and then leaves no record, no secret and no key of the state behind. Settings stay, and so does whatever is not
 * ours in a folder of the settings.
 */
export async function clearAllData(services: Used): Promise<void> {
	const { accounts, databases, exports } = services;
	const libraries = await exports.measure();
	if (libraries.some(({ runningElsewhere, kept }) => runningElsewhere + kept.runningElsewhere > 0)) {
		throw new AppError({ kind: 'exportRunning', where: 'elsewhere' });
	}
	const clear = l10n.t('Clear All Data');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Clear all data of App Errors on this machine?'),
		{ modal: true, detail: describe(libraries, await accounts.list(), databases.list().length) },
		clear,
	);
	if (chosen === clear) {
		await showProgress({ title: l10n.t('Clearing all data') }, () => clearEverything(services));
		void showInformation(l10n.t('All data of App Errors was cleared.'));
	}
}

function describe(libraries: readonly MeasuredLibrary[], accounts: readonly Account[], databases: number): string {
	return [
		describeExports(libraries.filter(({ exports }) => exports > 0)),
		...describeKept(libraries),
		...describeAbsent(libraries.filter(({ isAway }) => isAway)),
		describeAccounts(accounts.length),
		...(databases === 0
			? []
			: [
					l10n.t(
						'Connections to databases are removed, with their passwords and mapped tables. The databases keep their records.',
					),
				]),
		l10n.t(
			'Pinned and added applications, the choices of earlier exports, how results were left, when you looked at kept records and chosen mapping files are forgotten.',
		),
		l10n.t('Settings stay, and so do files that you saved elsewhere. This cannot be undone.'),
	].join('\n\n');
}

/** @param libraries Those that hold exports. */
function describeExports(libraries: readonly MeasuredLibrary[]): string {
	const folders = libraries.map(({ library }) => library).join(', ');
	const bytes = libraries.reduce((sum, library) => sum + library.bytes, 0);
	const exports = libraries.reduce((sum, library) => sum + library.exports, 0);
	switch (exports) {
		case 0:
			return l10n.t('There are no exports.');
		case 1:
			return l10n.t(
				'1 export, {0}, is deleted from {1}. It is stopped if it is running, and closed if it is open.',
				formatBytes(bytes),
				folders,
			);
		default:
			return l10n.t(
				'{0} exports, together {1}, of all accounts and services, are deleted from {2}. Those that are running are stopped, and open ones are closed.',
				formatCount(exports),
				formatBytes(bytes),
				folders,
			);
	}
}

function describeKept(libraries: readonly MeasuredLibrary[]): readonly string[] {
	const sets = libraries.reduce((sum, { kept }) => sum + kept.sets, 0);
	const size = formatBytes(libraries.reduce((sum, { kept }) => sum + kept.bytes, 0));
	switch (sets) {
		case 0:
			return [];
		case 1:
			return [l10n.t('The kept records of 1 application, {0}, are deleted.', size)];
		default:
			return [l10n.t('The kept records of {0} applications, together {1}, are deleted.', formatCount(sets), size)];
	}
}

function describeAbsent(libraries: readonly MeasuredLibrary[]): readonly string[] {
	const folders = libraries.map(({ library }) => library).join(', ');
	return folders === ''
		? []
		: [
				l10n.t(
					'Exports were kept in {0} as well, which is not there now: what a drive that is away holds stays.',
					folders,
				),
			];
}

function describeAccounts(count: number): string {
	if (count === 0) {
		return l10n.t('No account is signed in.');
	}
	return count === 1
		? l10n.t('1 account is signed out, and its token is removed from this machine.')
		: l10n.t('{0} accounts are signed out, and their tokens are removed from this machine.', formatCount(count));
}

/** Failures are reported at the end: they must not stop the rest. */
async function clearEverything({
	accounts,
	databases,
	datasetFiles,
	exports,
	kept,
	keptMarks,
	running,
	storedData,
	log,
}: Used): Promise<void> {
	const failures: unknown[] = [];
	const steps: readonly (() => Promise<unknown>)[] = [
		() => Promise.all([running.abandonAll(), kept.stopAll()]),
		// A view that closes later would remember how it was left.
		async () => vscode.window.tabGroups.close(await tabsBelow([...exports.roots, datasetFiles.root]), true),
		() => exports.clear(),
		() => keptMarks.forgetAll(),
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
