import { dotnetMember } from '../../names/dotnetNames';
import { getClosing, getOpening, getPlace, hexEnd } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	boundary,
	draftFrame,
	type FrameDraft,
	frameReading,
	linkPart,
	note,
	type Reading,
	setLine,
	thread,
} from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setMember } from './dotnet';

/** Parses a Unity frame: `CartView:OnClick () (at Assets/Scripts/Cart View.cs:17)`, `<Load>d__4:MoveNext()`. */
export function readUnityFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const nameStart = content.startsWith('(wrapper ') ? content.indexOf(') ') + 2 : 0;
	const open = content.indexOf('(', nameStart);
	if (open - nameStart < 3 || open > 2000) {
		return undefined;
	}
	const nameEnd = content.charCodeAt(open - 1) === 0x20 ? open - 1 : open;
	const name = content.slice(nameStart, nameEnd);
	const close = getClosing(content, open);
	if (close === -1 || !/^[\w$.:+/`<>|[\],\u0080-\uffff]+$/.test(name)) {
		return undefined;
	}
	const rest = content.slice(close + 1);
	const placed = rest.startsWith(' (at ') && rest.endsWith(')');
	if (!placed && (rest !== '' || !isLikely(content, nameEnd, open, close, context))) {
		return undefined;
	}
	const member = dotnetMember(name);
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (placed) {
		readPlace(frame, line, close + 1 + ' (at '.length, content.length - 1);
	}
	setMember(frame, line, nameStart, nameEnd, member);
	return frameReading(frame, 'unity');
}

/** Returns true if the text looks like a frame. Without a source location, it must match Unity's format exactly. */
function isLikely(content: string, nameEnd: number, open: number, close: number, context: TraceContext): boolean {
	const colon = content.lastIndexOf(':', nameEnd);
	const single = colon > 0 && content.charCodeAt(colon - 1) !== 0x3a && content.charCodeAt(colon + 1) !== 0x3a;
	const ofUnity = context.unity || context.sectionPlatform === 'unity';
	if (!single && !(ofUnity && nameEnd < open)) {
		return false;
	}
	return /^\((?:[\w.+/`<>[\]&*, \u0080-\uffff]*)\)$/.test(content.slice(open, close + 1)) && !content.includes('://');
}

function readPlace(frame: FrameDraft, line: Line, start: number, end: number): void {
	const place = getPlace(line.content.slice(start, end));
	if (!place.file.startsWith('<') && place.file !== '') {
		frame.file = place.file;
		setLine(frame, place.line);
		linkPart(frame, line, start, end);
	}
}

/** Parses a frame that Unity prints below an assertion: `0x1c4 (Mono JIT Code) [CartView.cs:17] CartView:Add ()`. */
export function readUnityWalk(line: Line): Reading | undefined {
	const { content } = line;
	const addressEnd = hexEnd(content, 2);
	const open = addressEnd + 1;
	const close = content.startsWith(' (', addressEnd) ? content.indexOf(')', open) : -1;
	if (addressEnd < 8 || close === -1) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	// Unity prints `((<unknown>))` for code without a source file.
	const image = content.slice(open + 1, close).replace('(', '');
	frame.image = { name: image, address: content.slice(0, addressEnd) };
	frame.module = image;
	let start = content.startsWith(')', close + 1) ? close + 3 : close + 2;
	const placeEnd = content.charCodeAt(start) === 0x5b ? content.indexOf('] ', start) : -1;
	if (placeEnd !== -1) {
		readPlace(frame, line, start + 1, placeEnd);
		start = placeEnd + 2;
	}
	const nameStart = content.startsWith('(wrapper ', start) ? content.indexOf(') ', start) + 2 : start;
	const parameters = content.indexOf(' (', nameStart);
	const nameEnd = parameters === -1 ? content.length : parameters;
	const placeAt = content.endsWith(')') ? content.lastIndexOf(' (at ') : -1;
	if (placeAt > nameStart) {
		readPlace(frame, line, placeAt + ' (at '.length, content.length - 1);
	}
	const name = content.startsWith('(function-name not ', nameStart) ? '' : content.slice(nameStart, nameEnd);
	const member = image.startsWith('Mono') && !name.includes(' ') ? dotnetMember(name) : undefined;
	if (member) {
		frame.kind = 'managed';
		setMember(frame, line, nameStart, nameEnd, member);
	} else if (name !== '') {
		frame.method = name;
		linkPart(frame, line, nameStart, nameEnd);
	}
	return frameReading(frame, 'unity');
}

const walkLimit = /^=+ (?:OUTPUTTING STACK TRACE|END OF STACKTRACE) =+$/;
const crashedThread = /^Stack Trace of Crashed (Thread \d{1,10}):$/;

/**
 * Parses a line that isn't a frame: the note that follows each message in a player log (`(Filename: Cart.cs Line: 17)`)
 * and the lines around the stack of a crash.
 */
export function readUnityNote(line: Line): Reading | undefined {
	const { content } = line;
	const [, name] = crashedThread.exec(content) ?? [];
	if (name !== undefined) {
		return thread(name, 'unity', true);
	}
	if (walkLimit.test(content)) {
		return boundary;
	}
	if (content.startsWith('ERROR: SymGetSymFromAddr64, ')) {
		return note;
	}
	const filename = content.startsWith('(Filename: ') && getOpening(content, content.length - 1) === 0;
	return filename || content.startsWith("Version '") ? note : undefined;
}
