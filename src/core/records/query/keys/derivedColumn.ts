import type { Bitset } from '../../../common/bitset';
import { CodesOf64Bits, type Hash } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import { WrittenTraceHash } from '../../../stack/mapping/writtenTraceHash';
import type { Frame, Trace } from '../../../stack/trace/model';
import type { DictionaryValues } from '../../table/table';
import { cellsOfColumn } from '../execution/cellSource';
import type { Snapshot } from '../execution/snapshot';
import { OwnFramesHash } from '../frameSites/ownFramesHash';
import type { SiteLists } from '../frameSites/siteLists';
import { KeyCoder, TextUnits } from './keyCoder';
import { KeyMaker, type KeyText } from './keyMaker';
import type { DerivedKey, MadeOfTrace } from './keyOfText';
import type { Outcomes, ShownRecords } from './outcomes';

export interface Made {
	readonly code: number;
	readonly cutShort: boolean;
	readonly outcome: number;
	readonly list: number;
}

const nothing: Made = { code: 0, cutShort: false, outcome: 0, list: 0 };

interface DerivedColumnOptions {
	readonly codeOf: (key: string) => number;
	readonly take: (record: number, made: Made) => void;
	readonly scheduler: Scheduler;
	readonly shown: ShownRecords | undefined;
	readonly outcomes: Outcomes | undefined;
	readonly lists: SiteLists | undefined;
}

export class DerivedColumn {
	private readonly maker: KeyMaker;
	private readonly units: TextUnits;
	private readonly made: Made[] = [nothing];
	private readonly ownFrames = new OwnFramesHash();
	private readonly known = new ByHash<number>();
	private readonly alike: AlikeTraces<Made> | undefined;

	private readonly codeOf: (key: string) => number;
	private readonly take: (record: number, made: Made) => void;
	private readonly scheduler: Scheduler;
	private readonly outcomes: Outcomes | undefined;
	private readonly lists: SiteLists | undefined;

	constructor(
		private readonly snapshot: Snapshot,
		private readonly derived: DerivedKey,
		{ codeOf, take, scheduler, shown, outcomes, lists }: DerivedColumnOptions,
	) {
		this.codeOf = codeOf;
		this.take = take;
		this.scheduler = scheduler;
		this.outcomes = outcomes;
		this.lists = lists;
		this.maker = new KeyMaker(scheduler, shown?.traces());
		this.units = new TextUnits(shown && ((record) => shown.originOf(record)));
		const own = shown && derived.make.kind === 'slow' ? derived.make.own : undefined;
		this.alike = own && new AlikeTraces(own.isOwn);
	}

	async read(only: Bitset | undefined): Promise<void> {
		const { values } = this.snapshot.column(this.derived.column);
		await (values.kind === 'dictionary' ? this.readDictionary(values, only) : this.readCells(only));
	}

	private async readCells(only: Bitset | undefined): Promise<void> {
		const { snapshot, derived, units, made } = this;
		const seen = new KeyCoder();
		const records: number[] = [];
		const unitsOf: number[] = [];
		const texts = new Map<number, UnitText>();
		const flush = async () => {
			await this.make(texts);
			this.scheduler.report((records.at(-1) ?? 0) / snapshot.records);
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
			this.scheduler,
			flush,
		);
	}

	private async readDictionary(values: DictionaryValues, only: Bitset | undefined): Promise<void> {
		const { scheduler, units, made } = this;
		const { codes } = values;
		const { records } = this.snapshot;
		const wanted = (record: number) => only?.has(record) !== false;
		const occurs: { readonly beginning: number; readonly origin: number }[] = [];
		await scheduler.forEachBatch(records, (from, to) => {
			for (let record = from; record < to; record++) {
				const beginning = codes[record] ?? 0;
				const unit = units.of(beginning, record);
				if (beginning !== 0 && occurs[unit] === undefined && wanted(record)) {
					occurs[unit] = { beginning, origin: units.originOf(record) };
				}
			}
		});
		await this.make(this.dictionaryTexts(values, occurs));
		await scheduler.forEachBatch(records, (from, to) => {
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
				this.scheduler.report(unit / occurs.length);
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

	/** Yields the texts whose key must still be computed. Reuses keys that don't depend on the origin of the text. */
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

/** Text to compute a key from. `beginning` is the dictionary code of the part that determines the key. */
interface UnitText extends KeyText {
	readonly beginning: number;
}

/** Caches results by build and frames in the user's code, because messages and other frames don't affect them. */
export class AlikeTraces<T> {
	private readonly written = new WrittenTraceHash();
	private readonly known = new ByHash<T>();
	private last: Hash | undefined;

	constructor(private readonly isOwn: (frame: Frame) => boolean) {}

	find(trace: Trace, origin: number): T | undefined {
		this.last = this.written.read(trace, origin, this.isOwn);
		return this.last && this.known.find(this.last);
	}

	/**
	 * Caches the result for the trace last passed to `find`. The result must depend only on frames in the user's code.
	 */
	keep(made: T, isOfPlatform: (type: string) => boolean): void {
		if (this.last && [...this.written.platformTypes].every(isOfPlatform)) {
			this.known.keep(this.last, made);
		}
	}
}

const maxKept = 262_144;

class ByHash<T> {
	private readonly codes = new CodesOf64Bits();
	private readonly values: T[] = [];

	find({ low, high }: Hash): T | undefined {
		const code = this.codes.find(low, high);
		return code === undefined ? undefined : this.values[code];
	}

	keep({ low, high }: Hash, value: T): void {
		if (this.values.length < maxKept) {
			this.values[this.codes.add(low, high)] = value;
		}
	}
}
