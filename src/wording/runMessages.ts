import type { ExportProgress, LastAnswer } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import { l10n } from './l10n';
import { applicationName } from './planMessages';
import { describeProgress, describeWaiting } from './progressMessages';

interface Run {
	readonly progress: ExportProgress | undefined;
	readonly startedAt: number;
	readonly lastAnswer: LastAnswer | undefined;
}

export function describeRun({ progress, startedAt, lastAnswer }: Run): string[] {
	return [...(progress ? [describeProgress(progress)] : []), describeWaiting(startedAt, lastAnswer)];
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
