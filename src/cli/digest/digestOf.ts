import type { ReportLink } from '../../core/records/write/report/report';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { GroupSuspects } from '../../core/suspects/groupSuspects';
import type { Suspects } from '../../core/suspects/suspects';
import type { GroupChange } from '../../core/suspects/versionsAround';
import { rangesAround } from '../../core/sync/model/watermark';
import { FixJudge } from '../../core/triage/fixed/judgeFix';
import { regressedFix, type TriagedRecords, type TriageJudge } from '../../core/triage/judgeGroup';
import type { ComparisonPage, RecordsFacts, TimeRange } from '../../shared/comparison';
import { defaultGroupKey } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { Group, GroupKey } from '../../shared/results';
import { describeCaveat, describeVerdict } from '../../wording/comparisonMessages';
import { describeFixVerdict, describeTriageStatus } from '../../wording/triageMessages';
import type { CliContext } from '../context/cliContext';
import { UsageError } from '../options/usageError';
import { linksOf } from '../records/groupData';
import type { OpenFile } from '../records/openFile';
import { ThrownFrom } from '../records/thrownFrom';
import type { LastDigest, ReportedRise } from './digestState';

/** Kinds of changes in descending order of importance. */
export const digestChanges = ['regressed', 'new', 'increased', 'stillHappening', 'fixed'] as const;
export type DigestChange = (typeof digestChanges)[number];

const daySeconds = 86_400;
/** Minimum length in seconds of the period that a digest covers. Shorter periods don't contain all hours of the day. */
const minSeconds = daySeconds;
/** Time in seconds after which the same increase is reported again. */
const repeatSeconds = 28 * daySeconds;
const repeatFactor = 2;
const maxGroups = 200;

export interface DigestItem {
	readonly change: DigestChange;
	readonly value: GroupValue;
	readonly text: string;
	readonly counts: Pick<Group, 'records' | 'devices'>;
	readonly triaged: TriagedRecords | undefined;
	readonly code: ReportLink | undefined;
	/** Commits that may have caused the change. Undefined for changes such as confirmed fixes. */
	readonly suspects: Suspects | undefined;
	readonly link: string | undefined;
}

export interface FileDigest {
	readonly application: string;
	readonly key: GroupKey;
	readonly timeZone: string;
	/** Period that is compared with the weeks before it. Undefined if the records start too late for a comparison. */
	readonly range: TimeRange | undefined;
	readonly result: ComparisonPage | undefined;
	readonly items: readonly DigestItem[];
	/** Reasons why new and increased errors can't be determined. */
	readonly caveats: readonly string[];
	readonly next: LastDigest;
}

/** State of the previous digest. Before the first digest, `until` is undefined. */
type PreviousDigest = Omit<LastDigest, 'until'> & { readonly until: number | undefined };

/**
 * Creates the digest of a file.
 * @throws UsageError if the time range of the records is unknown
 */
export async function digestOf(
	file: OpenFile,
	last: PreviousDigest,
	triage: TriageJudge | undefined,
	context: CliContext,
): Promise<FileDigest> {
	const { facts } = file;
	const end = facts?.covers.at(-1)?.until;
	if (!facts || end === undefined) {
		throw new UsageError(`${file.path}: the time range of these records is unknown. Use synced records.`);
	}
	const until = Math.min(end, Math.floor(facts.askedAt));
	const key = defaultGroupKey(file.info.columns);
	const compareSince = async (since: number) => {
		const ranges = rangesAround(facts.covers, since, until);
		const result = ranges && (await compared(file, facts, ranges, key, context));
		// Excludes the most recent hours, because some of their records may not have arrived yet.
		return { since, range: ranges?.after, result, judgedUntil: until - (result?.lag?.leftOut ?? 0) };
	};
	let found = await compareSince(Math.min(last.until ?? until, until - minSeconds));
	if (found.judgedUntil - found.since < minSeconds) {
		found = await compareSince(found.judgedUntil - minSeconds);
	}
	const { since, range, result, judgedUntil } = found;
	const caveats = (result?.reasons ?? []).filter(({ forbids }) => forbids === 'all' || forbids === 'increases');
	const digest = new Digest(file, key, last, triage, context);
	const items = [...(await digest.fixes(since)), ...(result ? await digest.rises(result, judgedUntil) : [])].toSorted(
		(a, b) => digestChanges.indexOf(a.change) - digestChanges.indexOf(b.change),
	);
	return {
		key,
		range,
		result,
		items,
		timeZone: facts.timeZone,
		application: facts.application,
		caveats: caveats.map((reason) => describeCaveat(reason)),
		next: { until: judgedUntil, fixed: digest.confirmed, rises: digest.reported(judgedUntil) },
	};
}

async function compared(
	{ session }: OpenFile,
	facts: RecordsFacts,
	{ before, after }: { readonly before: TimeRange; readonly after: TimeRange },
	key: GroupKey,
	{ engine, progress, signal }: CliContext,
): Promise<ComparisonPage> {
	const side = (range: TimeRange) => ({ filters: [], facts, range });
	const question = {
		before: side(before),
		after: side(after),
		key,
		exposure: 'time' as const,
		timeZone: facts.timeZone,
		verdicts: ['new', 'increased'] as const,
		order: 'evidence' as const,
		start: 0,
		end: maxGroups,
		trendParts: 1,
	};
	return engine.call(
		'compareRecords',
		{ before: session, after: session, question },
		{ signal, onProgress: ({ share }) => progress.share('comparing', share) },
	);
}

class Digest {
	/** Fingerprints of all confirmed fixes, including fixes that earlier digests reported. */
	readonly confirmed: string[] = [];
	private readonly risen = new Map<string, ReportedRise>();
	/** Fingerprints of groups that are already in the digest. */
	private readonly reportedGroups = new Set<string>();
	private thrownFrom: ThrownFrom | undefined;
	private readonly suspects: GroupSuspects;

	constructor(
		private readonly file: OpenFile,
		private readonly key: GroupKey,
		private readonly last: PreviousDigest,
		private readonly triage: TriageJudge | undefined,
		private readonly context: CliContext,
	) {
		const { signal } = context;
		this.suspects = new GroupSuspects(file, file.info, (question) => context.findSuspects(question), signal);
	}

	/**
	 * Returns newly confirmed fixes. Also returns errors with records after `since` that regressed or still occur after a
	 * fix.
	 */
	async fixes(since: number): Promise<readonly DigestItem[]> {
		const { context, file, key, triage } = this;
		const judge = new FixJudge(file, file.info, file.facts, undefined, context.signal);
		const items: DigestItem[] = [];
		const groups = (await triage?.groupsWithFiles(key)) ?? [];
		const verdicts = await judge.judgeAll(
			key,
			groups.map(({ group: { value }, status }) => ({ value, status })),
		);
		for (const [index, { group, ...triaged }] of groups.entries()) {
			const { state } = triaged.status;
			const { value } = group;
			const verdict = verdicts[index];
			const fingerprint = groupFingerprint(key, value);
			const isRecent = (group.lastSeen ?? Number.POSITIVE_INFINITY) > since;
			if ((state === 'regressed' || state === 'backAgain') && isRecent) {
				items.push(await this.item('regressed', group, describeTriageStatus(triaged.status), triaged));
			} else if (verdict?.kind === 'stillHappening' && isRecent) {
				items.push(await this.item('stillHappening', group, describeFixVerdict(verdict, false), triaged));
			} else if (verdict?.kind === 'fixed') {
				this.confirmed.push(fingerprint);
				if (!this.last.fixed.includes(fingerprint)) {
					items.push(await this.item('fixed', group, describeTriageStatus(triaged.status), triaged));
				}
			}
		}
		return items;
	}

	/** Returns new and increased errors. Omits recently reported errors unless they are much more frequent now. */
	async rises(whole: ComparisonPage, until: number): Promise<readonly DigestItem[]> {
		const days = Math.max(1, (whole.after.tested.seconds ?? 0) / daySeconds);
		const items: DigestItem[] = [];
		for (const group of whole.page) {
			const { after, counted, value, verdict } = group;
			const fingerprint = groupFingerprint(this.key, value);
			const perDay = counted.after / days;
			const triaged = await this.triage?.judge(this.key, value);
			const isIgnored = this.reportedGroups.has(fingerprint) || triaged?.status.state === 'ignored';
			if (after && !isIgnored && !this.wasReported(fingerprint, perDay, until)) {
				const change = verdict.kind === 'new' ? 'new' : 'increased';
				const text = describeVerdict(group, { ...whole, exposure: 'time' });
				this.risen.set(fingerprint, { until, perDay });
				items.push(await this.item(change, { ...after, value }, text, triaged));
			}
		}
		return items;
	}

	reported(until: number): LastDigest['rises'] {
		const earlier = Object.entries(this.last.rises).filter(([, rise]) => until - rise.until < repeatSeconds);
		return Object.fromEntries([...earlier, ...this.risen]);
	}

	private wasReported(fingerprint: string, perDay: number, until: number): boolean {
		const rise = Object.hasOwn(this.last.rises, fingerprint) ? this.last.rises[fingerprint] : undefined;
		return rise !== undefined && until - rise.until < repeatSeconds && perDay < repeatFactor * rise.perDay;
	}

	private async item(
		change: DigestChange,
		group: Pick<Group, 'value' | 'records' | 'devices'>,
		text: string,
		triaged: TriagedRecords | undefined,
	): Promise<DigestItem> {
		const { context, file, key } = this;
		const { value, records, devices } = group;
		this.reportedGroups.add(groupFingerprint(key, value));
		this.thrownFrom ??= new ThrownFrom(file, { filters: [], sort: [] }, await context.frames(), context.signal);
		const code = await this.thrownFrom.of(key, value);
		const lines = () => this.thrownFrom?.ownLines(key, value) ?? Promise.resolve([]);
		const groupChange = groupChangeOf(change, triaged);
		const suspects = groupChange && (await this.suspects.of(key, value, groupChange, lines));
		const link = linksOf(file).toGroup([], key, value);
		return { change, value, text, counts: { records, devices }, triaged, code, suspects, link };
	}
}

function groupChangeOf(change: DigestChange, triaged: TriagedRecords | undefined): GroupChange | undefined {
	if (change === 'fixed' || change === 'stillHappening') {
		return undefined;
	}
	const fixedIn = change === 'regressed' && triaged ? regressedFix(triaged.status) : [];
	return { isIncrease: change === 'increased', fixedIn };
}
