import { openBrace, openBracket } from '../../shared/ascii';
import { JsonScanner } from '../../shared/jsonScanner';
import { maxDepth } from '../common/jsonTokens';
import { notWhole } from './jsonGaps';

interface SkippedRecord {
	/** Offset after the record, or after the opening bracket of the record list. `notWhole` if more bytes are needed. */
	readonly end: number;
	/** True if the object isn't a record but contains the record list. */
	readonly isAroundList: boolean;
}

/** Finds the end of a JSON object that is too long to buffer. Bytes that were already searched can be discarded. */
export class LongRecord {
	/** With these options, the scanner ignores most errors, because the brackets are sufficient to find the end. */
	private readonly scanner = new JsonScanner({ strings: 'any', order: true, maxDepth });
	/** Part of `"name":[` that directly precedes the current position. */
	private precededBy: 'nothing' | 'name' | 'bracket' = 'nothing';

	/** @param list Name of the record list that the object may contain. Undefined if the object must be a record */
	constructor(private readonly list: string | undefined) {}

	take(bytes: Buffer, from: number): SkippedRecord {
		const { scanner } = this;
		const base = scanner.at - from;
		scanner.push(bytes, base);
		for (let event = scanner.next(); event !== 'more'; event = scanner.next()) {
			if (this.precededBy === 'bracket' && (event === 'close' || scanner.first === openBrace)) {
				return { end: (event === 'close' ? scanner.end - 1 : scanner.start) - base, isAroundList: true };
			}
			if (event === 'close' && scanner.depth === 0) {
				return { end: scanner.end - base, isAroundList: false };
			}
			const isBracket = this.precededBy === 'name' && event === 'open' && scanner.first === openBracket;
			const isName = event === 'key' && scanner.depth === 1 && scanner.rawKey === this.list;
			this.precededBy = isBracket ? 'bracket' : isName ? 'name' : 'nothing';
		}
		return { end: notWhole, isAroundList: false };
	}
}
