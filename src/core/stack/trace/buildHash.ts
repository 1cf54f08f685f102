import { isReadableName } from './readableName';

/** Minimum and maximum length of a hash in a file name. A hexadecimal SHA-512 hash is the longest. */
const minLength = 6;
const maxLength = 128;
/** Default length of the hashes that Vite, Rollup, and esbuild add. They can contain a separator. */
const usualLength = 8;
const usualLengths: ReadonlySet<number> = new Set([usualLength, 10, 12, 16, 20, 21, 22, 24, 32, 40, 43]);

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const uuidLength = 36;
const separator = /[-_~]/;

/** Removes the hash from `index-DiwrgTda.js` or `main.0a1b2c3d.chunk.js`. Returns '' if the entire name is a hash. */
export function withoutBuildHash(base: string): string {
	const [first = '', ...rest] = base.split('.');
	const ending = rest.pop();
	const name = rest[0] === '_' ? first.replace(turbopackHash, '') : withoutHashAtEnd(first);
	if (name === '' && first !== '') {
		return '';
	}
	const parts = rest.map(withoutHashAfterDot).filter((part) => part !== '');
	return [name, ...parts, ...(ending === undefined ? [] : [ending])].join('.');
}

/** Matches the hash in a name of Turbopack: `cart_ef6097._.js`. */
const turbopackHash = /(?:^|_)[\da-f]{6,16}$/;

function withoutHashAfterDot(part: string): string {
	const name = withoutHashAtEnd(part);
	const isNamed = name !== part && name.length > 3 && (shortName.test(name) || isReadableName(name));
	return !isNamed && usualLengths.has(part.length) && isHash(part) ? '' : name;
}

export function isHash(name: string): boolean {
	if (name.length < minLength || name.length > maxLength) {
		return false;
	}
	if (/^[\da-f]+$/i.test(name)) {
		return name.length >= usualLength || isShortHash(name);
	}
	if (name.length < usualLength || !/^[\w~-]+$/.test(name)) {
		return false;
	}
	// A hash of this length can start or end with a separator, but an ordinary name can't.
	const isOpen = name.length === usualLength && /^[-_~]|[-_~]$/.test(name);
	return uuid.test(name) || isOpen || !isReadableName(name);
}

/** Returns true if a short hexadecimal number is a hash instead of a word with a number, such as `cafe24`. */
function isShortHash(name: string): boolean {
	const numbers = name.match(/\d+/g)?.length ?? 0;
	return /[a-f]/i.test(name) && numbers > (name.length > minLength ? 0 : 1);
}

function withoutHashAtEnd(name: string): string {
	if (name.length < minLength) {
		return name;
	}
	const start = hashStart(name);
	return start === -1 ? name : name.slice(0, Math.max(0, start - 1));
}

function hashStart(name: string): number {
	if (uuid.test(name.slice(-uuidLength))) {
		return Math.max(0, name.length - uuidLength);
	}
	const starts = startsIn(name);
	const last = starts.at(-1) ?? 0;
	const isOneCase = /^(?:[\da-z]+|[\dA-Z]+)$/.test(name.slice(last)) && !separator.test(name.charAt(last - 2));
	if (isOneCase && isHash(name.slice(last))) {
		return last;
	}
	const start = starts.find((from) => isWholeHash(name, from, last));
	const usual = name.length - usualLength;
	return start ?? (starts.includes(usual) && isHash(name.slice(usual)) ? usual : -1);
}

function isWholeHash(name: string, start: number, last: number): boolean {
	const rest = name.slice(start);
	return isHash(rest) && (start === last || (start > 0 && !beginsWithName(rest)));
}

function startsIn(name: string): number[] {
	const starts = [0];
	for (let index = Math.max(1, name.length - maxLength); index < name.length; index++) {
		if (separator.test(name.charAt(index - 1))) {
			starts.push(index);
		}
	}
	return starts;
}

/** Matches short words and camel case names with abbreviations: `en`, `page42`, `Cart2`, `iOSView`. */
const shortName =
	/^(?:[a-z]{2,6}\d{0,4}|\d{1,6}|[A-Z]{2,3}|[A-Z][a-z]{2,5}\d{0,2}|[a-z]{0,2}[A-Z]{1,5}[a-z]{2,12}|[A-Z]{2,3}\d)$/;

/** Returns true if the text starts with a name before the separator: `vendor-Bk2QwEr1`, `en-Bk2QwEr1`. */
function beginsWithName(text: string): boolean {
	const named = text.replace(/^[-_~]+/, '');
	const [first = ''] = named.split(separator, 1);
	const isName = shortName.test(first) || (first.length > 3 && isReadableName(first));
	// If only the whole text has the length of a hash, a short name before the separator can be part of the hash.
	const isUsual = usualLengths.has(text.length) && !usualLengths.has(named.length - first.length - 1);
	return isName && !(first.length < 4 && isUsual);
}
