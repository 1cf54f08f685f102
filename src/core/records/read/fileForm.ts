import { isUtf8 } from 'node:buffer';
import { type Delimiter, delimiters, type Encoding, type FileForm } from '../../../shared/results';

/** Bytes at the start of a file that its form is told by. */
export const headBytes = 64 * 1024;

/** Records at the start that must agree about the delimiter. */
const sampleRecords = 20;

/** What a file is that holds no text with records. */
type NoText = 'workbook' | 'binary';

/** How they begin: a zip archive, and the older compound file. */
const workbooks = [Buffer.from('PK\u0003\u0004'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];

/** How other files begin that do not show it in their first line: pictures and documents. */
const others = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from('%PDF-')];

/**
 * Tells the form of a text by its beginning.
 *
 * @param head The first `headBytes` of the file, or all of it.
 * @param format What its name says, if it says something.
 * @returns what it is instead where it is no text
 */
export function tellForm(
	head: Buffer,
	format: 'csv' | 'json' | undefined,
): (FileForm & { readonly format: 'csv' | 'json' }) | NoText {
	const begins = (start: Buffer) => head.subarray(0, start.length).equals(start);
	if (workbooks.some(begins)) {
		return 'workbook';
	}
	if (others.some(begins)) {
		return 'binary';
	}
	const encoding = encodingOf(head);
	const text = new TextDecoder(labels[encoding]).decode(wholeUnits(head, encoding));
	const isJson = /^\s*[[{]/.test(text);
	if (!isJson && isBinary(text)) {
		return 'binary';
	}
	const told = format ?? (isJson ? 'json' : 'csv');
	return { format: told, encoding, delimiter: told === 'csv' ? delimiterOf(text) : ',' };
}

/** Names of the WHATWG Encoding Standard. */
export const labels: Readonly<Record<Encoding, string>> = {
	utf8: 'utf-8',
	utf16le: 'utf-16le',
	utf16be: 'utf-16be',
	windows1252: 'windows-1252',
};

function encodingOf(head: Buffer): Encoding {
	if (head[0] === 0xff && head[1] === 0xfe) {
		return 'utf16le';
	}
	if (head[0] === 0xfe && head[1] === 0xff) {
		return 'utf16be';
	}
	const [first, second] = zeroBytes(head);
	// Names of columns are mostly of ASCII, every other byte of which is zero.
	if (first + second > head.length / 4) {
		return second > 4 * first ? 'utf16le' : first > 4 * second ? 'utf16be' : 'utf8';
	}
	return isUtf8(head) || isMostlyUtf8(head) ? 'utf8' : 'windows1252';
}

/** How many bytes are zero: those at even places, and those at odd ones. */
function zeroBytes(head: Buffer): readonly [number, number] {
	const zeros: [number, number] = [0, 0];
	for (let at = head.indexOf(0); at !== -1; at = head.indexOf(0, at + 1)) {
		zeros[at & 1 ? 1 : 0]++;
	}
	return zeros;
}

/** A record may hold some bytes that are no text; a text in another encoding hardly has a sequence that is UTF-8. */
function isMostlyUtf8(head: Buffer): boolean {
	const text = new TextDecoder().decode(head);
	const faults = count(text, /\ufffd/g);
	return count(text, /\P{ASCII}/gu) - faults >= faults;
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

function wholeUnits(head: Buffer, encoding: Encoding): Buffer {
	return encoding.startsWith('utf16') ? head.subarray(0, head.length & ~1) : head;
}

/** Whether the header has controls that no header has. What records hold says nothing: it is written by strangers. */
function isBinary(text: string): boolean {
	const [header = ''] = text.split(/[\r\n]/, 1);
	return /[^\P{Cc}\t\v\f]/u.test(header);
}

/** The one that the header has, and the records as often; the most frequent of several. */
function delimiterOf(text: string): Delimiter {
	const [header, ...records] = countEach(text);
	const sound = (index: number) => records.filter((counts) => counts[index] === header?.[index]).length;
	let best = 0;
	for (const index of delimiters.keys()) {
		const [has, known] = [header?.[index] ?? 0, header?.[best] ?? 0];
		const better = known === 0 || sound(index) > sound(best) || (sound(index) === sound(best) && has > known);
		if (has > 0 && better) {
			best = index;
		}
	}
	return delimiters[best] ?? ',';
}

/** How often each delimiter stands outside quotes, in each of the first records that are whole. */
function countEach(text: string): readonly (readonly number[])[] {
	const records: number[][] = [];
	let counts = delimiters.map(() => 0);
	const tokens = /"|[,;\t|]|\r\n?|\n/g;
	let behind = text.startsWith('\ufeff') ? 1 : 0;
	tokens.lastIndex = behind;
	for (let token = tokens.exec(text); token && records.length <= sampleRecords; token = tokens.exec(text)) {
		const [mark] = token;
		if (mark === '"') {
			// Elsewhere it is part of a value.
			if (token.index === behind) {
				tokens.lastIndex = quotedEnd(text, token.index);
			}
			continue;
		}
		behind = tokens.lastIndex;
		const index = delimiters.indexOf(mark as Delimiter);
		if (index === -1) {
			records.push(counts);
			counts = delimiters.map(() => 0);
		} else {
			counts[index] = (counts[index] ?? 0) + 1;
		}
	}
	return records.length > 0 ? records : [counts];
}

/** Behind the quote that closes the one at this place; the end of the text where none does. */
function quotedEnd(text: string, start: number): number {
	for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
		if (text[at + 1] !== '"') {
			return at + 1;
		}
	}
	return text.length;
}
