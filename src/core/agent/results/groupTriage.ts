import type { GroupValue } from '../../../shared/groupValue';
import type { RecordQueries, RecordQuery } from '../../../shared/recordsApi';
import type { GroupKey } from '../../../shared/results';
import { TriageJudge } from '../../triage/judgeGroup';
import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import type { ForeignText } from '../text/answerText';

const mostOf = { owner: 100, issue: 300 };

interface GroupTriage {
	readonly words: readonly string[];
	readonly texts: readonly ForeignText[];
	/** Versions with the fix of a regressed group. */
	readonly regressedSince: readonly string[];
}

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
): Promise<GroupTriage> {
	if (!judge) {
		return { words: [], texts: [], regressedSince: [] };
	}
	const { file, status } = await judge.judge(key, value);
	const { owner = '', issue = '' } = file?.entry ?? {};
	const { decision, state } = status;
	return {
		regressedSince: state === 'regressed' && decision.state === 'fixed' ? decision.versions : [],
		words: [`triage state: ${state}`],
		texts: [
			{ label: `${id}.owner`, text: owner, most: mostOf.owner },
			{ label: `${id}.issue`, text: issue, most: mostOf.issue },
		],
	};
}
