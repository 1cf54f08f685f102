import { cppMember } from '../names/cppNames';
import { placeOf } from '../trace/characters';
import type { Line } from '../trace/line';
import { type FrameDraft, linkPart, setLine } from '../trace/reading';

/** What debuggers write where they know no symbol: `??`, `0x1234`. */
const noSymbol = /^(?:\?\?|0x[\da-f]{1,16})(?: \(\))?$/i;

/** Names a frame by the part of its line that is a symbol of C++. */
export function setCppSymbol(frame: FrameDraft, line: Line, start: number, end: number): void {
	const symbol = line.content.slice(start, end);
	const member = cppMember(symbol);
	if (member.method === '' || noSymbol.test(symbol)) {
		return;
	}
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

/** @returns Whether that part of the line is `file:line`, with or without a column. */
export function setPlace(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const place = placeOf(line.content.slice(start, end));
	if (place.line === undefined || place.file === '' || place.file.startsWith('(')) {
		return false;
	}
	frame.file = place.file;
	setLine(frame, place.line);
	if (place.column !== undefined && place.column > 0) {
		frame.column1 = place.column;
	}
	linkPart(frame, line, start, end);
	return true;
}
