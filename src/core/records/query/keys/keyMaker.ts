import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { DerivedKey } from './keyOfText';

/** How long a text may be read for its key (milliseconds); the longest ones that are looked at take a tenth. */
const maxTextLength = 2000;
/** When texts were slow, those after them get less: who made one may have made thousands. */
const minCharactersForText = 50;

/** Makes the keys of texts in turns. A text that takes too long gets the lesser key. */
export class KeyMaker {
	private budget = maxTextLength;

	constructor(private readonly pace: Pace) {}

	/** @param take Told whether the key is the lesser one. */
	async makeEach<T>(
		{ make }: DerivedKey,
		texts: Iterable<readonly [of: T, text: string]>,
		take: (of: T, key: string, cutShort: boolean) => void,
	): Promise<void> {
		const { pace } = this;
		for (const [of, text] of texts) {
			if (make.kind === 'quick') {
				take(of, make.of(text), false);
			} else {
				const { result, cutShort } = await pace.through(make.of(text), this.budget);
				take(of, cutShort ? make.instead(text) : result, cutShort);
				if (cutShort) {
					this.budget = Math.max(minCharactersForText, this.budget / 2);
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

	has(place: number, record: number): boolean {
		return this.byPlace.get(place)?.has(record) === true;
	}
}
