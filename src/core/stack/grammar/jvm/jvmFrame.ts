import { dotnetMember } from '../../names/dotnetNames';
import { jvmMember } from '../../names/jvmNames';
import { il2cppMember } from '../../names/unityNames';
import { digitsStart, getOpening, numberIn } from '../../trace/characters';
import type { Line } from '../../trace/line';
import type { Frame, Platform } from '../../trace/model';
import { draftFrame, type FrameDraft, frameReading, linkPart, type Reading, setLine } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';

const platform: Platform = 'jvm';
const sourceEnding = /\.(?:java|kts?|scala|groovy|clj|aj|gradle)$/i;
/** Placeholders for the name of the source file in generated or shrunk code. */
const noFile = new Set([
	'',
	'SourceFile',
	'ProGuard',
	'Proguard',
	'Unknown',
	'PG',
	'R8',
	'D8',
	'<generated>',
	'lambda',
	'unavailable',
	'(null)',
]);
const mapIdPrefix = 'r8-map-id-';
const nativeMethod = 'native method';
/** Matches a module that was loaded from another app: `:com.google.android.gms@233116045@23.31.16 (190400-0)`. */
const loadedModule = /^:([\w.]{1,200})@/;

/** Parses a frame of the form `[loader/][module@version/]package.Class.method(source)` that ends at `end`. */
export function readJvmFrame(
	line: Line,
	start: number,
	context: TraceContext,
	end = withoutJar(line.content),
): Reading | undefined {
	const { content } = line;
	let bodyStart = start;
	const open = content.charCodeAt(end - 1) === 0x29 ? getOpening(content, end - 1) : -1;
	// An empty type name occurs only in JavaScript frames.
	if (open <= bodyStart || content.charAt(bodyStart) === '.') {
		return undefined;
	}
	const written = content.slice(open + 1, end - 1);
	// Thread dumps print the module before the file: `java.base@17.0.9/Native Method`.
	const text = written.includes('@') ? written.slice(written.indexOf('/') + 1) : written;
	const source = splitSource(text);
	const certain = isCertain(source);
	const spaced = content.charCodeAt(open - 1) === 0x20;
	if (spaced && !certain) {
		return undefined;
	}
	let nameEnd = spaced ? open - 1 : open;
	if (spaced && content.charCodeAt(nameEnd - 1) === 0x29) {
		// Android's runtime prints the return type and the parameter types: `int a.b.Cart.total(long) (Cart.kt:31)`.
		nameEnd = getOpening(content, nameEnd - 1);
		bodyStart = Math.max(start, content.lastIndexOf(' ', nameEnd) + 1);
	}
	if (
		!certain &&
		(/^System\.|[ ,]|:-?\d{1,9}:\d{1,9}$|\.[cm]?[jt]sx?(?::\d{1,9})?$/.test(text) || (text === '' && !context.jvm))
	) {
		return undefined;
	}
	const nameStart = qualifiedStart(content, bodyStart, open);
	const dot = content.lastIndexOf('.', nameEnd - 1);
	// Web pages drop tags, so a constructor's name may be missing: `com.acme.Cart.(Cart.kt:31)`.
	const isUnnamed = dot === nameEnd - 1;
	if (dot <= nameStart || (isUnnamed && !sourceEnding.test(source.file))) {
		return undefined;
	}
	const space = content.indexOf(' ', nameStart);
	// The name of a Kotlin test method can be a sentence with spaces, but a type name can't contain spaces.
	if (space !== -1 && space < (certain ? dot : nameEnd)) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (content.startsWith('_COROUTINE.', nameStart)) {
		frame.kind = 'gap';
		return frameReading(frame, platform);
	}
	frame.type = content.slice(nameStart, dot);
	frame.method = isUnnamed ? '<init>' : content.slice(dot + 1, nameEnd);
	const module = nameStart === bodyStart ? '' : moduleOf(content.slice(bodyStart, nameStart));
	if (module !== '') {
		frame.module = module;
	}
	if (frame.type.startsWith('lib') && isNativeLibrary(frame.type)) {
		return readUnityNative(frame, line, nameStart, nameEnd);
	}
	const flags = new Set<Frame['flags'][number]>();
	if (frame.type.startsWith('<python>.')) {
		setSource(frame, source, flags);
		linkPart(frame, line, open + 1, end - 1);
		return frameReading(ofPythonBridge(frame), 'python');
	}
	// .NET for Android prints .NET frames in Java's format.
	const ofDotnet = /[+<]/.test(frame.type) ? dotnetMember(content.slice(nameStart, nameEnd)) : undefined;
	frame.enclosing = ofDotnet?.enclosing ?? jvmMember(frame.type, frame.method, flags);
	setSource(frame, source, flags);
	if (flags.size > 0) {
		frame.flags = [...flags];
	}
	if (frame.file === undefined) {
		linkPart(frame, line, nameStart, nameEnd);
	} else {
		linkPart(frame, line, open + 1, end - 1);
	}
	return frameReading(frame, platform);
}

/** Converts a Python frame that a bridge to Java printed as a Java frame: `at <python>.cart.total(cart.py:31)`. */
function ofPythonBridge(frame: Frame): Frame {
	const { type = '', method = '' } = frame;
	const { type: _, module: __, ...rest } = frame;
	const enclosing = /^\w+$/.test(method) ? { enclosing: { type: '', method } } : {};
	return { ...rest, ...enclosing, module: type.slice('<python>.'.length) };
}

function isNativeLibrary(type: string): boolean {
	return /^lib[a-z]\w{0,60}$/.test(type);
}

/** Parses a native frame in Unity's format on Android: `at libil2cpp.Board_Place_mB41D7C05(Native Method)`. */
function readUnityNative(frame: FrameDraft, line: Line, nameStart: number, open: number): Reading {
	const { type = '', method = '' } = frame;
	frame.kind = 'native';
	frame.module = `${type}.so`;
	delete frame.type;
	if (/^0x[\da-f]{1,16}$/i.test(method)) {
		delete frame.method;
		frame.image = { name: frame.module, address: method };
	} else {
		frame.enclosing = il2cppMember(method) ?? { type: '', method };
		linkPart(frame, line, nameStart, open);
	}
	return frameReading(frame, platform);
}

/** Returns the end of the frame without the JAR file that Logback appends: ` ~[shop.jar:1.2]` or ` [na:1.8]`. */
function withoutJar(content: string): number {
	if (content.endsWith(']')) {
		const jar = content.lastIndexOf('[');
		const close = content.charAt(jar - 1) === '~' ? jar - 2 : jar - 1;
		if (content.charAt(close) === ' ' && content.charAt(close - 1) === ')') {
			return close;
		}
	}
	return content.length;
}

interface Source {
	readonly file: string;
	/** Whether a number follows the file name. A negative number means that the line is unknown. */
	readonly isNumbered: boolean;
	readonly number: number | undefined;
}

function splitSource(text: string): Source {
	const start = digitsStart(text, text.length);
	const isNegative = text.charCodeAt(start - 1) === 0x2d;
	const colon = isNegative ? start - 2 : start - 1;
	const isNumbered = start < text.length && text.charCodeAt(colon) === 0x3a;
	return {
		file: isNumbered ? text.slice(0, colon) : text,
		isNumbered,
		number: isNumbered && !isNegative ? numberIn(text, start, text.length) : undefined,
	};
}

export function isCertainSource(text: string): boolean {
	return isCertain(splitSource(text));
}

function isCertain({ file, isNumbered }: Source): boolean {
	if (file.includes('.') && sourceEnding.test(file)) {
		return true;
	}
	switch (file.charAt(0)) {
		case '':
			return isNumbered;
		case '(':
			return file === '(null)' && isNumbered;
		case ':':
			return loadedModule.test(file) || isSynthetic(file);
		case 'r':
			return file.startsWith(mapIdPrefix) || isSynthetic(file);
		case 'S':
			return file === 'SourceFile' || isSynthetic(file);
		case 'U':
			return file.startsWith('Unknown Source') || isSynthetic(file);
		default:
			return isNative(file) || isSynthetic(file);
	}
}

function isSynthetic(file: string): boolean {
	return file.endsWith('$$SyntheticClass');
}

function isNative(file: string): boolean {
	return file.length === nativeMethod.length && file.toLowerCase() === nativeMethod;
}

/**
 * Returns the start of the type name, which follows the loader and module. Ignores the slash in the names of hidden
 * classes: `Lambda$33/0x80`.
 */
function qualifiedStart(content: string, bodyStart: number, open: number): number {
	let slash = content.lastIndexOf('/', open);
	if (slash > bodyStart && content.startsWith('0x', slash + 1)) {
		slash = content.lastIndexOf('/', slash - 1);
	}
	return slash < bodyStart ? bodyStart : slash + 1;
}

/** Returns the module name in a prefix of the form `loader/module@version/`, `module/`, or `loader//`. */
function moduleOf(prefix: string): string {
	const parts = prefix.slice(0, -1).split('/');
	const module = parts.length > 1 ? (parts[1] ?? '') : (parts[0] ?? '');
	const version = module.indexOf('@');
	return version === -1 ? module : module.slice(0, version);
}

function setSource(frame: FrameDraft, { file, number, isNumbered }: Source, flags: Set<Frame['flags'][number]>): void {
	if (isNative(file) && !isNumbered) {
		flags.add('nativeMethod');
		return;
	}
	if (file === 'Unknown Source') {
		if (number !== undefined) {
			frame.position = { kind: 'dexPc', offset: number };
		}
		return;
	}
	if (isSynthetic(file) || file === '<generated>') {
		flags.add('synthetic');
		return;
	}
	const loaded = file.startsWith(':') ? loadedModule.exec(file)?.[1] : undefined;
	if (loaded !== undefined) {
		// The frame is from another app's module. Only that app's mapping file can resolve its line number.
		frame.module = loaded;
		return;
	}
	setLine(frame, number);
	if (file.startsWith(mapIdPrefix)) {
		frame.mapId = file.slice(mapIdPrefix.length);
	} else if (file.includes('.') || !noFile.has(file)) {
		frame.file = file;
	}
}
