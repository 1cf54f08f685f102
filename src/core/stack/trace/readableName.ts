import { isDigit } from '../../../shared/ascii';
import { isUpper } from './characters';

const firstLetter = 0x61;

/** The 170 most frequent letter pairs: 84% of all pairs in file names and English words, but 25% in random letters. */
const frequentPairs: Uint8Array = pairTable(
	`ab ac ad ag ai al am an ap ar as at ay ba be bi bl bo bu ca ce ch ci ck cl co cr ct cu da de di do ds ea
	ec ed ee ef el em en ep er es et ev ex fe ff fi fo ge gh gi gr ha he hi ho ia ib ic id ie if ig il im in
	io ip ir is it iv iz ke la ld le li ll lo ls ly ma mb me mi mo mp na nc nd ne nf ng ni no ns nt oc od ol
	om on oo op or os ot ou ov ow pa pe pi pl po pp pr pt qu ra rc rd re ri rm ro rr rs rt ru sa sc se sh si
	so sp ss st su ta te th ti to tr ts tt tu ty ub ue ul um un up ur us ut va ve vi wa we ze`.split(/\s/),
);

function pairTable(pairs: readonly string[]): Uint8Array {
	const table = new Uint8Array(26 * 26);
	for (const pair of pairs) {
		table[pairIndex(pair.charCodeAt(0), pair.charCodeAt(1))] = 1;
	}
	return table;
}

function pairIndex(first: number, second: number): number {
	return (first - firstLetter) * 26 + second - firstLetter;
}

/** Common abbreviations that look like random text. */
const abbreviations: ReadonlySet<string> = new Set(
	`2d 2fa 3d a11y ai api ar b2b b2c base64 css csv db e2e es5 es6 faq gif gps html http http2 https i18n id ids ios ip iso
	jpg json jwt k8s kyc l10n md5 mp3 mp4 oauth2 os otp p2p pdf pin png qr rtl s3 sdk sha1 sha256 sms sql sso svg tv ui
	uri url usb utf8 uuid ux vat vip vr wasm web3 xml`.split(/\s+/),
);

/** Matches the words of a camel case name: `parse`, `JSON`, `Cart`, `V`, `2`. */
const wordPattern = /[A-Z]{2,6}(?=[A-Z][a-z]|[^A-Za-z]|$)|[A-Z]?[a-z]{1,80}|[A-Z]|\d{1,40}/g;

interface Counts {
	pairs: number;
	frequentPairs: number;
	numbers: number;
	/** Number of words that are a single letter or an unknown abbreviation in capital letters. */
	odd: number;
	short: number;
}

/** Returns true for names that look chosen by a person: `CartView`, `contact2`, `parseJSON`. */
export function isReadableName(name: string): boolean {
	const parts = name.split(/[-_~]/).filter((part) => part !== '' && !abbreviations.has(part.toLowerCase()));
	const counts: Counts = { pairs: 0, frequentPairs: 0, numbers: 0, odd: 0, short: 0 };
	for (const part of parts) {
		for (const word of part.match(wordPattern) ?? []) {
			countWord(counts, word);
		}
	}
	return parts.length === 0 || (counts.pairs > 1 && counts.frequentPairs >= counts.pairs * leastShare(name, counts));
}

function countWord(counts: Counts, word: string): void {
	if (isDigit(word.charCodeAt(0))) {
		counts.numbers++;
		return;
	}
	const lower = word.toLowerCase();
	if (abbreviations.has(lower)) {
		return;
	}
	counts.odd += word.length === 1 || isUpper(word.charCodeAt(1)) ? 1 : 0;
	counts.short += word.length === 2 ? 1 : 0;
	counts.pairs += word.length - 1;
	for (let index = 1; index < word.length; index++) {
		counts.frequentPairs += frequentPairs[pairIndex(lower.charCodeAt(index - 1), lower.charCodeAt(index))] ?? 0;
	}
}

/** Returns the minimum share of frequent letter pairs for a readable name, or 2 if the name can't be readable. */
function leastShare(name: string, { numbers, odd, short, pairs }: Counts): number {
	const isLower = !/[A-Z]/.test(name);
	const isVersion = /(?:^|[a-z])[Vv]\d{1,4}$/.test(name);
	// Random letters rarely form words with more than seven pairs.
	const isLong = pairs > 7;
	if (numbers > 1 || odd > (isLong ? 2 : isVersion ? 1 : 0) || 2 * short > pairs) {
		return 2;
	}
	if (!/[a-z]/.test(name)) {
		return numbers === 0 ? 0.85 : 2;
	}
	if (odd > 0 && !isVersion) {
		return 0.6;
	}
	if (numbers === 0) {
		return isLower ? 0.33 : short > 0 ? 0.65 : 0.5;
	}
	if (/\d$/.test(name)) {
		return isLower ? 0.5 : 0.7;
	}
	return isLong ? 0.6 : isLower ? 0.75 : name.length > 8 ? 0.8 : 0.9;
}
