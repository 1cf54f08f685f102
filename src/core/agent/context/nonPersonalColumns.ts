import type { Column, TableInfo } from '../../../shared/results';
import { serviceFields } from '../../plan/fields';
import type { AgentContext } from './agentContext';

export interface PlacedColumn extends Column {
	readonly index: number;
}

export interface AgentColumns {
	readonly open: readonly PlacedColumn[];
	/** Columns with personal data, including device columns. Agents can count their distinct values but not see them. */
	readonly personal: readonly PlacedColumn[];
}

const documented: ReadonlySet<string> = new Set(serviceFields.map(({ name }) => name));

export function agentColumns(
	{ columns, deviceColumn }: TableInfo,
	{ personalColumns }: Pick<AgentContext, 'personalColumns'>,
): AgentColumns {
	const placed = columns.map((column, index) => ({ ...column, index }));
	const isPersonal = ({ name, personal, index }: PlacedColumn) =>
		personal || personalColumns.has(name) || index === deviceColumn || name.endsWith('device_id');
	return {
		open: placed.filter((column) => !isPersonal(column)),
		personal: placed.filter(isPersonal),
	};
}

/** Returns the names of documented columns only, because other column names come from the file and are untrusted. */
export function columnNames({ open }: AgentColumns): readonly string[] {
	return open.map(({ name }) => name).filter((name) => documented.has(name));
}
