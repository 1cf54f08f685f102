import { closeBrace, openBracket } from '../../../shared/ascii';
import { type JsonEvent, JsonScanner } from '../../../shared/jsonScanner';
import { asUtf8, decodeName, maxDepth, recordsMember } from '../../common/jsonTokens';
import { ByteOrderMark } from '../../files/byteOrderMark';
import type { RecordScan, ScanEnd } from './recordScan';

const maxMemberBytes = 16 * 1024;

interface JsonWatcher {
	/** Called for each member next to the record list. `text` is raw JSON, or undefined if it is too long to buffer. */
	onMember(name: string, text: string | undefined): void;
	/** Called at the start of a record list. Returns true to read the list. */
	onRecords(): boolean;
	onName(name: string): void;
	onRecordEnd(): void;
}

/**
 * Counts the records in `{"data":[…]}` or in a bare array. A second record list is an error, because JSON parsers
 * disagree on which list to use. Scanning can resume at any byte. The compiled scanner doesn't support this.
 */
export class JsonScan implements RecordScan {
	private readonly mark = new ByteOrderMark();
	private readonly scanner = new JsonScanner({ maxDepth });
	private recordsSeen = false;
	private memberSeen = false;
	private recordsDepth: number | undefined;
	/**
	 * Current member of the outermost object, or undefined between members. `from` is the offset after the member's name.
	 */
	private member: { readonly name: string; readonly from: number; buffered: string } | undefined;
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

	/**
	 * Position relative to a record: `behindRecord` directly after a record, `beforeRecord` where a record can start.
	 * Undefined anywhere else.
	 */
	get betweenRecords(): 'behindRecord' | 'beforeRecord' | undefined {
		const { scanner } = this;
		if (this.malformed || scanner.isInToken || scanner.depth !== this.recordsDepth) {
			return undefined;
		}
		return scanner.expectsComma ? 'behindRecord' : 'beforeRecord';
	}

	skipRecord(bytes: number): void {
		this.count++;
		this.offset += bytes;
		this.scanner.skipTo(this.offset);
	}

	push(chunk: Uint8Array): void {
		this.scan(chunk, () => false);
	}

	/** Scans a chunk up to the end of the next record or the end of the chunk. Returns the number of bytes consumed. */
	pushToRecordEnd(chunk: Uint8Array): number {
		const { count } = this;
		return this.scan(chunk, () => this.count > count);
	}

	private scan(chunk: Uint8Array, isEnough: () => boolean): number {
		const { scanner, offset } = this;
		const start = this.mark.skip(chunk);
		scanner.push(chunk.subarray(start), offset + start);
		this.chunk = chunk;
		let isWaiting = start === chunk.length;
		while (!(isWaiting || this.malformed || isEnough())) {
			const event = scanner.next();
			isWaiting = event === 'more';
			this.take(event);
		}
		this.keepMember(scanner.at);
		this.offset = Math.max(scanner.at, offset + start);
		return this.offset - offset;
	}

	end(): ScanEnd {
		if (!this.malformed && !this.mark.isPartial) {
			this.take(this.scanner.finish());
		}
		if (this.broken || this.mark.isPartial) {
			return 'jsonMalformed';
		}
		if (this.ended) {
			return this.ended;
		}
		if (!this.scanner.isComplete) {
			return 'jsonNotClosed';
		}
		return this.recordsSeen ? 'whole' : 'noRecords';
	}

	private take(event: JsonEvent): void {
		const { scanner } = this;
		switch (event) {
			case 'fault':
				this.broken = true;
				return;
			case 'key':
				this.takeName();
				return;
			case 'open':
				this.takeOpening();
				return;
			case 'close':
				if (this.recordsDepth !== undefined && scanner.depth < this.recordsDepth) {
					this.recordsDepth = undefined;
				}
				this.takeValue();
				return;
			case 'value':
				this.takeValue();
				return;
			case 'more':
		}
	}

	private takeName(): void {
		const { scanner } = this;
		if (scanner.depth === 1) {
			const name = decodeName(scanner.rawKey);
			const isRecords = name === recordsMember;
			this.broken ||= isRecords && this.memberSeen;
			this.memberSeen ||= isRecords;
			this.member = { name, from: scanner.end, buffered: '' };
		} else if (this.watcher && scanner.depth - 1 === this.recordsDepth) {
			this.watcher.onName(decodeName(scanner.rawKey));
		}
	}

	private takeOpening(): void {
		const { scanner } = this;
		const isRecords = scanner.depth === 1 || (scanner.depth === 2 && this.member?.name === recordsMember);
		if (scanner.first === openBracket && isRecords) {
			this.recordsSeen = true;
			this.recordsDepth = scanner.depth;
			if (this.watcher?.onRecords() === false) {
				this.ended = 'errorReported';
			}
		}
	}

	private takeValue(): void {
		const { scanner, member } = this;
		if (scanner.depth === this.recordsDepth) {
			this.takeRecord();
		} else if (scanner.depth === 1 && member) {
			this.keepMember(scanner.end);
			if (member.name !== recordsMember) {
				const text = asUtf8(member.buffered.replace(/^\s*:\s*/, ''));
				this.watcher?.onMember(member.name, member.buffered.length > maxMemberBytes ? undefined : text);
			}
			this.member = undefined;
		}
	}

	private takeRecord(): void {
		const { scanner } = this;
		if (scanner.first !== closeBrace) {
			this.ended = 'valuesForRecords';
			return;
		}
		this.count++;
		this.watcher?.onRecordEnd();
		this.onRecord?.(scanner.start, scanner.end);
	}

	private keepMember(end: number): void {
		const { member, watcher } = this;
		if (watcher && member && member.name !== recordsMember && member.buffered.length <= maxMemberBytes) {
			const start = Math.max(0, member.from - this.offset);
			const stop = Math.min(end - this.offset, start + maxMemberBytes + 1 - member.buffered.length);
			member.buffered += asBuffer(this.chunk).toString('latin1', start, stop);
		}
	}
}

/** Returns a Buffer that shares the memory of the bytes, because Buffer's search functions are implemented natively. */
function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
