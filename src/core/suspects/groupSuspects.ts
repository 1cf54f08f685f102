import { withGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { GroupKey, TableInfo } from '../../shared/results';
import type { VersionCount } from '../../shared/triage';
import type { OwnLine } from '../report/newestThrownFrom';
import type { QueriedRecords } from '../report/viewFacts';
import { countVersions } from '../triage/judgeGroup';
import type { SuspectQuestion, Suspects } from './suspects';
import { type GroupChange, versionsAround } from './versionsAround';

type FindSuspects = (question: Pick<SuspectQuestion, 'lines' | 'versions'>) => Promise<Suspects>;

/** Finds the commits that changed a group's code between the last version without it and the first version with it. */
export class GroupSuspects {
	private all: Promise<readonly VersionCount[]> | undefined;

	constructor(
		private readonly records: QueriedRecords,
		private readonly info: TableInfo,
		private readonly find: FindSuspects,
		private readonly signal: AbortSignal,
		private readonly isVersion: (version: string) => boolean = () => true,
	) {}

	/**
	 * @param linesOf Returns the lines in the group's stack trace that are in the user's code. Called only if the
	 * versions are known
	 */
	async of(
		key: GroupKey,
		value: GroupValue,
		change: GroupChange,
		linesOf: () => Promise<readonly OwnLine[]>,
	): Promise<Suspects> {
		const { records, info, signal, isVersion } = this;
		if (key.kind === 'column') {
			return { kind: 'inconclusive', reason: { kind: 'noOwnCode' } };
		}
		this.all ??= countVersions(records, info, [], signal);
		const own = await countVersions(records, info, withGroup([], key, value), signal);
		const known = (counts: readonly VersionCount[]) => counts.filter(({ version }) => isVersion(version));
		const versions = versionsAround(known(await this.all), known(own), change);
		return typeof versions === 'string'
			? { kind: 'inconclusive', reason: { kind: versions } }
			: this.find({ lines: await linesOf(), versions });
	}
}
