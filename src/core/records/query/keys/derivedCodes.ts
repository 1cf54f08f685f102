import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { DictionaryValues } from '../../table/table';
import { type CellSource, cellsOfColumn } from '../work/cellSource';
import { allRecords, keepWhere } from '../work/keep';
import { recordBatches } from '../work/recordBatches';
import type { Snapshot } from '../work/snapshot';
import { firstRecords } from './firstRecords';
import { KeptKeys } from './keptKeys';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';
import { CutShortTexts, KeyMaker } from './keyMaker';
import type { DerivedKey, DerivedSource } from './keyOfText';
import { PartCoder } from './partCodes';

/** The keys of all records, each made once of all texts that share it. */
export async function derivedCodes(
	snapshot: Snapshot,
	{ from, part }: Omit<DerivedSource, 'kind'>,
	pace: Pace,
): Promise<KeyCodes> {
	const { records } = snapshot;
	const coder = new KeyCoder();
	const codes = new Uint32Array(records);
	const weak = new Set([0]);
	const cutShort = new CutShortTexts();
	const kept = new KeptKeys();
	const parts = part && new PartCoder(part);
	let only: Bitset | undefined;
	for (const [place, derived] of from.entries()) {
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
		const take = (record: number, code: number, isCutShort: boolean) => {
			codes[record] = code || (codes[record] ?? 0);
			if (isCutShort) {
				cutShort.add(place, record);
			}
		};
		await new DerivedColumn(snapshot, derived, codeOf, take, pace.part(place, from.length)).read(only);
		if (derived !== from.at(-1)) {
			only = await recordsWhere(records, (record) => weak.has(codes[record] ?? 0), pace);
		}
	}
	// Not those by which the coder met a key first: another column may have given them another one.
	const origins = await firstRecords(codes, coder.size, pace);
	return {
		codes,
		size: coder.size,
		texts: {
			kind: 'read',
			records: origins,
			columns: from.map(({ column }) => column),
			make: (texts, record, pace) => kept.get(codes[record] ?? 0) ?? keyOfTexts(from, texts, record, cutShort, pace),
		},
		bytes: codes.byteLength + origins.byteLength + coder.bytes + kept.bytes + (parts?.bytes ?? 0),
		codeOf: (value) => coder.findText(value),
		cutShort: cutShort.records,
		parts,
	};
}

/**
 * Something of the keys, record by record, as they were made for the codes.
 * @param part Of a key's text.
 */
export function derivedCells(
	snapshot: Snapshot,
	{ texts }: Pick<KeyCodes, 'texts'>,
	part: (text: string) => string,
): CellSource {
	return async (visit, only, pace) => {
		if (texts.kind === 'held') {
			return;
		}
		const wanted = await keepWhere(allRecords(snapshot.records), (record) => only?.has(record) !== false, pace);
		for (const numbers of recordBatches(wanted, snapshot.table)) {
			const rows = await snapshot.table.cells(numbers, texts.columns, pace.signal);
			for (const [index, row] of rows.entries()) {
				const record = numbers[index] ?? 0;
				const key = Buffer.from(part(await texts.make(row, record, pace)));
				if (visit(record, key, 0, key.length) === false) {
					return;
				}
				if (pace.due) {
					await pace.rest();
				}
			}
		}
	};
}

/** @param texts Of a record, by the place of their column. */
async function keyOfTexts(
	from: readonly DerivedKey[],
	texts: readonly string[],
	record: number,
	cutShort: CutShortTexts,
	pace: Pace,
): Promise<string> {
	let weak = '';
	for (const [place, { decisiveEnd, make, isWeak }] of from.entries()) {
		const bytes = Buffer.from(texts[place] ?? '');
		const text = bytes.toString('utf8', 0, decisiveEnd(bytes, 0, bytes.length));
		let key = '';
		if (text !== '') {
			if (make.kind === 'quick') {
				key = make.of(text);
			} else {
				key = cutShort.has(place, record) ? make.instead(text) : (await pace.through(make.of(text))).result;
			}
		}
		if (key !== '' && !isWeak(key)) {
			return key;
		}
		weak ||= key;
	}
	return weak;
}

/** The code of a key, and whether it is of a text that took too long. */
interface Made {
	readonly code: number;
	readonly cutShort: boolean;
}

/** Tells the codes of one column's keys, each made once of all texts that share it. */
class DerivedColumn {
	private readonly maker: KeyMaker;

	constructor(
		private readonly snapshot: Snapshot,
		private readonly derived: DerivedKey,
		private readonly codeOf: (key: string) => number,
		private readonly take: (record: number, code: number, cutShort: boolean) => void,
		private readonly pace: Pace,
	) {
		this.maker = new KeyMaker(pace);
	}

	/** @param only The records that are wanted; all without it. */
	async read(only: Bitset | undefined): Promise<void> {
		const { values } = this.snapshot.column(this.derived.column);
		await (values.kind === 'dictionary' ? this.readDictionary(values, only) : this.readCells(only));
	}

	private async readCells(only: Bitset | undefined): Promise<void> {
		const { snapshot, derived, take } = this;
		/** Beginnings of texts that were seen, by whose codes `made` tells the keys made of them. */
		const seen = new KeyCoder();
		const made: Made[] = [{ code: 0, cutShort: false }];
		/** Visited, but not told yet: records, their beginnings, and the text of each beginning that is new. */
		const records: number[] = [];
		const beginnings: number[] = [];
		const texts = new Map<number, string>();
		const tell = async () => {
			await this.make(texts, (beginning, one) => {
				made[beginning] = one;
			});
			this.pace.report((records.at(-1) ?? 0) / snapshot.records);
			for (const [index, record] of records.entries()) {
				const { code = 0, cutShort = false } = made[beginnings[index] ?? 0] ?? {};
				take(record, code, cutShort);
			}
			records.length = 0;
			beginnings.length = 0;
			texts.clear();
		};
		await cellsOfColumn(snapshot, derived.column)(
			(record, bytes, start, end) => {
				const decisiveEnd = derived.decisiveEnd(bytes, start, end);
				const beginning = seen.codeOfBytes(bytes, start, decisiveEnd, record);
				if (made[beginning] === undefined && !texts.has(beginning)) {
					texts.set(beginning, bytes.toString('utf8', start, decisiveEnd));
				}
				records.push(record);
				beginnings.push(beginning);
			},
			only,
			this.pace,
			tell,
		);
	}

	private async readDictionary(values: DictionaryValues, only: Bitset | undefined): Promise<void> {
		const { take, pace } = this;
		const { codes, size } = values;
		const wanted = (record: number) => only?.has(record) !== false;
		/** By the dictionary's code: 1 where a record that is wanted has it. */
		const occurs = new Uint8Array(size);
		await pace.walk(codes.length, (from, to) => {
			for (let record = from; record < to; record++) {
				if (wanted(record)) {
					occurs[codes[record] ?? 0] = 1;
				}
			}
		});
		const made = new Uint32Array(size);
		const cutShortCodes = new Set<number>();
		await this.make(this.dictionaryTexts(values, occurs), (inner, { code, cutShort }) => {
			made[inner] = code;
			if (cutShort) {
				cutShortCodes.add(inner);
			}
		});
		await pace.walk(codes.length, (from, to) => {
			for (let record = from; record < to; record++) {
				if (wanted(record)) {
					const inner = codes[record] ?? 0;
					take(record, made[inner] ?? 0, cutShortCodes.size > 0 && cutShortCodes.has(inner));
				}
			}
		});
	}

	private *dictionaryTexts(values: DictionaryValues, occurs: Uint8Array): Iterable<readonly [number, string]> {
		for (let code = 1; code < values.size; code++) {
			if (occurs[code] === 1) {
				this.pace.report(code / values.size);
				const bytes = Buffer.from(values.value(code));
				yield [code, bytes.toString('utf8', 0, this.derived.decisiveEnd(bytes, 0, bytes.length))];
			}
		}
	}

	private make(texts: Iterable<readonly [number, string]>, take: (of: number, made: Made) => void): Promise<void> {
		return this.maker.makeEach(this.derived, texts, (of, key, cutShort) =>
			take(of, { code: this.codeOf(key), cutShort }),
		);
	}
}

async function recordsWhere(records: number, passes: (record: number) => boolean, pace: Pace): Promise<Bitset> {
	const found = new Bitset(records);
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (passes(record)) {
				found.add(record);
			}
		}
	});
	return found;
}
