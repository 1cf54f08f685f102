import type { GroupValue } from '../../../shared/groupValue';
import type { RecordQueries, RecordQuery } from '../../../shared/recordsApi';
import type { GroupKey } from '../../../shared/results';
import { TriageJudge } from '../../triage/judgeGroup';
import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import type { ForeignText } from '../text/answerText';

const mostOf = { owner: 100, issue: 300 };

/** Undefined if the application has no triage files. */
export async function triageJudge(
	world: AgentContext,
	of: KnownRecords,
	opened: OpenedRecords,
	signal: AbortSignal,
): Promise<TriageJudge | undefined> {
	const entries = await world.triage(of.application.id);
	const query = <Q extends RecordQuery>(name: Q, params: RecordQueries[Q]['params']) =>
		opened.ask(name, params, signal);
	return entries && new TriageJudge({ query }, opened.info, entries, world.now(), signal);
}

/** Only the name of the state is trusted. Owners and issues come from files that anyone can contribute to. */
export async function groupTriage(
	judge: TriageJudge | undefined,
	id: string,
	key: GroupKey,
	value: GroupValue,
): Promise<{ readonly words: readonly string[]; readonly texts: readonly ForeignText[] }> {
	if (!judge) {
		return { words: [], texts: [] };
	}
	const { file, status } = await judge.judge(key, value);
	const { owner = '', issue = '' } = file?.entry ?? {};
	return {
		words: [`triage state: ${status.state}`],
		texts: [
			{ label: `${id}.owner`, text: owner, most: mostOf.owner },
			{ label: `${id}.issue`, text: issue, most: mostOf.issue },
		],
	};
}
