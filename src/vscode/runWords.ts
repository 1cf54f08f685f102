import { l10n } from 'vscode';
import type { Plan } from '../core/export/plan';

export function nameOf({ application }: Pick<Plan, 'application'>): string {
	return application.name ?? application.id;
}

/** What an export is doing as a whole, for the title of its progress. */
export function titleOfRun(plan: Plan, purpose: 'export' | 'resume' | 'verify'): string {
	switch (purpose) {
		case 'export':
			return l10n.t('Exporting errors of {0}', nameOf(plan));
		case 'resume':
			return l10n.t('Resuming the export of {0}', nameOf(plan));
		case 'verify':
			return l10n.t('Verifying the export of {0}', nameOf(plan));
	}
}
