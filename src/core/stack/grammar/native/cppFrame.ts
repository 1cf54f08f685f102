import { cppMember } from '../../names/cppNames';
import { getPlace } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { type FrameDraft, linkPart, setLine } from '../../trace/reading';

const noSymbol = /^(?:\?\?|0x[\da-f]{1,16})(?: \(\))?$/i;

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

export function setPlace(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const place = getPlace(line.content.slice(start, end));
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
