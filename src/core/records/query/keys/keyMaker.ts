import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { ProvenTraces, ShownTrace } from '../../../stack/mapping/provenTraces';
import type { Trace } from '../../../stack/trace/model';
import type { DerivedKey, KeyReading, MadeOfTrace } from './keyOfText';

/** How long a text may be read for its key (milliseconds); the longest ones that are looked at take a tenth. */
const maxTextLength = 2000;
/** When texts were slow, those after them get less: who made one may have made thousands. */
const minCharactersForText = 50;

/** A text that a key is made of. */
export interface KeyText {
	readonly text: string;
	/** Where its record comes from, for mappings. */
	readonly origin: number;
}

/** What was made of a text. */
interface MadeKey {
	readonly made: MadeOfTrace;
	/** The lesser one, of a text that took too long. */
	readonly cutShort: boolean;
	/** What became of its trace; undefined where that is not minified, or nothing deobfuscates. */
	readonly shown: ShownTrace | undefined;
}

/**
 * The key of a text that was read, of its trace as a person is shown it.
 * @param traces Deobfuscates, where there is anything to do it with.
 */
export async function keyAsShown(
	{ trace, key }: KeyReading,
	traces: ProvenTraces | undefined,
	origin: number,
	pace: Pace,
): Promise<Omit<MadeKey, 'cutShort'>> {
	const shown = trace && (await traces?.shown(trace, origin, pace));
	return { made: key(shown?.kind === 'deobfuscated' ? shown.trace : trace), shown };
}

/** Who is given the keys of texts. */
interface KeyTaker<T> {
	take(of: T, key: MadeKey): void;
	/**
	 * Asked before a trace is deobfuscated.
	 * @returns whether what was made of another trace holds for this one as well, and was taken
	 */
	takeAlike(of: T, trace: Trace, text: KeyText): boolean;
}

/** Makes the keys of texts in turns. A text that takes too long gets the lesser key. */
export class KeyMaker {
	private budget = maxTextLength;

	/** @param traces Deobfuscates, where there is anything to do it with. */
	constructor(
		private readonly pace: Pace,
		private readonly traces: ProvenTraces | undefined,
	) {}

	async makeEach<T>(
		{ make }: DerivedKey,
		texts: Iterable<readonly [of: T, text: KeyText]>,
		taker: KeyTaker<T>,
	): Promise<void> {
		const { pace, traces } = this;
		for (const [of, text] of texts) {
			if (make.kind === 'quick') {
				taker.take(of, { made: { key: make.of(text.text) }, cutShort: false, shown: undefined });
			} else {
				const { result, cutShort } = await pace.through(make.read(text.text), this.budget);
				if (cutShort) {
					taker.take(of, { made: { key: make.instead(text.text) }, cutShort, shown: undefined });
					this.budget = Math.max(minCharactersForText, this.budget / 2);
				} else if (!traces || !result.trace || !taker.takeAlike(of, result.trace, text)) {
					taker.take(of, { ...(await keyAsShown(result, traces, text.origin, pace)), cutShort });
				}
			}
			if (pace.due) {
				await pace.rest();
			}
		}
	}
}

/** Records with a text that took too long, by the place of its column. */
export class CutShortTexts {
	private readonly byPlace = new Map<number, Bitset>();
	/** All of them; undefined mostly. */
	records: Bitset | undefined;

	add(place: number, record: number): void {
		const ofPlace = this.byPlace.get(place) ?? new Bitset();
		this.byPlace.set(place, ofPlace);
		ofPlace.add(record);
		this.records ??= new Bitset();
		this.records.add(record);
	}

	/** The same of records that have other numbers. @param numberOf By the number here. */
	renumbered(numberOf: (record: number) => number, records: number): CutShortTexts {
		const others = new CutShortTexts();
		for (const [place, ofPlace] of this.byPlace) {
			for (let record = 0; record < records; record++) {
				if (ofPlace.has(record)) {
					others.add(place, numberOf(record));
				}
			}
		}
		return others;
	}

	has(place: number, record: number): boolean {
		return this.byPlace.get(place)?.has(record) === true;
	}
}
