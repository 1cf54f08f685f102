import { l10n } from 'vscode';
import {
	type ColumnRole,
	canBeTime,
	columnRoles,
	type DatabaseColumn,
	type DatabaseTable,
	type TableMapping,
} from '../../core/database/tableMapping';
import type { DatabaseConnection } from '../../services/databases/databases';
import type { Services } from '../../services/services';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';

export async function mapTable(
	{ databases, engine }: Pick<Services, 'databases' | 'engine'>,
	connection: DatabaseConnection,
): Promise<TableMapping | undefined> {
	const title = l10n.t('Use Existing Table');
	const tables = await engine.call('listTables', { connection });
	if (tables.length === 0) {
		void showInformation(l10n.t('The database has no tables that this user can access.'));
		return undefined;
	}
	const table = await pickOne({
		title,
		placeholder: l10n.t('Choose the table that contains the records'),
		items: tables.map((value) => ({ label: withoutIcons(value.table), description: value.database, value })),
	});
	if (table.kind !== 'value') {
		return undefined;
	}
	const columns = await engine.call('listTableColumns', { connection, table: table.value });
	if (!columns.some(canBeTime)) {
		void showInformation(l10n.t('{0} has no column that can be read as a time.', table.value.table));
		return undefined;
	}
	const mapping = await promptColumns(title, table.value, columns);
	if (mapping) {
		await databases.mapTable(connection, mapping);
	}
	return mapping;
}

async function promptColumns(
	title: string,
	table: DatabaseTable,
	columns: readonly DatabaseColumn[],
): Promise<TableMapping | undefined> {
	const chosen: (DatabaseColumn | undefined)[] = [];
	while (chosen.length < columnRoles.length) {
		const role = columnRoles[chosen.length] ?? 'time';
		const answer = await pickOne<DatabaseColumn | undefined>({
			title: `${title} (${chosen.length + 1}/${columnRoles.length})`,
			placeholder: roleWords[role](),
			items: [
				...(role === 'time' ? [] : [{ label: l10n.t('None'), value: undefined }]),
				...columns
					.filter((column) => role !== 'time' || canBeTime(column))
					.map((column) => ({ label: withoutIcons(column.name), description: column.type, value: column })),
			],
			active: (column) => column !== undefined && usualNames[role].includes(column.name.toLowerCase()),
			canGoBack: chosen.length > 0,
		});
		if (answer.kind === 'dismissed') {
			return undefined;
		}
		if (answer.kind === 'back') {
			chosen.pop();
		} else {
			chosen.push(answer.value);
		}
	}
	const [time, ...others] = chosen;
	const named = columnRoles.slice(1).map((role, index) => [role, others[index]?.name]);
	return time && { ...table, time, others: Object.fromEntries(named.filter(([, name]) => name !== undefined)) };
}

const roleWords: Readonly<Record<ColumnRole, () => string>> = {
	time: () => l10n.t("Choose the column with the record's time"),
	error: () => l10n.t('Choose the column with the error text or stack trace'),
	version: () => l10n.t('Choose the column with the app version'),
	device: () => l10n.t('Choose the column that identifies devices'),
	name: () => l10n.t('Choose the column with the error name (used for grouping)'),
};

const usualNames: Readonly<Record<ColumnRole, readonly string[]>> = {
	time: ['error_datetime', 'crash_datetime', 'event_datetime', 'timestamp', 'datetime', 'time', 'created_at', 'date'],
	error: ['error', 'crash', 'stacktrace', 'stack_trace', 'trace', 'message'],
	version: ['app_version_name', 'app_version', 'version', 'release'],
	device: ['device_id', 'deviceid', 'user_id', 'installation_id'],
	name: ['error_name', 'error_id', 'crash_group_id', 'name', 'type'],
};
