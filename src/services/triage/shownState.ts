import { l10n } from 'vscode';
import { triageId } from '../../core/triage/changeTriage';
import type { TriageJudge } from '../../core/triage/judgeGroup';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey } from '../../shared/results';
import type { ShownTriage } from '../../shared/triage';
import { describeTriageProblem, describeTriageState, describeTriageStatus } from '../../wording/triageMessages';

/** Returns a group's triage state, or null if the group has no triage file. */
export async function shownState(judge: TriageJudge, key: GroupKey, value: GroupValue): Promise<ShownTriage | null> {
	const { invalid } = judge.entries;
	const name = invalid.length === 0 || key.kind === 'column' ? undefined : `${triageId(key, value)}.json`;
	const problem = invalid.find((file) => file.name === name)?.problem;
	if (problem) {
		const label = l10n.t('Invalid triage file');
		return { state: 'invalid', label, status: describeTriageProblem(problem), owner: '', issue: '', notes: [] };
	}
	const { file, status } = await judge.judge(key, value);
	if (!file) {
		return null;
	}
	const { owner, issue, notes } = file.entry;
	const { state } = status;
	return { state, label: describeTriageState(state), status: describeTriageStatus(status), owner, issue, notes };
}
