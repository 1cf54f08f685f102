import type { Column, ColumnKind } from '../../../shared/results';
import type { Field } from '../../plan/fields';
import { timeFields } from '../../plan/timeFields';

/** What the service's document says about the field, or its name; undefined when only the values can tell. */
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

/** Whether a value reads as a day, or a moment of it, as `timeOf` takes them. */
export function isDate(value: string): boolean {
	return date.test(value);
}

const times: readonly string[] = [...timeFields.default, ...timeFields.receive];

export function timeColumnOf(columns: readonly Column[]): number | undefined {
	const byName = times.map((name) => columns.findIndex((column) => column.name === name)).find((index) => index !== -1);
	return byName ?? found(columns.findIndex(({ kind }) => kind === 'time'));
}

export function deviceColumnOf(columns: readonly Pick<Column, 'name'>[]): number | undefined {
	return (
		found(columns.findIndex(({ name }) => name === 'analytics_device_id')) ??
		found(columns.findIndex(({ name }) => name.endsWith('_device_id')))
	);
}

export function versionColumnOf(columns: readonly Column[]): number | undefined {
	return found(columns.findIndex(({ name }) => name === 'app_version_name'));
}

function found(index: number): number | undefined {
	return index === -1 ? undefined : index;
}
