import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Group, GroupKey, GroupPage, RecordFilter } from '../../../../shared/results';
import { type Report, Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import { positionsWhere } from '../execution/selectPositions';
import { SharedCache } from '../execution/sharedCache';
import { keysContaining } from '../keys/keysContaining';
import { tallyGroups } from '../keys/tally';
import { countDevices } from './countDevices';
import { describeGroups, type GroupsOfView } from './groupDetails';
import { orderGroups } from './groupOrder';

const megabyte = 1024 * 1024;

const memoryOf = { tallies: 16 * megabyte, orders: 8 * megabyte };

const leastProgress = 0.01;

export class Groups {
	private readonly tallies = new SharedCache<GroupsOfView>(memoryOf.tallies, getBytes);
	private readonly orders = new SharedCache<Uint32Array>(memoryOf.orders, ({ byteLength }) => byteLength);

	async page(
		snapshot: CachedSnapshot,
		{ view, key, order, descending, containing = '', start, end, trendParts }: RecordQueries['groups']['params'],
		signal: AbortSignal,
		report: (progress: RecordQueries['groups']['progress']) => void,
	): Promise<GroupPage> {
		let reported = 0;
		const found = await this.ofView(snapshot, view.filters, key, signal, (share) => {
			if (share >= reported + leastProgress) {
				reported = share;
				report({ share });
			}
		});
		const question = [view.filters, key, order, descending] as const;
		const all = await this.orders.get(
			snapshot.key(...question),
			(signal) => orderGroups(snapshot, found, { order, descending }, new Scheduler(signal)),
			signal,
		);
		const codes =
			containing === ''
				? all
				: await this.orders.get(
						snapshot.key(...question, containing),
						(signal) =>
							keysContaining(snapshot, key, { keys: found.keys, wanted: all, containing }, new Scheduler(signal)),
						signal,
					);
		return {
			groups: all.length,
			...(containing !== '' && { listed: codes.length }),
			records: found.numbers.length,
			...(found.cutShort > 0 && { cutShort: found.cutShort }),
			...(found.deobfuscated && { deobfuscated: found.deobfuscated }),
			page: await describeGroups(
				snapshot,
				{ view: found, codes: codes.slice(start, end), trendParts },
				new Scheduler(signal),
			),
		};
	}

	async one(
		snapshot: CachedSnapshot,
		{ view, key, value, trendParts }: RecordQueries['group']['params'],
		signal: AbortSignal,
	): Promise<Group | undefined> {
		const found = await this.ofView(snapshot, view.filters, key, signal);
		const code = found.keys.codeOf(encodeGroupValue(value));
		if (code === undefined || (found.tally.counts[code] ?? 0) === 0) {
			return undefined;
		}
		const codes = Uint32Array.of(code);
		const [group] = await describeGroups(snapshot, { view: found, codes, trendParts }, new Scheduler(signal));
		return group;
	}

	private ofView(
		snapshot: CachedSnapshot,
		filters: readonly RecordFilter[],
		key: GroupKey,
		signal: AbortSignal,
		report?: Report,
	): Promise<GroupsOfView> {
		return this.tallies.get(
			snapshot.key(filters, key),
			async (signal, report) => {
				const { timeColumn } = snapshot.info;
				const numbers = await snapshot.selection(filters, signal);
				const groups = await groupRecords(snapshot, { numbers, key, timeColumn }, signal, report);
				const { keys, tally } = groups;
				const scheduler = new Scheduler(signal);
				const devices = await countDevices(snapshot, { numbers, codes: keys, counts: tally.counts }, scheduler);
				return { ...groups, devices };
			},
			signal,
			report,
		);
	}
}

interface GroupedRecords extends Pick<GroupsOfView, 'numbers' | 'key'> {
	readonly timeColumn: number | undefined;
}

export async function groupRecords(
	snapshot: CachedSnapshot,
	{ numbers, key, timeColumn }: GroupedRecords,
	signal: AbortSignal,
	report?: Report,
): Promise<Omit<GroupsOfView, 'devices'>> {
	const keys = await snapshot.keyCodes(key, signal, report);
	const times = timeColumn === undefined ? undefined : await snapshot.times(timeColumn, signal);
	const tally = await tallyGroups(numbers, keys, times, new Scheduler(signal));
	const { cutShort } = keys;
	const slow = cutShort && (await positionsWhere(numbers, (number) => cutShort.has(number), new Scheduler(signal)));
	const deobfuscated = await keys.outcomes?.count(numbers, new Scheduler(signal));
	return { key, numbers, keys, tally, times, cutShort: slow?.length ?? 0, deobfuscated };
}

function getBytes({ numbers, tally, devices }: GroupsOfView): number {
	return (
		numbers.byteLength +
		tally.counts.byteLength +
		tally.firstRecord.byteLength +
		(tally.seen ? 2 * tally.seen.first.byteLength : 0) +
		(devices?.byteLength ?? 0)
	);
}
