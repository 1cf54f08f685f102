import { dotnetMember } from '../names/dotnetNames';
import { dotnetPlace, isPath } from '../names/dotnetPlace';
import { digitsEnd, getClosing, getPlace, isBlank } from '../trace/characters';
import type { Line } from '../trace/line';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	gap,
	type HeaderLine,
	linkPart,
	type Reading,
	setLine,
} from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';
import { splitHeader } from './exceptionHeader';

/** The word "at" in all languages into which the .NET runtime is translated. */
const atWords = new Set(
	'at bei в à en em w v in på ved vid u la op em: 在 於 場所 위치: konum: στο hely: vid: в:'.split(' '),
);

/** Parses a frame in a language other than English: ` в Acme.Cart.Add(Int32 n) в C:\src\Cart.cs:строка 40`. */
export function readLocalisedFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const open = content.indexOf('(');
	if (open === -1 || open > 1000) {
		return undefined;
	}
	const name = nameStart(content, open);
	if (name === 0 || name > 40) {
		return undefined;
	}
	const word = content.slice(0, name).trim();
	const expected = atWords.has(word) || context.sectionPlatform === 'dotnet' || line.indent === 3;
	const reading = expected && /^[^\d"'()[\]{}=,;#]*$/.test(word) ? readDotnetFrame(line, name) : undefined;
	const file = reading?.kind === 'frame' ? reading.frame.file : undefined;
	return file === undefined || isPath(file) ? reading : undefined;
}

/** Returns the start of the method name. Method names contain no spaces except in type arguments. */
function nameStart(content: string, open: number): number {
	let depth = 0;
	let index = open;
	while (index > 0) {
		const code = content.charCodeAt(index - 1);
		if (code === 0x5d) {
			depth++;
		} else if (code === 0x5b) {
			depth--;
		} else if (isBlank(code) && depth <= 0) {
			break;
		}
		index--;
	}
	return index;
}

/** Parses `Acme.Cart.Add[T](Int32 n) in C:\src\Cart.cs:line 40`. The words `in` and `line` are localized. */
export function readDotnetFrame(line: Line, start: number): Reading | undefined {
	const content = line.content.endsWith('<---') ? line.content.slice(0, -4).trimEnd() : line.content;
	const open = content.indexOf('(', start);
	const close = open === -1 ? -1 : getClosing(content, open);
	if (close === -1 || isBlank(content.charCodeAt(open - 1))) {
		return imageOnly(line, content, start);
	}
	const name = content.slice(start, open);
	const member = /^[^\s"'=;{}]+$/.test(withoutArguments(name)) ? dotnetMember(name) : undefined;
	if (!member || !/^[^"=;{}]*$/.test(content.slice(open, close))) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	const made = content.charCodeAt(close + 1) === 0x2b ? madeEnd(content, close + 1) : close + 1;
	if (made < content.length && !readPlace(frame, line, content, made)) {
		return undefined;
	}
	setMember(frame, line, start, open, member);
	if (made > close + 1) {
		// The parameters of the iterator method are omitted, for example in `ReadAsync()+MoveNext`.
		frame.method = `${member.method}()${content.slice(close + 1, content.indexOf('(', close))}`;
	}
	return frameReading(frame, 'dotnet');
}

/** Returns the end of the suffix that the compiler adds to iterator methods: `+MoveNext()`. */
function madeEnd(content: string, plus: number): number {
	const open = content.indexOf('(', plus);
	const close = open === -1 ? -1 : getClosing(content, open);
	return close !== -1 && /^\+[\w.<>`,]+$/.test(content.slice(plus, open)) ? close + 1 : plus;
}

export function setMember(
	frame: FrameDraft,
	line: Line,
	start: number,
	end: number,
	member: NonNullable<ReturnType<typeof dotnetMember>>,
): void {
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if (member.method === '.ctor' || member.method === '.cctor') {
		frame.flags = [...frame.flags, 'constructor'];
	}
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

/** Removes type arguments, which may include assembly names: `Plugin`1[[Acme.Item, Acme, Version=1.0.0.0]].Run`. */
function withoutArguments(name: string): string {
	if (!name.includes('[')) {
		return name;
	}
	let plain = '';
	let depth = 0;
	for (const character of name) {
		depth += character === '[' ? 1 : 0;
		plain += depth > 0 ? '' : character;
		depth -= character === ']' && depth > 0 ? 1 : 0;
	}
	return depth === 0 ? plain : name;
}

/** Parses ` in C:\src\Acme Shop\Cart.cs:line 40`. In ahead-of-time compiled code, ` + 0x1c` precedes the location. */
function readPlace(frame: FrameDraft, line: Line, content: string, start: number): boolean {
	let at = start;
	if (content.startsWith(' + 0x', at)) {
		at = content.indexOf(' ', at + 3);
		if (at === -1) {
			return true;
		}
	}
	const place = dotnetPlace(content, at);
	if (!place) {
		return false;
	}
	frame.file = content.slice(place.pathStart, place.pathEnd);
	setLine(frame, place.line);
	linkPart(frame, line, place.pathStart, content.length);
	return true;
}

/** Parses a frame without symbols: `Acme!<BaseAddress>+0x1234`. */
function imageOnly(line: Line, content: string, start: number): Reading | undefined {
	const mark = content.indexOf('!<BaseAddress>+0x', start);
	if (mark <= start || content.slice(start, mark).includes(' ')) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const offset = content.slice(mark + '!<BaseAddress>+'.length);
	frame.module = content.slice(start, mark);
	frame.image = { name: frame.module, address: offset, offset: Number.parseInt(offset.slice(2), 16) || 0 };
	return frameReading(frame, 'dotnet');
}

/**
 * Parses a Mono frame, starting at the method name: `Acme.Cart.Add (System.Int32 n) [0x00012] in <5f1c0d>:0`, `… in
 * /src/Cart.cs:40`, `… <0x123 + 0x00012> in <filename unknown>:0`, `(wrapper managed-to-native) Acme.Native.Call
 * (int)`.
 */
export function readMonoFrame(line: Line, start: number, context: TraceContext): Reading | undefined {
	const { content } = line;
	const wrapper = content.startsWith('(wrapper ', start);
	const wrapperEnd = wrapper ? content.indexOf(')', start) : -1;
	const name = wrapper ? wrapperEnd + 2 : start;
	const open = content.indexOf('(', name);
	const close = open === -1 ? -1 : getClosing(content, open);
	if (close === -1 || (wrapper && wrapperEnd === -1)) {
		return undefined;
	}
	const nameEnd = content.charCodeAt(open - 1) === 0x20 ? open - 1 : open;
	const rest = content.slice(close + 1).trimStart();
	const offset = /^[[<](0x[\da-f]{1,16})(?: \+ (0x[\da-f]{1,16}))?[\]>]/i.exec(rest.slice(0, 64));
	if (!offset && !wrapper && (rest !== '' || nameEnd === open)) {
		return undefined;
	}
	const member = /^[^\s"'=;]+$/.test(withoutArguments(content.slice(name, nameEnd)))
		? dotnetMember(content.slice(name, nameEnd))
		: undefined;
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (wrapper && content.startsWith('managed-to-native', start + '(wrapper '.length)) {
		frame.flags = ['nativeMethod'];
	}
	if (offset) {
		readMonoPlace(frame, line, content.length - rest.length + offset[0].length);
		if (offset[0].startsWith('[')) {
			frame.position = { kind: 'il', offset: Number.parseInt(offset[1] ?? '', 16) };
		}
	}
	setMember(frame, line, name, nameEnd, member);
	return frameReading(frame, context.mono);
}

/** Parses the location in a Mono frame: ` in <guid>:0` for an assembly, ` in /src/Cart.cs:40` for a file. */
function readMonoPlace(frame: FrameDraft, line: Line, start: number): void {
	const { content } = line;
	if (!content.startsWith(' in ', start)) {
		return;
	}
	const pathStart = start + ' in '.length;
	const place = getPlace(content.slice(pathStart));
	if (!place.file.startsWith('<') && place.file !== '') {
		frame.file = place.file;
		setLine(frame, place.line);
		linkPart(frame, line, pathStart, content.length);
	}
}

/** Parses the start of an inner exception (` ---> Acme.LoadException: …`) and the separators between stacks. */
export function readDotnetJoin(line: Line): Reading | undefined {
	const { content } = line;
	if (content.startsWith('---> ')) {
		const inner = '(Inner Exception #';
		const numbered = content.startsWith(inner, '---> '.length);
		const number = numbered ? digitsEnd(content, '---> '.length + inner.length) : '---> '.length;
		const title = content.slice(numbered ? number + 2 : number);
		const header: HeaderLine = { kind: 'cause', nesting: numbered ? 'cause' : 'inner', ...splitHeader(title) };
		return { kind: 'header', header, platform: 'dotnet' };
	}
	if (content.startsWith('Rethrow as ')) {
		const header: HeaderLine = {
			kind: 'rethrow',
			nesting: 'none',
			...splitHeader(content.slice('Rethrow as '.length)),
		};
		return { kind: 'header', header, platform: undefined };
	}
	return content.startsWith('--- ') && content.endsWith(' ---') ? gap(line) : undefined;
}

/** Whether a localized separator ends the stack of an inner exception, not an asynchronous stack. */
export function isInnerEnd(text: string): boolean {
	return /inner|intern|внутренн|内部|內部|내부|wewnętrzn|vnitřní|belső|[iİ]ç özel/i.test(text);
}
