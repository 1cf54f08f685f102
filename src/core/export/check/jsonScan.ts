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

/** Longer than any number and any member name that matters. */
const maxTokenLength = 1024;

/** How much is kept of a member beside the records (bytes). */
const maxMemberLength = 16 * 1024;

/** Of an escape. */
const unicodeDigits = 4;

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'nothing';

type Token = 'none' | 'key' | 'string' | 'scalar';

/** Told what stands in a text besides the number of its records. */
interface JsonWatcher {
	/** A member beside the records. `text` is its value as it stands; undefined when that is too long to be kept. */
	onMember(name: string, text: string | undefined): void;
	/** The records begin. @returns whether they are worth reading */
	onRecords(): boolean;
	/** The name of a member of a record. */
	onName(name: string): void;
	/** A record is whole. */
	onRecordEnd(): void;
}

/**
 * Counts the records of `{"data":[…]}`, other members allowed, or of a bare array, that arrives as bytes in pieces of
 * any size. Accepts what RFC 8259 does, bytes that are no UTF-8 in strings aside, where every record is an object. Two
 * members for the records are malformed, since readers of JSON disagree on which one counts.
 *
 * Beside the compiled scanner, which goes over sound records only: this one goes on at any byte with no memory of those
 * before, so it says what is wrong with a text that no memory would hold.
 */
export class JsonScan implements RecordScan {
	private readonly mark = new ByteOrderMark();
	/** The opening brackets around the current place. */
	private readonly stack: number[] = [];
	private expected: Expected = 'value';
	/** What the current place is inside of. */
	private token: Token = 'none';
	/** Hexadecimal digits of an escape that are still to come; `name` behind its backslash. */
	private escaping: number | 'name' = 0;
	/** So far: a number or word, or the name of a member of the outermost object. */
	private text = '';
	/** The member name just read is that of the records. */
	private recordsNext = false;
	private recordsSeen = false;
	/** There was a member for the records. */
	private memberSeen = false;
	/** Length of the stack directly inside the array of records, while inside it. */
	private recordsDepth: number | undefined;
	private recordStart = 0;
	private recordIsObject = false;
	/** The member of the outermost object whose value is kept, beginning at `from` (an offset). */
	private member: { readonly name: string; readonly from: number; kept: string } | undefined;
	private memberName = '';
	private chunk: Uint8Array = new Uint8Array();
	private offset = 0;
	private count = 0;
	private broken = false;
	private ended: Extract<ScanEnd, 'valuesForRecords' | 'errorTold'> | undefined;

	/** @param onRecord Called with the offsets of every whole record, the second one exclusive. */
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

	/** Where the next byte is a record's or stands between two of them, whether behind one; undefined elsewhere. */
	get betweenRecords(): 'behindRecord' | 'beforeRecord' | undefined {
		if (this.malformed || this.token !== 'none' || this.stack.length !== this.recordsDepth) {
			return undefined;
		}
		return this.expected === 'commaOrClose' ? 'behindRecord' : 'beforeRecord';
	}

	/** Somebody else has gone over so many records, which are the next bytes up to the end of the last of them. */
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

	/** Takes a chunk up to the end of a record, or all of it. @returns how many bytes it took */
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

	/** Reads brackets, separators and white space up to the first byte of a string, number or word. */
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

	/** Goes to the end of the chunk or just behind the closing quote. */
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

	/** Goes behind the escape that the last byte began or went on with. */
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
				this.ended = 'errorTold';
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
			this.member = { name: this.memberName, from: at, kept: '' };
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
			const { name, kept } = this.member;
			this.watcher?.onMember(name, kept.length > maxMemberLength ? undefined : asUtf8(kept));
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

	/** @param end Up to this offset, which is in the chunk or at its end. */
	private keepMember(end: number): void {
		const { member } = this;
		if (member && member.kept.length <= maxMemberLength) {
			const start = Math.max(0, member.from - this.offset);
			const stop = Math.min(end - this.offset, start + maxMemberLength + 1 - member.kept.length);
			member.kept += asBuffer(this.chunk).toString('latin1', start, stop);
		}
	}

	private keepName(chunk: Uint8Array, start: number, end: number): void {
		const isMember = this.stack.length === 1;
		const isOfRecord = this.watcher !== undefined && this.stack.length - 1 === this.recordsDepth;
		if (this.token === 'key' && (isMember || isOfRecord)) {
			this.keepText(chunk, start, end);
		}
	}

	/** A longer token is cut one byte past the limit, which shows that it was too long. */
	private keepText(chunk: Uint8Array, start: number, end: number): void {
		const stop = Math.min(end, start + maxTokenLength + 1 - this.text.length);
		this.text += asBuffer(chunk).toString('latin1', start, stop);
	}
}
