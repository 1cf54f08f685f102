import { isDigit } from '../../../../shared/ascii';
import { getPlace, isBlank, skipToBlank } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, gap, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setScriptName, setScriptPlace, sourceEnding } from './javascript';
import { wasmFrameAt } from './webAssembly';

/** Matches the location that Chrome's console prints before each line: `main.dart.mjs:73     at `. */
const placeFirst = /^\S{1,120}:(?:\d{1,9}|0x[\da-f]{1,16})[ \t](?=[ \t]{1,20}at |(?:package:|dart:)\S{1,200} \d)/;
const maxPlaceLength = 180;

export function withoutConsolePlace(line: Line): Line | undefined {
	const { content } = line;
	const space = content.indexOf(' ');
	// The location, which is the text before the first space, must contain a colon. This fast test rules out most lines.
	const colon = content.indexOf(':');
	if (colon === -1 || colon >= (space === -1 ? maxPlaceLength : space)) {
		return undefined;
	}
	// Chrome's console prints at least two spaces between the location and `at`.
	const next = skipToBlank(content, 0) + 1;
	const isSpaced = isBlank(content.charCodeAt(next));
	const place =
		isSpaced || content.startsWith('package:', next) || content.startsWith('dart:', next)
			? placeFirst.exec(content.slice(0, maxPlaceLength))
			: null;
	if (!place) {
		return undefined;
	}
	const rest = content.slice(place[0].length);
	const body = rest.trimStart();
	const indent = rest.length - body.length;
	return { ...line, content: body, indent, start: line.start + place[0].length + indent };
}

/** Matches a function name. Firefox prefixes asynchronous calls with their kind: `promise callback*load`. */
const functionName = /^(?:[A-Za-z. ]{1,60}\*)?[\w$.<>/*[\]#\u0080-\uffff-]{0,300}$/;
const remote = /^[a-z][\w+.-]{1,30}:\/\/[^/\s]{0,260}\//i;

const engineAddress = /^self-hosted:\d{1,9}(?::\d{1,9})?$/;

/** Parses a frame in the format of Firefox's console: `total https://acme.example/cart.js:14:20`. */
export function readConsoleFrame(line: Line, { sectionPlatform }: TraceContext): Reading | undefined {
	const { content, indent } = line;
	if (sectionPlatform === 'javascript' && content.endsWith(' (async)')) {
		return gap(line);
	}
	const at = content.includes('@') ? content.lastIndexOf(' @ ') : -1;
	if (at > 0) {
		return readCallSite(line, at);
	}
	const space = indent > 0 || sectionPlatform === 'javascript' ? content.lastIndexOf(' ') : -1;
	const address = content.slice(space + 1);
	if (space < 1 || !address.includes(':')) {
		return undefined;
	}
	const isOfEngine = engineAddress.test(address);
	if (!isOfEngine && !remote.test(address)) {
		return undefined;
	}
	if (!functionName.test(content.slice(0, space))) {
		return undefined;
	}
	if (isOfEngine) {
		const frame = draftFrame('javascript', line);
		frame.flags = ['nativeMethod'];
		setScriptName(frame, line, 0, space);
		return frameReading(frame, 'javascript');
	}
	const wasm = address.includes('.wasm:') ? wasmFrameAt(line, 0, space, space + 1, content.length) : undefined;
	if (wasm) {
		return wasm;
	}
	const place = getPlace(address);
	if (!isDigit(address.charCodeAt(address.length - 1)) || place.line === undefined || !isPlace(place)) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	setScriptPlace(frame, line, space + 1, content.length);
	const asynchronous = content.lastIndexOf('*', space);
	if (asynchronous > 0 && asynchronous < space - 1) {
		frame.flags = ['async'];
	}
	setScriptName(frame, line, asynchronous + 1, space);
	return frameReading(frame, 'javascript');
}

/** Parses a frame in the format of Chrome's console: `total @ cart.js:31`, `(anonymous) @ main.dart.wasm:0xeef02`. */
function readCallSite(line: Line, at: number): Reading | undefined {
	const { content } = line;
	const start = at + ' @ '.length;
	if (content.includes(' ', start) || !sourceEnding.test(getPlace(content.slice(start)).file)) {
		return wasmFrameAt(line, 0, at, start, content.length);
	}
	const frame = draftFrame('javascript', line);
	setScriptPlace(frame, line, start, content.length);
	if (!content.startsWith('(')) {
		setScriptName(frame, line, 0, at);
	}
	return frameReading(frame, 'javascript');
}

function isPlace({ file, column }: { readonly file: string; readonly column: number | undefined }): boolean {
	return column !== undefined || sourceEnding.test(file);
}
