import { CodesOf64Bits } from '../../../common/hash64';

/**
 * Numbers for what one key is made of: a text, and where traces are deobfuscated, the origin of its record as well, since
 * the same words of two builds mean different places. 0 is no text.
 */
export class TextUnits {
	private readonly pairs = new CodesOf64Bits();
	/** By text: the unit of one that is the same whatever its origin. */
	private readonly plain: number[] = [];

	/** @param origin Of a record; undefined where the text alone decides. */
	constructor(private readonly origin: ((record: number) => number) | undefined) {}

	/** @param text Its code. */
	of(text: number, record: number): number {
		if (!this.origin || text === 0) {
			return text;
		}
		return this.plain[text] ?? this.pairs.add(text, this.origin(record)) + 1;
	}

	originOf(record: number): number {
		return this.origin?.(record) ?? 0;
	}

	/** From now on the text has this unit with every origin. */
	setPlain(text: number, unit: number): void {
		if (this.origin) {
			this.plain[text] ??= unit;
		}
	}

	/** 0 as long as it depends on the origin. */
	plainOf(text: number): number {
		return this.plain[text] ?? 0;
	}
}
