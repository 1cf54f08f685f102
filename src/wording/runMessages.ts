import type { ExportProgress } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import { l10n } from './l10n';
import { applicationName } from './planMessages';
import { describeProgress, describeWaiting, type Waiting } from './progressMessages';

interface Run extends Waiting {
	readonly progress: ExportProgress | undefined;
}

export function describeRun({ progress, ...waiting }: Run): string[] {
	return [...(progress ? [describeProgress(progress)] : []), describeWaiting(waiting)];
}

export function titleOfRun(plan: Plan, purpose: 'export' | 'resume' | 'verify'): string {
	switch (purpose) {
		case 'export':
			return l10n.t('Exporting errors of {0}', applicationName(plan));
		case 'resume':
			return l10n.t('Resuming the export of {0}', applicationName(plan));
		case 'verify':
			return l10n.t('Verifying the export of {0}', applicationName(plan));
	}
}
