import * as vscode from 'vscode';
import { countByCalendar } from '../../core/export/chunks/splitRange';
import { resolveQuestion } from '../../core/plan/plan';
import type { PlannedExport } from '../../services/exportLibrary';
import { formatCount } from '../../wording/formats';
import { describeRange } from '../../wording/planMessages';

const { l10n } = vscode;

/** Maximum number of chunks without confirmation. Equals five years of daily or twelve weeks of hourly chunks. */
const maxUnconfirmedChunks = 2000;

/** Returns whether the user accepts the large number of requests. */
export async function confirmManyChunks({ plan, zone }: Pick<PlannedExport, 'plan' | 'zone'>): Promise<boolean> {
	const { chunking } = plan;
	const chunks = chunking === undefined ? 1 : countByCalendar(resolveQuestion(plan, new Date(), zone), chunking);
	if (chunks <= maxUnconfirmedChunks) {
		return true;
	}
	const send = l10n.t('Export');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Send {0} requests for this export?', formatCount(chunks)),
		{
			modal: true,
			detail: l10n.t(
				'{0}: the export is split into chunks, with one request per chunk. A shorter range or larger chunks need fewer requests.',
				describeRange(plan.range),
			),
		},
		send,
	);
	return chosen === send;
}
