import { CodesOf64Bits } from '../../../common/hash64';

/**
 * Assigns numbers (units) to the distinct inputs of key derivation. If traces are deobfuscated, a unit is a text plus
 * an origin, because minified names differ between builds. Unit 0 represents an empty text.
 */
export class TextUnits {
	private readonly pairs = new CodesOf64Bits();
	/** Unit by text code, for texts whose result doesn't depend on the origin. */
	private readonly plain: number[] = [];

	constructor(private readonly origin: ((record: number) => number) | undefined) {}

	of(text: number, record: number): number {
		if (!this.origin || text === 0) {
			return text;
		}
		return this.plain[text] ?? this.pairs.add(text, this.origin(record)) + 1;
	}

	originOf(record: number): number {
		return this.origin?.(record) ?? 0;
	}

	setPlain(text: number, unit: number): void {
		if (this.origin) {
			this.plain[text] ??= unit;
		}
	}

	/** Returns the text's unit if the result doesn't depend on the origin, otherwise 0. */
	plainOf(text: number): number {
		return this.plain[text] ?? 0;
	}
}
