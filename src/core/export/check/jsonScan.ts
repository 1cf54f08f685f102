import { asBuffer } from '../../common/asBuffer';
import {
	backslash,
	carriageReturn,
	closeBrace,
	closeBracket,
	colon,
	comma,
	isHexDigit,
	lineFeed,
	openBrace,
	openBracket,
	quote,
	space,
	tab,
} from '../../common/ascii';
import {
	asUtf8,
	decodeName,
	endsPlainText,
	isEscape,
	isScalar,
	isScalarByte,
	maxDepth,
	recordsMember,
	unicodeEscape,
} from '../../common/jsonTokens';
import { ByteOrderMark } from '../../files/byteOrderMark';
import type { RecordScan, ScanEnd } from './recordScan';

/** Maximum length of a token. All numbers and all relevant member names are shorter. */
const maxTokenLength = 1024;

const maxMemberBytes = 16 * 1024;

const unicodeDigits = 4;

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'nothing';

type Token = 'none' | 'key' | 'string' | 'scalar';

interface JsonWatcher {
	/** Called for each member next to the records. `text` is raw JSON, or undefined if it is too long to store. */
	onMember(name: string, text: string | undefined): void;
	/** Called at the start of the list of records. Returns whether to read the list. */
	onRecords(): boolean;
	onName(name: string): void;
	onRecordEnd(): void;
}

/**
 * Incremental scanner that counts the records in `{"data":[…]}`, which may have other members, or in a bare array. It
 * accepts JSON (RFC 8259) in which every record is an object, but ignores invalid UTF-8. Text with two lists of records
 * is malformed, because JSON parsers disagree on which one counts.
 *
 * Unlike the compiled scanner, this scanner can resume at any byte. It can therefore report errors in text that does
 * not fit into memory.
 */
export class JsonScan implements RecordScan {
	private readonly mark = new ByteOrderMark();
	private readonly stack: number[] = [];
	private expected: Expected = 'value';
	private token: Token = 'none';
	/** Number of hexadecimal digits still expected in an escape sequence, or `name` after the backslash. */
	private escaping: number | 'name' = 0;
	/** Beginning of the current token: a number, a literal, or a member name in the outermost object. */
	private text = '';
	private recordsNext = false;
	private recordsSeen = false;
	private memberSeen = false;
	/** Nesting depth inside the array of records. Undefined outside the array. */
	private recordsDepth: number | undefined;
	private recordStart = 0;
	private recordIsObject = false;
	/** Top-level member whose value is being stored. `from` is the byte offset of the value in the whole text. */
	private member: { readonly name: string; readonly from: number; buffered: string } | undefined;
	private memberName = '';
	private chunk: Uint8Array = new Uint8Array();
	private offset = 0;
	private count = 0;
	private broken = false;
	private ended: Extract<ScanEnd, 'valuesForRecords' | 'errorReported'> | undefined;

	/** @param onRecord Called with the start (inclusive) and end (exclusive) offsets of every complete record. */
	constructor(
		private readonly onRecord?: (start: number, end: number) => void,
		private readonly watcher?: JsonWatcher,
	) {}

	get rows(): number {
		return this.count;
	}

	get malformed(): boolean {
		return this.broken || this.ended !== undefined;
	}

	/** Position between records: directly after a record or where one can start. Undefined if neither applies. */
	get betweenRecords(): 'behindRecord' | 'beforeRecord' | undefined {
		if (this.malformed || this.token !== 'none' || this.stack.length !== this.recordsDepth) {
			return undefined;
		}
		return this.expected === 'commaOrClose' ? 'behindRecord' : 'beforeRecord';
	}

	/** Skips `bytes` bytes with `records` records, which another scanner has already read. */
	skip(records: number, bytes: number): void {
		this.count += records;
		this.offset += bytes;
		if (records > 0) {
			this.expected = 'commaOrClose';
		}
	}

	push(chunk: Uint8Array): void {
		this.scan(chunk, () => false);
	}

	/** Scans a chunk up to the end of the next record or of the chunk. Returns the number of bytes consumed. */
	pushToRecordEnd(chunk: Uint8Array): number {
		const { count } = this;
		return this.scan(chunk, () => this.count > count);
	}

	private scan(chunk: Uint8Array, isEnough: () => boolean): number {
		let index = this.mark.skip(chunk);
		this.chunk = chunk;
		while (index < chunk.length && !this.malformed && !isEnough()) {
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
		this.keepMember(this.offset + index);
		this.offset += index;
		return index;
	}

	end(): ScanEnd {
		if (this.token === 'scalar' && this.stack.length === 0) {
			this.endScalar(this.offset);
		}
		if (this.broken || this.mark.isPartial) {
			return 'jsonMalformed';
		}
		if (this.ended) {
			return this.ended;
		}
		if (this.expected !== 'nothing') {
			return 'jsonNotClosed';
		}
		return this.recordsSeen ? 'whole' : 'noRecords';
	}

	private scanStructure(chunk: Uint8Array, start: number): number {
		for (let index = start; index < chunk.length && !this.malformed; index++) {
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
					if (this.stack.length === this.recordsDepth) {
						return index + 1;
					}
					break;
				default:
					this.startValue(this.offset + index, false);
					this.token = 'scalar';
					this.text = '';
					return index;
			}
		}
		return chunk.length;
	}

	private scanString(chunk: Uint8Array, start: number): number {
		let index = start;
		for (;;) {
			index = this.scanEscape(chunk, index);
			while (index < chunk.length && !endsPlainText(chunk[index] ?? 0)) {
				index++;
			}
			if (index === chunk.length) {
				this.keepName(chunk, start, index);
				return index;
			}
			if (chunk[index] === quote) {
				this.keepName(chunk, start, index);
				this.endString(this.offset + index + 1);
				return index + 1;
			}
			this.broken ||= chunk[index] !== backslash;
			this.escaping = 'name';
			index++;
		}
	}

	private scanEscape(chunk: Uint8Array, start: number): number {
		let index = start;
		for (; this.escaping !== 0 && index < chunk.length; index++) {
			const byte = chunk[index] ?? 0;
			if (this.escaping !== 'name') {
				this.broken ||= !isHexDigit(byte);
				this.escaping--;
			} else if (byte === unicodeEscape) {
				this.escaping = unicodeDigits;
			} else {
				this.broken ||= !isEscape(byte);
				this.escaping = 0;
			}
		}
		return index;
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
			this.startValue(at, false);
		}
	}

	private endString(end: number): void {
		if (this.token === 'key') {
			this.expected = 'colon';
			this.endName();
		} else {
			this.endValue(end);
		}
		this.token = 'none';
	}

	private endName(): void {
		this.recordsNext = false;
		if (this.stack.length === 1) {
			this.memberName = decodeName(this.text);
			this.recordsNext = this.memberName === recordsMember;
			this.broken ||= this.recordsNext && this.memberSeen;
			this.memberSeen ||= this.recordsNext;
		} else if (this.stack.length - 1 === this.recordsDepth) {
			this.watcher?.onName(decodeName(this.text));
		}
	}

	private endScalar(end: number): void {
		this.broken ||= this.text.length > maxTokenLength || !isScalar(this.text);
		this.token = 'none';
		this.endValue(end);
	}

	private open(bracket: number, at: number): void {
		this.startValue(at, bracket === openBrace);
		if (bracket === openBracket && (this.stack.length === 0 || (this.recordsNext && this.stack.length === 1))) {
			this.recordsSeen = true;
			this.recordsDepth = this.stack.length + 1;
			if (this.watcher?.onRecords() === false) {
				this.ended = 'errorReported';
			}
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

	private startValue(at: number, isObject: boolean): void {
		this.broken ||= this.expected !== 'value' && this.expected !== 'valueOrClose';
		if (this.stack.length === this.recordsDepth) {
			this.recordStart = at;
			this.recordIsObject = isObject;
		} else if (this.watcher && this.stack.length === 1 && this.stack[0] === openBrace && !this.recordsNext) {
			this.member = { name: this.memberName, from: at, buffered: '' };
		}
	}

	private endValue(end: number): void {
		this.expected = this.stack.length === 0 ? 'nothing' : 'commaOrClose';
		if (this.broken) {
			return;
		}
		if (this.stack.length === this.recordsDepth) {
			this.endRecord(end);
		} else if (this.stack.length === 1 && this.member) {
			this.keepMember(end);
			const { name, buffered } = this.member;
			this.watcher?.onMember(name, buffered.length > maxMemberBytes ? undefined : asUtf8(buffered));
			this.member = undefined;
		}
	}

	private endRecord(end: number): void {
		if (!this.recordIsObject) {
			this.ended = 'valuesForRecords';
			return;
		}
		this.count++;
		this.watcher?.onRecordEnd();
		this.onRecord?.(this.recordStart, end);
	}

	private keepMember(end: number): void {
		const { member } = this;
		if (member && member.buffered.length <= maxMemberBytes) {
			const start = Math.max(0, member.from - this.offset);
			const stop = Math.min(end - this.offset, start + maxMemberBytes + 1 - member.buffered.length);
			member.buffered += asBuffer(this.chunk).toString('latin1', start, stop);
		}
	}

	private keepName(chunk: Uint8Array, start: number, end: number): void {
		const isMember = this.stack.length === 1;
		const isOfRecord = this.watcher !== undefined && this.stack.length - 1 === this.recordsDepth;
		if (this.token === 'key' && (isMember || isOfRecord)) {
			this.keepText(chunk, start, end);
		}
	}

	/** Stores the token, but at most one byte more than allowed, so that its length shows whether it is too long. */
	private keepText(chunk: Uint8Array, start: number, end: number): void {
		const stop = Math.min(end, start + maxTokenLength + 1 - this.text.length);
		this.text += asBuffer(chunk).toString('latin1', start, stop);
	}
}
