import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { ProvenTraces, ShownTrace } from '../../../stack/mapping/provenTraces';
import type { Trace } from '../../../stack/trace/model';
import type { DerivedKey, KeyReading, MadeOfTrace } from './keyOfText';

/** Time limit in milliseconds for parsing the text of a record. The longest text needs a tenth of this time. */
const maxTextMs = 2000;
/** Minimum time limit in milliseconds. Each slow text halves the limit, because attackers may send many slow texts. */
const minTextMs = 50;

export interface KeyText {
	readonly text: string;
	readonly origin: number;
}

interface MadeKey {
	readonly made: MadeOfTrace;
	readonly cutShort: boolean;
	readonly shown: ShownTrace | undefined;
}

export async function keyAsShown(
	{ trace, key }: KeyReading,
	traces: ProvenTraces | undefined,
	origin: number,
	scheduler: Scheduler,
): Promise<Omit<MadeKey, 'cutShort'>> {
	const shown = trace && (await traces?.shown(trace, origin, scheduler));
	return { made: key(shown?.kind === 'deobfuscated' ? shown.trace : trace), shown };
}

interface KeyTaker<T> {
	take(of: T, key: MadeKey): void;
	/**
	 * Applies the cached result of a similar trace, so that this trace need not be deobfuscated. Returns false if no
	 * result is cached.
	 */
	takeAlike(of: T, trace: Trace, text: KeyText): boolean;
}

/** Derives keys from texts and yields regularly. A text that takes too long to parse gets a fallback key. */
export class KeyMaker {
	private budget = maxTextMs;

	constructor(
		private readonly scheduler: Scheduler,
		private readonly traces: ProvenTraces | undefined,
	) {}

	async makeEach<T>(
		{ make }: DerivedKey,
		texts: Iterable<readonly [of: T, text: KeyText]>,
		taker: KeyTaker<T>,
	): Promise<void> {
		const { scheduler, traces } = this;
		for (const [of, text] of texts) {
			if (make.kind === 'quick') {
				taker.take(of, { made: { key: make.of(text.text) }, cutShort: false, shown: undefined });
			} else {
				const { result, cutShort } = await scheduler.run(make.read(text.text), this.budget);
				if (cutShort) {
					taker.take(of, { made: { key: make.instead(text.text) }, cutShort, shown: undefined });
					this.budget = Math.max(minTextMs, this.budget / 2);
				} else if (!traces || !result.trace || !taker.takeAlike(of, result.trace, text)) {
					taker.take(of, { ...(await keyAsShown(result, traces, text.origin, scheduler)), cutShort });
				}
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
}

export class CutShortTexts {
	private readonly byPlace = new Map<number, Bitset>();
	records: Bitset | undefined;

	add(place: number, record: number): void {
		const ofPlace = this.byPlace.get(place) ?? new Bitset();
		this.byPlace.set(place, ofPlace);
		ofPlace.add(record);
		this.records ??= new Bitset();
		this.records.add(record);
	}

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
