import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { ProvenTraces } from '../../../stack/mapping/provenTraces';
import type { HashedKeys } from '../../table/keyPart';
import type { CellSource } from '../execution/cellSource';
import { recordBatches } from '../execution/recordBatches';
import { allRecords, positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { NarrowCodes } from '../execution/uniteCodes';
import { SiteLists } from '../frameSites/siteLists';
import { bytesOfSites, noSites } from '../frameSites/uniteSites';
import { DerivedColumn, type Made } from './derivedColumn';
import { KeyCoder } from './keyCoder';
import { type KeyCodes, PartCoder } from './keyCodes';
import { CutShortTexts, keyAsShown } from './keyMaker';
import type { DerivedKey, DerivedSource, MadeOfTrace } from './keyOfText';
import { Outcomes, type ShownRecords } from './outcomes';
import { type UnitedKeys, uniteKeys } from './uniteKeys';

/** Computes a key for each distinct text. If mapping files are available, the text is deobfuscated first. */
export async function derivedCodes(
	snapshot: Snapshot,
	source: Omit<DerivedSource, 'kind'>,
	scheduler: Scheduler,
	shown?: ShownRecords,
): Promise<KeyCodes> {
	const { records } = snapshot;
	const made = await makeKeys(snapshot, source, scheduler, shown);
	const united = await uniteKeys([{ first: 0, records, keys: made.keys }], records, source.part, scheduler);
	const kept = made.kept.renumbered((code) => united.codeOf(made.keys, code));
	const { cutShort, outcomes } = made;
	return keyCodesOf(source, { ...united, kept, cutShort, outcomes, sites: made.keys.sites }, shown);
}

interface MadeKeys {
	readonly keys: HashedKeys;
	readonly kept: KeptKeys;
	readonly cutShort: CutShortTexts;
	readonly outcomes: Outcomes | undefined;
}

export async function makeKeys(
	snapshot: Snapshot,
	{ from, part, readsTraces }: Omit<DerivedSource, 'kind'>,
	scheduler: Scheduler,
	shown?: ShownRecords,
): Promise<MadeKeys> {
	const { records } = snapshot;
	// If only some traces were parsed, the counts of deobfuscation outcomes would be incomplete.
	const outcomes = shown && readsTraces ? new Outcomes(records) : undefined;
	const coder = new KeyCoder();
	const codes = new Uint32Array(records);
	const weak = new Set([0]);
	const cutShort = new CutShortTexts();
	const kept = new KeptKeys();
	const lists = readsTraces ? new SiteLists() : undefined;
	const listOf = new NarrowCodes(lists ? records : 0);
	const parts = part && new PartCoder(part);
	let only: Bitset | undefined;
	for (const [index, derived] of from.entries()) {
		const codeOf = (key: string) => {
			const code = coder.codeOfText(key, 0);
			parts?.add(code, key);
			if (derived.make.kind === 'slow') {
				kept.add(code, key);
			}
			if (derived.isWeak(key)) {
				weak.add(code);
			}
			return code;
		};
		const take = (record: number, { code, cutShort: isCutShort, outcome, list }: Made) => {
			if (code !== 0) {
				codes[record] = code;
				if (lists) {
					listOf.set(record, list);
				}
			}
			if (isCutShort) {
				cutShort.add(index, record);
			}
			if (outcome !== 0) {
				outcomes?.set(record, outcome);
			}
		};
		const deobfuscated = derived.make.kind === 'slow' ? shown : undefined;
		const part = scheduler.subtask(index, from.length);
		await new DerivedColumn(snapshot, derived, {
			codeOf,
			take,
			scheduler: part,
			shown: deobfuscated,
			outcomes,
			lists,
		}).read(only);
		if (derived !== from.at(-1)) {
			only = await recordsWhere(records, (record) => weak.has(codes[record] ?? 0), scheduler);
		}
	}
	const none = new Uint32Array(0);
	const tops = parts?.hashes ?? { topLows: none, topHighs: none };
	const sites = lists?.finish(listOf.values) ?? noSites();
	return { keys: { codes, ...coder.hashes, ...tops, sites }, kept, cutShort, outcomes };
}

type CodedKeys = Omit<MadeKeys, 'keys'> & Pick<UnitedKeys, 'codes' | 'coder' | 'parts'> & Pick<HashedKeys, 'sites'>;

export function keyCodesOf(
	{ from }: Pick<DerivedSource, 'from'>,
	{ codes, coder, parts, kept, cutShort, outcomes, sites }: CodedKeys,
	shown?: ShownRecords,
): KeyCodes {
	const { size, origins } = coder;
	/** Maps each pass over the records to its deobfuscator. The mapping files must not change during a pass. */
	const tracesOf = new WeakMap<Scheduler, ProvenTraces>();
	const shownIn = (record: number, scheduler: Scheduler): ShownIn | undefined => {
		if (!shown) {
			return undefined;
		}
		const traces = tracesOf.get(scheduler) ?? shown.traces();
		tracesOf.set(scheduler, traces);
		return { traces, origin: shown.originOf(record) };
	};
	const ofTexts = (texts: readonly string[], record: number, scheduler: Scheduler) =>
		madeOfTexts(from, { texts, record, cutShort }, scheduler, shownIn(record, scheduler));
	const columns = from.map(({ column }) => column);
	return {
		codes,
		size,
		texts: {
			kind: 'read',
			records: origins,
			columns,
			hashOf: (code, into) => coder.hashOf(code, into),
			make: (texts, record, scheduler) =>
				kept.get(codes[record] ?? 0) ?? ofTexts(texts, record, scheduler).then(({ key }) => key),
		},
		sites: {
			...sites,
			columns,
			framesOf: async (texts, record, scheduler) => (await ofTexts(texts, record, scheduler)).grouping?.ownFrames,
		},
		bytes:
			codes.byteLength +
			coder.bytes +
			kept.bytes +
			bytesOfSites(sites) +
			(parts?.bytes ?? 0) +
			(outcomes?.bytes ?? 0) +
			(shown?.bytes ?? 0),
		codeOf: (value) => coder.findText(value),
		cutShort: cutShort.records,
		parts,
		outcomes,
	};
}

/** Returns cells with a part of each record's key. The keys are computed from the text of the records. */
export function derivedCells(
	snapshot: Snapshot,
	{ texts }: Pick<KeyCodes, 'texts'>,
	part: (text: string) => string,
): CellSource {
	return async (visit, only, scheduler) => {
		if (texts.kind === 'held') {
			return;
		}
		const wanted = await positionsWhere(
			allRecords(snapshot.records),
			(record) => only?.has(record) !== false,
			scheduler,
		);
		for (const numbers of recordBatches(wanted, snapshot.table)) {
			const rows = await snapshot.table.cells(numbers, texts.columns, scheduler.signal);
			for (const [index, row] of rows.entries()) {
				const record = numbers[index] ?? 0;
				const key = Buffer.from(part(await texts.make(row, record, scheduler)));
				if (visit(record, key, 0, key.length) === false) {
					return;
				}
				if (scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
		}
	};
}

interface ShownIn {
	readonly traces: ProvenTraces;
	readonly origin: number;
}

interface RecordTexts {
	readonly texts: readonly string[];
	readonly record: number;
	readonly cutShort: CutShortTexts;
}

async function madeOfTexts(
	from: readonly DerivedKey[],
	{ texts, record, cutShort }: RecordTexts,
	scheduler: Scheduler,
	shown: ShownIn | undefined,
): Promise<MadeOfTrace> {
	let weak: MadeOfTrace = { key: '' };
	for (const [index, { decisiveEnd, make, isWeak }] of from.entries()) {
		const bytes = Buffer.from(texts[index] ?? '');
		const text = bytes.toString('utf8', 0, decisiveEnd(bytes, 0, bytes.length));
		let made: MadeOfTrace = { key: '' };
		if (text !== '') {
			if (make.kind === 'quick') {
				made = { key: make.of(text) };
			} else if (cutShort.has(index, record)) {
				made = { key: make.instead(text) };
			} else {
				const { result } = await scheduler.run(make.read(text));
				({ made } = await keyAsShown(result, shown?.traces, shown?.origin ?? 0, scheduler));
			}
		}
		if (made.key !== '' && !isWeak(made.key)) {
			return made;
		}
		weak = weak.key === '' ? made : weak;
	}
	return weak;
}

async function recordsWhere(
	records: number,
	passes: (record: number) => boolean,
	scheduler: Scheduler,
): Promise<Bitset> {
	const found = new Bitset(records);
	await scheduler.forEachBatch(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (passes(record)) {
				found.add(record);
			}
		}
	});
	return found;
}

const maxMemory = 4 * 1024 * 1024;
const overhead = 64;

/** Caches keys that are slow to compute, so that other pages of the results can reuse them. */
export class KeptKeys {
	private readonly byCode = new Map<number, string>();
	bytes = 0;

	add(code: number, key: string): void {
		const bytes = 2 * key.length + overhead;
		if (this.bytes + bytes <= maxMemory && !this.byCode.has(code)) {
			this.byCode.set(code, key);
			this.bytes += bytes;
		}
	}

	renumbered(codeOf: (code: number) => number): KeptKeys {
		const others = new KeptKeys();
		for (const [code, key] of this.byCode) {
			const other = codeOf(code);
			if (other !== 0) {
				others.add(other, key);
			}
		}
		return others;
	}

	get(code: number): string | undefined {
		return this.byCode.get(code);
	}
}
