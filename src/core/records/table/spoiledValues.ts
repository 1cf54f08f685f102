import { minus, nine, zero } from '../../../shared/ascii';
import type { ColumnKind, Spoiling } from '../../../shared/results';
import type { Utf8Texts } from './codedTexts';

const maxValues = 1024;

/** Minimum number of long integers that are needed to detect rounding. */
const leastIntegers = 4;

/**
 * Matches a number of at least 12 digits in scientific notation. Doesn't match a code such as `1E12`, which has neither
 * a decimal separator nor a sign.
 */
const scientific = /^-?(?:\d[.,]\d+E\+?|\dE\+)0?(?:1[1-9]|2\d)$/i;

/** Matches a long integer. Spreadsheet programs replace all digits after the 15th with zeros. */
const longInteger = /^-?\d{16,20}$/;
const roundedInteger = /^-?[1-9]\d{14}(?:0+|\d*00)$/;

/** Matches a month name with a day or year. In many languages, spreadsheet programs convert versions to such dates. */
const dayAndMonth = /^\d{1,4}[ ./-]{1,2}(\p{L}[\p{L}\p{M}]{2,9})\.?(?:[ ./-]{1,2}\d{2,4})?$/u;
const monthAndDay = /^(\p{L}[\p{L}\p{M}]{2,9})\.?[ ./-]{1,2}\d{1,4}$/u;
/** Matches a date with a Roman month. Spreadsheet programs write months this way in Czech. */
const roman = /^\d{1,2}\. ?(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})$/;
const ideographic = /^(?:\d{2,4}[年년] ?)?\d{1,2}[月월](?: ?\d{1,2}[日일])?$/;

/** Matches a date without the name of a month, which may originally have been a version. */
const numericDate =
	/^(?:\d{1,2}[/-]\d{1,2}[/-](?:19|20)\d{2}|[0-3]\d\.[01]\d\.(?:19|20)\d{2}|(?:19|20)\d{2}-\d{2}-\d{2}(?:[ T]00:00:00)?)$/;

/** First three letters of month names in the languages of spreadsheet programs. */
const months = new Set(
	(
		'jan feb mar apr may jun jul aug sep oct nov dec mär mrz mai okt dez fév fev avr jui aoû déc ene abr ago dic gen mag ' +
		'giu lug set ott out mrt maa mei sty lut kwi maj cze lip sie wrz paź lis gru led úno bře dub kvě čer čvn čvc srp zář ' +
		'říj már ápr máj jún júl sze ian iun iul noi tam hel huh tou kes hei elo syy lok mar jou oca şub nis haz tem ağu eyl ' +
		'eki kas ara sij vel ožu tra svi kol ruj stu янв фев мар апр май мая июн июл авг сен окт ноя дек січ лют бер кві чер ' +
		'сер вер жов гру лип тра яну юни юли сеп ное дек феб мај јан јун јул αυγ ιαν φεβ μαρ απρ μαϊ μάι μαι ιου σεπ οκτ νοε δεκ'
	).split(' '),
);

export class SpoiledValues {
	private examined = 0;
	private rounded = 0;
	private integers = 0;
	private roundedIntegers = 0;
	private named = 0;
	private numeric = 0;

	get isDone(): boolean {
		return this.examined >= maxValues;
	}

	/** @param isVersion Whether the column contains versions, which spreadsheet programs may convert to dates */
	examine({ text, offsets }: Utf8Texts, code: number, isVersion: boolean): void {
		this.examined++;
		const start = offsets[code] ?? 0;
		if (!isVersion && !startsNumber(text[start])) {
			return;
		}
		const value = text.toString('utf8', start, offsets[code + 1]);
		if (isVersion) {
			this.named += isNamedDate(value) ? 1 : 0;
			this.numeric += numericDate.test(value) ? 1 : 0;
			return;
		}
		this.rounded += scientific.test(value) ? 1 : 0;
		if (longInteger.test(value)) {
			this.integers++;
			this.roundedIntegers += roundedInteger.test(value) ? 1 : 0;
		}
	}

	result(kind: ColumnKind): Spoiling | undefined {
		const { examined, rounded, integers, roundedIntegers, named, numeric } = this;
		if (kind === 'version') {
			return named > 0 || (numeric > 0 && numeric < examined) ? 'dates' : undefined;
		}
		const isRounded =
			(rounded > 0 && 2 * rounded >= examined) ||
			(integers >= leastIntegers && roundedIntegers >= 0.9 * integers && 2 * integers >= examined);
		return isRounded ? 'rounded' : undefined;
	}
}

function startsNumber(byte = 0): boolean {
	return byte === minus || (byte >= zero && byte <= nine);
}

function isNamedDate(value: string): boolean {
	if (roman.test(value)) {
		return true;
	}
	const name = (dayAndMonth.exec(value) ?? monthAndDay.exec(value))?.[1];
	return name === undefined ? ideographic.test(value) : months.has(name.toLowerCase().slice(0, 3));
}
