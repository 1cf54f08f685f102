import { isDigit } from '../../../../shared/ascii';
import { dartMember } from '../../names/dartNames';
import { digitsEnd, getPlace, hexEnd, isBlank, numberIn, skipBlanks, skipToBlank } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	gap,
	linkPart,
	note,
	type Reading,
	setColumn,
	setLine,
} from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';

const dartAddress = /^(?:(?:package|dart|file|https?|asset|data):|org-dartlang-)|\.dart(?::\d{1,9}){0,2}$/;

/** Parses a Dart frame: `#1 CartView.build.<anonymous closure> (package:acme_shop/cart.dart:31:7)`. */
export function readDartFrame(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 1);
	const start = skipBlanks(content, numberEnd);
	if (numberEnd === 1 || start === numberEnd) {
		return undefined;
	}
	let end = content.length;
	while (end > start && content.charCodeAt(end - 1) === 0x29) {
		end--;
	}
	const open = content.indexOf(' (', start);
	if (open === -1 || end === content.length || !dartAddress.test(content.slice(open + 2, end))) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	setDartPlace(frame, line, open + 2, end);
	setDartMember(frame, line, start, open);
	return frameReading(frame, 'dart');
}

export function setDartPlace(frame: FrameDraft, line: Line, start: number, end: number): void {
	const place = getPlace(line.content.slice(start, end));
	setAddress(frame, place.file);
	setLine(frame, place.line);
	setColumn(frame, place.column);
	linkPart(frame, line, start, end);
}

export function setAddress(frame: FrameDraft, address: string): void {
	frame.file = address;
	if (address.startsWith('package:')) {
		const slash = address.indexOf('/');
		frame.module = address.slice('package:'.length, slash === -1 ? undefined : slash);
	} else if (address.startsWith('dart:')) {
		const slash = address.indexOf('/');
		frame.module = address.slice(0, slash === -1 ? undefined : slash);
	}
}

export function setDartMember(frame: FrameDraft, line: Line, start: number, end: number): void {
	const member = dartMember(line.content.slice(start, end).trim());
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	if (member.enclosing) {
		frame.enclosing = member.enclosing;
	}
	if (member.isConstructor) {
		frame.flags = ['constructor'];
	}
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

/** Parses an obfuscated frame: `#00 abs 0000007a1b2c virt 0000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7`. */
export function readDartAddress(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const caption = skipBlanks(content, digitsEnd(content, 1));
	if (!content.startsWith('abs ', caption)) {
		return undefined;
	}
	const address = content.slice(caption + 'abs '.length, hexEnd(content, caption + 'abs '.length));
	const virtualAt = content.indexOf(' virt ', caption);
	const virtual = virtualAt === -1 ? '' : content.slice(virtualAt + 6, hexEnd(content, virtualAt + 6));
	const plus = content.lastIndexOf('+0x');
	const symbolStart = plus === -1 ? -1 : content.lastIndexOf(' ', plus) + 1;
	if (address === '' || (virtual === '' && plus === -1)) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const inSymbol = plus === -1 ? Number.NaN : Number.parseInt(content.slice(plus + 3), 16);
	const offset = virtual === '' ? inSymbol : Number.parseInt(virtual, 16);
	if (Number.isSafeInteger(offset)) {
		frame.position = { kind: 'aot', offset };
	}
	frame.image = {
		name: plus === -1 ? '' : content.slice(symbolStart, plus),
		address: `0x${address}`,
		...(Number.isSafeInteger(inSymbol) ? { offset: inSymbol } : {}),
		...(context.buildId === undefined ? {} : { buildId: context.buildId }),
	};
	return frameReading(frame, 'dart');
}

const headStart =
	/^(?:Warning: This VM |(?:pid|os|isolate_dso_base|isolate_instructions|vm_instructions): |\*\*\* \*\*\*)/;

/** Matches lines around the frames of a crash of the Dart VM. */
const dumpCaption =
	/^(?:-- End of DumpStackTrace$|version=\S{1,100} \(|pid=\d{1,9}, thread=|thread=-?\d{1,9}, isolate|os=\w{1,20}, arch=|isolate_instructions=|fp=[\da-f]{1,16}, sp=)/;

export function readDartHead(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const buildId = 'build_id: ';
	if (content.startsWith(buildId)) {
		context.buildId = content.slice(buildId.length).replaceAll("'", '');
		return note;
	}
	return headStart.test(content) || dumpCaption.test(content) ? note : undefined;
}

/** Parses the separator between asynchronous frames: `<asynchronous suspension>`, `===== asynchronous gap ====…`. */
export function readDartGap(line: Line): Reading | undefined {
	const { content } = line;
	return content === '<asynchronous suspension>' || content.startsWith('===== asynchronous gap')
		? gap(line)
		: undefined;
}

/** Parses a frame in the format of package:stack_trace: `package:acme_shop/cart.dart 31:7 Cart.total`. */
export function readFriendlyFrame(line: Line): Reading | undefined {
	const { content } = line;
	const hasScheme = content.startsWith('package:') || content.startsWith('dart:');
	if (!hasScheme && !content.includes('.dart')) {
		return undefined;
	}
	const addressEnd = skipToBlank(content, 0);
	if (!(hasScheme || content.startsWith('.dart', addressEnd - 5)) || addressEnd === content.length) {
		return undefined;
	}
	const address = content.slice(0, addressEnd);
	const placeStart = skipBlanks(content, addressEnd);
	const frame = draftFrame('managed', line);
	let nameStart = placeStart;
	if (isDigit(content.charCodeAt(placeStart))) {
		const placeEnd = skipToBlank(content, placeStart);
		const colon = content.indexOf(':', placeStart);
		const lineEnd = colon !== -1 && colon < placeEnd ? colon : placeEnd;
		const number = digitsEnd(content, placeStart) === lineEnd ? numberIn(content, placeStart, lineEnd) : undefined;
		const column = lineEnd < placeEnd ? numberIn(content, lineEnd + 1, digitsEnd(content, lineEnd + 1)) : undefined;
		if (number === undefined) {
			return undefined;
		}
		setLine(frame, number);
		setColumn(frame, column);
		linkPart(frame, line, 0, placeEnd);
		nameStart = skipBlanks(content, placeEnd);
	} else if (placeStart - addressEnd < 2 && !isBlank(content.charCodeAt(addressEnd + 1))) {
		return undefined;
	}
	if (nameStart >= content.length) {
		return undefined;
	}
	setAddress(frame, address);
	setDartMember(frame, line, nameStart, content.length);
	return frameReading(frame, 'dart');
}
