import {
	backslash,
	carriageReturn,
	closeBrace,
	closeBracket,
	colon,
	comma,
	lineFeed,
	openBrace,
	openBracket,
	quote,
	space,
	tab,
} from '../ascii';
import { asBuffer } from './asBuffer';
import { ByteOrderMark } from './byteOrderMark';
import type { RecordScan } from './recordScan';

/** Deeper than any record: such a text is refused, so that the stack does not grow with it. */
const maxDepth = 1024;

/** Longer than any number and any member name that matters. */
const maxTokenLength = 1024;

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** The member of the answer that holds the records (service document, section 4.2). */
const recordsMember = 'data';

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'nothing';

type Token = 'none' | 'key' | 'string' | 'scalar';

/**
 * Counts the records of `{"data":[…]}`, other members allowed, or of a bare array, that arrives as bytes in pieces of
 * any size. Accepts what RFC 8259 does, except that it does not look into strings: bad escapes and raw control
 * characters there are left to whoever decodes the record. A second array of records is malformed, since readers of
 * JSON disagree on which one counts.
 */
export class JsonScan implements RecordScan {
	private readonly mark = new ByteOrderMark();
	/** The opening brackets around the current place. */
	private readonly stack: number[] = [];
	private expected: Expected = 'value';
	/** What the current place is inside of. */
	private token: Token = 'none';
	/** The last byte was a backslash inside a string. */
	private escaping = false;
	/** So far: a number or word, or the name of a member of the outermost object. */
	private text = '';
	/** The member name just read is that of the records. */
	private recordsNext = false;
	private recordsSeen = false;
	/** Length of the stack directly inside the array of records, while inside it. */
	private recordsDepth: number | undefined;
	private recordStart = 0;
	private offset = 0;
	private count = 0;
	private broken = false;

	/** @param onRecord Called with the offsets of every whole record, the second one exclusive. */
	constructor(private readonly onRecord?: (start: number, end: number) => void) {}

	get rows(): number {
		return this.count;
	}

	get malformed(): boolean {
		return this.broken;
	}

	push(chunk: Uint8Array): void {
		let index = this.mark.skip(chunk);
		while (index < chunk.length && !this.broken) {
			switch (this.token) {
				case 'none':
					index = this.scanStructure(chunk, index);
					break;
				case 'scalar':
					index = this.scanScalar(chunk, index);
					break;
				default:
					index = this.scanString(chunk, index);
			}
		}
		this.offset += chunk.length;
	}

	end() {
		if (this.token === 'scalar' && this.stack.length === 0) {
			this.endScalar(this.offset);
		}
		if (this.broken || this.mark.isPartial) {
			return 'jsonMalformed';
		}
		if (this.expected !== 'nothing') {
			return 'jsonNotClosed';
		}
		return this.recordsSeen ? 'whole' : 'noRecords';
	}

	/** Reads brackets, separators and white space up to the first byte of a string, number or word. */
	private scanStructure(chunk: Uint8Array, start: number): number {
		for (let index = start; index < chunk.length && !this.broken; index++) {
			const byte = chunk[index] ?? 0;
			switch (byte) {
				case space:
				case tab:
				case lineFeed:
				case carriageReturn:
					break;
				case quote:
					this.startString(this.offset + index);
					return index + 1;
				case comma:
					this.separate();
					break;
				case colon:
					this.broken ||= this.expected !== 'colon';
					this.expected = 'value';
					break;
				case openBrace:
				case openBracket:
					this.open(byte, this.offset + index);
					break;
				case closeBrace:
				case closeBracket:
					this.close(byte, this.offset + index + 1);
					break;
				default:
					this.startValue(this.offset + index);
					this.token = 'scalar';
					this.text = '';
					return index;
			}
		}
		return chunk.length;
	}

	/** Goes to the end of the chunk or just behind the closing quote. */
	private scanString(chunk: Uint8Array, start: number): number {
		let index = start;
		if (this.escaping) {
			this.escaping = false;
			index++;
		}
		for (; index < chunk.length; index++) {
			const byte = chunk[index];
			if (byte === quote) {
				this.keepName(chunk, start, index);
				this.endString(this.offset + index + 1);
				return index + 1;
			}
			if (byte === backslash) {
				index++;
			}
		}
		// One past the end: the escaped byte is the next chunk's first.
		this.escaping = index > chunk.length;
		this.keepName(chunk, start, chunk.length);
		return chunk.length;
	}

	private scanScalar(chunk: Uint8Array, start: number): number {
		let index = start;
		while (index < chunk.length && isScalarByte(chunk[index] ?? 0)) {
			index++;
		}
		this.keepText(chunk, start, index);
		if (index < chunk.length) {
			this.endScalar(this.offset + index);
		}
		return index;
	}

	private startString(at: number): void {
		this.text = '';
		if (this.expected === 'key' || this.expected === 'keyOrClose') {
			this.token = 'key';
		} else {
			this.token = 'string';
			this.startValue(at);
		}
	}

	private endString(end: number): void {
		if (this.token === 'key') {
			this.expected = 'colon';
			this.recordsNext = this.stack.length === 1 && decodeName(this.text) === recordsMember;
		} else {
			this.endValue(end);
		}
		this.token = 'none';
	}

	private endScalar(end: number): void {
		this.broken ||= this.text.length > maxTokenLength || !scalar.test(this.text);
		this.token = 'none';
		this.endValue(end);
	}

	private open(bracket: number, at: number): void {
		this.startValue(at);
		if (bracket === openBracket && (this.stack.length === 0 || (this.recordsNext && this.stack.length === 1))) {
			this.broken ||= this.recordsSeen;
			this.recordsSeen = true;
			this.recordsDepth = this.stack.length + 1;
		}
		this.stack.push(bracket);
		this.broken ||= this.stack.length > maxDepth;
		this.expected = bracket === openBrace ? 'keyOrClose' : 'valueOrClose';
	}

	private close(bracket: number, end: number): void {
		const mayClose =
			this.expected === 'commaOrClose' || this.expected === (bracket === closeBrace ? 'keyOrClose' : 'valueOrClose');
		const opened = this.stack.pop();
		this.broken ||= !mayClose || opened !== (bracket === closeBrace ? openBrace : openBracket);
		if (this.recordsDepth !== undefined && this.stack.length < this.recordsDepth) {
			this.recordsDepth = undefined;
		}
		this.endValue(end);
	}

	private separate(): void {
		this.broken ||= this.expected !== 'commaOrClose';
		this.expected = this.stack.at(-1) === openBrace ? 'key' : 'value';
	}

	private startValue(at: number): void {
		this.broken ||= this.expected !== 'value' && this.expected !== 'valueOrClose';
		if (this.stack.length === this.recordsDepth) {
			this.recordStart = at;
		}
	}

	private endValue(end: number): void {
		this.expected = this.stack.length === 0 ? 'nothing' : 'commaOrClose';
		if (this.stack.length === this.recordsDepth && !this.broken) {
			this.count++;
			this.onRecord?.(this.recordStart, end);
		}
	}

	private keepName(chunk: Uint8Array, start: number, end: number): void {
		if (this.token === 'key' && this.stack.length === 1) {
			this.keepText(chunk, start, end);
		}
	}

	/** A longer token is cut one byte past the limit, which shows that it was too long. */
	private keepText(chunk: Uint8Array, start: number, end: number): void {
		const stop = Math.min(end, start + maxTokenLength + 1 - this.text.length);
		this.text += asBuffer(chunk).toString('latin1', start, stop);
	}
}

function isScalarByte(byte: number): boolean {
	return (
		(byte >= 0x30 && byte <= 0x39) ||
		(byte >= 0x61 && byte <= 0x7a) ||
		(byte >= 0x41 && byte <= 0x5a) ||
		byte === 0x2d ||
		byte === 0x2b ||
		byte === 0x2e
	);
}

/** @param raw The bytes between the quotes as Latin-1: enough to recognise an ASCII name. */
function decodeName(raw: string): string | undefined {
	if (!raw.includes('\\')) {
		return raw;
	}
	try {
		return String(JSON.parse(`"${raw}"`));
	} catch {
		return undefined;
	}
}
