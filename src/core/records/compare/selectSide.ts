import type { SideQuestion, TimeRange } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import type { Pace } from '../../common/pace';
import { textsOfCodes } from '../query/keys/keyTexts';
import { codesWithRecords, countCodes } from '../query/keys/tally';
import type { Prepared } from '../query/prepared';
import { versionKey } from '../query/values/versionKey';
import { keepByCode } from '../query/work/keep';
import type { Snapshot } from '../query/work/snapshot';
import { type Times, timeSpanOf } from '../query/work/times';
import { sideTimeColumn } from './clocks';
import { keepWithin } from './keepWithin';
import { intersection } from './spans';

/** A table of which a selection is a side of a comparison. */
export interface ComparedTable {
	readonly prepared: Prepared;
	/** As it is now. */
	snapshot(): Snapshot;
}

/** A question about a table as it was when it was asked. */
export interface AskedSide {
	readonly prepared: Prepared;
	readonly snapshot: Snapshot;
	readonly question: SideQuestion;
	/** As it is named in this table; undefined where the table has no such column. */
	readonly key: GroupKey | undefined;
}

/** The records of a side. */
export interface SelectedSide extends AskedSide {
	readonly numbers: Uint32Array;
	/** By `versionKey`; undefined where versions do not matter. */
	readonly versions: ReadonlySet<string> | undefined;
	/** That tells when on the clock of the range; undefined where the file has none. */
	readonly timeColumn: number | undefined;
	readonly times: Times | undefined;
	/** Undefined without a time. */
	readonly spans: readonly TimeRange[] | undefined;
	readonly untimed: number;
	readonly outside: number;
}

export async function selectSide(asked: AskedSide, pace: Pace): Promise<SelectedSide> {
	const { prepared, snapshot, question } = asked;
	let numbers = await prepared.selection(snapshot, question.filters, pace.signal);
	const versions = question.versions && new Set(question.versions.map(versionKey));
	if (versions) {
		numbers = await ofVersions(prepared, snapshot, numbers, versions, pace);
	}
	const timeColumn = sideTimeColumn(snapshot, question.facts);
	const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, pace.signal);
	const covers = question.facts?.covers ?? (times && (await spanOfTable(asked, times, pace)));
	const spans = covers && question.range ? intersection(covers, [question.range]) : covers;
	if (!times || !spans) {
		return { ...asked, numbers, versions, timeColumn, times, spans: undefined, untimed: 0, outside: 0 };
	}
	const within = await keepWithin(numbers, times, spans, pace);
	const untimed = within === numbers ? 0 : (await timeSpanOf(numbers, times, pace)).without;
	return {
		...asked,
		numbers: within,
		versions,
		timeColumn,
		times,
		spans,
		untimed,
		outside: numbers.length - untimed - within.length,
	};
}

/** All spellings of the versions. */
async function ofVersions(
	prepared: Prepared,
	snapshot: Snapshot,
	numbers: Uint32Array,
	versions: ReadonlySet<string>,
	pace: Pace,
): Promise<Uint32Array> {
	const { versionColumn: column } = snapshot.info;
	if (column === undefined) {
		return new Uint32Array(0);
	}
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	const codes = await codesWithRecords(await countCodes(numbers, keys, pace), pace);
	const texts = await textsOfCodes(snapshot, keys.texts, codes, pace);
	const mask = new Uint8Array(keys.size);
	for (const [place, text] of texts.entries()) {
		mask[codes[place] ?? 0] = text !== '' && versions.has(versionKey(text)) ? 1 : 0;
	}
	return keepByCode(numbers, keys.codes, mask, pace);
}

/** From the first to the last record of a table: nothing tells that more was asked for. */
export async function spanOfTable(
	{ prepared, snapshot }: Pick<AskedSide, 'prepared' | 'snapshot'>,
	times: Times,
	pace: Pace,
): Promise<TimeRange[]> {
	const all = await prepared.selection(snapshot, [], pace.signal);
	const { first, last } = await timeSpanOf(all, times, pace);
	return first <= last ? [{ since: first, until: last }] : [];
}
