import { isDigit } from '../../../../shared/ascii';
import { appleMember } from '../../names/appleSymbol';
import {
	addedOffsetStart,
	digitsEnd,
	digitsStart,
	getOpening,
	getPlace,
	hexEnd,
	isBlank,
	numberIn,
	skipBlanks,
} from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, type FrameDraft, frameReading, linkPart, type Reading, setLine } from '../../trace/reading';

/** Parses an Apple frame: `2 Acme Shop 0x102a3b5c8 -[ACMCart addItem:count:] + 112 (ACMCart.m:41)`. */
export function readAppleFrame(line: Line, start: number): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, start);
	const imageStart = skipBlanks(content, numberEnd);
	if (numberEnd === start || numberEnd - start > 5 || imageStart === numberEnd) {
		return undefined;
	}
	const found =
		addressAfter(content, imageStart, minAddressLength) ?? addressAfter(content, imageStart, minOffsetLength);
	if (!found) {
		return undefined;
	}
	const { start: addressStart, end: addressEnd } = found;
	let imageEnd = addressStart;
	while (imageEnd > imageStart && isBlank(content.charCodeAt(imageEnd - 1))) {
		imageEnd--;
	}
	const frame = draftFrame('native', line);
	// Breakpad prints the offset within the image instead of an address: `0 libcart.so + 0x1234`.
	const isOffset = content.startsWith(' + ', imageEnd - ' +'.length);
	const name = content.slice(imageStart, isOffset ? imageEnd - ' +'.length : imageEnd);
	const siteStart = skipBlanks(content, addressEnd);
	const offset = isOffset
		? Number.parseInt(content.slice(addressStart + 2, addressEnd), 16)
		: readSite(frame, line, siteStart, name);
	frame.module ??= appName(name);
	const address = content.slice(addressStart, addressEnd);
	frame.image = offset === undefined ? { name, address } : { name, address, offset };
	return frameReading(frame, 'apple');
}

/** Returns the app name for an image name by removing the suffix `.debug.dylib` of Xcode's debug builds. */
export function appName(image: string): string {
	const debug = '.debug.dylib';
	return image.endsWith(debug) ? image.slice(0, -debug.length) : image;
}

/** Minimum length of an address in a frame. A shorter hexadecimal number may be part of an image name. */
const minAddressLength = 6;
const minOffsetLength = 5;

interface Range {
	readonly start: number;
	readonly end: number;
}

function addressAfter(content: string, imageStart: number, shortest: number): Range | undefined {
	for (let index = content.indexOf('0x', imageStart); index !== -1; index = content.indexOf('0x', index + 2)) {
		const end = hexEnd(content, index + 2);
		if (
			index > imageStart &&
			end - index >= shortest &&
			isBlank(content.charCodeAt(index - 1)) &&
			(end === content.length || isBlank(content.charCodeAt(end)))
		) {
			return { start: index, end };
		}
	}
	return undefined;
}

const maxNoSymbolLength = '<redacted>'.length;
const noSymbols: ReadonlySet<string> = new Set(['', '-', '???', '<redacted>', '<unknown>', '(Missing)']);

function readSite(frame: FrameDraft, line: Line, start: number, image: string): number | undefined {
	const { content } = line;
	let end = content.length;
	let inlined = false;
	if (content.endsWith(' [inlined]')) {
		inlined = true;
		end -= ' [inlined]'.length;
	}
	// Some crash reporters print an offset after the source location: `invokeInner+ 25552752 (Invoke.mm:183) + 247`.
	const numberAt = digitsStart(content, end);
	const placeEnd =
		numberAt < end && numberAt - 4 > start && content.startsWith(') + ', numberAt - 4) ? numberAt - 3 : end;
	if (content.charCodeAt(placeEnd - 1) === 0x29) {
		const open = getOpening(content, placeEnd - 1);
		const place = getPlace(content.slice(open + 1, placeEnd - 1));
		if (open > start && content.charCodeAt(open - 1) === 0x20 && place.line !== undefined && place.file !== '') {
			// Compiler-generated code has no source file: `<compiler-generated>:4372`.
			if (!place.file.startsWith('<')) {
				frame.file = place.file;
				setLine(frame, place.line);
				if (place.column !== undefined && place.column > 0) {
					frame.column1 = place.column;
				}
				linkPart(frame, line, open + 1, placeEnd - 1);
			}
			end = open - 1;
		}
	}
	const base = hexEnd(content, start + 2);
	if (content.startsWith('0x', start) && content.startsWith(' + ', base)) {
		const offsetEnd = digitsEnd(content, base + 3);
		const offset = numberIn(content, base + 3, offsetEnd);
		// KSCrash prints the symbol after the offset: `0x1e0b00000 + 115412 (-[ACMCart total] + 8)`.
		const symbolEnd = content.lastIndexOf(' + ', end);
		if (content.startsWith(' (', offsetEnd) && symbolEnd > offsetEnd + 2) {
			setAppleSymbol(frame, line, offsetEnd + 2, content.slice(offsetEnd + 2, symbolEnd), image);
		}
		return offset;
	}
	const addedAt = addedOffsetStart(content, end);
	const added = addedAt < end && addedAt >= start;
	const site = withoutOffset(content.slice(start, added ? addedAt : end));
	if (site.startsWith('0x') && hexEnd(site, 2) === site.length) {
		return undefined;
	}
	const symbol = site.endsWith(')') ? site.replace(/ \(in [^()]{1,200}\)$/, '') : site;
	if (symbol === image) {
		// If a frame has no symbol, some crash reporters print the image name instead, with or without an offset.
		return added ? numberIn(content, addedAt + ' + '.length, end) : undefined;
	}
	if (symbol.length > maxNoSymbolLength || !noSymbols.has(symbol)) {
		setAppleSymbol(frame, line, start, symbol, image);
	}
	if (inlined) {
		frame.flags = [...frame.flags, 'inlined'];
	}
	return undefined;
}

const imageOffset = /\+ \d{1,15}(?: \(|$)/;

function withoutOffset(site: string): string {
	const found = site.includes('+ ') ? imageOffset.exec(site) : null;
	const isLast = found !== null && (found.index + found[0].length === site.length || site.endsWith(')'));
	return isLast && found.index > 0 ? site.slice(0, found.index).trimEnd() : site;
}

export function setAppleSymbol(frame: FrameDraft, line: Line, start: number, symbol: string, image: string): void {
	const member = appleMember(symbol, image);
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	if (member.enclosing.method !== '') {
		frame.enclosing = member.enclosing;
	}
	if (member.module !== '' && member.module !== '__C') {
		frame.module = member.module;
	}
	frame.flags = member.flags;
	if (frame.link === undefined) {
		linkPart(frame, line, start, start + symbol.length);
	}
}

/** Returns true if a frame number starts at `start`, as in `0   Shop  0x… kfun:…`. */
export function isNumbered(content: string, start: number): boolean {
	return isDigit(content.charCodeAt(start)) && isBlank(content.charCodeAt(digitsEnd(content, start)));
}
