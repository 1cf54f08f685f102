import { addedOffsetStart, digitsEnd, getPlace, hexEnd, lastSegment, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	draftFrame,
	elided,
	type FrameDraft,
	frameReading,
	linkPart,
	note,
	type Reading,
	setLine,
} from '../../trace/reading';
import { setAppleSymbol } from './appleFrame';

const attribute = /^\[(?:ra|async|inlined|thunk|system)\] {1,40}/;
const maxAttributeLength = 60;
const fullAddressLength = '0x0000000000000000'.length;
const sourceFile = /\.(?:swift|[chm]|mm|cc|cpp|cxx|hpp)$/i;
const compilerGenerated = '<compiler-generated>';

/** Parses a frame of Swift's built-in backtraces: `2 [ra] 0x102a3b Cart.total() + 12 in Shop at /src/Cart.swift:31`. */
export function readSwiftFrame(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 0);
	let start = skipBlanks(content, numberEnd);
	if (start === numberEnd) {
		return undefined;
	}
	if (start === content.length - '...'.length && content.endsWith('...')) {
		return elided(line, undefined);
	}
	const attributes: string[] = [];
	for (;;) {
		const found = attribute.exec(content.slice(start, start + maxAttributeLength));
		if (!found) {
			break;
		}
		attributes.push(found[0].trim());
		start += found[0].length;
	}
	const addressEnd = content.startsWith('0x', start) ? hexEnd(content, start + 2) : start;
	const address = content.slice(start, addressEnd);
	const end = content.length;
	if (address !== '' && addressEnd === end) {
		const isFrame = attributes.length > 0 || address.length === fullAddressLength;
		return isFrame ? frameReading(draftFrame('native', line), 'apple') : undefined;
	}
	const symbolStart = skipBlanks(content, addressEnd);
	const at = content.lastIndexOf(' at ', end);
	const inside = content.lastIndexOf(' in ', at === -1 ? end : at);
	if (inside <= symbolStart || (address !== '' && symbolStart === addressEnd)) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const isGenerated = content.endsWith(compilerGenerated);
	const isPlaced = at > inside && !isGenerated && setSourceFile(frame, line, at + ' at '.length, address === '');
	if (address === '' && !isPlaced) {
		return undefined;
	}
	const image = content.slice(inside + ' in '.length, at > inside ? at : end);
	const symbol = content.slice(symbolStart, addedOffsetStart(content, inside));
	frame.module = image;
	if (address !== '') {
		frame.image = { name: image, address };
	}
	if (symbol !== '<unknown>') {
		setAppleSymbol(frame, line, symbolStart, symbol, image);
	}
	setFlags(frame, attributes, isGenerated);
	return frameReading(frame, 'apple');
}

function setFlags(frame: FrameDraft, attributes: readonly string[], isGenerated: boolean): void {
	const flags = new Set(frame.flags);
	if (attributes.includes('[inlined]')) {
		flags.add('inlined');
	}
	if (attributes.includes('[async]')) {
		flags.add('async');
	}
	if (isGenerated || attributes.includes('[thunk]') || frame.enclosing?.method === '$main') {
		flags.add('synthetic');
	}
	frame.flags = [...flags];
}

/** @param isStrict If true, a path is accepted only if it has a line number and a known file extension */
function setSourceFile(frame: FrameDraft, line: Line, start: number, isStrict: boolean): boolean {
	const { content } = line;
	const { file, line: number, column } = getPlace(content.slice(start));
	const name = lastSegment(file);
	if (isStrict && (number === undefined || !sourceFile.test(name))) {
		return false;
	}
	if (name === compilerGenerated || file === '') {
		return true;
	}
	frame.file = file;
	setLine(frame, number);
	if (column !== undefined && column > 0) {
		frame.column1 = column;
	}
	linkPart(frame, line, start, content.length);
	return true;
}

/** Parses a frame of the `swift-backtrace` package: `0x5623cca3bcbb, Cart.total() -> () at /src/Cart.swift:33`. */
export function readSwiftAddress(line: Line): Reading | undefined {
	const { content } = line;
	const addressEnd = hexEnd(content, 2);
	if (addressEnd - 2 < minAddressDigits) {
		return undefined;
	}
	// Only an address is printed for a function without debug information.
	if (addressEnd === content.length) {
		return note;
	}
	const at = content.lastIndexOf(' at ');
	const start = addressEnd + ', '.length;
	if (!content.startsWith(', ', addressEnd) || at <= start) {
		return undefined;
	}
	const { file, line: number } = getPlace(content.slice(at + ' at '.length));
	if (number === undefined) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setSourceFile(frame, line, at + ' at '.length, false);
	setAppleSymbol(frame, line, start, content.slice(start, at), moduleIn(file));
	setFlags(frame, [], lastSegment(file) === compilerGenerated);
	return frameReading(frame, 'apple');
}

const minAddressDigits = 8;

/** Returns the module name in a source path of a Swift package: `Shop` for `/src/Sources/Shop/Cart.swift`. */
function moduleIn(file: string): string {
	const [, module = ''] = /[\\/](?:Sources|Tests)[\\/]([^\\/]{1,100})[\\/]/.exec(file) ?? [];
	return module;
}

const excerpt = /^(?:\* {0,9})?\d{1,7}[│|](?: |$)/;
const marker = /^│ {0,400}[▲^]?$/;

/** Parses a line of the source excerpt below a frame: `31│   pointer.pointee = 42` or `│       ▲`. */
export function readSwiftExcerpt({ content }: Line): Reading | undefined {
	return excerpt.test(content.slice(0, 20)) || marker.test(content.slice(0, 402)) ? note : undefined;
}

const crash = /^(?:\*\*\*|💣) (Program crashed|Swift runtime failure|Fatal error): /u;
const failure = /\.swift:\d{1,7}: (Fatal error|Precondition failed|Assertion failed)(?:: |$)/;
const olderFailure =
	/^(Fatal error|Precondition failed|Assertion failed): (.{0,2000}): file .{1,500}\.swift, line \d{1,7}$/;
const maxPathLength = 1000;

/** Parses the error above a Swift backtrace: `*** Program crashed: Bad pointer dereference at 0x4 ***`. */
export function readSwiftHeader(content: string): Reading | undefined {
	const found = crash.exec(content.slice(0, 40));
	if (found) {
		const text = content.slice(found[0].length).replace(/ \*\*\*$/, '');
		const at = text.lastIndexOf(' at 0x');
		const isCrash = found[1] === 'Program crashed';
		const type = isCrash ? text.slice(0, at === -1 ? undefined : at) : (found[1] ?? '');
		if (/^Signal \d{1,3}: /.test(text)) {
			return note;
		}
		const message = isCrash ? (at === -1 ? '' : text.slice(at + 1)) : text;
		return { kind: 'header', header: { kind: 'signal', nesting: 'none', type, message }, platform: 'apple' };
	}
	if (/^(?:\*\*\*|💣) Signal \d{1,3}: Backtracing from /u.test(content.slice(0, 60))) {
		return note;
	}
	const failed = failure.exec(content.slice(0, maxPathLength));
	const [, type, message] = failed
		? [failed[0], failed[1], content.slice(failed.index + failed[0].length)]
		: (olderFailure.exec(content) ?? []);
	return type === undefined
		? undefined
		: {
				kind: 'header',
				header: { kind: 'exception', nesting: 'none', type, message: message ?? '' },
				platform: 'apple',
			};
}
