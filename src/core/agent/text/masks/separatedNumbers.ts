/* Masks phone, card, and social security numbers whose digits are separated by blanks, dashes, and other characters. */

const run = /[+＋]?\(?\p{Nd}[\p{Nd} \u00a0\u2007\u2009\u202f\u2010-\u2015()./-]{5,}/gu;
const iban = /\b[A-Z]{2}\d{2}(?:[ -][A-Z\d]{4}){2,7}(?:[ -][A-Z\d]{1,3})?\b/g;
/** Matches numbers whose separators can be percent-encoded, such as `555%2D0100`. */
const encodedRun = /(?<![\p{L}\p{N}])(?:%2[Bb]|\+)?\p{Nd}[\p{Nd}%A-Da-d-]{6,60}(?![\p{L}\p{N}])/gu;
/** Matches groups of digits whose separators are common in card numbers but rare in other numbers. */
const spacedRun =
	/(?<![\p{L}\p{N}])\p{Nd}{4}[_+ ]{1,3}\p{Nd}{4,6}[_+ ]{1,3}\p{Nd}{4,5}(?:[_+ ]{1,3}\p{Nd}{1,7})?(?![\p{L}\p{N}])/gu;
const rareSeparator = /^(?:_|\+| {2,3})$/;
const digits = /\p{Nd}+/gu;
const blanks = /[\u00a0\u2007\u2009\u202f]/g;
const dashes = /[\u2010-\u2015]/g;
const separator = /^(?: ?[-/()] ?|[ .]|\) ?-|-\()$/;

const minDigits = 8;
const maxDigits = 19;
const maxPhoneDigits = 15;
const maxGroups = 8;
const dotted: ReadonlySet<string> = new Set(['3-3-4', '1-3-3-4']);

const cards: ReadonlySet<string> = new Set([
	'4-4-4-4',
	'4-6-5',
	'4-6-4',
	'4-4-5',
	'4-4-4-4-1',
	'4-4-4-4-2',
	'4-4-4-4-3',
	'6-13',
]);

/** Lengths of the digit groups in national IDs and in phone numbers without a country code. */
const national: ReadonlySet<string> = new Set(
	(
		'3-3-4 2-6-6-1 2-6-6-2 2-6-6 1-3-3-4 1-3-3-2-2 1-3-4-4 3-4-4 5-5 4-6 3-2-2-2 3-3-3 2-4-4 2-5-4 4-3-3 3-3-2-2 3-2-2-3 4-3-4 5-6 5-3-3 ' +
		'4-4-4 3-2-4 3-3-2-2-2 3-8 4-7 4-5-4 2-3-3-2 2-3-2-2'
	).split(' '),
);

interface DigitGroup {
	readonly digits: string;
	readonly start: number;
	readonly end: number;
	/** Characters between the previous group and this group, with white space and dashes normalized to ASCII. */
	readonly before: string;
	readonly joins: boolean;
}

export function maskSeparatedNumbers(text: string): string {
	return text
		.replace(encodedRun, (found) => {
			const plain = found
				.replace(/%2B/i, '+')
				.replace(/%2D/gi, '-')
				.replace(/%20|%C2%A0/gi, ' ');
			const masked = plain === found ? found : maskSeparatedNumbers(plain);
			return masked === plain ? found : masked;
		})
		.replace(spacedRun, (found) => (isSpacedCard(found) ? '<card>' : found))
		.replace(iban, '<iban>')
		.replace(run, (found, at: number, whole: string) => {
			const groups = groupsOf(found);
			// A digit group after one of these characters is part of an identifier or a decimal number, so it isn't masked.
			if (groups[0]?.start === 0 && /[\p{L}\p{N}_.$#@%-]/u.test(whole.charAt(at - 1))) {
				groups.shift();
			}
			const next = whole.charAt(at + found.length);
			// A digit group before one of these characters is part of an identifier or a time, so it isn't masked.
			if (groups.at(-1)?.end === found.length && /[\p{L}_:%]/u.test(next) && next !== 'x') {
				groups.pop();
			}
			return groups.length === 0 ? found : maskGroups(found, groups);
		});
}

function groupsOf(found: string): DigitGroup[] {
	let [end, length] = [0, 0];
	return Array.from(found.matchAll(digits), ({ 0: digits, index: start }) => {
		const before = found.slice(end, start).replace(blanks, ' ').replace(dashes, '-');
		// Two adjacent single digits, as in `1 2`, are not parts of the same number.
		const joins = length + digits.length > 2 && separator.test(before);
		end = start + digits.length;
		length = digits.length;
		return { digits, start, end, before, joins };
	});
}

function maskGroups(found: string, groups: readonly DigitGroup[]): string {
	const dates = groups.map((_, index) => isDate(groups, index));
	let masked = '';
	let at = 0;
	for (let first = 0; first < groups.length; ) {
		const [length, mask] = dates[first] ? [3, ''] : numberAt(groups, dates, first, found);
		const [start, last] = [groups[first], groups[first + length - 1]];
		if (mask !== '' && start && last) {
			masked += found.slice(at, Math.max(at, start.start - signLength(found, start))) + mask;
			at = last.end;
		}
		first += length;
	}
	return masked + found.slice(at);
}

function signLength(found: string, { start }: DigitGroup): number {
	return /[+＋]?\(?$/.exec(found.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;
}

function isDate(groups: readonly DigitGroup[], at: number): boolean {
	const [one, two, three] = [groups[at], groups[at + 1], groups[at + 2]];
	if (!one || !two || !three || two.before !== three.before || !/^[-./]$/.test(two.before)) {
		return false;
	}
	const form = `${one.digits.length}-${two.digits.length}-${three.digits.length}`;
	const year = form === '4-2-2' ? one : form === '2-2-4' ? three : undefined;
	return (
		year !== undefined &&
		/^(?:19|20)/.test(year.digits) &&
		[one, two, three].every((group) => group === year || Number(group.digits) <= 31)
	);
}

interface Candidate {
	readonly first: DigitGroup;
	readonly last: DigitGroup;
	readonly count: number;
	/** Lengths of the digit groups, such as `3-3-4`. */
	readonly form: string;
	readonly separators: string;
}

function numberAt(
	groups: readonly DigitGroup[],
	dates: readonly boolean[],
	at: number,
	found: string,
): readonly [length: number, mask: string] {
	const [first] = groups.slice(at, at + 1);
	let best: readonly [number, string] = [1, ''];
	let [count, form, separators] = [0, '', ''];
	for (let index = at; first && index < groups.length && index < at + maxGroups; index++) {
		const last = groups[index];
		if (!last || (last !== first && (!last.joins || dates[index]))) {
			break;
		}
		count += last.digits.length;
		form += `${last === first ? '' : '-'}${last.digits.length}`;
		separators += last === first ? '' : last.before;
		const mask = count < minDigits || count > maxDigits ? '' : maskOf({ first, last, count, form, separators }, found);
		best = mask === '' ? best : [index - at + 1, mask];
	}
	return best;
}

function maskOf({ first, last, count, form, separators }: Candidate, found: string): string {
	const isPlain = separators !== '' && /^[ -]*$/.test(separators);
	if (cards.has(form) || (count >= 13 && isPlain && isCardNumber(found.slice(first.start, last.end)))) {
		return '<card>';
	}
	if (count > maxPhoneDigits) {
		return '';
	}
	if (/[+＋]\(?$/.test(found.slice(Math.max(0, first.start - 2), first.start))) {
		return '<phone>';
	}
	if (separators === '' || count < 9) {
		return '';
	}
	if (separators.includes('.')) {
		return /^\.+$/.test(separators) && (dotted.has(form) || (form === '2-2-2-2-2' && first.digits.startsWith('0')))
			? '<phone>'
			: '';
	}
	const isDashed = /^-+$/.test(separators);
	if (isDashed && form === '3-2-4') {
		return '<number>';
	}
	const isPhone =
		separators.includes(')') ||
		national.has(form) ||
		(/^0\d{1,5}$/.test(first.digits) && count <= 14) ||
		(isDashed && form.length >= 5 && !form.includes('1-1'));
	return isPhone ? '<phone>' : '';
}

function isSpacedCard(text: string): boolean {
	const [first = '', ...others] = text.split(digits).slice(1, -1);
	return rareSeparator.test(first) && others.every((other) => other === first) && isCardNumber(text);
}

/** Returns true if the last digit is the correct check digit of a card number (ISO/IEC 7812, Luhn algorithm). */
function isCardNumber(text: string): boolean {
	const digits = Array.from(text.replace(/[^0-9]/g, ''), Number).reverse();
	const sum = digits.reduce((sum, digit, index) => {
		const value = index % 2 === 1 ? 2 * digit : digit;
		return sum + (value > 9 ? value - 9 : value);
	}, 0);
	return digits.length >= 13 && sum > 0 && sum % 10 === 0;
}
