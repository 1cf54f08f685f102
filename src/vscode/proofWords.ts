import { l10n } from 'vscode';
import type { Doubt, Outcome, Proof, Resumable } from '../core/export/entry';
import { describeRecordCount, formatCount } from './words';

export interface ProofWords {
	/** Two or three words, for a row. */
	readonly label: string;
	/** What it means for the records, a sentence. */
	readonly meaning: string;
}

/** Whether the records are all that the service has. */
export function describeProof(proof: Proof): ProofWords {
	switch (proof) {
		case 'proven':
			return { label: l10n.t('complete'), meaning: l10n.t('No answer of the service can have been cut.') };
		case 'unproven':
			return {
				label: l10n.t('not verified'),
				meaning: l10n.t('The service does not tell whether it left records out, and nobody has checked.'),
			};
		case 'cut':
			return { label: l10n.t('records missing'), meaning: l10n.t('The service left records out.') };
	}
}

/** What speaks for or against the proof, a sentence each. */
export function describeDoubts(doubts: Outcome['doubts']): readonly string[] {
	return doubts.map(describeDoubt);
}

/** Doubts that a person should see before the records are trusted; the others only explain. */
export function isAlarming({ kind }: Doubt): boolean {
	return kind !== 'arrivedMeanwhile';
}

function describeDoubt(doubt: Doubt): string {
	const rows = formatCount(doubt.rows);
	switch (doubt.kind) {
		case 'roundCount':
			return l10n.t('{0} records in one answer look like the most the service gives.', rows);
		case 'sameCount':
			return l10n.t(
				'{0} answers have {1} records each and none has more: that may be the most the service gives.',
				formatCount(doubt.slices),
				rows,
			);
		case 'recordsWithoutTime':
			return l10n.t('{0} records do not tell their time; where slices meet, equal ones were kept once.', rows);
		case 'arrivedMeanwhile':
			return l10n.t('{0} records arrived after the export.', rows);
		case 'notFoundAgain':
			return l10n.t('{0} records of the export were not found again.', rows);
		case 'indivisible':
			return l10n.t('{0} records within one second are as many as the service may give at most.', rows);
		case 'missing':
			return l10n.t('{0} records were found that the export does not hold.', rows);
	}
}

/** What of an interrupted export is here: `12 of 30 slices · 4,120 records`. */
export function describeResumable({ slices, done, rows, queued }: Resumable): string {
	if (done === 0) {
		return queued ? l10n.t('being prepared by the service') : l10n.t('nothing has arrived yet');
	}
	return [l10n.t('{0} of {1} slices', formatCount(done), formatCount(slices)), describeRecordCount(rows)].join(' · ');
}
