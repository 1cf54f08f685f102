import type { Doubt, Flag, Outcome, Proof, Resumable } from '../core/export/model/entry';
import { describeRecordCount, formatCount } from './formats';
import { l10n } from './l10n';

interface FlagMessage {
	readonly flag: Flag;
	readonly label: string;
	readonly meaning: string;
}

export function describeFlags(flags: readonly Flag[], limit?: number): readonly FlagMessage[] {
	return flags.map((flag) => ({ flag, ...flagMessages[flag](limit) }));
}

const flagMessages: { readonly [F in Flag]: (limit: number | undefined) => Omit<FlagMessage, 'flag'> } = {
	limitReached: (limit) => ({
		label: l10n.t('Incomplete (limit reached)'),
		meaning:
			limit === undefined
				? l10n.t('The limit of the service was reached. These records are an arbitrary subset in no particular order.')
				: l10n.t(
						'The limit of {0} was reached. These records are an arbitrary subset in no particular order.',
						formatCount(limit),
					),
	}),
	shardsSkipped: () => ({
		label: l10n.t('May be incomplete'),
		meaning: l10n.t('Some parts of the service were unavailable, so records may be missing.'),
	}),
	stopped: () => ({
		label: l10n.t('Incomplete (stopped)'),
		meaning: l10n.t('The export was stopped. These are the records that had arrived by then.'),
	}),
	empty: () => ({
		label: l10n.t('No records'),
		meaning: l10n.t('The service has no records for these dates and filters.'),
	}),
};

interface ProofMessage {
	readonly label: string;
	readonly meaning: string;
}

export function describeProof(proof: Proof): ProofMessage {
	switch (proof) {
		case 'proven':
			return { label: l10n.t('Complete (verified)'), meaning: l10n.t('No response from the service was cut off.') };
		case 'unproven':
			return {
				label: l10n.t('Completeness not checked'),
				meaning: l10n.t("The service doesn't report whether these records are complete. Verify them to check."),
			};
		case 'cut':
			return {
				label: l10n.t('Incomplete (records missing)'),
				meaning: l10n.t('The service has records that are missing here.'),
			};
	}
}

export function describeDoubts(doubts: Outcome['doubts']): readonly string[] {
	return doubts.map(describeDoubt);
}

/**
 * Returns the doubts about the completeness of a response that require a warning. Omits harmless doubts and doubts that
 * follow from the record limit.
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
			return l10n.t('A response with exactly {0} may have reached the limit of the service.', records);
		case 'sameCount':
			return l10n.t(
				'{0} responses have exactly {1}, and none has more. The service may have limited them.',
				formatCount(doubt.chunks),
				records,
			);
		case 'recordsWithoutTime':
			return l10n.t('{0} without a time: identical records at chunk boundaries are included only once.', records);
		case 'arrivedMeanwhile':
			return l10n.t('{0} arrived after the export.', records);
		case 'notFoundAgain':
			return l10n.t('No longer on the service: {0} from this export.', records);
		case 'indivisible':
			return l10n.t(
				'{0} arrived in the same second. This may be the maximum that the service returns, so records may be missing.',
				records,
			);
		case 'endNotAnnounced':
			return l10n.t(
				'{0} arrived in responses that did not specify their length. If the connection was lost, some records are missing.',
				records,
			);
		case 'saidPartial':
			return l10n.t('The service marked {0} as possibly incomplete ({1}).', records, doubt.names.join(', '));
		case 'fieldsMissing':
			return l10n.t('Requested fields are missing from {0}: {1}.', records, doubt.names.join(', '));
		case 'unrequestedFields':
			return l10n.t('Unexpected or duplicate fields in {0}: {1}.', records, doubt.names.join(', '));
		case 'mismatches':
			return l10n.t("Values in {0} don't match the request. Fields: {1}.", records, doubt.names.join(', '));
		case 'raggedRows':
			return l10n.t('{0} with more or fewer cells than the header. The file may contain other text.', records);
		case 'headerRepeated':
			return l10n.t('Repeated header in {0}. Several responses may have been joined.', records);
		case 'missing':
			return l10n.t('Missing: {0}.', records);
	}
}

export function describeResumable({ chunks, done, rows, queued }: Resumable): string {
	if (done === 0) {
		return queued ? l10n.t('being prepared by the service') : l10n.t('no records fetched yet');
	}
	return [l10n.t('{0} of {1} chunks', formatCount(done), formatCount(chunks)), describeRecordCount(rows)].join(' · ');
}
