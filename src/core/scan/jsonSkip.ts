import { quote } from '../../shared/ascii';
import { JsonScanner } from '../../shared/jsonScanner';
import { decodeName, maxDepth } from '../common/jsonTokens';
import { notWhole, wholeGapEnd } from './jsonGaps';

/** Returned instead of an offset if the text is not valid JSON. */
export const faulty = -2;

interface Skipped {
	readonly end: number;
	readonly fault: number;
	/** Start of the last string. If a quotation mark is missing, it is probably missing from this string. */
	readonly lastString: number;
}

export interface JsonMember {
	readonly name: string;
	readonly start: number;
	readonly valueStart: number;
	/** End offset of the value, or `notWhole` if the value is incomplete or contains an error. */
	readonly end: number;
}

/**
 * Returns a fast scanner that checks nothing but brackets, separators, and quotes. For complete records, it returns the
 * same results as a strict scan.
 */
export function skippingScanner(bytes: Buffer, start: number): JsonScanner {
	const scanner = new JsonScanner({ strings: 'any', words: true, gapEnd: wholeGapEnd, maxDepth });
	scanner.push(bytes, 0);
	scanner.at = start;
	return scanner;
}

export function skipValue(bytes: Buffer, start: number): Skipped {
	const scanner = skippingScanner(bytes, start);
	let lastString = start;
	for (;;) {
		const next = scanner.next();
		const event = next === 'more' && scanner.depth === 0 ? scanner.finish() : next;
		if (scanner.first === quote && scanner.start >= start) {
			lastString = scanner.start;
		}
		if (event === 'more' || event === 'fault') {
			return { end: event === 'more' ? notWhole : faulty, fault: scanner.at, lastString };
		}
		if (scanner.isComplete) {
			return { end: scanner.end, fault: scanner.end, lastString };
		}
	}
}

/**
 * Yields the members of the object at `start`, each as soon as its value starts, up to an error or the end of the
 * bytes. The end of an object or array is set when the iteration has passed it.
 */
export function* readMembers(bytes: Buffer, start = 0): Generator<JsonMember> {
	const scanner = skippingScanner(bytes, start);
	let name: Pick<JsonMember, 'name' | 'start'> | undefined;
	let nested: { end: number } | undefined;
	for (let event = scanner.next(); event !== 'more' && event !== 'fault'; event = scanner.next()) {
		const { depth, end } = scanner;
		if (event === 'key' && depth === 1) {
			name = { name: getName(bytes, scanner.start, end), start: scanner.start };
		} else if (name && depth === (event === 'open' ? 2 : 1)) {
			const member = { ...name, valueStart: scanner.start, end: event === 'open' ? notWhole : end };
			[name, nested] = [undefined, member];
			yield member;
		} else if (nested && depth === 1) {
			nested.end = end;
		} else if (depth === 0) {
			return;
		}
	}
	if (name && scanner.isInToken && scanner.depth === 1) {
		yield { ...name, valueStart: scanner.start, end: notWhole };
	}
}

export function stringEnd(bytes: Buffer, start: number): number {
	const scanner = skippingScanner(bytes, start);
	return scanner.next() === 'value' ? scanner.end : notWhole;
}

export function getName(bytes: Buffer, start: number, end: number): string {
	return decodeName(bytes.toString('latin1', start + 1, end - 1));
}
