import { l10n } from 'vscode';
import type { Doubt, Flag, Outcome, Proof, Resumable } from '../core/export/model/entry';
import { describeRecordCount, formatCount } from './formats';

interface FlagMessage {
	readonly flag: Flag;
	/** Two or three words, for a row. */
	readonly label: string;
	/** What it means for the records; a sentence or two. */
	readonly meaning: string;
}

/** @param limit The plan's, if it had one. */
export function describeFlags(flags: readonly Flag[], limit?: number): readonly FlagMessage[] {
	return flags.map((flag) => ({ flag, ...flagMessages[flag](limit) }));
}

const flagMessages: { readonly [F in Flag]: (limit: number | undefined) => Omit<FlagMessage, 'flag'> } = {
	limitReached: (limit) => ({
		label: l10n.t('cut at limit'),
		meaning:
			limit === undefined
				? l10n.t('Cut at the limit of the service: an arbitrary subset of the records, in no certain order.')
				: l10n.t(
						'Cut at the limit of {0}: an arbitrary subset of the records, in no certain order.',
						formatCount(limit),
					),
	}),
	shardsSkipped: () => ({
		label: l10n.t('may be incomplete'),
		meaning: l10n.t('Unavailable parts of the service were skipped, so records may be missing.'),
	}),
	empty: () => ({
		label: l10n.t('no records'),
		meaning: l10n.t('The service has no records for these dates and filters.'),
	}),
};

interface ProofMessage {
	/** Two or three words, for a row. */
	readonly label: string;
	/** What it means for the records, a sentence. */
	readonly meaning: string;
}

/** Whether the records are all that the service has. */
export function describeProof(proof: Proof): ProofMessage {
	switch (proof) {
		case 'proven':
			return { label: l10n.t('complete'), meaning: l10n.t('No answer of the service can have been cut.') };
		case 'unproven':
			return {
				label: l10n.t('not verified'),
				meaning: l10n.t('The service does not tell whether it left records out, and nobody has checked.'),
			};
		case 'cut':
			return { label: l10n.t('records missing'), meaning: l10n.t('The service has records that are not here.') };
	}
}

/** What speaks for or against the proof, a sentence each. */
export function describeDoubts(doubts: Outcome['doubts']): readonly string[] {
	return doubts.map(describeDoubt);
}

/**
 * Doubts that a person should see before the records are trusted. Others only explain; and that a limit was reached says
 * why there are so many records and no more.
 */
export function alarmingDoubts({ doubts, flags }: Pick<Outcome, 'doubts' | 'flags'>): readonly Doubt[] {
	const harmless: Doubt['kind'][] = flags.includes('limitReached')
		? ['arrivedMeanwhile', 'roundCount', 'sameCount', 'saidPartial']
		: ['arrivedMeanwhile'];
	return doubts.filter(({ kind }) => !harmless.includes(kind));
}

function describeDoubt(doubt: Doubt): string {
	const records = describeRecordCount(doubt.rows);
	switch (doubt.kind) {
		case 'roundCount':
			return l10n.t('{0} in one answer look like the most the service gives.', records);
		case 'sameCount':
			return l10n.t(
				'{0} answers have {1} each and none has more: that may be the most the service gives.',
				formatCount(doubt.slices),
				records,
			);
		case 'recordsWithoutTime':
			return l10n.t('{0} without a time: where slices meet, equal ones were kept once.', records);
		case 'arrivedMeanwhile':
			return l10n.t('{0} arrived after the export.', records);
		case 'notFoundAgain':
			return l10n.t('{0} of the export could not be found again.', records);
		case 'indivisible':
			return l10n.t('{0} within one second are as many as the service may give at most.', records);
		case 'endNotTold':
			return l10n.t(
				'{0} came in answers that ended with the connection, as they do when it is lost: more may be missing.',
				records,
			);
		case 'saidPartial':
			return l10n.t('{0} came with the word that they may not be all ({1}).', records, doubt.names.join(', '));
		case 'fieldsMissing':
			return l10n.t('{0}, and none has a field that was asked for: {1}.', records, doubt.names.join(', '));
		case 'fieldsUnasked':
			return l10n.t(
				'{0} have fields that were not asked for, or one of them twice: {1}.',
				records,
				doubt.names.join(', '),
			);
		case 'unlikeAsked':
			return l10n.t('{0} are from answers that hold what was not asked for, by: {1}.', records, doubt.names.join(', '));
		case 'raggedRows':
			return l10n.t('{0} with more or fewer cells than the header: something else may stand among them.', records);
		case 'headerRepeated':
			return l10n.t('{0} repeat the header: several answers may stand behind one another.', records);
		case 'missing':
			return l10n.t('Missing: {0}.', records);
	}
}

/** What of an interrupted export is here: `12 of 30 slices · 4,120 records`. */
export function describeResumable({ slices, done, rows, queued }: Resumable): string {
	if (done === 0) {
		return queued ? l10n.t('being prepared by the service') : l10n.t('nothing has arrived yet');
	}
	return [l10n.t('{0} of {1} slices', formatCount(done), formatCount(slices)), describeRecordCount(rows)].join(' · ');
}
