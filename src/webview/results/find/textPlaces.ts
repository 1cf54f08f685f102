import { fold, isAscii } from '../../../shared/fold';

/** Range in a string, in UTF-16 code units. `end` is exclusive. */
interface TextPlace {
	readonly start: number;
	readonly end: number;
}

/** Returns at most `most` matches without overlaps. Ignores case in the same way as the engine. */
export function textPlaces(text: string, wanted: string, most: number): readonly TextPlace[] {
	const sought = fold(wanted);
	if (sought === '') {
		return [];
	}
	if (isAscii(text)) {
		return occurrences(text.toLowerCase(), sought, most);
	}
	const { folded, starts, ends } = foldedWithPlaces(text);
	return occurrences(folded, sought, most).map(({ start, end }) => ({
		start: starts[start] ?? 0,
		end: ends[end - 1] ?? text.length,
	}));
}

function occurrences(text: string, sought: string, most: number): TextPlace[] {
	const places: TextPlace[] = [];
	for (
		let at = text.indexOf(sought);
		at !== -1 && places.length < most;
		at = text.indexOf(sought, at + sought.length)
	) {
		places.push({ start: at, end: at + sought.length });
	}
	return places;
}

/** Folds text, and returns the source index of each folded code unit. Folding can change the length of the text. */
function foldedWithPlaces(text: string) {
	const starts: number[] = [];
	const ends: number[] = [];
	let folded = '';
	// Matches characters that are composed together: a letter with its combining marks, or the Jamo of a Korean syllable.
	for (const { 0: letter, index } of text.matchAll(/[\u1100-\u11ff]+\p{M}*|\P{M}\p{M}*|\p{M}+/gu)) {
		const form = fold(letter);
		for (let unit = 0; unit < form.length; unit++) {
			starts.push(index);
			ends.push(index + letter.length);
		}
		folded += form;
	}
	return { folded, starts, ends };
}
