import type { FieldTable } from '../plan/fields';
import { usualFields } from '../plan/plan';

export const presetKinds = ['usual', 'essential', 'impersonal', 'all'] as const;
export type PresetKind = (typeof presetKinds)[number];

/** Enough to read a stack trace and say when it happened. */
const essentialFields: readonly string[] = ['error', 'error_datetime', 'error_name', 'app_version_name'];

/** The names a preset stands for, in the order of the table. */
export function presetFields(kind: PresetKind, fields: FieldTable): string[] {
	switch (kind) {
		case 'usual':
			return fields.ordered(usualFields);
		case 'essential':
			return fields.ordered(essentialFields);
		case 'impersonal':
			return fields.all.filter((field) => !field.personal).map((field) => field.name);
		case 'all':
			return fields.all.map((field) => field.name);
	}
}
