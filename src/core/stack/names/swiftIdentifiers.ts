/** Parameters for Punycode (RFC 3492, section 5). */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCodePoint = 0x80;
const lastCodePoint = 0x10ffff;
/** Value that Swift adds to ASCII characters that identifiers can't contain. The result is a surrogate. */
const shifted = 0xd800;

/** Decodes Swift's Punycode: delimiter `_`, digits `a` to `z` and `A` to `J` (Swift's lib/Demangling/Punycode.cpp). */
export function decodeIdentifier(encoded: string): string | undefined {
	const delimiter = encoded.lastIndexOf('_');
	const points = Array.from(encoded.slice(0, Math.max(0, delimiter)), (character) => character.charCodeAt(0));
	let codePoint = initialCodePoint;
	let bias = initialBias;
	let place = 0;
	let index = delimiter + 1;
	while (index < encoded.length) {
		const before = place;
		let weight = 1;
		for (let k = base; ; k += base) {
			const digit = digitOf(encoded.charCodeAt(index++));
			if (digit === undefined) {
				return undefined;
			}
			place += digit * weight;
			const threshold = Math.min(tMax, Math.max(tMin, k - bias));
			if (digit < threshold) {
				break;
			}
			weight *= base - threshold;
			if (weight > lastCodePoint * base) {
				return undefined;
			}
		}
		const length = points.length + 1;
		bias = adapted(place - before, length, before === 0);
		codePoint += Math.floor(place / length);
		place %= length;
		if (codePoint > lastCodePoint) {
			return undefined;
		}
		points.splice(place++, 0, codePoint);
	}
	return points.map((point) => String.fromCodePoint(isShifted(point) ? point - shifted : point)).join('');
}

function isShifted(point: number): boolean {
	return point >= shifted && point < shifted + initialCodePoint;
}

function digitOf(code: number): number | undefined {
	if (code >= 0x61 && code <= 0x7a) {
		return code - 0x61;
	}
	return code >= 0x41 && code <= 0x4a ? code - 0x41 + 26 : undefined;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
	let rest = Math.floor(delta / (isFirst ? damp : 2));
	rest += Math.floor(rest / length);
	let k = 0;
	while (rest > ((base - tMin) * tMax) >> 1) {
		rest = Math.floor(rest / (base - tMin));
		k += base;
	}
	return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Characters that the letters from `a` to `z` represent in the mangled name of an operator. */
const operatorCharacters = '& @/= >    <*!|+?%-~   ^ .';

/** Decodes the name of an operator, such as `pl` for `+<`. Non-ASCII characters stay the same. */
export function operatorName(letters: string): string {
	return letters.replace(/[a-z]/g, (letter) => operatorCharacters.charAt(letter.charCodeAt(0) - 0x61).trim() || letter);
}

/** Abbreviations of the most common types in Swift's standard library. */
export const standardTypes: Readonly<Record<string, string>> = {
	A: 'AutoreleasingUnsafeMutablePointer',
	a: 'Array',
	B: 'BinaryFloatingPoint',
	b: 'Bool',
	D: 'Dictionary',
	d: 'Double',
	E: 'Encodable',
	e: 'Decodable',
	F: 'FloatingPoint',
	f: 'Float',
	G: 'RandomNumberGenerator',
	H: 'Hashable',
	h: 'Set',
	I: 'DefaultIndices',
	i: 'Int',
	J: 'Character',
	j: 'Numeric',
	K: 'BidirectionalCollection',
	k: 'RandomAccessCollection',
	L: 'Comparable',
	l: 'Collection',
	M: 'MutableCollection',
	m: 'RangeReplaceableCollection',
	N: 'ClosedRange',
	n: 'Range',
	O: 'ObjectIdentifier',
	P: 'UnsafePointer',
	p: 'UnsafeMutablePointer',
	Q: 'Equatable',
	q: 'Optional',
	R: 'UnsafeBufferPointer',
	r: 'UnsafeMutableBufferPointer',
	S: 'String',
	s: 'Substring',
	T: 'Sequence',
	t: 'IteratorProtocol',
	U: 'UnsignedInteger',
	u: 'UInt',
	V: 'UnsafeRawPointer',
	v: 'UnsafeMutableRawPointer',
	W: 'UnsafeRawBufferPointer',
	w: 'UnsafeMutableRawBufferPointer',
	X: 'RangeExpression',
	x: 'Strideable',
	Y: 'RawRepresentable',
	y: 'StringProtocol',
	Z: 'SignedInteger',
	z: 'BinaryInteger',
};
