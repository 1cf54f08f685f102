import { fold, isAscii } from '../../../shared/fold';

/** Part of a text, `end` exclusive (UTF-16 units). */
interface TextPlace {
	readonly start: number;
	readonly end: number;
}

/**
 * Where a text occurs in another, from its start on and without overlap. Letter case and composition of accents count as
 * little as they do to the engine, so that what it finds is what is marked.
 *
 * @param most No more places than so many are told.
 */
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

/** Each folded unit with the place of the letter that it comes from, as folding may make a letter longer or shorter. */
function foldedWithPlaces(text: string) {
	const starts: number[] = [];
	const ends: number[] = [];
	let folded = '';
	// A letter with its marks composes to one; parts of a Korean syllable compose with each other.
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
