import type { ReportedTriage } from '../../../core/report/collectView';
import { getActiveRates } from '../../../core/triage/fixed/activeRates';
import { FixJudge, judgeTriage } from '../../../core/triage/fixed/judgeFix';
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
import { describeFixKind, describeFixVerdict, describeTriage } from '../../../wording/triageMessages';
import { createIssue, type IssueServices, openIssue } from './createIssue';
import { editTriage, type QueriedFile, type TriageServices } from './editTriage';

/** Determines the triage states of the groups on a page. */
export class PageTriage {
	private listed: { readonly question: string; readonly groups: readonly Group[] } | undefined;
	private judged = { of: [] as readonly unknown[], fixes: new Map<string, ShownFix | null>() };

	constructor(
		private readonly records: QueriedFile,
		private readonly services: TriageServices &
			IssueServices & { readonly activeDevices: Pick<ActiveDevicesFiles, 'of'> },
		private readonly application: () => string,
		private readonly facts: () => Promise<RecordsFacts | undefined>,
	) {}

	handlers(): Pick<Handlers<ResultsHost>, 'groupStates' | 'fixVerdicts' | 'groupRates' | 'openIssue' | 'editTriage'> {
		return {
			groupStates: (params, { signal }) => this.statesOf(params, signal),
			fixVerdicts: ({ key, values }, { signal }) => this.fixesOf(key, values, signal),
			groupRates: ({ key, value }, { signal }) => this.ratesOf(key, value, signal),
			editTriage: (groups, { signal }) => editTriage(this.records, this.application(), groups, this.services, signal),
			openIssue: ({ key, value }) => this.openIssue(key, value),
		};
	}

	/** Returns the groups in the given states. Evaluates all groups, so the result is cached for the following pages. */
	async groupsIn(
		states: readonly TriageState[],
		{ start, end, ...params }: RecordQueries['groups']['params'],
		signal: AbortSignal,
	): Promise<GroupPage> {
		const total = await this.records.query('groups', { ...params, start: 0, end: 0 }, { signal });
		const question = JSON.stringify([states, params]);
		if (start === 0 || this.listed?.question !== question) {
			const entries = await this.services.triageFiles.entries(this.application());
			const judge = await this.judge(entries, signal);
			const groups: Group[] = [];
			for await (const group of readGroups(this.records, params, signal)) {
				const { status } = await judge.judge(params.key, group.value);
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

	/** Discards verdicts about fixes. Must be called whenever the grouping of records changes. */
	forgetVerdicts(): void {
		this.judged = { of: [], fixes: new Map() };
	}

	/** Returns the states and verdicts of groups for a report. */
	async describe(
		key: GroupKey,
		values: readonly GroupValue[],
		signal: AbortSignal,
	): Promise<readonly (ReportedTriage | undefined)[]> {
		const { triage, fixes } = await this.judges(signal);
		return describeTriage(await judgeTriage(triage, fixes, key, values), fixes);
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

	private async fixesOf(
		key: GroupKey,
		values: readonly GroupValue[],
		signal: AbortSignal,
	): Promise<readonly (ShownFix | null)[]> {
		const { triage, fixes, of } = await this.judges(signal);
		if (of.some((one, index) => one !== this.judged.of[index])) {
			this.judged = { of, fixes: new Map() };
		}
		const { judged } = this;
		const idOf = (value: GroupValue) => JSON.stringify([key, value]);
		const missing = values.filter((value) => !judged.fixes.has(idOf(value)));
		const found = await judgeTriage(triage, fixes, key, missing);
		const { countsActiveDevices } = fixes;
		for (const [index, value] of missing.entries()) {
			const verdict = found[index]?.verdict;
			const shown = verdict && {
				kind: verdict.kind,
				label: describeFixKind(verdict.kind),
				releases: verdict.releases,
				text: describeFixVerdict(verdict, countsActiveDevices),
				countsActiveDevices,
			};
			judged.fixes.set(idOf(value), shown ?? null);
		}
		return values.map((value) => judged.fixes.get(idOf(value)) ?? null);
	}

	private async judges(signal: AbortSignal) {
		const { records, services } = this;
		const application = this.application();
		const entries = await services.triageFiles.entries(application);
		const active = entries.files.length > 0 ? await services.activeDevices.of(application, signal) : undefined;
		const facts = await this.facts();
		const { info } = (await records.opened()).progress;
		return {
			triage: new TriageJudge(records, info, entries, new Date(), signal),
			fixes: new FixJudge(records, info, facts, active, signal),
			/** Values on which verdicts depend, except for the grouping of records. */
			of: [entries, active, info, JSON.stringify(facts)],
		};
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
