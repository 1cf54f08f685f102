import * as vscode from 'vscode';
import type { ServerRecordsName } from '../../core/database/datasetDocument';
import { needsRow, runCommand } from '../../services/commands';
import type { DatabaseConnection } from '../../services/databases/databases';
import { openRecords } from '../../services/openRecords';
import type { Services } from '../../services/services';
import {
	type DatabaseNode,
	type DatasetNode,
	type ExportNode,
	type MappedTableNode,
	pathOfRecords,
	type SyncedSetNode,
} from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { recordsShownIn } from '../../vscode/openFiles';
import { pickOne } from '../../vscode/quickInput';
import { connectWithSteps } from './connectSteps';
import { feedDataset, loadIntoDatabase } from './load/loadIntoDatabase';
import { mapTable } from './mapTable';
import { removeLoadWithSteps } from './removeLoad';

const { l10n } = vscode;

export function register(services: Services): vscode.Disposable {
	const { commands, databases } = services;
	const store = new DisposableStore();

	async function connectionOf(node: DatabaseNode | undefined, title: string): Promise<DatabaseConnection | undefined> {
		const all = databases.list();
		if (node || all.length <= 1) {
			return node?.connection ?? all[0];
		}
		const answer = await pickOne({
			title,
			placeholder: l10n.t('Choose a database'),
			items: all.map((value) => ({ label: withoutIcons(value.name), description: value.url, value })),
		});
		return answer.kind === 'value' ? answer.value : undefined;
	}

	store.add(commands.register('appErrors.connectDatabase', (known) => connectWithSteps(services, known)));
	store.add(
		commands.register(
			'appErrors.openDataset',
			needsRow((node) => openDataset(services, node)),
		),
	);
	store.add(
		commands.register('appErrors.disconnectDatabase', async (node) => {
			const connection = await connectionOf(node, l10n.t('Disconnect from Database'));
			if (connection && (await confirmed(connection))) {
				await databases.remove(connection);
				await services.datasetFiles.removeOf(connection);
				await services.loadConsents.forget(connection);
			}
		}),
	);
	store.add(
		commands.register('appErrors.useExistingTable', async (node) => {
			const connection = await connectionOf(node, l10n.t('Use Existing Table'));
			if (connection) {
				const mapping = await mapTable(services, connection);
				await (mapping && openDataset(services, { kind: 'mappedTable', connection, mapping }));
			} else if (databases.list().length === 0) {
				await offerConnecting();
			}
		}),
	);
	store.add(
		commands.register('appErrors.loadIntoDatabase', async (of) => {
			const path = recordsGiven(of);
			const connection = path && (await connectionOf(undefined, l10n.t('Load Records into Database')));
			if (path && connection) {
				await loadIntoDatabase(services, path, connection);
			} else if (databases.list().length === 0) {
				await offerConnecting();
			}
		}),
	);
	store.add(
		services.syncedRecords.onDidUpdate(({ known }) => {
			const feeding = known && feedDataset(services, known.manifest);
			feeding?.catch((error) => services.notifier.error(error, 'appErrors.loadIntoDatabase'));
		}),
	);
	store.add(
		commands.register(
			'appErrors.removeTableMapping',
			needsRow((node) => databases.removeMapped(node.connection, node.mapping)),
		),
	);
	store.add(
		commands.register(
			'appErrors.removeLoad',
			needsRow((node) => removeLoadWithSteps(services, node)),
		),
	);
	return store;
}

async function offerConnecting(): Promise<void> {
	const connect = l10n.t('Connect to Database…');
	if ((await showInformation(l10n.t('No database is connected.'), connect)) === connect) {
		await runCommand('appErrors.connectDatabase');
	}
}

function recordsGiven(of: ExportNode | SyncedSetNode | vscode.Uri | undefined): string | undefined {
	if (of && 'kind' in of) {
		return pathOfRecords(of);
	}
	return (of ?? recordsShownIn(vscode.window.tabGroups.activeTabGroup.activeTab))?.fsPath;
}

async function confirmed({ name }: DatabaseConnection): Promise<boolean> {
	const disconnect = l10n.t('Disconnect');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Disconnect {0}?', name),
		{
			modal: true,
			detail: l10n.t(
				'The saved password and the table mappings are removed from this machine. The records stay in the database.',
			),
		},
		disconnect,
	);
	return chosen === disconnect;
}

async function openDataset(
	{ datasetFiles }: Pick<Services, 'datasetFiles'>,
	node: DatasetNode | MappedTableNode,
): Promise<void> {
	const document = { connection: node.connection, of: sourceOf(node) };
	await openRecords(await datasetFiles.write(document), 'results');
}

function sourceOf(node: DatasetNode | MappedTableNode): ServerRecordsName {
	return node.kind === 'dataset'
		? { kind: 'dataset', database: node.dataset.database }
		: { kind: 'table', mapping: node.mapping };
}
