import { backslash, closeBrace, closeBracket, colon, openBrace, openBracket, quote } from '../common/ascii';
import { isJsonSpace } from '../common/jsonSpace';
import { notWhole } from './jsonSkip';

interface SkippedRecord {
	/** Offset after the record or after the opening bracket of the list, or `notWhole` if more bytes are needed. */
	readonly end: number;
	/** Whether the object turned out to be the object around the list of records instead of a record. */
	readonly isAroundList: boolean;
}

/** Finds the end of a JSON object that is too long to buffer. Can continue at any byte without the preceding bytes. */
export class LongRecord {
	private depth = 0;
	private isInString = false;
	private isEscaped = false;
	/** Beginning of the last string in the object itself, up to one character more than the name of the list. */
	private name = '';
	/** Number of tokens of `"name":[` that precede the current position. */
	private matched = 0;

	/**
	 * @param list Name of the list of records that the object may contain. Undefined if the object is certainly a
	 * record.
	 */
	constructor(private readonly list: string | undefined) {}

	take(bytes: Buffer, from: number): SkippedRecord {
		for (let index = from; index < bytes.length; index++) {
			const byte = bytes[index] ?? 0;
			if (this.isInString) {
				this.takeInString(byte);
			} else if (this.matched === 3 && (byte === openBrace || byte === closeBracket)) {
				return { end: index, isAroundList: true };
			} else if (!isJsonSpace(byte)) {
				this.takeToken(byte);
				if (this.depth === 0) {
					return { end: index + 1, isAroundList: false };
				}
			}
		}
		return { end: notWhole, isAroundList: false };
	}

	private takeInString(byte: number): void {
		if (this.isEscaped) {
			this.isEscaped = false;
		} else if (byte === backslash) {
			this.isEscaped = true;
		} else if (byte === quote) {
			this.isInString = false;
			this.matched = this.depth === 1 && this.name === this.list ? 1 : 0;
			return;
		}
		if (this.list !== undefined && this.name.length <= this.list.length) {
			this.name += String.fromCharCode(byte);
		}
	}

	private takeToken(byte: number): void {
		const isNext = (this.matched === 1 && byte === colon) || (this.matched === 2 && byte === openBracket);
		this.matched = isNext ? this.matched + 1 : 0;
		if (byte === quote) {
			this.isInString = true;
			this.name = '';
		} else if (byte === openBrace || byte === openBracket) {
			this.depth++;
		} else if (byte === closeBrace || byte === closeBracket) {
			this.depth--;
		}
	}
}
