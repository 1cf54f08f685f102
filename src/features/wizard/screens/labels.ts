import { l10n } from 'vscode';
import type { FieldGroup } from '../../../core/plan/fields';
import type { Chunking, Plan } from '../../../core/plan/plan';
import type { PresetKind } from '../../../core/wizard/fieldPresets';

export function outputLabel({ view, format }: Pick<Plan, 'view' | 'format'>): string {
	switch (view) {
		case 'results':
			return l10n.t('Results view');
		case 'synced':
			return l10n.t('Sync records');
		case 'document':
			return { csv: l10n.t('CSV file'), json: l10n.t('JSON file') }[format];
	}
}

export function chunkingLabel(chunking: Chunking | 'none'): string {
	return { none: l10n.t('Off'), day: l10n.t('By day'), hour: l10n.t('By hour') }[chunking];
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
		standard: l10n.t('Standard fields'),
		essential: l10n.t('Error text, name, time, and version'),
		nonPersonal: l10n.t('All non-personal fields'),
		all: l10n.t('All fields, including personal data'),
	}[preset];
}
