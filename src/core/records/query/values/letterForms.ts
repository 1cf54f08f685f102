import { fold } from '../../../../shared/fold';

/** Ranges of characters, besides uppercase letters, that case folding changes. A test checks all of Unicode. */
const further: readonly (readonly [from: number, to: number])[] = [
	[0x0130, 0x0130],
	[0x01c4, 0x01cc],
	[0x01f1, 0x01f3],
	[0x0340, 0x0387],
	[0x03a3, 0x03f9],
	[0x0958, 0x0fb9],
	[0x1e9e, 0x1e9e],
	[0x1fbe, 0x1ffd],
	[0x2000, 0x2001],
	[0x2126, 0x232a],
	[0x2adc, 0x2adc],
	[0xf900, 0xfb4e],
	[0x1d15e, 0x1d1c0],
	[0x2f800, 0x2fa1f],
];

export class LetterForms {
	private readonly further = new Map<string, string[]>();

	constructor() {
		for (const [from, to] of further) {
			for (let code = from; code <= to; code++) {
				const form = String.fromCodePoint(code);
				for (const character of fold(form)) {
					this.further.set(character, [...(this.further.get(character) ?? []), form]);
				}
			}
		}
	}

	/** Returns undefined for surrogates and characters that can result from composition. */
	of(character: string): readonly string[] | undefined {
		if (character.normalize('NFD') !== character || /[\p{M}\p{Cs}]/u.test(character)) {
			return undefined;
		}
		const upper = character.toUpperCase();
		const forms = [character, ...(fold(upper) === character ? [upper] : []), ...(this.further.get(character) ?? [])];
		return [...new Set(forms)];
	}
}
