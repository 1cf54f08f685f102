import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { DatabaseNode, DatasetNode, MappedTableNode } from '../../services/treeNodes';
import { describeRecordCount } from '../../wording/formats';
import { itemCommand } from './itemCommand';

export function databaseItem({ connection }: DatabaseNode): TreeItem {
	const { name, url, database, user } = connection;
	const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
	item.id = `database:${url} ${user} ${database}`;
	item.iconPath = new ThemeIcon('server');
	item.contextValue = 'database';
	item.accessibilityInformation = { label: l10n.t('Database {0}', name) };
	return item;
}

export function datasetItem(node: DatasetNode): TreeItem {
	const { connection, dataset } = node;
	const { database, rows } = dataset;
	const item = new TreeItem(database);
	item.id = `dataset:${connection.url} ${connection.user} ${database}`;
	if (rows !== undefined) {
		item.description = describeRecordCount(rows);
	}
	item.iconPath = new ThemeIcon('database');
	item.contextValue = 'dataset';
	item.command = itemCommand('appErrors.openDataset', l10n.t('Open Records'), node);
	item.accessibilityInformation = { label: [l10n.t('Dataset {0}', database), item.description ?? ''].join(', ') };
	return item;
}

export function mappedTableItem(node: MappedTableNode): TreeItem {
	const { connection, mapping } = node;
	const { database, table } = mapping;
	const item = new TreeItem(`${database}.${table}`);
	item.id = `mappedTable:${connection.url} ${connection.user} ${JSON.stringify([database, table])}`;
	item.description = l10n.t('mapped table');
	item.iconPath = new ThemeIcon('table');
	item.contextValue = 'mappedTable';
	item.command = itemCommand('appErrors.openDataset', l10n.t('Open Records'), node);
	item.accessibilityInformation = { label: l10n.t('Mapped table {0}', `${database}.${table}`) };
	return item;
}

export function databaseTooltip({ connection: { name, url, user, database } }: DatabaseNode): string {
	return [
		name,
		l10n.t('URL: {0}', url),
		l10n.t('User: {0}', user || 'default'),
		...(database === '' ? [] : [l10n.t('Database: {0}', database)]),
	].join('\n');
}
