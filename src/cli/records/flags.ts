import type { Doubt, ExportEntry, Flag, Proof } from '../../core/export/model/entry';
import { type FileLimit, getFileLimits } from '../../shared/fileLimits';
import { countStates } from '../../shared/syncedDays';
import { describeFileLimit } from '../../wording/fileLimitMessages';
import { describeDoubts, describeFlags, describeProof } from '../../wording/outcomeMessages';
import { describeDays } from '../../wording/syncMessages';
import type { Progress } from '../output/progress';
import type { OpenFile } from './openFile';

const completeness = { proven: 'verified', unproven: 'unchecked', cut: 'incomplete' } as const satisfies Readonly<
	Record<Proof, string>
>;

const unchecked = `The service doesn't report whether these records are complete. To check, run "app-errors verify".`;

export function completenessOf(proof: Proof | undefined) {
	return proof === undefined ? null : completeness[proof];
}

/** Reason why counts may be wrong. The names in `kind` never change, so that scripts can rely on them. */
type Limit = {
	readonly kind:
		| FileLimit['kind']
		| Flag
		| Doubt['kind']
		| 'interrupted'
		| 'unproven'
		| 'cut'
		| 'filtered'
		| 'daysMissing';
	readonly text: string;
};

export function getExportLimits(entry: ExportEntry | undefined): readonly Limit[] {
	if (!entry) {
		return [];
	}
	const { outcome, stored } = entry;
	if (!outcome) {
		return [{ kind: 'interrupted', text: 'The export was interrupted, so records are missing.' }];
	}
	const { proof, flags, doubts } = outcome;
	const doubtTexts = describeDoubts(doubts);
	return [
		...(proof === 'proven'
			? []
			: [{ kind: proof, text: proof === 'unproven' ? unchecked : describeProof(proof).meaning }]),
		...describeFlags(flags, stored.plan.limit).map(({ flag, meaning }) => ({ kind: flag, text: meaning })),
		...doubts.map(({ kind }, at) => ({ kind, text: doubtTexts[at] ?? '' })),
		...stored.question.filters.map(({ field, value }) => ({
			kind: 'filtered' as const,
			text: `Only records with ${field} = "${value}" were exported.`,
		})),
	];
}

export function takeLimits(
	{ path, info, entry, days = [] }: Pick<OpenFile, 'path' | 'info'> & Partial<Pick<OpenFile, 'entry' | 'days'>>,
	progress: Pick<Progress, 'note'>,
): readonly Limit[] {
	const ofFile: Limit[] = getFileLimits(info, entry?.outcome?.rows).map((limit) => ({
		kind: limit.kind,
		text: describeFileLimit(limit),
	}));
	const incomplete = describeDays({ days: countStates(days) });
	if (incomplete.length > 0) {
		ofFile.push({ kind: 'daysMissing', text: `Some days are incomplete: ${incomplete.join(', ')}.` });
	}
	for (const { text } of ofFile) {
		progress.note(`${path}: ${text}`);
	}
	return [...getExportLimits(entry), ...ofFile];
}
