import { type Field, type FieldGroup, fieldGroups } from '../../../core/plan/fields';

export function byGroup(fields: readonly Field[]): (readonly [FieldGroup, readonly Field[]])[] {
	return fieldGroups
		.map((group) => [group, fields.filter((field) => field.group === group)] as const)
		.filter(([, members]) => members.length > 0);
}
