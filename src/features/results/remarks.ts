import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/entry';
import type { Plan } from '../../core/export/plan';
import type { Notice } from '../../shared/resultsProtocol';
import { describeFlags, formatCount } from '../../vscode/words';
import type { Reading } from './document';

/** What a person can press, and what it does. */
export interface Remedy {
	readonly label: string;
	readonly run: () => PromiseLike<unknown>;
}

/** A notice before its buttons are numbered for the page. */
export interface Remark extends Pick<Notice, 'kind' | 'text'> {
	readonly remedies: readonly Remedy[];
}

/** Carries the export out again with something changed. */
export type Repeat = (change: Partial<Plan>) => PromiseLike<unknown>;

/** What must be known of an export before its count is trusted; what the records themselves show is told by the page. */
export function describeRemarks(entry: ExportEntry, reading: Reading, repeat: Repeat): Remark[] {
	const { outcome, stored } = entry;
	const again: Remedy = { label: l10n.t('Repeat Export'), run: () => repeat({}) };
	if (!outcome) {
		return [
			{
				kind: 'warning',
				text: l10n.t('This export was interrupted, or its file was changed since: records may be missing.'),
				remedies: [again],
			},
		];
	}
	const flags = describeFlags(outcome.flags, stored.plan.limit).filter(({ flag }) => flag !== 'empty');
	const remarks = flags.map(
		({ flag, meaning }): Remark => ({
			kind: 'warning',
			text: meaning,
			remedies:
				flag === 'limitReached' && stored.plan.limit !== undefined
					? [{ label: l10n.t('Export without Limit'), run: () => repeat({ limit: undefined }) }]
					: [again],
		}),
	);
	const { records } = reading.progress;
	if (reading.done && records !== outcome.rows) {
		remarks.push({
			kind: 'warning',
			text: l10n.t(
				'The export counted {0} records, but {1} were found in its file.',
				formatCount(outcome.rows),
				formatCount(records),
			),
			remedies: [again],
		});
	}
	return remarks;
}
