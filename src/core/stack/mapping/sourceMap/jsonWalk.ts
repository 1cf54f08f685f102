import { openBracket } from '../../../../shared/ascii';
import { type JsonLeniency, JsonScanner } from '../../../../shared/jsonScanner';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { beginPieces, eventInNextPiece } from '../../../common/jsonPieces';
import { malformed, RefusedMap } from './refusedMap';

/** Minimum size, in bytes, of a container whose end is cached, so that it isn't scanned again. */
const longBytes = 256;
const longDepth = 16;
const maxLong = 200_000;

/** Strings and numbers aren't validated in skipped arrays and in text that has already been validated. */
const unchecked: JsonLeniency = { strings: 'any', words: true };

/** Byte range with an exclusive end. */
export interface ByteSpan {
	readonly start: number;
	readonly end: number;
}

/** Called for each child of the scanned value. The range of a property name includes the quotation marks. */
export type Visitor = (value: ByteSpan, name: ByteSpan) => void;

/** Locates values in JSON text without creating objects. Yields regularly, because a source map is one long value. */
export class JsonWalk {
	leftOut = 0;
	private values = 0;
	private checked: JsonLeniency = {};
	private readonly unneeded: Buffer;
	private readonly ends = new Map<number, number>();

	/**
	 * Skips arrays in properties named `unneeded`. Limits the number of other values, because an empty object has two
	 * bytes of text but uses sixty bytes of memory.
	 */
	constructor(
		readonly bytes: Buffer,
		unneeded: string,
		private maxValues: number,
	) {
		this.unneeded = Buffer.from(`"${unneeded}"`);
	}

	/** Scans the top-level value of the text. Call this method first. Throws RefusedMap `malformed` or `tooLarge`. */
	*whole(start: number, visit: Visitor): CooperativeTask<ByteSpan> {
		const scanner = new JsonScanner(this.checked);
		const span = yield* this.scan(scanner, start, visit);
		if ((yield* eventInNextPiece(scanner, this.bytes)) !== 'more') {
			throw malformed();
		}
		// This scan has counted and checked all values, so later scans have no limit.
		this.maxValues = Number.POSITIVE_INFINITY;
		this.checked = unchecked;
		return span;
	}

	value(start: number, visit: Visitor): CooperativeTask<ByteSpan> {
		return this.scan(new JsonScanner(this.checked), start, visit);
	}

	private *scan(scanner: JsonScanner, start: number, visit: Visitor): CooperativeTask<ByteSpan> {
		let name: ByteSpan = { start, end: start };
		let isUnneeded = false;
		/** Nesting depth of the skipped array. 0 outside skipped arrays. */
		let leftOutDepth = 0;
		beginPieces(scanner, this.bytes, start);
		for (;;) {
			let event = scanner.next();
			if (event === 'more') {
				event = yield* eventInNextPiece(scanner, this.bytes);
			}
			const { depth } = scanner;
			switch (event) {
				case 'key':
					isUnneeded = leftOutDepth === 0 && this.isUnneeded(scanner.start, scanner.end);
					if (depth === 1) {
						name = { start: scanner.start, end: scanner.end };
					}
					continue;
				case 'open': {
					const end = depth > 1 ? this.ends.get(scanner.start) : undefined;
					if (end === undefined) {
						if (isUnneeded && scanner.first === openBracket) {
							leftOutDepth = depth;
							scanner.leniency = unchecked;
						}
						this.count(leftOutDepth);
						isUnneeded = false;
						continue;
					}
					scanner.skipContainer(end);
					break;
				}
				case 'close':
					if (depth === leftOutDepth - 1) {
						leftOutDepth = 0;
						scanner.leniency = this.checked;
						this.leftOut += scanner.end - scanner.start;
					}
					this.remember(scanner.start, scanner.end, depth);
					break;
				case 'value':
					this.count(leftOutDepth);
					break;
				default:
					throw malformed();
			}
			isUnneeded = false;
			if (scanner.depth <= 1) {
				const span = { start: scanner.start, end: scanner.at };
				if (scanner.depth === 0) {
					return span;
				}
				visit(span, name);
			}
		}
	}

	private count(leftOutDepth: number): void {
		this.values += leftOutDepth === 0 ? 1 : 0;
		if (this.values > this.maxValues) {
			throw new RefusedMap({ kind: 'tooLarge', unit: 'values', limit: this.maxValues });
		}
	}

	private isUnneeded(start: number, end: number): boolean {
		const { unneeded } = this;
		return end - start === unneeded.length && unneeded.compare(this.bytes, start, end) === 0;
	}

	private remember(start: number, end: number, depth: number): void {
		if (end - start >= longBytes && depth <= longDepth && this.ends.size < maxLong) {
			this.ends.set(start, end);
		}
	}
}
