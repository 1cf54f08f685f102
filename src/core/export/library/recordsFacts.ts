import type { RecordsFacts } from '../../../shared/comparison';
import { zoneName } from '../../plan/range';
import { getMoments } from '../chunks/splitRange';
import type { ExportEntry, Proof } from '../model/entry';

export function factsOfExport({ stored, outcome }: Pick<ExportEntry, 'stored' | 'outcome'>): RecordsFacts | undefined {
	const { question, askedAt, zone } = stored;
	if (!zone) {
		return undefined;
	}
	return {
		application: question.application.id,
		filters: question.filters,
		dimension: question.dateDimension,
		timeZone: zoneName(zone),
		covers: [getMoments(question, zone)],
		askedAt: Date.parse(askedAt) / 1000,
		proof: proofWithFlags(outcome),
	};
}

/**
 * Returns `cut` if the export is incomplete, was stopped, reached the user's limit, or skipped shards. In all other
 * cases, returns the proof of the outcome.
 */
export function proofWithFlags(outcome: ExportEntry['outcome']): Proof {
	const isCut = !outcome || outcome.flags.some((flag) => flag !== 'empty');
	return isCut ? 'cut' : outcome.proof;
}
