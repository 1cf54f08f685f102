import type { RecordsFacts } from '../../../shared/comparison';
import { zoneName } from '../../plan/range';
import type { ExportEntry, Proof } from '../model/entry';
import { momentsOf } from '../slices/cutRange';

/** What comparisons need to know of how an export was asked for; undefined of one that does not tell its clock. */
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
		covers: [momentsOf(question, zone)],
		askedAt: Date.parse(askedAt) / 1000,
		proof: proofWithFlags(outcome),
	};
}

/** Whether records are missing, as far as it is known: what was cut at a limit or lacks parts of the service has not all. */
export function proofWithFlags(outcome: ExportEntry['outcome']): Proof {
	// A record is missing for certain, whichever of them it is.
	const isCut = !outcome || outcome.flags.includes('limitReached') || outcome.flags.includes('shardsSkipped');
	return isCut ? 'cut' : outcome.proof;
}
