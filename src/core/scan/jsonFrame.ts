import { lineFeed, openBrace, openBracket, quote } from '../../shared/ascii';
import type { JsonScanner } from '../../shared/jsonScanner';
import { gapEnd, isGapCut, notWhole, spaceEnd } from './jsonGaps';
import { faulty, getName, skippingScanner } from './jsonSkip';

/** Searches an object for the record list. Each call continues at the end of the previous one. */
export class ListSearch {
	isPaused = false;
	private readonly scanner = skippingScanner(Buffer.alloc(0), 0);
	/** Number of names in the record list's path that have been found so far. */
	private matched = 0;
	private isNamed = false;
	/** Offset after the opening bracket of a list whose first element hasn't been scanned yet. */
	private list: number | undefined;

	constructor(
		private readonly path: readonly string[],
		private readonly pauseBytes: number,
	) {}

	/** @returns the offset after the opening bracket of the record list, or `faulty` if the object itself is a record */
	take(bytes: Buffer, at: number): number {
		const { scanner, path } = this;
		const start = scanner.at;
		scanner.push(bytes, -at);
		this.isPaused = false;
		for (;;) {
			const event = scanner.next();
			if (event === 'more') {
				return notWhole;
			}
			if (event === 'fault') {
				return path.length > 1 ? faulty : listBehindFault(bytes, at, path[0]);
			}
			if (this.list !== undefined && (event === 'close' || (event === 'open' && scanner.first === openBrace))) {
				return this.list + at;
			}
			this.list = undefined;
			if (event === 'key' && scanner.depth === this.matched + 1) {
				this.isNamed = getName(bytes, scanner.start + at, scanner.end + at) === path[this.matched];
			} else if (event === 'open' && this.isNamed && scanner.depth === this.matched + 2) {
				this.open();
			} else if (event === 'close' && scanner.depth === this.matched) {
				if (this.matched === 0) {
					return faulty;
				}
				this.matched--;
				this.isNamed = false;
			}
			this.isPaused = scanner.at - start > this.pauseBytes;
			if (this.isPaused) {
				return notWhole;
			}
		}
	}

	private open(): void {
		const { scanner } = this;
		const isLast = this.matched === this.path.length - 1;
		if (isLast && scanner.first === openBracket) {
			this.list = scanner.end;
		} else if (!isLast && scanner.first === openBrace) {
			this.matched++;
			this.isNamed = false;
		}
	}
}

/** Returns the offset after the opening bracket if the member at this offset is the record list. */
export function listAt(bytes: Buffer, at: number, name: string | undefined): number | undefined {
	const scanner = memberScanner(bytes, at);
	const isNamed = scanner.next() === 'key' && getName(bytes, scanner.start, scanner.end) === name;
	if (!isNamed || scanner.next() !== 'open' || bytes[scanner.start] !== openBracket) {
		return undefined;
	}
	const list = scanner.end;
	const event = scanner.next();
	return event === 'close' || (event === 'open' && bytes[scanner.start] === openBrace) ? list : undefined;
}

export function memberEnd(bytes: Buffer, at: number): number {
	if (bytes[at] !== quote) {
		return faulty;
	}
	const scanner = memberScanner(bytes, at);
	for (let event = scanner.next(); event !== 'more'; event = scanner.next()) {
		if (event === 'fault') {
			return faulty;
		}
		if (event !== 'key' && scanner.depth === 1) {
			const behind = gapEnd(bytes, scanner.end);
			return behind === bytes.length || isGapCut(bytes, behind) ? notWhole : behind;
		}
	}
	return notWhole;
}

function memberScanner(bytes: Buffer, at: number): JsonScanner {
	const scanner = skippingScanner(bytes, at);
	scanner.enterObject();
	return scanner;
}

/**
 * Finds the record list after a syntax error in the surrounding object. The search stops at a line that starts with a
 * record.
 */
function listBehindFault(bytes: Buffer, at: number, name = ''): number {
	let end = bytes.indexOf(lineFeed, at);
	while (end !== -1 && bytes[spaceEnd(bytes, end)] !== openBrace) {
		end = bytes.indexOf(lineFeed, end + 1);
	}
	const searched = end === -1 ? bytes : bytes.subarray(0, end);
	for (let index = searched.indexOf(`"${name}"`, at); index !== -1; ) {
		const list = listAt(bytes, index, name);
		if (list !== undefined) {
			return list;
		}
		index = searched.indexOf(`"${name}"`, index + 1);
	}
	return faulty;
}
