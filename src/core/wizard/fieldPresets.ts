import type { FieldTable } from '../plan/fields';
import { usualFields } from '../plan/plan';

export const presetKinds = ['standard', 'essential', 'nonPersonal', 'all'] as const;
export type PresetKind = (typeof presetKinds)[number];

const essentialFields: readonly string[] = ['error', 'error_datetime', 'error_name', 'app_version_name'];

export function presetFields(kind: PresetKind, fields: FieldTable): string[] {
	switch (kind) {
		case 'standard':
			return fields.ordered(usualFields);
		case 'essential':
			return fields.ordered(essentialFields);
		case 'nonPersonal':
			return fields.all.filter((field) => !field.personal).map((field) => field.name);
		case 'all':
			return fields.all.map((field) => field.name);
	}
}
