import { colon, quote } from '../../../shared/ascii';
import { isWordCode, JsonScanner } from '../../../shared/jsonScanner';
import { AppError } from '../../common/errors';
import { maxDepth } from '../../common/jsonTokens';
import { deviceField, hashedDevices } from '../../plan/fields';
import { notWhole, spaceEnd } from '../../scan/jsonGaps';
import { getName, skipValue } from '../../scan/jsonSkip';
import type { DeviceHasher } from './deviceHasher';
import { type HashedText, maxRecordBytes } from './hashedText';

const wanted = Buffer.from(deviceField);
const hashedName = Buffer.from(JSON.stringify(hashedDevices.name));

/** Maximum size of the encoded field name, in bytes. An escaped character has up to six bytes. */
const maxNameBytes = 6 * deviceField.length;

/**
 * Hashes the device IDs in JSON text at any nesting level. In malformed JSON, any quoted name followed by a colon is
 * treated as a member.
 */
export class HashedJson implements HashedText {
	private pending: Buffer[] = [];
	private pendingBytes = 0;
	/** Also finds strings in malformed JSON, so that device IDs in malformed text are hashed. */
	private readonly scanner = new JsonScanner({ strings: 'any', words: true, order: true, maxDepth });
	private rest = Buffer.alloc(0);
	private restAt = 0;
	private enough = 1;

	constructor(private readonly hasher: DeviceHasher) {}

	push(chunk: Uint8Array): Uint8Array[] {
		this.pending.push(Buffer.from(chunk));
		this.pendingBytes += chunk.length;
		return this.rest.length + this.pendingBytes >= this.enough ? this.take(false) : [];
	}

	end(): Uint8Array[] {
		const pieces = this.take(true);
		assertNameless(this.rest);
		return [...pieces, this.rest];
	}

	private take(last: boolean): Uint8Array[] {
		const { scanner } = this;
		const bytes = Buffer.concat([this.rest, ...this.pending]);
		this.pending = [];
		this.pendingBytes = 0;
		const base = this.restAt;
		scanner.push(bytes, base);
		const pieces: Uint8Array[] = [];
		let given = 0;
		let outside = 0;
		let isNameCut = false;
		while (!isNameCut && scanner.next() !== 'more') {
			if (scanner.first !== quote) {
				continue;
			}
			const start = scanner.start - base;
			const end = scanner.end - base;
			assertNameless(bytes.subarray(outside, start));
			const value = isName(bytes, start, end) ? valueBehind(bytes, end, last) : undefined;
			isNameCut = value === notWhole;
			outside = isNameCut ? start : end;
			if (value && value !== notWhole) {
				pieces.push(bytes.subarray(given, start), hashedName, bytes.subarray(end, value.start));
				pieces.push(this.hashed(bytes.subarray(value.start, value.end)));
				given = outside = value.end;
			}
			scanner.at = base + outside;
		}
		const isInString = scanner.isInToken && scanner.first === quote;
		const end = isNameCut ? outside : isInString ? scanner.start - base : bytes.length;
		assertNameless(bytes.subarray(outside, end));
		// The last bytes stay in the buffer, because a field name may continue in the next chunk.
		const index = end < bytes.length || last ? end : Math.max(outside, end - wanted.length);
		pieces.push(bytes.subarray(given, index));
		this.rest = bytes.subarray(index);
		this.restAt += index;
		if (this.rest.length > maxRecordBytes) {
			throw new AppError({ kind: 'brokenBody', fault: 'jsonNotClosed' });
		}
		this.enough = index > 0 ? 1 : 2 * this.rest.length;
		return pieces;
	}

	/** Null and the empty string remain unchanged, because they mean that the record has no device. */
	private hashed(value: Buffer): Buffer {
		const text = value.toString();
		if (text === 'null' || text === '""') {
			return value;
		}
		return Buffer.from(JSON.stringify(this.hasher.of(value[0] === quote ? unquoted(text) : text)));
	}
}

function assertNameless(outside: Buffer): void {
	if (outside.length >= wanted.length && outside.includes(wanted)) {
		throw new AppError({ kind: 'brokenBody', fault: 'jsonMalformed' });
	}
}

function isName(bytes: Buffer, start: number, end: number): boolean {
	const length = end - start - 2;
	if (length === wanted.length) {
		return wanted.equals(bytes.subarray(start + 1, end - 1));
	}
	return length > wanted.length && length <= maxNameBytes && getName(bytes, start, end) === deviceField;
}

function valueBehind(bytes: Buffer, end: number, last: boolean) {
	const separator = spaceEnd(bytes, end);
	if (separator === bytes.length) {
		return last ? undefined : notWhole;
	}
	if (bytes[separator] !== colon) {
		return undefined;
	}
	const start = spaceEnd(bytes, separator + 1);
	const { end: valueEnd } = skipValue(bytes, start);
	// A number at the end of a chunk may continue in the next chunk.
	if (valueEnd === notWhole || (valueEnd === bytes.length && !last && isWordCode(bytes[valueEnd - 1] ?? 0))) {
		if (!last) {
			return notWhole;
		}
		throw new AppError({ kind: 'brokenBody', fault: 'jsonNotClosed' });
	}
	if (valueEnd < 0) {
		throw new AppError({ kind: 'brokenBody', fault: 'jsonMalformed' });
	}
	return { start, end: valueEnd };
}

function unquoted(text: string): string {
	try {
		return String(JSON.parse(text));
	} catch {
		return text;
	}
}
