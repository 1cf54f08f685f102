import { closeParenthesis, isDigit, minus, slash, space } from '../../../shared/ascii';
import { isNumbered, readAppleFrame } from '../grammar/apple/appleFrame';
import { readAppleReport } from '../grammar/apple/appleReport';
import { readAtosFrame } from '../grammar/apple/atos';
import { readCallGraphFrame, readCallGraphThread, readCallGraphTitle } from '../grammar/apple/callGraph';
import { readLldb } from '../grammar/apple/lldb';
import { readSampledFrame, readSampledReport } from '../grammar/apple/sampledStack';
import { readSwiftAddress, readSwiftExcerpt, readSwiftFrame, readSwiftHeader } from '../grammar/apple/swiftBacktrace';
import { readEnqueued, readXcodeFrame } from '../grammar/apple/xcodeDebugger';
import { readDartAddress, readDartFrame, readDartGap, readDartHead, readFriendlyFrame } from '../grammar/dart/dart';
import { readDartDump, readDartDumpFrame } from '../grammar/dart/dartDump';
import { readReportedDartFrame } from '../grammar/dart/dartReported';
import { readEngineError, readFlutterNote, readReportStart, readThrownLine } from '../grammar/dart/flutterReport';
import { readDotnetFrame, readDotnetJoin, readLocalisedFrame } from '../grammar/dotnet/dotnet';
import { readProxiedFrame } from '../grammar/dotnet/dotnetProxy';
import { readMonoCrash, readMonoFrame, readMonoNativeFrame, readReportedFrame } from '../grammar/dotnet/mono';
import { readSosFrame, readSosThread } from '../grammar/dotnet/sos';
import { readUnityFrame, readUnityNote, readUnityWalk } from '../grammar/dotnet/unity';
import { readOmittedCode, readVisualStudioFrame } from '../grammar/dotnet/visualStudio';
import { readExceptionHeader } from '../grammar/exceptionHeader';
import { readJvmFrame } from '../grammar/jvm/jvmFrame';
import { readDots, readElidedInParentheses, readNested } from '../grammar/jvm/jvmNested';
import {
	readDash,
	readNativeInThread,
	readThreadHead,
	readThreadNote,
	readThreadState,
} from '../grammar/jvm/jvmThreads';
import { readBareFrame, readComposable, readFailure, readFileFirst } from '../grammar/jvm/jvmVariants';
import { readCppNote, readDebuggerCaption, readDebuggerFrame, readDebuggerPrompt } from '../grammar/native/cpp';
import { readCppHeader, readUndefinedBehavior } from '../grammar/native/cppHeaders';
import { readNumberedFrame } from '../grammar/native/cppNumbered';
import { readGoCall, readGoHeader, readGoPlace } from '../grammar/native/go';
import { readMemoryHistory } from '../grammar/native/memoryHistory';
import { readNdkFrame, readTombstone } from '../grammar/native/ndk';
import { readReportCaption, readReportFrame } from '../grammar/native/ndkReport';
import { readPanic, readRustName, readSourceLine } from '../grammar/native/rust';
import { readUnrealFrame } from '../grammar/native/unreal';
import { readConsoleFrame, withoutConsolePlace } from '../grammar/scripts/browserConsole';
import { readJscFrame, readV8Frame } from '../grammar/scripts/javascript';
import { readNativeScriptFrame } from '../grammar/scripts/nativeScript';
import { readFailedTest, readTestTitle } from '../grammar/scripts/pytest';
import { readFatalPythonError, readPythonFrame, readRepeated, readTraceback } from '../grammar/scripts/python';
import {
	readCallStackFrame,
	readCodeExcerpt,
	readComponent,
	readLocatedCall,
	readNameAlone,
	readStackCaption,
} from '../grammar/scripts/reactNative';
import { readBoxBorder, readBoxedFrame, readBoxTitle } from '../grammar/scripts/rich';
import { readWasmCall, readWasmFrame } from '../grammar/scripts/webAssembly';
import { readConsoleError } from '../grammar/scripts/webViewConsole';
import { readListedThread, readThreadName } from '../grammar/threadList';
import { hexEnd, isBlank, isUpper, isWord, skipBlanks, sourceEnd } from '../trace/characters';
import type { Line } from '../trace/line';
import { boundary, gap, note, type Reading } from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';
import { isTimed } from './timedLine';

/** Maximum length of a frame. It is high, because symbols of C++ templates can have thousands of characters. */
const maxFrameLength = 16_384;

export function readLine(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (content.length > maxFrameLength) {
		return undefined;
	}
	const ofTest = context.failedTest ? readFailedTest(line, context) : undefined;
	if (ofTest) {
		return ofTest;
	}
	if (content.length === 1) {
		return readCharacter(line, context);
	}
	const isJavascript = context.sectionPlatform === 'javascript';
	switch (content.charAt(0)) {
		case 'a':
			return readAt(line, context) ?? readOther(line, context);
		case '#':
			return readHash(line, context);
		case '.':
			return (
				readDots(line) ??
				readGoCall(line, context) ??
				(content.includes('.dart ') ? readFriendlyFrame(line) : readJscFrame(line, isJavascript)) ??
				readUndefinedBehavior(line)
			);
		case '-':
			return readHyphen(line, context);
		case '"':
			return readThreadHead(line) ?? readQuoted(line, context);
		case '|':
			return (
				readCallGraphFrame(line, context) ??
				(content.startsWith('| ') ? note : content.startsWith('|- ') ? readExceptionHeader(content) : undefined)
			);
		case '!':
		case ':':
			return readCallGraphFrame(line, context) ?? readOther(line, context);
		case '[':
			return readInBrackets(line, context);
		case '(':
			return readInParentheses(line, context);
		case ')':
			return undefined;
		case '*':
			return readStar(line);
		case '│':
			return readSwiftExcerpt(line) ?? readBoxBorder(context);
		case '╭':
		case '┌':
			return readBoxTitle(line) ?? readBoxBorder(context);
		case '❱':
		case '╰':
		case '└':
			return readBoxBorder(context);
		case '_':
			return readTestTitle(line, context) ?? readOther(line, context);
		case '\ud83d':
			return readSwiftHeader(content) ?? readOther(line, context);
		case '<':
			return readAngle(line, context);
		case '=':
			return readDartGap(line) ?? readCppHeader(content) ?? readUnityNote(line);
		case '═':
			return readReportStart(content);
		case '/':
			return readReportFrame(line) ?? readOther(line, context);
		case '+':
			return (
				readTraceback(line) ??
				readBoxTitle(line) ??
				readCallGraphFrame(line, context) ??
				(content.startsWith('+[') ? readAtosFrame(line) : undefined)
			);
		case '>':
			return readVisualStudioFrame(line, context) ?? readCodeExcerpt(line);
		default:
			return isDigit(content.charCodeAt(0)) ? readDigit(line, context) : readOther(line, context);
	}
}

/**
 * Parses a line with a single character. V8 stores such strings differently, which would slow down the other parsers.
 */
function readCharacter(line: Line, context: TraceContext): Reading | undefined {
	switch (line.content) {
		case '(':
		case ')':
		case '│':
			return note;
		case '╭':
		case '┌':
		case '❱':
		case '╰':
		case '└':
			return readBoxBorder(context);
		default:
			return /[A-Za-z_$<]/.test(line.content) ? readNameAlone(line, context) : undefined;
	}
}

function readHash(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	return (
		readNdkFrame(line, 0) ??
		readDartAddress(line, context) ??
		readDartFrame(line) ??
		(context.xcode ? readXcodeFrame(line) : undefined) ??
		readNumberedFrame(line) ??
		(content.endsWith(' <signal handler called>') ? gap(line) : undefined) ??
		readListedThread(line, context) ??
		readDebuggerCaption(line)
	);
}

function readInBrackets(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	return (
		readReportFrame(line) ??
		readGoHeader(content) ??
		readRepeated(line) ??
		readNested(line) ??
		readEngineError(content) ??
		readDartDumpFrame(line) ??
		(content.includes('[Callstack] ') ? readUnrealFrame(line) : undefined) ??
		(isTimed(content, 1) ? boundary : undefined) ??
		readJscFrame(line, context.sectionPlatform === 'javascript') ??
		readConsoleError(line) ??
		readCppNote(line) ??
		readOmittedCode(line, context) ??
		readVisualStudioFrame(line, context) ??
		(content.endsWith(']') ? readExceptionHeader(content) : undefined)
	);
}

function readHyphen(line: Line, context: TraceContext): Reading | undefined {
	return (
		readDash(line) ??
		readDotnetJoin(line) ??
		readLocatedCall(line) ??
		readAtosFrame(line) ??
		readDartHead(line, context)
	);
}

function readStar(line: Line): Reading | undefined {
	const { content } = line;
	return (
		(content.startsWith('********** Crash dump:') ? boundary : undefined) ??
		readTombstone(line) ??
		readAppleReport(line) ??
		readSwiftHeader(content) ??
		readLldb(line) ??
		readSwiftExcerpt(line) ??
		readSampledFrame(line) ??
		readLocatedCall(line)
	);
}

function readAngle(line: Line, context: TraceContext): Reading | undefined {
	return (
		readDartGap(line) ??
		readReportFrame(line) ??
		readWasmCall(line) ??
		readConsoleFrame(line, context) ??
		readJscFrame(line, context.sectionPlatform === 'javascript') ??
		readUnityFrame(line, context) ??
		readCallStackFrame(line) ??
		readNameAlone(line, context)
	);
}

/** Parses a frame that starts with `at`. The rest of the frame differs between platforms. */
function readAt(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (!content.startsWith('at') || !isBlank(content.charCodeAt(2))) {
		return undefined;
	}
	const start = skipBlanks(content, 2);
	if (isCoroutineGap(content, start)) {
		return gap(line);
	}
	const end = sourceEnd(content);
	const column = end === -1 ? -1 : content.indexOf(':', end + 1);
	const hasColumn = column !== -1 && column < content.length - 2;
	const reading =
		(!hasColumn && isJavaSource(content, start, end) ? readJvmFrame(line, start, context) : undefined) ??
		readWasmFrame(line, start) ??
		readReportedDartFrame(line, context, end) ??
		readProxiedFrame(line, start, context, end) ??
		(hasColumn ? readV8Frame(line, start) : undefined) ??
		readJvmFrame(line, start, context) ??
		readComposable(line, start) ??
		readV8Frame(line, start) ??
		readDotnetFrame(line, start) ??
		readMonoFrame(line, start, context) ??
		readLocatedCall(line) ??
		readSourceLine(line, start) ??
		(isNumbered(content, start) ? readAppleFrame(line, start) : undefined);
	// An indented line that starts with `at` is a truncated frame rather than part of a message.
	return reading ?? (line.indent > 0 ? note : undefined);
}

/** Returns true for the most frequent form, `com.acme.Cart.total(Cart.kt:31)`, which no other platform uses. */
function isJavaSource(content: string, start: number, end: number): boolean {
	return (
		end < content.length - 1 &&
		isWord(content.charCodeAt(start)) &&
		(content.startsWith('.kt', end - 3) || content.startsWith('.java', end - 5))
	);
}

function readDigit(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (isTimed(content, 0)) {
		return readAppleReport(line) ?? boundary;
	}
	if (content.startsWith('0x')) {
		return (
			readUnityWalk(line) ??
			readMemoryHistory(line) ??
			readSwiftAddress(line) ??
			readUnrealFrame(line) ??
			readMonoNativeFrame(line, context)
		);
	}
	const end = hexEnd(content, 0);
	if (isBlank(content.charCodeAt(end))) {
		const next = skipBlanks(content, end);
		const isSwift = content.charAt(next) === '[' || content.startsWith('0x', next);
		return (
			readReportedDartFrame(line, context) ??
			(content.startsWith('Thread_', next) ? readCallGraphThread(line) : undefined) ??
			readCallGraphFrame(line, context) ??
			(isSwift ? readSwiftFrame(line) : undefined) ??
			readAppleFrame(line, 0) ??
			readSampledFrame(line) ??
			readSosFrame(line) ??
			readDebuggerFrame(line) ??
			readAtosFrame(line) ??
			(isSwift ? undefined : readSwiftFrame(line)) ??
			readCodeExcerpt(line)
		);
	}
	return (
		(content.startsWith('. ', end) ? readListedThread(line, context) : undefined) ??
		(content.includes('tid=') ? readThreadState(line) : undefined) ??
		readSwiftExcerpt(line) ??
		readRustName(line, context) ??
		readJscFrame(line) ??
		readUnityFrame(line, context) ??
		(content.includes('!') ? (readDebuggerFrame(line) ?? readVisualStudioFrame(line, context)) : undefined) ??
		readDebuggerPrompt(line)
	);
}

/**
 * Returns true for `\b\b\b(Coroutine boundary.\b(\b)`. In a terminal, the backspaces hide that the line has the form of
 * a frame.
 */
function isCoroutineGap(content: string, start: number): boolean {
	let index = start;
	while (content.charCodeAt(index) === 0x08) {
		index++;
	}
	return content.startsWith('(Coroutine ', index) && content.length - start < 60;
}

function readInParentheses(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const unplaced = withoutConsolePlace(line);
	if (unplaced) {
		return readAt(unplaced, context);
	}
	// Firefox's console prints lines such as `(Async: promise callback)`.
	if (isCoroutineGap(content, 0) || content.startsWith('(Async: ')) {
		return gap(line);
	}
	// When Apple's runtime logs an uncaught exception, it encloses the call stack in parentheses. The stack can consist
	// of addresses without function names, for example `(0x18a2b3c4d 0x18a2b3c5e)`.
	if (/^\(0x[\da-f]{1,16}[ )]/.test(content)) {
		return note;
	}
	return (
		readElidedInParentheses(line) ??
		readConsoleFrame(line, context) ??
		readThreadNote(line) ??
		readUnityNote(line) ??
		readDebuggerFrame(line) ??
		readUnityFrame(line, context) ??
		readCallStackFrame(line) ??
		(content.startsWith('(node:') ? readExceptionHeader(content) : undefined)
	);
}

function readOther(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const last = content.charCodeAt(content.length - 1);
	const placed = last === closeParenthesis && content.includes(') (at ') ? readUnityFrame(line, context) : undefined;
	if (placed) {
		return placed;
	}
	const firstColon = content.indexOf(':');
	const failure = isDigit(last) && content.includes(' at ') ? readFailure(line) : undefined;
	if (failure) {
		return failure;
	}
	const special =
		(content.charCodeAt(firstColon + 1) === space ? readReportCaption(line, context) : undefined) ??
		readGoCall(line, context) ??
		readSpecial(line, context);
	if (special) {
		return special;
	}
	const friendly = readFlutterNote(line, context) ?? readFriendlyFrame(line) ?? readBoxedFrame(line);
	if (friendly) {
		return friendly;
	}
	const unplaced = withoutConsolePlace(line);
	if (unplaced) {
		return readAt(unplaced, context) ?? readFriendlyFrame(unplaced);
	}
	const ofConsole =
		(content.charCodeAt(firstColon + 1) === slash && content.includes(': Line ')
			? readConsoleError(line)
			: undefined) ?? (firstColon !== -1 && content.includes('.swift') ? readSwiftHeader(content) : undefined);
	if (ofConsole) {
		return ofConsole;
	}
	const isJavascript = context.sectionPlatform === 'javascript';
	const hasWasm = content.includes('wasm');
	const wasm = hasWasm ? readWasmCall(line) : undefined;
	if (wasm) {
		return wasm;
	}
	const isPlace = isDigit(last) || last === 0x5d || last === 0x40 || last === 0x3a || isJavascript;
	if (isPlace || (hasWasm && content.includes('.wasm:'))) {
		const reading = readConsoleFrame(line, context) ?? readJscFrame(line, isJavascript, context.hasScriptStack);
		if (reading) {
			return placeBelowName(reading, line, context);
		}
	}
	const goPlace = firstColon === -1 ? undefined : readGoPlace(line, context);
	if (goPlace) {
		return goPlace;
	}
	if (content.includes('!') || content.includes('\t')) {
		const reading = readUnrealFrame(line) ?? readVisualStudioFrame(line, context) ?? readDebuggerFrame(line);
		if (reading) {
			return reading;
		}
	}
	if (content.includes('(')) {
		const reading =
			readAtosFrame(line) ??
			readReportedFrame(line, context) ??
			readNativeScriptFrame(line) ??
			readBareFrame(line, context) ??
			readUnityFrame(line, context) ??
			readLocalisedFrame(line, context) ??
			readCallStackFrame(line);
		if (reading) {
			return reading;
		}
	}
	return (
		(firstColon > 0 && isNumberStart(content.charCodeAt(firstColon + 1)) ? readFileFirst(line) : undefined) ??
		(content.includes(': runtime error: ', firstColon) ? readUndefinedBehavior(line) : undefined) ??
		(content.includes('tid=') ? readThreadState(line) : undefined) ??
		readThreadName(line, context) ??
		readNameAlone(line, context) ??
		readExceptionHeader(content)
	);
}

/** Converts a frame without a name to a location if function names are on separate lines above the locations. */
function placeBelowName(reading: Reading, { indent }: Line, context: TraceContext): Reading {
	const isPlace = indent > 0 && reading.kind === 'frame' && reading.frame.method === undefined;
	return isPlace && context.namesFunctionsAbove
		? { kind: 'place', frame: reading.frame, platform: 'javascript' }
		: reading;
}

/** Parses a frame in a list of strings in Apple's log: `"0   Shop   0x0000000102a3b5c8 main + 60",`. */
function readQuoted(line: Line, context: TraceContext): Reading | undefined {
	const content = isDigit(line.content.charCodeAt(1)) ? /^"([^"]+)",?$/.exec(line.content)?.[1] : undefined;
	return content === undefined ? undefined : readDigit({ ...line, content, start: line.start + 1 }, context);
}

function isNumberStart(code: number): boolean {
	return isDigit(code) || code === minus;
}

function readSpecial(line: Line, context: TraceContext): Reading | undefined {
	return isUpper(line.content.charCodeAt(0)) ? readCapitalized(line, context) : readUncapitalized(line, context);
}

function readCapitalized(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const sampled = readSampledReport(line, context);
	if (sampled) {
		return sampled;
	}
	switch (content.charAt(0)) {
		case 'C':
			return (
				readStackCaption(line, context) ??
				readTraceback(line) ??
				readNested(line) ??
				readListedThread(line, context) ??
				readTombstone(line) ??
				readThreadNote(line) ??
				readAppleReport(line) ??
				readDebuggerCaption(line) ??
				readCallGraphTitle(line, context)
			);
		case 'S':
			return (
				readNested(line) ??
				readTraceback(line) ??
				readTombstone(line) ??
				readAppleReport(line) ??
				readCallGraphTitle(line, context) ??
				readUnityNote(line) ??
				readNativeScriptFrame(line) ??
				readGoHeader(content)
			);
		case 'W':
			return readNested(line) ?? readDartHead(line, context) ?? readCppHeader(content) ?? readDebuggerCaption(line);
		case 'R':
			return readDotnetJoin(line) ?? readTombstone(line) ?? readAppleReport(line) ?? readDebuggerCaption(line);
		case 'T':
			return (
				readTraceback(line) ??
				readStackCaption(line, context) ??
				readThrownLine(content) ??
				readAppleReport(line) ??
				readTombstone(line) ??
				readMemoryHistory(line) ??
				readCallGraphTitle(line, context)
			);
		case 'G':
		case 'O':
		case 'U':
			return readMonoCrash(content, context) ?? readSosThread(line) ?? readCppHeader(content);
		case 'F':
			return (
				readPythonFrame(line) ??
				readFatalPythonError(line) ??
				(content.startsWith('File: ') ? readConsoleError(line) : undefined) ??
				readNativeScriptFrame(line) ??
				readCppNote(line) ??
				readTombstone(line) ??
				readThreadNote(line) ??
				// Promise libraries print this line in long stack traces.
				(content === 'From previous event:' ? gap(line) : undefined)
			);
		case 'E':
			return (
				readTraceback(line) ?? readAppleReport(line) ?? readEnqueued(line) ?? readUnityNote(line) ?? readDartDump(line)
			);
		case 'I':
		case 'N':
		case 'V':
			return readUnityNote(line) ?? readAppleReport(line);
		case 'A':
		case 'B':
			return readTombstone(line) ?? readAppleReport(line) ?? readMemoryHistory(line);
		case 'L':
			return readAppleReport(line) ?? readThreadNote(line) ?? readMemoryHistory(line);
		case 'D':
		case 'P':
			return readTraceback(line) ?? readThreadNote(line) ?? readMemoryHistory(line);
		default:
			return undefined;
	}
}

function readUncapitalized(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	switch (content.charAt(0)) {
		case 'a':
		case 'd':
			return readMemoryHistory(line);
		case 'n':
			return readNativeInThread(line) ?? readPanic(line);
		case 'b':
			return readDartHead(line, context) ?? readTombstone(line);
		case 'p':
			return (
				readTombstone(line) ??
				readDartDump(line) ??
				readDartHead(line, context) ??
				readGoHeader(content) ??
				readMemoryHistory(line)
			);
		case 'i':
			return content.startsWith('in ') ? readComponent(line) : readDartHead(line, context);
		case 'o':
		case 'v':
			return readDartHead(line, context);
		case 'f':
			return readLldb(line) ?? readMemoryHistory(line) ?? readGoHeader(content) ?? readDartHead(line, context);
		case 't':
			return readCppHeader(content) ?? readPanic(line) ?? readLldb(line) ?? readDartHead(line, context);
		case 'w':
			return readCppHeader(content);
		case 'g':
			return readGoHeader(content);
		case 'l':
			return readAppleReport(line);
		case 's':
		case 'u':
			return readTombstone(line) ?? readCppNote(line) ?? readDartDump(line);
		case 'j':
			return readTraceback(line) ?? readThreadNote(line) ?? readMemoryHistory(line);
		default:
			return undefined;
	}
}
