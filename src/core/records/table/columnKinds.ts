import type { Column, ColumnKind } from '../../../shared/results';
import type { Field } from '../../plan/fields';
import { timeFields } from '../../plan/timeFields';

/** Returns the kind that is determined by a column's name. Returns undefined if the kind depends on the values. */
export function kindByName(name: string, field: Field | undefined): ColumnKind | undefined {
	if (/_(timestamp|datetime)$/.test(name)) {
		return 'time';
	}
	if (name === 'app_version_name' || name === 'os_version') {
		return 'version';
	}
	return field && (field.type === 'integer' ? 'integer' : 'text');
}

const date = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z?)?$/;

export function isDate(value: string): boolean {
	return date.test(value);
}

const times: readonly string[] = [...timeFields.default, ...timeFields.receive];

export function getTimeColumn(columns: readonly Column[]): number | undefined {
	const byName = times.map((name) => columns.findIndex((column) => column.name === name)).find((index) => index !== -1);
	return byName ?? found(columns.findIndex(({ kind }) => kind === 'time'));
}

/**
 * Returns the index of the device column. Returns undefined if its numbers were rounded, because different devices can
 * then have the same number.
 */
export function getDeviceColumn(columns: readonly Pick<Column, 'name' | 'spoiled'>[]): number | undefined {
	return (
		found(columns.findIndex(({ name, spoiled }) => name === 'analytics_device_id' && !spoiled)) ??
		found(columns.findIndex(({ name, spoiled }) => name.endsWith('_device_id') && !spoiled))
	);
}

export function getVersionColumn(columns: readonly Column[]): number | undefined {
	return found(columns.findIndex(({ name }) => name === 'app_version_name'));
}

function found(index: number): number | undefined {
	return index === -1 ? undefined : index;
}
