import { appleMember } from '../../names/appleSymbol';
import { cppMember } from '../../names/cppNames';
import { getPlace } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { type FrameDraft, linkPart, setLine } from '../../trace/reading';

const noSymbol = /^(?:\?\?|0x[\da-f]{1,16})(?: \(\))?$/i;

/** Matches the start of an Objective-C method or a block in one: `-[Cart total]`, `__13-[Cart total]_block_invoke`. */
const objectiveC = /^(?:__\d{1,5})?[-+]\[/;

export function setCppSymbol(frame: FrameDraft, line: Line, start: number, end: number): void {
	const symbol = line.content.slice(start, end);
	const member = objectiveC.test(symbol) ? appleMember(symbol, '') : cppMember(symbol);
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
