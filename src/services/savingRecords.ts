import * as vscode from 'vscode';
import { isCancellation } from '../core/common/errors';
import type { RecordSessions } from '../shared/recordsApi';
import type { CallOptions } from '../shared/rpc';
import { toAbortSignal } from '../vscode/cancellation';
import { risingPercent, showProgress } from '../vscode/messages';
import { describeRecordCount, formatCount } from '../wording/formats';

const { l10n } = vscode;

type Saving = RecordSessions['saveRecords'];

export async function saveWithProgress(
	place: string,
	save: (options: CallOptions<Saving['progress']>) => Promise<Saving['result']>,
): Promise<Saving['result'] | undefined> {
	return showProgress({ cancellable: true, title: l10n.t('Saving {0}', place) }, async (progress, token) => {
		const report = risingPercent(progress);
		const onProgress = ({ records, of }: Saving['progress']) =>
			report(of === 0 ? 0 : (records / of) * 100, l10n.t('{0} of {1}', formatCount(records), describeRecordCount(of)));
		try {
			return await save({ signal: toAbortSignal(token), onProgress });
		} catch (error) {
			if (isCancellation(error)) {
				return undefined;
			}
			throw error;
		}
	});
}
