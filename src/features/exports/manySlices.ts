import * as vscode from 'vscode';
import { countByCalendar } from '../../core/export/slices/cutRange';
import { askNow } from '../../core/plan/plan';
import type { PlannedExport } from '../../services/exportLibrary';
import { formatCount } from '../../wording/formats';
import { describeRange } from '../../wording/planMessages';

const { l10n } = vscode;

/** Days of five years, or hours of twelve weeks: more requests than this are rarely meant. */
const usualSlices = 2000;

/** Asks before an export that would send very many requests; whether a person wants them. */
export async function agreesToSlices({ plan, zone }: Pick<PlannedExport, 'plan' | 'zone'>): Promise<boolean> {
	const { slicing } = plan;
	const slices = slicing === undefined ? 1 : countByCalendar(askNow(plan, new Date(), zone), slicing);
	if (slices <= usualSlices) {
		return true;
	}
	const send = l10n.t('Export');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Send {0} requests for this export?', formatCount(slices)),
		{
			modal: true,
			detail: l10n.t(
				'{0}, in slices: a request for each, one after another. A shorter range or larger slices need fewer.',
				describeRange(plan.range),
			),
		},
		send,
	);
	return chosen === send;
}
