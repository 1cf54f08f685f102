import { TriageJudge } from '../../core/triage/judgeGroup';
import { shownState } from '../../services/triage/shownState';
import type { TriageFiles } from '../../services/triage/triageFiles';
import type { ComparedGroup } from '../../shared/comparison';
import type { ComparedRow } from '../../shared/protocols/comparisonProtocol';
import type { GroupKey } from '../../shared/results';
import type { ComparedSides } from './comparedSides';

/**
 * Returns the triage states in the order of the groups, based on all records of the "after" side. Returns an empty list
 * if the application has no triage files or the records are grouped by a column.
 */
export async function triageOnSide(
	sides: ComparedSides,
	files: Pick<TriageFiles, 'entries'>,
	key: GroupKey,
	groups: readonly ComparedGroup[],
	signal: AbortSignal,
): Promise<readonly ComparedRow['triage'][]> {
	const info = (await sides.read()).after;
	const entries = await files.entries(sides.factsOf('after')?.application ?? '');
	if (key.kind === 'column' || (entries.files.length === 0 && entries.invalid.length === 0)) {
		return [];
	}
	const records = { query: sides.query.bind(sides, 'after') as TriageRecords['query'] };
	const judge = new TriageJudge(records, info, entries, new Date(), signal);
	const states: ComparedRow['triage'][] = [];
	for (const { value } of groups) {
		states.push((await shownState(judge, key, value)) ?? undefined);
	}
	return states;
}

type TriageRecords = ConstructorParameters<typeof TriageJudge>[0];
