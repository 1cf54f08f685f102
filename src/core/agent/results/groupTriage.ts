import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { FixReason, FixVerdict, TriageStatus } from '../../../shared/triage';
import { FixJudge } from '../../triage/fixed/judgeFix';
import { TriageJudge } from '../../triage/judgeGroup';
import type { AgentContext, KnownRecords, OpenedRecords } from '../context/agentContext';
import type { ForeignText } from '../text/answerText';
import { countText } from '../text/hostText';
import { queriesOf } from './queriesOf';

const mostOf = { owner: 100, issue: 300 };

interface GroupTriage {
	readonly status: TriageStatus | undefined;
	readonly words: readonly string[];
	readonly texts: readonly ForeignText[];
}

export async function triageJudge(
	world: AgentContext,
	of: KnownRecords,
	opened: OpenedRecords,
	signal: AbortSignal,
): Promise<TriageJudge | undefined> {
	const entries = await world.triage(of.application.id);
	return entries && new TriageJudge(queriesOf(opened, signal), opened.info, entries, world.now(), signal);
}

/**
 * Describes the triage state of a group. Only the name of the state is trusted, because owners and issues come from
 * files that anyone can contribute to.
 */
export async function groupTriage(
	judge: TriageJudge | undefined,
	id: string,
	key: GroupKey,
	value: GroupValue,
): Promise<GroupTriage> {
	if (!judge) {
		return { status: undefined, words: [], texts: [] };
	}
	const { file, status } = await judge.judge(key, value);
	const { owner = '', issue = '' } = file?.entry ?? {};
	return {
		status,
		words: [`triage state: ${status.state}`],
		texts: [
			{ label: `${id}.owner`, text: owner, most: mostOf.owner },
			{ label: `${id}.issue`, text: issue, most: mostOf.issue },
		],
	};
}

/** Checks whether a group that is marked as fixed has occurred again. Omits untrusted names of versions and errors. */
export async function checkOfFix(
	opened: OpenedRecords,
	key: GroupKey,
	value: GroupValue,
	status: TriageStatus | undefined,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const judge = new FixJudge(queriesOf(opened, signal), opened.info, opened.facts, undefined, signal);
	const verdict = status && (await judge.judge(key, value, status));
	return verdict ? [`check of the fix: ${verdictWords(verdict)}`] : [];
}

function verdictWords(verdict: FixVerdict): string {
	switch (verdict.kind) {
		case 'fixed':
			return 'fixed';
		case 'stillHappening':
			return `still happening; ${countText(verdict.records)} records in versions with the fix`;
		case 'tooEarly':
			return `too early; needs about ${countText(verdict.moreDevices)} more devices with errors and ${countText(verdict.moreDays)} more days`;
		case 'inconclusive':
			return `inconclusive; ${whyNot[verdict.reason.kind]}`;
	}
}

const whyNot: Readonly<Record<FixReason['kind'], string>> = {
	noVersions: 'no record has a version',
	noTimes: 'no record has a time',
	noDevices: 'no record has a device ID',
	cut: 'records are missing',
	unproven: 'the completeness is not verified',
	noneBefore: 'no records in versions without the fix',
	tooFewBefore: 'too few devices before the fix',
	packages: 'several app packages',
	noActiveDevices: 'no active devices',
	renamed: 'versions with the fix have a new group with similar frames',
};
