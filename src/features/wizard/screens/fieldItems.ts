import { type Field, type FieldGroup, fieldGroups } from '../../../core/plan/fields';

/** Returns the non-empty field groups in display order. Fields keep the order of the field table. */
export function byGroup(fields: readonly Field[]): (readonly [FieldGroup, readonly Field[]])[] {
	return fieldGroups
		.map((group) => [group, fields.filter((field) => field.group === group)] as const)
		.filter(([, members]) => members.length > 0);
}
