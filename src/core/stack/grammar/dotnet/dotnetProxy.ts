import { dotnetMember } from '../../names/dotnetNames';
import { getOpening, getPlace } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setDotnetPlace, setMember, withoutArguments } from './dotnet';

const mayEndFrame = /(?:\.(?:cs|fs|vb|razor|xaml)|Unknown Source)(?::\d{1,9})?\)$/i;
const maxEndingLength = 40;
/** Last letters, in lower case, of the .NET file extensions and of `Unknown Source`. */
const lastLetters: ReadonlySet<number> = new Set([...'sbrle'].map((letter) => letter.charCodeAt(0)));

/** Parses a .NET frame that .NET for Android converted to Java's format: `Acme.Cart.Total(Unknown Source:0)`. */
export function readProxiedFrame(line: Line, start: number, context: TraceContext, end: number): Reading | undefined {
	const { content } = line;
	const isProxied =
		lastLetters.has(content.charCodeAt(end - 1) | 0x20) &&
		context.hasDotnetProxy &&
		mayEndFrame.test(content.slice(-maxEndingLength));
	const open = isProxied ? getOpening(content, content.length - 1) : -1;
	if (open <= start) {
		return undefined;
	}
	const source = content.slice(open + 1, -1);
	const place = getPlace(source);
	const isPlaced = /\.(?:cs|fs|vb|razor|xaml)$/i.test(place.file);
	const name = content.slice(start, open);
	if (!isPlaced && !(/^Unknown Source(?::\d{1,9})?$/.test(source) && isPascal(name))) {
		return undefined;
	}
	const member = /^[^\s"'=;(){}]+$/.test(withoutArguments(name)) ? dotnetMember(name) : undefined;
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (isPlaced) {
		const pathStart = open + 1;
		setDotnetPlace(frame, line, { pathStart, pathEnd: pathStart + place.file.length, line: place.line });
		frame.link = { start: line.start + pathStart, end: line.start + content.length - 1 };
	}
	setMember(frame, line, start, open, member);
	return frameReading(frame, 'dotnet');
}

/** Returns true if the first segment of the name starts with a capital letter, as in .NET but not in Java. */
function isPascal(name: string): boolean {
	return /^[A-Z\u0080-\uffff]|^[^.]{0,200}[+<`]/.test(name);
}
