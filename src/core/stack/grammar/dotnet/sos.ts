import { openBracket } from '../../../../shared/ascii';
import { dotnetMember } from '../../names/dotnetNames';
import { getClosing } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, linkPart, note, type Reading, setLine, thread } from '../../trace/reading';
import { setMember, withoutArguments } from './dotnet';

const pointers = /^[\da-f]{8,16} {1,4}[\da-f]{8,16} (?=\S)/i;
const maxPointersLength = 40;
const module = /^[\w.-]{1,200}!/;
const offset = /^ ?\+ ?(?:0x)?[\da-f]{1,16}/i;

/** Parses a frame of `!clrstack`: `000000D1E4BFE9A0 00007FFAC1234567 Acme.Cart.Total(Int32) [C:\src\Cart.cs @ 31]`. */
export function readSosFrame(line: Line): Reading | undefined {
	const { content } = line;
	const start = pointers.exec(content.slice(0, maxPointersLength))?.[0].length;
	if (start === undefined) {
		return undefined;
	}
	if (content.charCodeAt(start) === openBracket) {
		return note;
	}
	const open = content.indexOf('(', start);
	const close = open === -1 ? -1 : getClosing(content, open);
	const found = module.exec(content.slice(start, start + 220))?.[0] ?? '';
	const nameStart = start + found.length;
	const name = content.slice(nameStart, Math.max(nameStart, open));
	const isManaged = close !== -1 && !name.includes('::');
	const member = isManaged && /^[^\s"'=;{}]+$/.test(withoutArguments(name)) ? dotnetMember(name) : undefined;
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	const rest = close + 1 + (offset.exec(content.slice(close + 1, close + 24))?.[0].length ?? 0);
	const at = content.startsWith(' [', rest) && content.endsWith(']') ? content.lastIndexOf(' @ ') : -1;
	if (at > rest) {
		frame.file = content.slice(rest + ' ['.length, at);
		setLine(frame, Number(content.slice(at + ' @ '.length, -1)));
		linkPart(frame, line, rest + ' ['.length, content.length - 1);
	} else if (rest < content.length) {
		return undefined;
	}
	if (found !== '') {
		frame.module = found.slice(0, -1);
	}
	setMember(frame, line, nameStart, open, member);
	return frameReading(frame, 'dotnet');
}

export function readSosThread({ content }: Line): Reading | undefined {
	return /^OS Thread Id: 0x[\da-f]{1,8} \(\d{1,6}\)$/i.test(content)
		? thread(content.slice('OS Thread Id: '.length), 'dotnet')
		: undefined;
}
