import { isDigit } from '../../../../shared/ascii';
import { dotnetMember } from '../../names/dotnetNames';
import { getClosing, getPlace, hexEnd, lastSegment } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, type FrameDraft, frameReading, linkPart, note, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setDotnetPlace, setMember, withoutArguments } from './dotnet';

/** Matches the IL offset or native address that follows the parameters: `[0x00012]`, `<0x101e1d928 + 0x00012>`. */
const position = /^[[<](0x[\da-f]{1,16})(?: \+ (0x[\da-f]{1,16}))?[\]>]/i;
/** Matches the native address after a name without parameters, as in native crash reports. */
const addressAtEnd = / <0x[\da-f]{1,16}(?: \+ 0x[\da-f]{1,16})?>$/i;
const maxAddressLength = 50;
/** Kinds of wrappers that call a method of the app. All other wrappers contain only code that the runtime generates. */
const memberWrappers = new Set(['managed-to-native', 'synchronized']);

/** Parses a Mono frame, starting at the method name: `Acme.Cart.Add (System.Int32 n) [0x00012] in <5f1c0d>:0`. */
export function readMonoFrame(line: Line, start: number, context: TraceContext): Reading | undefined {
	const { content } = line;
	const wrapperEnd = content.startsWith('(wrapper ', start) ? content.indexOf(') ', start) : start - 2;
	const name = wrapperEnd + 2;
	if (name < start) {
		return undefined;
	}
	const address = addressAtEnd.exec(content.slice(-maxAddressLength))?.[0] ?? '';
	const addressStart = content.length - address.length;
	if (address !== '' && content.slice(name, addressStart) === '<unknown>') {
		return note;
	}
	const open = content.indexOf('(', name);
	const bare = open === -1 && (address !== '' || name > start);
	const close = open === -1 ? addressStart - 1 : getClosing(content, open);
	if ((open === -1 && !bare) || close === -1) {
		return undefined;
	}
	const nameEnd = bare ? addressStart : content.charCodeAt(open - 1) === 0x20 ? open - 1 : open;
	const rest = content.slice(close + 1).trimStart();
	const offset = position.exec(rest.slice(0, 64));
	if (!offset && name === start && (rest !== '' || nameEnd === open)) {
		return undefined;
	}
	const written = content.slice(name, nameEnd);
	const member = /^[^\s"'=;]+$/.test(withoutArguments(written)) ? dotnetMember(written) : undefined;
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (name > start) {
		const wrapper = content.slice(start + '(wrapper '.length, wrapperEnd);
		frame.flags = memberWrappers.has(wrapper) ? (wrapper === 'synchronized' ? [] : ['nativeMethod']) : ['synthetic'];
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
		setDotnetPlace(frame, line, { pathStart, pathEnd: pathStart + place.file.length, line: place.line });
	}
}

/** Parses the reason of a crash in the runtime's native code: `Got a SIGSEGV while executing native code.` */
export function readMonoCrash(content: string, context: TraceContext): Reading | undefined {
	const [, type] = /^Got a (SIG[A-Z]{2,8}) while executing native code\b/.exec(content) ?? [];
	const header = { kind: 'signal', type: type ?? '', message: '', crashed: true, nesting: 'none' } as const;
	return type === undefined ? undefined : { kind: 'header', header, platform: context.mono };
}

/** Parses a native frame below such a reason: `0x7f1c3c6c4e9c - /usr/lib/libmonosgen-2.0.so.1 : mono_assert`. */
export function readMonoNativeFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const addressEnd = hexEnd(content, 2);
	const imageStart = addressEnd + ' - '.length;
	const separator = content.lastIndexOf(' : ');
	if (!content.startsWith(' - ', addressEnd) || separator < imageStart) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const name = lastSegment(content.slice(imageStart, separator));
	frame.image = { name, address: content.slice(0, addressEnd) };
	frame.module = name;
	const methodStart = separator + ' : '.length;
	const method = content.slice(methodStart);
	if (method !== '(null)') {
		frame.method = method;
		linkPart(frame, line, methodStart, content.length);
	}
	return frameReading(frame, context.mono);
}

/** Matches a method and its parameters. The method name must be qualified, and a space must precede the parameters. */
const call =
	/^[\w$.+`<>|[\],\u0080-\uffff]{1,1000}\.[\w$.+`<>|[\],\u0080-\uffff]{1,1000} \([\w.+`<>[\]&*, \u0080-\uffff]{0,2000}\)$/;

/** Parses a frame in a crash reporting service's format: `Acme.Cart.Total (System.Int32 id) /src/Cart.cs at 31:13`. */
export function readReportedFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const isNumbered = isDigit(content.charCodeAt(content.length - 1));
	if (!isNumbered && !content.includes(' [0x') && !(content.endsWith(')') && context.hasPlacesAtEnd)) {
		return undefined;
	}
	const open = content.indexOf(' (');
	const close = open === -1 ? -1 : getClosing(content, open + 1);
	if (close === -1 || content.slice(0, open).includes(' ')) {
		return undefined;
	}
	const application = content.startsWith(' [0x', close + 1) ? content.indexOf('>:0;', close) : -1;
	if (application !== -1) {
		return readMonoFrame({ ...line, content: content.slice(0, application + '>:0'.length) }, 0, context);
	}
	const at = isNumbered ? content.lastIndexOf(' at ') : -1;
	const [, row, column] =
		at > close ? (/^(\d{1,9})(?::(\d{1,9}))?$/.exec(content.slice(at + ' at '.length)) ?? []) : [];
	const isPlaced = row !== undefined && /[\\/]|\.(?:cs|fs|vb)$/.test(content.slice(close + 2, at));
	if (!isPlaced && !(close === content.length - 1 && context.hasPlacesAtEnd)) {
		return undefined;
	}
	const member = call.test(content.slice(0, close + 1)) ? dotnetMember(content.slice(0, open)) : undefined;
	if (!member) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (isPlaced) {
		setDotnetPlace(frame, line, { pathStart: close + 2, pathEnd: at, line: Number(row) });
		if (frame.file !== undefined && Number(column) > 0) {
			frame.column1 = Number(column);
		}
	}
	setMember(frame, line, 0, open, member);
	return frameReading(frame, 'dotnet');
}
