import type { Column, TableInfo } from '../../../shared/results';
import { serviceFields } from '../../plan/fields';
import type { AgentWorld } from './agentWorld';

/** A column with its place in the file. */
export interface PlacedColumn extends Column {
	readonly index: number;
}

/** The columns of a file, told apart by what an agent may know of them. */
export interface AgentColumns {
	/** Whose values may be told and asked about. */
	readonly open: readonly PlacedColumn[];
	/** The others; of devices, only how many there are is told. */
	readonly personal: readonly PlacedColumn[];
}

const documented: ReadonlySet<string> = new Set(serviceFields.map(({ name }) => name));

export function agentColumns(
	{ columns, deviceColumn }: TableInfo,
	{ personalColumns }: Pick<AgentWorld, 'personalColumns'>,
): AgentColumns {
	const placed = columns.map((column, index) => ({ ...column, index }));
	const isPersonal = ({ name, personal, index }: PlacedColumn) =>
		personal || personalColumns.has(name) || index === deviceColumn || name.endsWith('device_id');
	return {
		open: placed.filter((column) => !isPersonal(column)),
		personal: placed.filter(isPersonal),
	};
}

/** Names of columns as this program knows them: those of a file could say anything. */
export function columnNames({ open }: AgentColumns): readonly string[] {
	return open.map(({ name }) => name).filter((name) => documented.has(name));
}
