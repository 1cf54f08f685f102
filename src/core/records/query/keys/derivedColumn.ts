import type { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { DictionaryValues } from '../../table/table';
import { OwnFramesHash } from '../sites/ownFramesHash';
import type { SiteLists } from '../sites/siteLists';
import { cellsOfColumn } from '../work/cellSource';
import type { Snapshot } from '../work/snapshot';
import { AlikeTraces } from './alikeTraces';
import { ByHash } from './byHash';
import { KeyCoder } from './keyCoder';
import { KeyMaker, type KeyText } from './keyMaker';
import type { DerivedKey, MadeOfTrace } from './keyOfText';
import type { Outcomes, ShownRecords } from './outcomes';
import { TextUnits } from './textUnits';

/** The code of a key, and what else is known of the texts that it was made of. */
export interface Made {
	readonly code: number;
	/** They took too long. */
	readonly cutShort: boolean;
	/** Of `Outcomes`. */
	readonly outcome: number;
	/** Of sites. */
	readonly list: number;
}

const nothing: Made = { code: 0, cutShort: false, outcome: 0, list: 0 };

/** Tells the codes of one column's keys, each made once of all texts that share it. */
export class DerivedColumn {
	private readonly maker: KeyMaker;
	private readonly units: TextUnits;
	/** By unit. */
	private readonly made: Made[] = [nothing];
	private readonly ownFrames = new OwnFramesHash();
	/** Codes of traces whose frames of one's own code have the same names. */
	private readonly known = new ByHash<number>();
	/** Undefined where nothing is deobfuscated. */
	private readonly alike: AlikeTraces<Made> | undefined;

	constructor(
		private readonly snapshot: Snapshot,
		private readonly derived: DerivedKey,
		private readonly codeOf: (key: string) => number,
		private readonly take: (record: number, made: Made) => void,
		private readonly pace: Pace,
		shown: ShownRecords | undefined,
		private readonly outcomes: Outcomes | undefined,
		private readonly lists: SiteLists | undefined,
	) {
		this.maker = new KeyMaker(pace, shown?.traces());
		this.units = new TextUnits(shown && ((record) => shown.originOf(record)));
		const own = shown && derived.make.kind === 'slow' ? derived.make.own : undefined;
		this.alike = own && new AlikeTraces(own.isOwn);
	}

	/** @param only The records that are wanted; all without it. */
	async read(only: Bitset | undefined): Promise<void> {
		const { values } = this.snapshot.column(this.derived.column);
		await (values.kind === 'dictionary' ? this.readDictionary(values, only) : this.readCells(only));
	}

	private async readCells(only: Bitset | undefined): Promise<void> {
		const { snapshot, derived, units, made } = this;
		/** Beginnings of texts that were seen. */
		const seen = new KeyCoder();
		/** Visited, but not told yet: records and their units, and the text of each unit that is new. */
		const records: number[] = [];
		const unitsOf: number[] = [];
		const texts = new Map<number, UnitText>();
		const tell = async () => {
			await this.make(texts);
			this.pace.report((records.at(-1) ?? 0) / snapshot.records);
			for (const [index, record] of records.entries()) {
				this.take(record, made[unitsOf[index] ?? 0] ?? nothing);
			}
			records.length = 0;
			unitsOf.length = 0;
			texts.clear();
		};
		await cellsOfColumn(snapshot, derived.column)(
			(record, bytes, start, end) => {
				const decisiveEnd = derived.decisiveEnd(bytes, start, end);
				const beginning = seen.codeOfBytes(bytes, start, decisiveEnd, record);
				const unit = units.of(beginning, record);
				if (made[unit] === undefined && !texts.has(unit)) {
					const text = bytes.toString('utf8', start, decisiveEnd);
					texts.set(unit, { beginning, text, origin: units.originOf(record) });
				}
				records.push(record);
				unitsOf.push(unit);
			},
			only,
			this.pace,
			tell,
		);
	}

	private async readDictionary(values: DictionaryValues, only: Bitset | undefined): Promise<void> {
		const { pace, units, made } = this;
		const { codes } = values;
		const { records } = this.snapshot;
		const wanted = (record: number) => only?.has(record) !== false;
		/** By unit: a record that is wanted has it. */
		const occurs: { readonly beginning: number; readonly origin: number }[] = [];
		await pace.walk(records, (from, to) => {
			for (let record = from; record < to; record++) {
				const beginning = codes[record] ?? 0;
				const unit = units.of(beginning, record);
				if (beginning !== 0 && occurs[unit] === undefined && wanted(record)) {
					occurs[unit] = { beginning, origin: units.originOf(record) };
				}
			}
		});
		await this.make(this.dictionaryTexts(values, occurs));
		await pace.walk(records, (from, to) => {
			for (let record = from; record < to; record++) {
				if (wanted(record)) {
					this.take(record, made[units.of(codes[record] ?? 0, record)] ?? nothing);
				}
			}
		});
	}

	private *dictionaryTexts(
		values: DictionaryValues,
		occurs: readonly ({ readonly beginning: number; readonly origin: number } | undefined)[],
	): Iterable<readonly [number, UnitText]> {
		for (const [unit, found] of occurs.entries()) {
			if (found) {
				this.pace.report(unit / occurs.length);
				const bytes = Buffer.from(values.value(found.beginning));
				const text = bytes.toString('utf8', 0, this.derived.decisiveEnd(bytes, 0, bytes.length));
				yield [unit, { ...found, text }];
			}
		}
	}

	private make(texts: Iterable<readonly [number, UnitText]>): Promise<void> {
		const { made, units, outcomes, alike } = this;
		return this.maker.makeEach(this.derived, this.unmade(texts), {
			takeAlike: ({ unit }, trace, { origin }) => {
				const known = alike?.find(trace, origin);
				if (known) {
					made[unit] = known;
				}
				return known !== undefined;
			},
			take: ({ unit, beginning }, { made: ofText, shown, cutShort }) => {
				const coded = this.coded(ofText);
				const whole = { ...coded, cutShort, outcome: outcomes?.codeOf(shown) ?? 0 };
				made[unit] = whole;
				if (!shown) {
					units.setPlain(beginning, unit);
				} else if (shown.kind === 'deobfuscated' && ofText.grouping?.isOfOwnFrames) {
					alike?.keep(whole, (type) => !shown.names(type));
				}
			},
		});
	}

	private coded(made: MadeOfTrace): Pick<Made, 'code' | 'list'> {
		const { lists, ownFrames, known } = this;
		const { grouping } = made;
		const hash = lists && grouping && ownFrames.read(grouping);
		const list = (grouping && lists?.ofRead(ownFrames)) ?? 0;
		const before = hash && known.find(hash);
		if (before !== undefined) {
			return { code: before, list };
		}
		const code = this.codeOf(made.key);
		if (hash && grouping?.isOfOwnFrames) {
			known.keep(hash, code);
		}
		return { code, list };
	}

	/** Without those whose text turned out meanwhile to be the same whatever the origin. */
	private *unmade(
		texts: Iterable<readonly [number, UnitText]>,
	): Iterable<readonly [{ readonly unit: number; readonly beginning: number }, KeyText]> {
		const { made, units } = this;
		for (const [unit, { beginning, ...text }] of texts) {
			const plain = made[units.plainOf(beginning)];
			if (plain && plain !== nothing) {
				made[unit] = plain;
			} else {
				yield [{ unit, beginning }, text];
			}
		}
	}
}

/** The text of a unit, and the code of that text. */
interface UnitText extends KeyText {
	readonly beginning: number;
}
