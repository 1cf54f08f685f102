import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage, RecordFilter } from '../../../../shared/results';
import { Pace, type Report } from '../../../common/pace';
import { keysContaining } from '../keys/keysContaining';
import { tallyGroups } from '../keys/tally';
import type { Prepared } from '../prepared';
import { keepWhere } from '../work/keep';
import { SharedCache } from '../work/sharedCache';
import type { Snapshot } from '../work/snapshot';
import { countDevices } from './countDevices';
import { describeGroups, type GroupsOfView } from './groupDetails';
import { orderGroups } from './groupOrder';

const megabyte = 1024 * 1024;

/** Pages of the same groups follow each other. */
const memoryOf = { tallies: 16 * megabyte, orders: 8 * megabyte };

/** Less is not worth telling. */
const leastProgress = 0.01;

/** Groups of views; those of the last views are kept. */
export class Groups {
	private readonly tallies = new SharedCache<GroupsOfView>(memoryOf.tallies, bytesOf);
	private readonly orders = new SharedCache<Uint32Array>(memoryOf.orders, ({ byteLength }) => byteLength);

	constructor(private readonly prepared: Prepared) {}

	async page(
		snapshot: Snapshot,
		{ view, key, order, descending, containing = '', start, end, trendParts }: RecordQueries['groups']['params'],
		signal: AbortSignal,
		report: (progress: RecordQueries['groups']['progress']) => void,
	): Promise<GroupPage> {
		let told = 0;
		const found = await this.ofView(snapshot, view.filters, key, signal, (share) => {
			if (share >= told + leastProgress) {
				told = share;
				report({ share });
			}
		});
		const asked = [view.filters, key, order, descending] as const;
		const all = await this.orders.get(
			snapshot.key(...asked),
			(signal) => orderGroups(this.prepared, snapshot, found, { order, descending }, new Pace(signal)),
			signal,
		);
		const codes =
			containing === ''
				? all
				: await this.orders.get(
						snapshot.key(...asked, containing),
						(signal) => keysContaining(snapshot, key, found.keys, all, containing, new Pace(signal)),
						signal,
					);
		return {
			groups: all.length,
			...(containing !== '' && { listed: codes.length }),
			records: found.numbers.length,
			...(found.cutShort > 0 && { cutShort: found.cutShort }),
			...(found.deobfuscated && { deobfuscated: found.deobfuscated }),
			page: await describeGroups(this.prepared, snapshot, found, codes.slice(start, end), trendParts, new Pace(signal)),
		};
	}

	async one(
		snapshot: Snapshot,
		{ view, key, value, trendParts }: RecordQueries['group']['params'],
		signal: AbortSignal,
	): Promise<Group | undefined> {
		const found = await this.ofView(snapshot, view.filters, key, signal);
		const code = found.keys.codeOf(encodeGroupValue(value));
		if (code === undefined || (found.tally.counts[code] ?? 0) === 0) {
			return undefined;
		}
		const codes = Uint32Array.of(code);
		const [group] = await describeGroups(this.prepared, snapshot, found, codes, trendParts, new Pace(signal));
		return group;
	}

	private ofView(
		snapshot: Snapshot,
		filters: readonly RecordFilter[],
		key: GroupKey,
		signal: AbortSignal,
		report?: Report,
	): Promise<GroupsOfView> {
		return this.tallies.get(
			snapshot.key(filters, key),
			async (signal, report) => {
				const { timeColumn } = snapshot.info;
				const numbers = await this.prepared.selection(snapshot, filters, signal);
				const groups = await groupRecords(this.prepared, snapshot, { numbers, key, timeColumn }, signal, report);
				const { keys, tally } = groups;
				const pace = new Pace(signal);
				const devices = await countDevices(this.prepared, snapshot, numbers, keys, tally.counts, pace);
				return { ...groups, devices };
			},
			signal,
			report,
		);
	}
}

interface GroupedRecords extends Pick<GroupsOfView, 'numbers' | 'key'> {
	/** That tells when. */
	readonly timeColumn: number | undefined;
}

/** The groups of some records, whose devices are not counted. */
export async function groupRecords(
	prepared: Prepared,
	snapshot: Snapshot,
	{ numbers, key, timeColumn }: GroupedRecords,
	signal: AbortSignal,
	report?: Report,
): Promise<Omit<GroupsOfView, 'devices'>> {
	const keys = await prepared.keyCodes(snapshot, key, signal, report);
	const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, signal);
	const tally = await tallyGroups(numbers, keys, times, new Pace(signal));
	const { cutShort } = keys;
	const slow = cutShort && (await keepWhere(numbers, (number) => cutShort.has(number), new Pace(signal)));
	const deobfuscated = await keys.outcomes?.count(numbers, new Pace(signal));
	return { key, numbers, keys, tally, times, cutShort: slow?.length ?? 0, deobfuscated };
}

/** What nobody else keeps. */
function bytesOf({ numbers, tally, devices }: GroupsOfView): number {
	return (
		numbers.byteLength +
		tally.counts.byteLength +
		tally.firstRecord.byteLength +
		(tally.seen ? 2 * tally.seen.first.byteLength : 0) +
		(devices?.byteLength ?? 0)
	);
}
