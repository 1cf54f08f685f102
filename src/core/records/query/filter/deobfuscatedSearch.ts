import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import { KeyCoder } from '../keys/keyCoder';
import type { ShownRecords } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';
import { TextUnits } from '../keys/textUnits';
import { cellsOfColumn } from '../work/cellSource';
import type { Snapshot } from '../work/snapshot';

/** Tells of each text whether it is one that is looked for. */
export type TextsTest = (texts: readonly string[]) => ArrayLike<number | boolean>;

/** Deobfuscated texts that are held until they are tested together (UTF-16 units). */
const heldLength = 65_536;

/** The text of a record that was not met before. */
interface NewText {
	readonly record: number;
	readonly text: string;
}

/**
 * Looks for records whose trace has a text once it is deobfuscated: a person sees that one, though another is written.
 * Each text is deobfuscated once for all records of an origin.
 */
export class DeobfuscatedSearch {
	private readonly values: ShownValues;
	private readonly seen = new KeyCoder();
	private readonly units: TextUnits;
	/** By unit; undefined for those that were not tested. */
	private readonly passes: (boolean | undefined)[] = [false];

	constructor(
		private readonly snapshot: Snapshot,
		shown: ShownRecords,
		private readonly test: TextsTest,
	) {
		this.values = new ShownValues(shown);
		this.units = new TextUnits((record) => shown.originOf(record));
	}

	/**
	 * Adds those of some records that pass.
	 * @param only Which records.
	 * @param first Ends with the first record that passes, or soon after it.
	 * @param onProgress Hears up to which record they were looked at.
	 */
	async find(
		only: Bitset,
		into: Bitset,
		pace: Pace,
		first = false,
		onProgress: (record: number) => void = () => undefined,
	): Promise<void> {
		const column = this.snapshot.indexOf('error');
		if (column === undefined) {
			return;
		}
		const { passes } = this;
		/** Visited, but not told yet: records and their units, and the text of each unit that is new. */
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
			pace,
			async () => {
				await this.testEach(texts, pace);
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

	/** Whether a record passes. */
	async has(record: number, pace: Pace): Promise<boolean> {
		const [one, found] = [new Bitset(this.snapshot.records), new Bitset(this.snapshot.records)];
		one.add(record);
		await this.find(one, found, pace);
		return found.has(record);
	}

	private async testEach(texts: ReadonlyMap<number, NewText>, pace: Pace): Promise<void> {
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
			const shown = await this.values.of(record, text, pace);
			passes[unit] = false;
			// As it was written it was looked at before.
			if (shown.paths.length > 0) {
				held.push({ unit, text: shown.text });
				length += shown.text.length;
			}
			if (length >= heldLength) {
				testHeld();
			}
			if (pace.due) {
				await pace.rest();
			}
		}
		testHeld();
	}
}
