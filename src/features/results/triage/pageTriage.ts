import { getActiveRates } from '../../../core/triage/fixed/activeRates';
import { FixJudge } from '../../../core/triage/fixed/judgeFix';
import { readGroups, TriageJudge } from '../../../core/triage/judgeGroup';
import type { TriageEntries } from '../../../core/triage/triageEntries';
import type { ActiveDevicesFiles } from '../../../services/triage/activeDevicesFiles';
import { shownState } from '../../../services/triage/shownState';
import type { RecordsFacts } from '../../../shared/comparison';
import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { ResultsHost } from '../../../shared/protocols/resultsProtocol';
import type { RecordQueries } from '../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage } from '../../../shared/results';
import type { Handlers } from '../../../shared/rpc';
import type { ActiveRates, ShownFix, ShownTriage, TriageState, TriageStatus } from '../../../shared/triage';
import { describeFixVerdict } from '../../../wording/triageMessages';
import { createIssue, type IssueServices, openIssue } from './createIssue';
import { editTriage, type QueriedFile, type TriageServices } from './editTriage';

/** Provides the triage states of the groups on a page. */
export class PageTriage {
	private listed: { readonly question: string; readonly groups: readonly Group[] } | undefined;

	constructor(
		private readonly records: QueriedFile,
		private readonly services: TriageServices &
			IssueServices & { readonly activeDevices: Pick<ActiveDevicesFiles, 'of'> },
		private readonly application: () => string,
		private readonly facts: () => Promise<RecordsFacts | undefined>,
	) {}

	handlers(): Pick<Handlers<ResultsHost>, 'groupStates' | 'fixVerdict' | 'groupRates' | 'openIssue' | 'editTriage'> {
		return {
			groupStates: (asked, { signal }) => this.statesOf(asked, signal),
			fixVerdict: ({ key, value }, { signal }) => this.fixOf(key, value, signal),
			groupRates: ({ key, value }, { signal }) => this.ratesOf(key, value, signal),
			editTriage: (groups, { signal }) => editTriage(this.records, this.application(), groups, this.services, signal),
			openIssue: ({ key, value }) => this.openIssue(key, value),
		};
	}

	/**
	 * Returns the groups in the given states. All groups must be evaluated, so the result is cached for the following
	 * pages.
	 */
	async groupsIn(
		states: readonly TriageState[],
		{ start, end, ...asked }: RecordQueries['groups']['params'],
		signal: AbortSignal,
	): Promise<GroupPage> {
		const total = await this.records.query('groups', { ...asked, start: 0, end: 0 }, { signal });
		const question = JSON.stringify([states, asked]);
		if (start === 0 || this.listed?.question !== question) {
			const entries = await this.services.triageFiles.entries(this.application());
			const judge = await this.judge(entries, signal);
			const groups: Group[] = [];
			for await (const group of readGroups(this.records, asked, signal)) {
				const { status } = await judge.judge(asked.key, group.value);
				if (states.includes(status.state)) {
					groups.push(group);
				}
			}
			this.listed = { question, groups };
		}
		const { groups } = this.listed;
		return { ...total, listed: groups.length, page: groups.slice(start, end) };
	}

	async statusOf(key: GroupKey, value: GroupValue, signal: AbortSignal): Promise<TriageStatus> {
		const entries = await this.services.triageFiles.entries(this.application());
		return (await (await this.judge(entries, signal)).judge(key, value)).status;
	}

	createIssue(key: GroupKey, value: GroupValue, text: () => Promise<string>): Promise<string> {
		return createIssue({ application: this.application(), key, value }, text, this.services);
	}

	private async judge(entries: TriageEntries, signal: AbortSignal): Promise<TriageJudge> {
		const { info } = (await this.records.opened()).progress;
		return new TriageJudge(this.records, info, entries, new Date(), signal);
	}

	private async statesOf(
		{ key, values }: ResultsHost['groupStates']['params'],
		signal: AbortSignal,
	): Promise<readonly (ShownTriage | null)[]> {
		const entries = await this.services.triageFiles.entries(this.application());
		if (key.kind === 'column' || (entries.files.length === 0 && entries.invalid.length === 0)) {
			return [];
		}
		const judge = await this.judge(entries, signal);
		const states: (ShownTriage | null)[] = [];
		for (const value of values) {
			states.push(await shownState(judge, key, value));
		}
		return states;
	}

	private async fixOf(key: GroupKey, value: GroupValue, signal: AbortSignal): Promise<ShownFix | null> {
		const { records, services } = this;
		const status = await this.statusOf(key, value, signal);
		if (status.decision.state !== 'fixed') {
			return null;
		}
		const active = await services.activeDevices.of(this.application(), signal);
		const { info } = (await records.opened()).progress;
		const judge = new FixJudge(records, info, await this.facts(), active, signal);
		const verdict = await judge.judge(key, value, status);
		const { countsActiveDevices } = judge;
		return verdict
			? {
					text: describeFixVerdict(verdict, countsActiveDevices),
					countsActiveDevices,
					releases: verdict.releases,
				}
			: null;
	}

	private async ratesOf(key: GroupKey, value: GroupValue, signal: AbortSignal): Promise<ActiveRates | undefined> {
		const { records, services } = this;
		const active = await services.activeDevices.of(this.application(), signal);
		if (!active) {
			return undefined;
		}
		const { info } = (await records.opened()).progress;
		const rated = { records, info, facts: await this.facts() };
		return getActiveRates(active, rated, withGroup([], key, value), '', signal);
	}

	private async openIssue(key: GroupKey, value: GroupValue): Promise<void> {
		const entries = await this.services.triageFiles.entries(this.application());
		const issue = entries.find(key, value)?.entry.issue ?? '';
		if (issue !== '') {
			await openIssue(issue);
		}
	}
}
