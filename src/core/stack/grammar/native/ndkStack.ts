import { cppMember } from '../../names/cppNames';
import { hexEnd, skipBlanks } from '../../trace/characters';
import { getLine, type Line } from '../../trace/line';
import type { Frame } from '../../trace/model';
import { draftFrame, type FrameDraft, linkPart, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setCppSymbol } from './cppFrame';

const place = /^(\S.{0,1000}\.[A-Za-z+]{1,5}|\?\?):(\d{1,9}|\?)(?::(\d{1,9}))?$/;
const maxLineLength = 2000;

interface SymbolizedFrame {
	readonly reading: Reading;
	readonly lines: number;
}

interface Place {
	readonly file: string;
	readonly line1: number;
	readonly column1: number;
	readonly link: NonNullable<Frame['placeLink']>;
}

/** Parses a frame that ndk-stack printed. The function name and source location are below the address. */
export function readSymbolizedFrame(
	line: Line,
	lines: readonly string[],
	reading: Reading | undefined,
	{ sectionPlatform }: TraceContext,
): SymbolizedFrame | undefined {
	const isAddress = reading?.kind === 'frame' && reading.platform === 'ndk';
	if (!isAddress && (sectionPlatform !== 'ndk' || line.content === '' || line.content.startsWith('#'))) {
		return undefined;
	}
	const name = isAddress ? nextLine(lines, line.number + 1) : line;
	const found = name.content === '' || name.content.startsWith('#') ? undefined : placeAt(lines, name.number + 1);
	if (!found) {
		return undefined;
	}
	const frame: FrameDraft = isAddress ? { ...reading.frame } : draftFrame('native', line);
	if (!isAddress) {
		setCppSymbol(frame, line, 0, line.content.length);
	} else if (frame.method === undefined) {
		setName(frame, line, name.content);
	}
	// If the frame's first line already names a function outside a class, the file is ignored, because it would change
	// the group key.
	if (found.file !== '??' && (!isAddress || reading.frame.method === undefined || frame.enclosing?.type)) {
		frame.file = found.file;
		frame.line1 = found.line1;
		if (found.column1 > 0) {
			frame.column1 = found.column1;
		}
		frame.placeLink = found.link;
	}
	frame.lastLine = found.link.line;
	return { reading: { kind: 'frame', frame, platform: 'ndk' }, lines: found.link.line - line.number };
}

function nextLine(lines: readonly string[], number: number): Line {
	return getLine(number, (lines[number] ?? '').slice(0, maxLineLength));
}

function placeAt(lines: readonly string[], number: number): Place | undefined {
	const { content, start } = nextLine(lines, number);
	const [, file, line1, column1] = place.exec(content) ?? [];
	return file === undefined
		? undefined
		: {
				file,
				line1: Number(line1 === '?' ? 0 : line1),
				column1: Number(column1 ?? 0),
				link: { line: number, start, end: start + content.length },
			};
}

/** Sets the name of a frame whose first line contains nothing but an address and a path. The path becomes the link. */
function setName(frame: FrameDraft, line: Line, name: string): void {
	const member = cppMember(name);
	if (member.method === '' || name === '??') {
		return;
	}
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	const address = line.content.indexOf('0x');
	const path = skipBlanks(line.content, hexEnd(line.content, address + 2));
	linkPart(frame, line, path, line.content.length);
}
