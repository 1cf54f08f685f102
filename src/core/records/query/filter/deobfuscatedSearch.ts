import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import { cellsOfColumn } from '../execution/cellSource';
import type { Snapshot } from '../execution/snapshot';
import { KeyCoder, TextUnits } from '../keys/keyCoder';
import type { ShownRecords } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';

export type TextsTest = (texts: readonly string[]) => ArrayLike<number | boolean>;

/** Maximum total length, in UTF-16 code units, of the deobfuscated text that is in memory before it is tested. */
const heldLength = 65_536;

interface NewText {
	readonly record: number;
	readonly text: string;
}

/** Finds records by their deobfuscated traces. Deobfuscates each distinct trace once per origin. */
export class DeobfuscatedSearch {
	private readonly values: ShownValues;
	private readonly seen = new KeyCoder();
	private readonly units: TextUnits;
	/** Test results by unit, which is a trace with its origin. Undefined if the unit has not been tested. */
	private readonly passes: (boolean | undefined)[] = [false];

	constructor(
		private readonly snapshot: Snapshot,
		shown: ShownRecords,
		private readonly test: TextsTest,
	) {
		this.values = new ShownValues(shown);
		this.units = new TextUnits((record) => shown.originOf(record));
	}

	/** Adds the records that pass the test to `into`. If `first` is true, stops soon after the first match. */
	async find(
		only: Bitset,
		into: Bitset,
		scheduler: Scheduler,
		first = false,
		onProgress: (record: number) => void = () => undefined,
	): Promise<void> {
		const column = this.snapshot.indexOf('error');
		if (column === undefined) {
			return;
		}
		const { passes } = this;
		const records: number[] = [];
		const unitsOf: number[] = [];
		const texts = new Map<number, NewText>();
		let ended = false;
		await cellsOfColumn(this.snapshot, column)(
			(record, bytes, start, end) => {
				if (ended) {
					return false;
				}
				const unit = this.units.of(this.seen.codeOfBytes(bytes, start, end, record), record);
				if (passes[unit] === undefined && !texts.has(unit)) {
					texts.set(unit, { record, text: bytes.toString('utf8', start, end) });
				}
				records.push(record);
				unitsOf.push(unit);
				return true;
			},
			only,
			scheduler,
			async () => {
				await this.testEach(texts, scheduler);
				for (const [index, record] of records.entries()) {
					if (passes[unitsOf[index] ?? 0]) {
						into.add(record);
						ended ||= first;
					}
				}
				onProgress(records.at(-1) ?? 0);
				records.length = 0;
				unitsOf.length = 0;
				texts.clear();
			},
		);
	}

	async has(record: number, scheduler: Scheduler): Promise<boolean> {
		const [one, found] = [new Bitset(this.snapshot.records), new Bitset(this.snapshot.records)];
		one.add(record);
		await this.find(one, found, scheduler);
		return found.has(record);
	}

	private async testEach(texts: ReadonlyMap<number, NewText>, scheduler: Scheduler): Promise<void> {
		const { passes } = this;
		let held: { readonly unit: number; readonly text: string }[] = [];
		let length = 0;
		const testHeld = () => {
			const found = this.test(held.map(({ text }) => text));
			for (const [index, { unit }] of held.entries()) {
				passes[unit] = Boolean(found[index]);
			}
			held = [];
			length = 0;
		};
		for (const [unit, { record, text }] of texts) {
			const shown = await this.values.of(record, text, scheduler);
			passes[unit] = false;
			// If a trace wasn't deobfuscated, its text was already tested when the file was searched.
			if (shown.paths.length > 0) {
				held.push({ unit, text: shown.text });
				length += shown.text.length;
			}
			if (length >= heldLength) {
				testHeld();
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		testHeld();
	}
}
