import type { ExportEntry } from '../../core/export/model/entry';
import { describeDoubts, describeFlags, describeProof } from '../../wording/outcomeMessages';

/** What must be known of the records of an export before their counts are trusted, a sentence each. */
export function limitsOf(entry: ExportEntry | undefined): readonly string[] {
	if (!entry) {
		return [];
	}
	const { outcome, stored } = entry;
	if (!outcome) {
		return ['The export was interrupted: records are missing.'];
	}
	return [
		...(outcome.proof === 'proven' ? [] : [describeProof(outcome.proof).meaning]),
		...describeFlags(outcome.flags, stored.plan.limit).map(({ meaning }) => meaning),
		...describeDoubts(outcome.doubts),
		...stored.question.filters.map(({ field, value }) => `Only records with ${field} "${value}" were exported.`),
	];
}
