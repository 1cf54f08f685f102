import { l10n } from 'vscode';
import type { FieldGroup } from '../../../core/plan/fields';
import type { Plan, Slicing } from '../../../core/plan/plan';
import type { PresetKind } from '../../../core/wizard/fieldPresets';

export function outputLabel({ view, format }: Pick<Plan, 'view' | 'format'>): string {
	switch (view) {
		case 'results':
			return l10n.t('Results view');
		case 'kept':
			return l10n.t('Keep these records current');
		case 'document':
			return { csv: l10n.t('CSV document'), json: l10n.t('JSON document') }[format];
	}
}

export function slicingLabel(slicing: Slicing | 'none'): string {
	return { none: l10n.t('In one piece'), day: l10n.t('Day by day'), hour: l10n.t('Hour by hour') }[slicing];
}

export function groupLabel(group: FieldGroup): string {
	return {
		error: l10n.t('Error'),
		time: l10n.t('Time'),
		app: l10n.t('App'),
		device: l10n.t('Device'),
		network: l10n.t('Network'),
		identity: l10n.t('Identity (personal)'),
	}[group];
}

export function presetLabel(preset: PresetKind): string {
	return {
		usual: l10n.t('Usual fields'),
		essential: l10n.t('Error text, name, time and version'),
		impersonal: l10n.t('All but personal fields'),
		all: l10n.t('All fields, personal ones too'),
	}[preset];
}
