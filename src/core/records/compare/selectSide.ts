import type { SideQuestion, TimeRange } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import type { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from '../query/cachedSnapshot';
import { positionsByCode } from '../query/execution/selectPositions';
import { getTimeSpan, type Times } from '../query/execution/times';
import { textsOfCodes } from '../query/keys/keyCodes';
import { codesWithRecords, countCodes } from '../query/keys/tally';
import { versionKey } from '../query/values/versionKey';
import { sideTimeColumn } from './clocks';
import { positionsWithin } from './positionsWithin';
import { intersection } from './spans';

export interface ComparedTable {
	snapshot(): CachedSnapshot;
}

export interface AskedSide {
	readonly snapshot: CachedSnapshot;
	readonly question: SideQuestion;
	/** The group key with this table's column numbers. Undefined if the table doesn't have the key's column. */
	readonly key: GroupKey | undefined;
}

export interface SelectedSide extends AskedSide {
	readonly numbers: Uint32Array;
	/** Selected versions, normalized with `versionKey`. Undefined without a version filter. */
	readonly versions: ReadonlySet<string> | undefined;
	readonly timeColumn: number | undefined;
	readonly times: Times | undefined;
	readonly spans: readonly TimeRange[] | undefined;
	readonly untimed: number;
	readonly outside: number;
}

export async function selectSide(side: AskedSide, scheduler: Scheduler): Promise<SelectedSide> {
	const { snapshot, question } = side;
	let numbers = await snapshot.selection(question.filters, scheduler.signal);
	const versions = question.versions && new Set(question.versions.map(versionKey));
	if (versions) {
		numbers = await ofVersions(snapshot, numbers, versions, scheduler);
	}
	const timeColumn = sideTimeColumn(snapshot, question.facts);
	const times = timeColumn === undefined ? undefined : await snapshot.times(timeColumn, scheduler.signal);
	const covers = question.facts?.covers ?? (times && (await spanOfTable(side, times, scheduler)));
	const spans = covers && question.range ? intersection(covers, [question.range]) : covers;
	if (!times || !spans) {
		return { ...side, numbers, versions, timeColumn, times, spans: undefined, untimed: 0, outside: 0 };
	}
	const within = await positionsWithin(numbers, times, spans, scheduler);
	const untimed = within === numbers ? 0 : (await getTimeSpan(numbers, times, scheduler)).without;
	return {
		...side,
		numbers: within,
		versions,
		timeColumn,
		times,
		spans,
		untimed,
		outside: numbers.length - untimed - within.length,
	};
}

async function ofVersions(
	snapshot: CachedSnapshot,
	numbers: Uint32Array,
	versions: ReadonlySet<string>,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const { versionColumn: column } = snapshot.info;
	if (column === undefined) {
		return new Uint32Array(0);
	}
	const keys = await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal);
	const codes = await codesWithRecords(await countCodes(numbers, keys, scheduler), scheduler);
	const texts = await textsOfCodes(snapshot, keys.texts, codes, scheduler);
	const mask = new Uint8Array(keys.size);
	for (const [index, text] of texts.entries()) {
		mask[codes[index] ?? 0] = text !== '' && versions.has(versionKey(text)) ? 1 : 0;
	}
	return positionsByCode(numbers, keys.codes, mask, scheduler);
}

export async function spanOfTable(
	{ snapshot }: Pick<AskedSide, 'snapshot'>,
	times: Times,
	scheduler: Scheduler,
): Promise<TimeRange[]> {
	const all = await snapshot.selection([], scheduler.signal);
	const { first, last } = await getTimeSpan(all, times, scheduler);
	return first <= last ? [{ since: first, until: last }] : [];
}
