import { type Field, type FieldGroup, fieldGroups } from '../../../core/plan/fields';

/** The groups that have members, in their order, each with its fields in the order of the table. */
export function byGroup(fields: readonly Field[]): (readonly [FieldGroup, readonly Field[]])[] {
	return fieldGroups
		.map((group) => [group, fields.filter((field) => field.group === group)] as const)
		.filter(([, members]) => members.length > 0);
}
